import { constants } from "node:os";

/** How a worker ended that nobody had told to. */
export interface WorkerEnd {
  /** `memory` and `file-size`: a limit that another try would meet again. `crash`: anything else. */
  readonly cause: "memory" | "file-size" | "crash";
  readonly signal: string | null;
  readonly exitCode: number | null;
  /** The end of what it printed to stderr. It may quote the document: for operators' eyes only. */
  readonly stderr: string;
}

/** Thrown by whoever waits for a message of a worker that has ended. */
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
  /** By the service itself. */
  readonly isKilled: boolean;
}): WorkerEnd {
  const { exitCode, stderr, isKilled } = exit;
  const signal = exit.signal ?? signalOfStatus(exitCode);
  return { exitCode, signal, stderr, cause: isKilled ? "crash" : causeOf(signal, stderr) };
}

/** The last words of what runs out of memory: V8's heap, buffers and strings, Node, C++, glib, and the system itself. */
const OUT_OF_MEMORY =
  /out of memory|allocation failed|failed to allocate|cannot allocate|bad_alloc|ERR_MEMORY_ALLOCATION_FAILED|Invalid (string|array|typed array) length/i;
/** Node does not let SIGXFSZ end it, so that writing fails instead. */
const FILE_TOO_LARGE = /EFBIG|file too large/i;

function causeOf(signal: string | null, stderr: string): WorkerEnd["cause"] {
  if (signal === "SIGXFSZ" || FILE_TOO_LARGE.test(stderr)) {
    return "file-size";
  }
  // Nobody but the kernel, short of memory, sends SIGKILL besides the service.
  return signal === "SIGKILL" || OUT_OF_MEMORY.test(stderr) ? "memory" : "crash";
}

/** bubblewrap, like a shell, reports the signal n that ended its program as exit status 128 + n. */
function signalOfStatus(exitCode: number | null): string | null {
  if (exitCode === null || exitCode <= 128) {
    return null;
  }
  return Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0] ?? null;
}
