import type { ContextPage } from "../browser/browser.ts";
import type { PrintJob } from "../port.ts";

/** The longest delay of setTimeout. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** A job's time has run out: its own limit, or the engine time left to its request. */
export class DeadlineExpired extends Error {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`The time of ${Math.round(timeoutMs)} ms is over.`);
    this.timeoutMs = timeoutMs;
  }
}

/** The current stage of a job, by which a time-out can name what took too long. */
export interface Progress {
  doing: "starting" | "fetching" | "loading" | "idling" | "selector" | "expression" | "delay" | "printing";
}

/**
 * Runs `work` until it is done, its time is over, its page is lost, or the caller no longer wants the result, and
 * spends engine time while it runs. Work that was begun is left to the code that ends the page.
 * @throws DeadlineExpired, PageCrashed, ConnectionLost, the reason of `job.signal`, and the errors of `work`
 */
export async function withinDeadline<Result>(
  job: PrintJob,
  page: Pick<ContextPage, "lost">,
  work: () => Promise<Result>,
): Promise<Result> {
  job.signal.throwIfAborted();
  const timeoutMs = Math.min(job.waiting.timeoutMs, job.engineTime.remainingMs, MAX_DELAY_MS);
  const startedMs = performance.now();
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(new DeadlineExpired(timeoutMs)), timeoutMs);
  const abort = (): void => over.reject(job.signal.reason);
  job.signal.addEventListener("abort", abort);
  try {
    return await Promise.race([work(), over.promise, page.lost]);
  } finally {
    clearTimeout(timer);
    job.signal.removeEventListener("abort", abort);
    job.engineTime.spend(performance.now() - startedMs);
  }
}
