import { constants } from "node:os";
import type { Excess } from "./worker-watch.ts";

/** How a worker ended by itself. */
export interface WorkerEnd {
  /**
   * The cause: `memory`, `threads` and `file-size` are limits that another try would meet again. `killed` is a SIGKILL that
   * the service did not send: by a kernel that is short of memory, whoever took it, or by hand. `crash` is anything else.
   */
  readonly cause: "memory" | "threads" | "file-size" | "killed" | "crash";
  readonly signal: string | null;
  readonly exitCode: number | null;
  /** The end of what it printed to stderr. It may quote the document, so only operators may see it. */
  readonly stderr: string;
}

/** The error of a wait for a message of a worker that has ended. */
export class WorkerEnded extends Error {
  readonly end: WorkerEnd;

  constructor(end: WorkerEnd) {
    super(`The worker ended by ${end.signal ?? `exit status ${end.exitCode}`}.`);
    this.name = "WorkerEnded";
    this.end = end;
  }
}

export function workerEnd(exit: {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;
  /** Whether the service itself killed the worker. */
  readonly isKilled: boolean;
  /** The bound for which the service killed the worker, if that was the reason. */
  readonly excess?: Excess | undefined;
}): WorkerEnd {
  const { exitCode, stderr, isKilled, excess } = exit;
  const signal = exit.signal ?? signalOfStatus(exitCode);
  return { exitCode, signal, stderr, cause: excess ?? (isKilled ? "crash" : causeOf(signal, stderr)) };
}

/**
 * The messages printed last by what runs out of memory: V8's heap, buffers and strings, Node, C++, glib, and the system
 * itself.
 */
const OUT_OF_MEMORY =
  /out of memory|allocation failed|failed to allocate|cannot allocate|bad_alloc|ERR_MEMORY_ALLOCATION_FAILED|Invalid (string|array|typed array) length/i;
/** The messages of writes beyond the file size limit: Node is not ended by SIGXFSZ, so that writing fails instead. */
const FILE_TOO_LARGE = /EFBIG|file too large/i;

function causeOf(signal: string | null, stderr: string): WorkerEnd["cause"] {
  if (signal === "SIGXFSZ" || FILE_TOO_LARGE.test(stderr)) {
    return "file-size";
  }
  if (OUT_OF_MEMORY.test(stderr)) {
    return "memory";
  }
  return signal === "SIGKILL" ? "killed" : "crash";
}

/**
 * Returns the name of the signal behind an exit status, or null: bubblewrap, like a shell, reports the signal n that
 * ended its program as status 128 + n.
 */
function signalOfStatus(exitCode: number | null): string | null {
  if (exitCode === null || exitCode <= 128) {
    return null;
  }
  return Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0] ?? null;
}
