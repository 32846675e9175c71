import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../../kernel/failure.ts";

const MAX_PAUSE_SECONDS = 5;

/**
 * Tries `work` again while the engines have no place left, once `mayWait` returns true: a document of which pages have
 * been read waits rather than start again.
 */
export async function whenAdmitted<Result>(
  work: () => Promise<Result>,
  { mayWait, signal }: { readonly mayWait: () => boolean; readonly signal: AbortSignal },
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Failure && error.code === "queue_full" && mayWait())) {
        throw error;
      }
      const { retryAfterSeconds = 1 } = error.facts;
      await pause(1000 * Math.min(Number(retryAfterSeconds), MAX_PAUSE_SECONDS), undefined, { signal });
    }
  }
}
