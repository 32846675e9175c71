import type { Jobs } from "../../../jobs/jobs.ts";
import type { Job } from "../../../store/job-store.ts";
import type { ServerSentEvent } from "../../resource/resource.ts";
import { isFinal, jobObject } from "./job-object.ts";

interface Follower {
  readonly jobs: Pick<Jobs, "waitForChange">;
  readonly baseUrl: string;
  /** The header Last-Event-ID. */
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
}

// The stream ends with the job or with its reader; the wait has a limit only because the function takes one.
const WAIT_MS = 60_000;

/**
 * Returns the events of `job` from after the one that the client saw last; undefined when it has seen the last of all.
 * Each event is named by the job's sequence, so that no change has two events: a reader that is cut off between them
 * would miss one. Hence the final state comes as `done`, not as `state` and `done`.
 */
export function eventsOf(job: Job, follower: Follower): AsyncIterable<ServerSentEvent> | undefined {
  const hasSeenThis = sequenceOf(follower.lastEventId) === job.sequence;
  return hasSeenThis && isFinal(job) ? undefined : follow(job, hasSeenThis, follower);
}

/**
 * Returns the sequence that an event's id names; undefined for what is not such an id. A number above the job's own
 * means nothing either, since progress may be lost with a power failure; such a reader is sent the present state.
 */
const sequenceOf = (lastEventId: string | undefined): number | undefined =>
  lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined;

async function* follow(
  first: Job,
  hasSeenFirst: boolean,
  { jobs, baseUrl, signal }: Follower,
): AsyncGenerator<ServerSentEvent> {
  let reported = hasSeenFirst ? first : undefined;
  let job: Job | undefined = first;
  while (job !== undefined) {
    const event = eventFor(reported, job);
    if (event !== undefined) {
      yield { id: String(job.sequence), event, data: jobObject(job, baseUrl) };
      reported = job;
    }
    if (isFinal(job) || signal.aborted) {
      return;
    }
    job = await jobs.waitForChange(job.id, { after: job.sequence, maxMs: WAIT_MS, signal });
  }
}

/**
 * Returns the kind of change since the event that the reader was sent last; undefined when there is nothing to send.
 */
function eventFor(reported: Job | undefined, job: Job): "state" | "progress" | "done" | undefined {
  if (isFinal(job)) {
    return "done";
  }
  if (reported === undefined || reported.state !== job.state) {
    return "state";
  }
  return reported.pagesDone !== job.pagesDone || reported.pagesTotal !== job.pagesTotal ? "progress" : undefined;
}
