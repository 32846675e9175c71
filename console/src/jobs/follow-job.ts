import type { ApiClient } from "../api/client.ts";
import { asProblem, type Problem } from "../api/problem.ts";
import type { components } from "../api/schema.d.ts";
import { eventsOf } from "./event-stream.ts";

export type Job = components["schemas"]["Job"];

interface Following {
  readonly client: ApiClient;
  readonly signal: AbortSignal;
  /** Called with the job as it is at first, and whenever it changes. */
  onJob(job: Job): void;
  /** Called when the stream has broken off, with why and after how long it is tried again. */
  onBreak(problem: Problem | undefined, againInMs: number): void;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

/** Follows a job by its events until it has ended, over breaks of the connection; throws a `Problem` that stays. */
export async function followJob(id: string, { client, signal, onJob, onBreak }: Following): Promise<void> {
  let lastEventId: string | undefined;
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    let problem: Problem | undefined;
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection after the other
      const { data } = await client.GET("/api/v1/jobs/{id}/events", {
        params: { path: { id } },
        headers: lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId },
        parseAs: "stream",
        signal,
      });
      if (!data) {
        // 204: the last event of all has been seen.
        return;
      }
      // oxlint-disable-next-line eslint/no-await-in-loop
      for await (const event of eventsOf(data)) {
        lastEventId = event.id;
        waitMs = FIRST_WAIT_MS;
        onJob(JSON.parse(event.data));
        if (event.event === "done") {
          return;
        }
      }
    } catch (error) {
      problem = asProblem(error);
      if (!signal.aborted && !mayPass(problem)) {
        throw problem;
      }
    }
    const againInMs = Math.max(waitMs, (problem?.retryAfterSeconds ?? 0) * 1000);
    if (!signal.aborted) {
      onBreak(problem, againInMs);
      // oxlint-disable-next-line eslint/no-await-in-loop
      await passed(againInMs, signal);
    }
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
  }
}

/** Returns whether the same request may succeed later: there was no answer, too many requests, or a service that is down. */
const mayPass = ({ status }: Problem): boolean => status === 0 || status === 429 || status >= 500;

const passed = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
