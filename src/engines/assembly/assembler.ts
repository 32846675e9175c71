import { createReadStream, createWriteStream } from "node:fs";
import { appendFile, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Failure } from "../../kernel/failure.ts";
import { InvalidContent, valueError } from "../../kernel/faults.ts";
import { mapInOrder } from "../../kernel/timing/map-in-order.ts";
import { centralDirectory, localHeaderBytes, type StoredFile } from "../archive/zip-records.ts";
import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { answerOf, answersOf, callForFile, checkedAnswer, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { Assembler, WrittenPart } from "./port.ts";
import { ARRANGE, MERGE, OUTLINE_STARTS, SPLIT, stepFault, TAKE } from "./wire.ts";

/**
 * Creates an adapter that merges and splits by @quire/assembly in the workers of `pool`, which serve `assemblyMethods`.
 */
export function createAssembler(pool: WorkerPool): Assembler {
  return {
    merge: (job) => merge(pool, job),
    take: (job) => take(pool, job),
    arrange: (job) => arrange(pool, job),
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

type ArrangeCall = Parameters<Assembler["arrange"]>[0];

async function arrange(pool: WorkerPool, job: ArrangeCall): ReturnType<Assembler["arrange"]> {
  const { input, password, steps, maxBytes, output } = job;
  const parameters = { password, steps, maxBytes, timeoutMs: workerTimeoutMs(job) };
  try {
    const { warnings } = await callForFile(pool, ARRANGE, { parameters, inputs: [input], output, work: job });
    if (warnings.some(({ step = 0 }) => step >= steps.length)) {
      throw nonsense("documents");
    }
    return { warnings };
  } catch (error) {
    throw error instanceof Failure && error.code === "validation_error" ? unfitStep(error, steps) : error;
  }
}

/** Returns the fault of a step that the pages cannot take. */
function unfitStep({ facts }: Failure, steps: ArrangeCall["steps"]): Failure {
  const { step, verb, member, message } = checkedAnswer(stepFault, facts, "documents");
  return steps[step]?.verb === verb
    ? new InvalidContent([{ fault: valueError(message), path: [step, verb, member] }])
    : nonsense("documents");
}

type SplitCall = Parameters<Assembler["split"]>[0];

/** The number of parts from which two workers share them: below it takes longer to open the document twice. */
const MIN_SHARED_PARTS = 32;
/** Background work takes one worker, and releases it after this many parts, some tenths of a second. */
const BACKGROUND_PARTS = 250;

async function* split(pool: WorkerPool, job: SplitCall): AsyncGenerator<WrittenPart, void, undefined> {
  const { parts, maxBytes, output, signal } = job;
  const { length, atOnce } = piecesOf(job);
  const pieces = Array.from({ length: Math.ceil(parts.length / length) }, (_, index) => index * length);
  const files: StoredFile[] = [];
  let sizeBytes = 0;
  const written = mapInOrder(pieces, { atOnce, signal }, (start, pieceSignal) =>
    writePiece(pool, { ...job, parts: parts.slice(start, start + length), signal: pieceSignal }, `parts-${start}.zip`),
  );
  for await (const piece of written) {
    sizeBytes += bytesOf(piece.files);
    if (sizeBytes > maxBytes) {
      throw new Failure("document_too_complex", `The result is larger than the limit of ${maxBytes} bytes.`, {
        facts: { maxBytes },
      });
    }
    await (files.length === 0 ? rename(piece.path, output) : moveBehind(piece.path, output));
    files.push(...piece.files);
    yield* piece.warnings.map((warnings, index) => ({ index: files.length - piece.files.length + index, warnings }));
  }
  await appendFile(output, centralDirectory(files));
}

/** Returns the number of parts that are written in one call, and the number of calls at the same time. */
function piecesOf({ parts, isBackground }: SplitCall): { readonly length: number; readonly atOnce: number } {
  if (isBackground === true) {
    return { length: BACKGROUND_PARTS, atOnce: 1 };
  }
  const atOnce = parts.length < MIN_SHARED_PARTS ? 1 : 2;
  return { length: Math.ceil(parts.length / atOnce), atOnce };
}

/** The parts that one call has written. */
interface Piece {
  /** Where they are, each behind its header. */
  readonly path: string;
  readonly files: readonly StoredFile[];
  /** For each part the codes of what could not be kept. */
  readonly warnings: readonly (readonly string[])[];
}

async function writePiece(
  pool: WorkerPool,
  { input, password, parts, maxBytes, output, ...work }: SplitCall,
  file: string,
): Promise<Piece> {
  const outputDirectory = dirname(output);
  const path = join(outputDirectory, file);
  const parameters = { password, parts, maxBytes, file, timeoutMs: workerTimeoutMs(work) };
  const files: StoredFile[] = [];
  const warnings: (readonly string[])[] = [];
  let isComplete = false;
  for await (const item of answersOf(pool, SPLIT, { parameters, inputs: [input], outputDirectory, work })) {
    const name = parts[files.length]?.name;
    if ("path" in item) {
      isComplete = name === undefined && item.path === path && (await stat(path)).size === bytesOf(files);
    } else if (name !== undefined) {
      files.push({ name, sizeBytes: item.sizeBytes, crc32: item.crc32 });
      warnings.push(item.warnings);
    }
  }
  if (!isComplete) {
    throw nonsense("documents");
  }
  return { path, files, warnings };
}

const bytesOf = (files: readonly StoredFile[]): number =>
  files.reduce((sum, { name, sizeBytes }) => sum + localHeaderBytes(name) + sizeBytes, 0);

/** Appends the file at `path` to the one at `output`, and removes it. */
async function moveBehind(path: string, output: string): Promise<void> {
  await pipeline(createReadStream(path), createWriteStream(output, { flags: "a" }));
  await unlink(path);
}
