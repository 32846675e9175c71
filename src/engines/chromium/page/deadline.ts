import type { ContextPage } from "../browser/browser.ts";
import type { PrintJob } from "../port.ts";

/** The longest delay of setTimeout. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** A job's time has run out: its own limit, or what its request may use of the engines. */
export class DeadlineExpired extends Error {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`The time of ${Math.round(timeoutMs)} ms is over.`);
    this.timeoutMs = timeoutMs;
  }
}

/** How far a job is, to say when its time ran out over what. */
export interface Progress {
  doing: "starting" | "fetching" | "loading" | "idling" | "selector" | "expression" | "delay" | "printing";
}

/**
 * Runs `work` until it is done, its time is over, its page is lost, or nobody wants the result any more, and spends
 * engine time for as long. What was begun is left to whoever ends the page.
 * @throws DeadlineExpired, PageCrashed, ConnectionLost, the reason of `job.signal`, and what `work` throws
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
