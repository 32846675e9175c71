import { EventEmitter, once } from "node:events";
import type { Answer } from "../../../execution/execution.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import type { Job } from "../../../store/job-store.ts";
import { isFinal } from "../jobs/job-object.ts";

/** Makes a job service that does no work: a test decides what becomes of its jobs. */
export function jobsInMemory() {
  // The jobs are in the order in which they were submitted.
  const jobs = new Map<string, Job>();
  const answers = new Map<string, Answer>();
  const read: string[] = [];
  const events = new EventEmitter();

  const change = (id: string, changes: Partial<Job>): Job => {
    const job = jobs.get(id);
    if (job === undefined) {
      throw new Error(`There is no job ${id}.`);
    }
    const changed = { ...job, ...changes, sequence: job.sequence + 1 };
    jobs.set(id, changed);
    events.emit("change");
    return changed;
  };

  const service: Jobs = {
    submit: () => Promise.reject(new Error("Not for these tests.")),
    find: (id) => Promise.resolve(jobs.get(id)),
    list: ({ accountId, keyId, state, operation, limit, before }) => {
      const newestFirst = [...jobs.values()].toReversed();
      const start = before === undefined ? 0 : newestFirst.findIndex(({ id }) => id === before) + 1;
      const wanted = newestFirst
        .slice(start)
        .filter((job) => job.accountId === accountId && (keyId ?? job.keyId) === job.keyId)
        .filter((job) => (state ?? job.state) === job.state && (operation ?? job.operation) === job.operation);
      return Promise.resolve(wanted.slice(0, limit));
    },
    cancel: (id) => {
      const job = jobs.get(id);
      if (job === undefined || isFinal(job)) {
        return Promise.resolve(job && { kind: "final", job });
      }
      return Promise.resolve({ kind: "cancelled", job: change(id, { state: "cancelled" }) });
    },
    removeEndedInputs: () => Promise.resolve(),
    resultOf: ({ id }) => Promise.resolve(answers.get(id)),
    download: ({ id }) => {
      const answer = answers.get(id);
      const end = (isWhole: boolean) => Promise.resolve(isWhole ? void read.push(id) : undefined);
      return Promise.resolve(answer && { answer, end });
    },
    discard: (id) => {
      answers.delete(id);
      return Promise.resolve(void change(id, { expired: true }));
    },
    waitForChange: async (id, { after, maxMs, signal }) => {
      const end = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
      while ((jobs.get(id)?.sequence ?? Infinity) <= after && !end.aborted) {
        const changed = once(events, "change", { signal: end }).catch(() => {});
        events.emit("waiting");
        await changed;
      }
      return jobs.get(id);
    },
  };
  return {
    service,
    add: (job: Job) => void jobs.set(job.id, job),
    change,
    answer: (id: string, answer: Answer) => void answers.set(id, answer),
    /** The ids of the jobs whose results were read. */
    read,
    /** Resolves when a reader waits for a change from now on. */
    nextWait: () => once(events, "waiting"),
  };
}
