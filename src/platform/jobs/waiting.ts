import type { Failure } from "../../kernel/failure.ts";
import { type Backoff, backoffMs, NO_JITTER } from "../../kernel/timing/backoff.ts";
import { sleep, systemClock } from "../../kernel/timing/clock.ts";
import { withRetries } from "../../kernel/timing/retry-policy.ts";
import { storageTrouble } from "../blobs/storage-trouble.ts";

/**
 * Resolves after `ms`, when `signal` is aborted, or when the function that `onWake` is given is called, whichever is
 * first. No timer and no listener is left then.
 */
export function pause(ms: number, signal: AbortSignal, onWake?: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    onWake?.(end);
  });
}

/** The delays after storage errors: a busy disk is available again at once, a full one when a person has made room. */
const STORAGE_BACKOFF: Backoff = { delaysMs: [100, 300, 1000, 3000, 10_000, 30_000], jitter: NO_JITTER };

/**
 * Tries `action` until storage takes it. When `signal` is aborted, its reason is thrown, after at least one try. Errors
 * that are not about storage are thrown at once.
 */
export function untilStored<T>(
  action: () => Promise<T>,
  { signal, onTrouble }: { readonly signal: AbortSignal; readonly onTrouble: (error: Failure) => void },
): Promise<T> {
  return withRetries(action, async (error, failures) => {
    const trouble = storageTrouble(error);
    if (trouble === undefined) {
      throw error;
    }
    onTrouble(trouble);
    await sleep(systemClock, backoffMs(STORAGE_BACKOFF, failures), signal);
  });
}
