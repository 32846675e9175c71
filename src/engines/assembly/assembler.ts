import { createReadStream, createWriteStream } from "node:fs";
import { appendFile, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { centralDirectory, localHeaderBytes, type StoredFile } from "../archive/zip-records.ts";
import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { answerOf, answersOf, callForFile, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { Assembler, WrittenPart } from "./port.ts";
import { MERGE, OUTLINE_STARTS, PARTS_FILE, SPLIT, TAKE } from "./wire.ts";

/**
 * Creates an adapter that merges and splits by @quire/assembly in the workers of `pool`, which serve `assemblyMethods`.
 */
export function createAssembler(pool: WorkerPool): Assembler {
  return {
    merge: (job) => merge(pool, job),
    take: (job) => take(pool, job),
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

type TakeCall = Parameters<Assembler["take"]>[0];

async function take(pool: WorkerPool, job: TakeCall): ReturnType<Assembler["take"]> {
  const { input, password, pages, maxBytes, output } = job;
  const parameters = { password, pages, maxBytes, timeoutMs: workerTimeoutMs(job) };
  const { warnings } = await callForFile(pool, TAKE, { parameters, inputs: [input], output, work: job });
  return { warnings };
}

type SplitCall = Parameters<Assembler["split"]>[0];

// Background work releases its worker after this many parts, some tenths of a second.
const BACKGROUND_PARTS = 500;

async function* split(pool: WorkerPool, job: SplitCall): AsyncGenerator<WrittenPart, void, undefined> {
  const { parts, maxBytes, output } = job;
  const pieceLength = job.isBackground === true ? BACKGROUND_PARTS : parts.length;
  const files: StoredFile[] = [];
  let sizeBytes = 0;
  while (files.length < parts.length) {
    const piece = parts.slice(files.length, files.length + pieceLength);
    const path = yield* writePiece(pool, { ...job, parts: piece, maxBytes: maxBytes - sizeBytes }, files);
    sizeBytes += (await stat(path)).size;
    if (sizeBytes !== bytesOf(files)) {
      throw nonsense("documents");
    }
    await (files.length === piece.length ? rename(path, output) : moveBehind(path, output));
  }
  await appendFile(output, centralDirectory(files));
}

/** Writes parts on one worker, and adds what there is of each to `files`. Returns the path of the file of them all. */
async function* writePiece(
  pool: WorkerPool,
  job: SplitCall,
  files: StoredFile[],
): AsyncGenerator<WrittenPart, string, undefined> {
  const { input, password, parts, maxBytes, output } = job;
  const outputDirectory = dirname(output);
  const items = answersOf(pool, SPLIT, {
    parameters: { password, parts, maxBytes, timeoutMs: workerTimeoutMs(job) },
    inputs: [input],
    outputDirectory,
    work: job,
  });
  let done = 0;
  for await (const item of items) {
    const part = parts[done];
    if ("path" in item) {
      if (part !== undefined || item.path !== join(outputDirectory, PARTS_FILE)) {
        throw nonsense("documents");
      }
      return item.path;
    }
    if (part === undefined) {
      throw nonsense("documents");
    }
    yield { index: files.length, warnings: item.warnings };
    files.push({ name: part.name, sizeBytes: item.sizeBytes, crc32: item.crc32 });
    done += 1;
  }
  throw nonsense("documents");
}

const bytesOf = (files: readonly StoredFile[]): number =>
  files.reduce((sum, { name, sizeBytes }) => sum + localHeaderBytes(name) + sizeBytes, 0);

/** Appends the file at `path` to the one at `output`, and removes it. */
async function moveBehind(path: string, output: string): Promise<void> {
  await pipeline(createReadStream(path), createWriteStream(output, { flags: "a" }));
  await unlink(path);
}
