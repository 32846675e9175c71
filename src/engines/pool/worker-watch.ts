import { lstatSync, type Stats, statSync } from "node:fs";
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { contentOf, namesIn } from "./program-process.ts";
import { isLinux } from "./sandbox/libc.ts";

/** What a worker may hold in total; a process's own limits bound single files, and private memory. */
export interface WorkerBounds {
  /** All of its memory, shared and swapped memory and page tables included. */
  readonly memoryBytes: number;
  readonly threads: number;
  /** The bytes and the number of files in `out`. */
  readonly outputBytes: number;
  readonly outputFiles: number;
}

/** A worker as it is seen from outside. */
export interface WatchedWorker {
  /** The process of the worker's program. */
  readonly processId: number;
  readonly outputDirectory: string;
  readonly bounds: WorkerBounds;
}

/** A bound that a worker has exceeded. */
export type Excess = "memory" | "threads" | "file-size";

/** The pause between two looks. A worker can take what it likes for as long, so this is the second wall, not the first. */
const PAUSE_MS = 200;
/** The number of files that are looked at before others of the service's work go on. */
const FILES_AT_ONCE = 500;

/**
 * Looks at the process of a worker's program and its output directory from outside, several times a second, for as long as `signal` is not
 * aborted. `onExceeded` is called once, with the first bound that the worker exceeds.
 *
 * The limits of the process are not enough for one that a document has taken over: RLIMIT_DATA no longer counts memory
 * that was made read-only, and there is no limit of all files together. Memory is only seen where the system shows the
 * process to the service (proc(5), hidepid).
 */
export function watchWorker(
  worker: WatchedWorker,
  { signal, onExceeded }: { readonly signal: AbortSignal; readonly onExceeded: (excess: Excess) => void },
): void {
  const processId = isLinux ? worker.processId : undefined;
  const look = async (): Promise<void> => {
    const found =
      processExcess(processId, worker.bounds) ??
      (await outputExcess(worker.outputDirectory, worker.bounds, bytesWithoutName(processId)));
    if (signal.aborted) {
      return;
    }
    if (found !== undefined) {
      onExceeded(found);
      return;
    }
    setTimeout(() => void look(), PAUSE_MS).unref();
  };
  void look();
}

function processExcess(processId: number | undefined, bounds: WorkerBounds): Excess | undefined {
  const status = processId === undefined ? "" : contentOf(`/proc/${processId}/status`);
  const held = ["RssAnon", "RssShmem", "VmSwap", "VmPTE"].map((name) => 1024 * numberOf(status, name));
  if (held.reduce((sum, bytes) => sum + bytes, 0) > bounds.memoryBytes) {
    return "memory";
  }
  return numberOf(status, "Threads") > bounds.threads ? "threads" : undefined;
}

function numberOf(status: string, name: string): number {
  const line = status.split("\n").find((each) => each.startsWith(`${name}:`)) ?? "";
  return Number.parseInt(line.slice(name.length + 1), 10) || 0;
}

/** Counts what a worker's output directory contains. A directory in it would hide more, and no intact worker makes one. */
async function outputExcess(
  directory: string,
  bounds: WorkerBounds,
  unlistedBytes: number,
): Promise<Excess | undefined> {
  let files = 0;
  let bytes = unlistedBytes;
  if (bytes > bounds.outputBytes) {
    return "file-size";
  }
  try {
    for await (const { name } of await opendir(directory, { bufferSize: FILES_AT_ONCE })) {
      const information = lstatSync(join(directory, name), { throwIfNoEntry: false });
      files += 1;
      bytes += roomOf(information);
      if (files > bounds.outputFiles || bytes > bounds.outputBytes || information?.isDirectory() === true) {
        return "file-size";
      }
    }
  } catch {
    // The slot is being removed, since its worker has ended.
  }
  return undefined;
}

/**
 * Returns the bytes of files that the worker keeps open after the service has taken or removed them. They are seen where
 * the service may look at the worker's descriptors: in bubblewrap, and with CAP_SYS_PTRACE.
 */
function bytesWithoutName(processId: number | undefined): number {
  const descriptors = processId === undefined ? [] : namesIn(`/proc/${processId}/fd`);
  return descriptors.reduce((bytes, name) => {
    const file = statusOf(`/proc/${processId}/fd/${name}`);
    return file?.isFile() === true && file.nlink === 0 ? bytes + file.blocks * BLOCK_BYTES : bytes;
  }, 0);
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const BLOCK_BYTES = 512;

/** Returns the bytes of a file: those on disk, or those that a copy of it would have. */
function roomOf(file: { readonly size: number; readonly blocks: number } | undefined): number {
  return file === undefined ? 0 : Math.max(file.size, file.blocks * BLOCK_BYTES);
}
