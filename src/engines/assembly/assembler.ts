import { statSync } from "node:fs";
import { join } from "node:path";
import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { answerOf, answersOf, callForFile, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { Assembler, WrittenPart } from "./port.ts";
import { MERGE, type NumberedPart, OUTLINE_STARTS, partFile, SPLIT } from "./wire.ts";

/**
 * Creates an adapter that merges and splits by @quire/assembly in the workers of `pool`, which serve `assemblyMethods`.
 */
export function createAssembler(pool: WorkerPool): Assembler {
  return {
    merge: (job) => merge(pool, job),
    split: (job) => split(pool, job),
    async outlineStarts({ input, password, ...work }) {
      const parameters = { password, timeoutMs: workerTimeoutMs(work) };
      const { starts } = await answerOf(pool, OUTLINE_STARTS, { parameters, inputs: [input], work });
      if (starts.some(({ page }, index) => page <= (starts[index - 1]?.page ?? 0))) {
        throw nonsense("documents");
      }
      return starts;
    },
  };
}

type MergeCall = Parameters<Assembler["merge"]>[0];

async function merge(pool: WorkerPool, job: MergeCall): ReturnType<Assembler["merge"]> {
  const { sources, bookmarks, information, maxBytes, output } = job;
  const { warnings } = await callForFile(pool, MERGE, {
    parameters: {
      sources: sources.map(({ password, title, pages }) => ({ password, title, pages })),
      bookmarks,
      information,
      maxBytes,
      timeoutMs: workerTimeoutMs(job),
    },
    inputs: sources.map(({ input }) => input),
    output,
    work: job,
  });
  if (warnings.some(({ source }) => source >= sources.length)) {
    throw nonsense("documents");
  }
  return { warnings };
}

type SplitCall = Parameters<Assembler["split"]>[0];

// Background work releases its worker after this many parts, some tenths of a second.
const BACKGROUND_PARTS = 500;

async function* split(pool: WorkerPool, job: SplitCall): AsyncGenerator<WrittenPart, void, undefined> {
  const parts = job.parts.map(({ pages }, index) => ({ index, pages }));
  const pieceLength = job.isBackground === true ? BACKGROUND_PARTS : parts.length;
  for (let start = 0; start < parts.length; start += pieceLength) {
    yield* splitPiece(pool, job, parts.slice(start, start + pieceLength));
  }
}

/** Writes `parts` in one call, on one worker. */
async function* splitPiece(
  pool: WorkerPool,
  job: SplitCall,
  parts: readonly NumberedPart[],
): AsyncGenerator<WrittenPart, void, undefined> {
  const { input, password, maxBytes, outputDirectory } = job;
  const answers = answersOf(pool, SPLIT, {
    parameters: { password, parts, maxBytes, timeoutMs: workerTimeoutMs(job) },
    inputs: [input],
    outputDirectory,
    work: job,
  });
  let done = 0;
  for await (const written of answers) {
    const expected = parts[done]?.index;
    if (expected === undefined || written.index !== expected || written.path !== partPath(job, expected)) {
      throw nonsense("documents");
    }
    yield { ...written, sizeBytes: statSync(written.path).size };
    done += 1;
  }
  if (done !== parts.length) {
    throw nonsense("documents");
  }
}

const partPath = ({ outputDirectory }: SplitCall, index: number): string => join(outputDirectory, partFile(index));
