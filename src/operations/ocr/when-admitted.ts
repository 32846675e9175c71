import { Failure } from "../../kernel/failure.ts";
import { sleep, systemClock } from "../../kernel/timing/clock.ts";
import { withRetries } from "../../kernel/timing/retry-policy.ts";

const MAX_PAUSE_SECONDS = 5;

/**
 * Tries `work` again while the engines have no place left, once `mayWait` returns true: a document of which pages have
 * been read waits rather than start again.
 */
export function whenAdmitted<Result>(
  work: () => Promise<Result>,
  { mayWait, signal }: { readonly mayWait: () => boolean; readonly signal: AbortSignal },
): Promise<Result> {
  return withRetries(work, async (error) => {
    if (!(error instanceof Failure && error.code === "queue_full" && mayWait())) {
      throw error;
    }
    const { retryAfterSeconds = 1 } = error.facts;
    await sleep(systemClock, 1000 * Math.min(Number(retryAfterSeconds), MAX_PAUSE_SECONDS), signal);
  });
}
