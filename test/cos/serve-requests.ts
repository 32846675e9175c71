import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { CosError, type CosErrorCode } from "../../packages/cos/src/cos-error.ts";
import type { ByteSink } from "../../packages/cos/src/write/file-output.ts";

/**
 * The end of the work on a request, with the time and memory that it took.
 * - `error`: a CosError, which is allowed.
 * - `fault`: anything else that was thrown.
 */
export type Measured<Done> = { readonly elapsedMs: number; readonly peakBytes: number } & (Done | Failed);

type Failed =
  | { readonly kind: "error"; readonly code: CosErrorCode; readonly message: string }
  | { readonly kind: "fault"; readonly stack: string };

/** Makes this process do `work` for each message and answer with the result; see `WorkingProcess`. */
export function serveRequests(work: (request: never) => object): void {
  process.on("message", (request) => {
    globalThis.gc?.();
    resetPeak();
    const startedMs = performance.now();
    const outcome = attempt(() => work(request as never));
    process.send?.({ ...outcome, elapsedMs: Math.round(performance.now() - startedMs), peakBytes: peakBytes() });
  });
}

function attempt<Done>(work: () => Done): Done | Failed {
  try {
    return work();
  } catch (error) {
    return error instanceof CosError
      ? { kind: "error", code: error.code, message: error.message }
      : { kind: "fault", stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Calls `write` with a file to write to, and closes the file. */
export function withFile<Result>(path: string, write: (sink: ByteSink) => Result): Result {
  const file = openSync(path, "w");
  try {
    return write({ write: (bytes) => void writeSync(file, bytes) });
  } finally {
    closeSync(file);
  }
}

/** Resets the peak of resident memory to its present value (proc(5): clear_refs). */
function resetPeak(): void {
  writeFileSync("/proc/self/clear_refs", "5");
}

function peakBytes(): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024;
}
