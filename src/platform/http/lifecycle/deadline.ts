import type { ServerResponse } from "node:http";
import { Failure } from "../../../kernel/failure.ts";
import { noticeClientGone } from "./client-watch.ts";

/** Stops the work for a request when the client has gone, or when it takes too long. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
  /** Makes the work stop `maxMs` milliseconds after its beginning, in place of the former limit. */
  readonly limitTo: (maxMs: number) => void;
  /** Stops the work now. */
  readonly abort: (reason: Error) => void;
}

/** Starts a deadline of `maxMs` milliseconds from now. The signal's reason is the error to answer with. */
export function startDeadline(response: ServerResponse, { maxMs }: { maxMs: number }): Deadline {
  const controller = new AbortController();
  const abort = (reason: Error): void => controller.abort(reason);
  const startedMs = performance.now();
  const stopAfter = (limitMs: number): NodeJS.Timeout =>
    setTimeout(() => abort(tookTooLong(limitMs)), Math.max(0, limitMs - (performance.now() - startedMs)));
  let timer = stopAfter(maxMs);
  const watch = noticeClientGone(response, abort);
  return {
    signal: controller.signal,
    abort,
    limitTo(limitMs) {
      clearTimeout(timer);
      timer = stopAfter(limitMs);
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      watch[Symbol.dispose]();
    },
  };
}

const tookTooLong = (maxMs: number): Failure =>
  new Failure(
    "sync_timeout",
    `The work took longer than ${maxMs / 1000} s, the limit for a synchronous request; send it with async=true.`,
  );

/**
 * Returns the result of `work`; once `signal` is aborted, a failure is replaced by the reason why the work was stopped.
 */
export async function untilStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
