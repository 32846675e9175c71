import { assert } from "../../../kernel/assert.ts";
import { outcomeOf } from "../credit-store.ts";
import type { Claim, Job, JobStore } from "../job-store.ts";
import type { StoredAnswer } from "../stored-answer.ts";
import type { Model } from "./model.ts";
import { sweepHours } from "./model-usage.ts";

type Entry = Model["jobs"][number];

/** The jobs of a store, without the method that lists them. */
export type ModelJobs = Omit<JobStore, "list">;

/** Returns the jobs of the model, in the order in which they were submitted. */
export function modelJobs(model: Model): ModelJobs {
  const entryOf = (id: string): Entry | undefined => model.jobs.find(({ job }) => job.id === id);
  const claimed = ({ jobId, instance, attempt }: Claim): Entry | undefined => {
    const entry = entryOf(jobId);
    return entry?.job.state === "processing" && entry.instance === instance && entry.job.attempts === attempt
      ? entry
      : undefined;
  };
  const inState = (state: Job["state"]): Entry[] => model.jobs.filter(({ job }) => job.state === state);
  /** Returns how many jobs of the entry's account and class are in work. */
  const inWork = ({ job: { accountId }, workClass }: Entry): number =>
    inState("processing").filter((other) => other.job.accountId === accountId && other.workClass === workClass).length;

  return {
    async submit({ id, workClass, hold, message, filename, pageCount, retentionMs, remembered, maxPending, now }) {
      if (inState("pending").length >= maxPending) {
        return { kind: "queue_full" };
      }
      if (!model.hasKey(remembered)) {
        return { kind: "key_lost" };
      }
      const result = model.hold(hold, null, now);
      const made = model.holds.get(hold.id);
      if (result.kind === "short" || made === undefined) {
        return { kind: "short", available: result.available };
      }
      const { accountId, keyId, operation } = hold;
      const job: Job = {
        id,
        accountId,
        keyId,
        operation,
        state: "pending",
        message,
        filename,
        pageCount,
        pagesDone: 0,
        pagesTotal: pageCount,
        attempts: 0,
        sequence: 1,
        createdAt: now,
        startedAt: null,
        completedAt: null,
        expiresAt: null,
        expired: false,
        retentionMs,
        held: hold.amount,
        charged: 0,
        answer: null,
        error: null,
      };
      model.jobs.push({ job, workClass, hold: made, instance: null, owed: 0, owedPages: 0 });
      model.remember(remembered);
      return { kind: "submitted", job, available: result.available };
    },

    async claim({ instance, workClass, now }) {
      const [next] = inState("pending")
        .filter((entry) => entry.workClass === workClass)
        .toSorted((a, b) => inWork(a) - inWork(b));
      if (next === undefined) {
        return undefined;
      }
      next.instance = instance;
      return change(next, { state: "processing", attempts: next.job.attempts + 1, startedAt: now });
    },

    pendingClasses: async (classes) =>
      classes.filter((each) => inState("pending").some(({ workClass }) => workClass === each)),

    async pace({ workClass, now }) {
      const waiting = inState("pending").filter((entry) => entry.workClass === workClass);
      const oldest = Math.min(...waiting.map(({ job }) => job.createdAt));
      const since = Math.min(now, Math.max(now - 60_000, Number.isFinite(oldest) ? oldest : 0));
      const ended = model.jobs.filter(
        ({ job, workClass: own }) => own === workClass && job.completedAt !== null && job.completedAt > since,
      );
      return { ended: ended.length, withinMs: now - since };
    },

    heldClaims: async ({ instance, claims }) => claims.filter((claim) => claimed({ ...claim, instance }) !== undefined),

    async progress({ pagesDone, pagesTotal, ...claim }) {
      const entry = claimed(claim);
      if (entry !== undefined && (entry.job.pagesDone !== pagesDone || entry.job.pagesTotal !== pagesTotal)) {
        change(entry, { pagesDone, pagesTotal });
      }
    },

    async owe({ credits, pages, ...claim }) {
      const entry = claimed(claim);
      if (entry !== undefined) {
        entry.owed = credits;
        entry.owedPages = pages;
      }
      return entry === undefined ? "not_claimed" : "owed";
    },

    async raise({ amount, now, ...claim }) {
      const entry = claimed(claim);
      const raised = entry && model.raise(entry.hold, amount, now);
      if (entry !== undefined && raised?.kind === "held") {
        change(entry, { held: entry.hold.amount });
      }
      return raised;
    },

    async finish({ outcome, message, now, ...claim }) {
      const entry = claimed(claim);
      if (entry === undefined) {
        return undefined;
      }
      entry.instance = null;
      const ended = { message, completedAt: now, held: 0 };
      if (outcome.kind === "failed") {
        const charged = model.endOwing(entry, outcomeOf(outcome.error.status), now);
        return change(entry, { ...ended, state: "failed", error: outcome.error, charged });
      }
      model.settle(entry.hold, outcome.charge, now, { outcome: "delivered", pages: outcome.pages });
      const { answer, charge: charged, expiresAt, pages } = outcome;
      const pageCount = entry.job.pageCount === 0 ? pages : entry.job.pageCount;
      return change(entry, { ...ended, state: "complete", answer, charged, expiresAt, pageCount });
    },

    async giveBack(claim) {
      const entry = claimed(claim);
      if (entry !== undefined) {
        entry.instance = null;
        const { attempts, pageCount } = entry.job;
        change(entry, {
          state: "pending",
          attempts: attempts - 1,
          startedAt: null,
          pagesDone: 0,
          pagesTotal: pageCount,
        });
      }
    },

    async cancel({ jobId, now }) {
      const entry = entryOf(jobId);
      if (entry === undefined) {
        return { kind: "unknown" };
      }
      if (entry.job.completedAt !== null) {
        return { kind: "final", job: entry.job };
      }
      entry.instance = null;
      const ended = { state: "cancelled", message: "Cancelled.", completedAt: now, held: 0 } as const;
      const job = change(entry, { ...ended, charged: model.endOwing(entry, "given_up", now) });
      return { kind: "cancelled", job };
    },

    find: async (id) => entryOf(id)?.job,

    async discardResult({ jobId }) {
      const entry = entryOf(jobId);
      return entry?.job.answer ? expire(entry) : undefined;
    },

    unfinished: async (ids) => ids.filter((id) => entryOf(id)?.job.completedAt === null),

    async counts() {
      const [pending, processing] = [inState("pending"), inState("processing")];
      const counted = (isOf: (entry: Entry) => boolean) => {
        const times = pending.filter(isOf).map(({ job }) => job.createdAt);
        const oldestPendingAt = times.length === 0 ? null : Math.min(...times);
        return { pending: times.length, processing: processing.filter(isOf).length, oldestPendingAt };
      };
      const classes = [...new Set([...pending, ...processing].map(({ workClass }) => workClass))].toSorted();
      return {
        ...counted(() => true),
        classes: classes.map((workClass) => ({ workClass, ...counted((entry) => entry.workClass === workClass) })),
      };
    },

    async sweep({ now, recordsBefore }) {
      sweepHours(model, now);
      return { files: [...sweepJobs(model, now, recordsBefore), ...sweepRecords(model, now)], more: false };
    },

    async knownFiles(names) {
      const answers = [
        ...model.jobs.map(({ job }) => job.answer),
        ...[...model.records.values()].map(({ answer }) => answer),
      ];
      const files = new Set(answers.flatMap((answer) => fileOf(answer) ?? []));
      return names.filter((name) => files.has(name));
    },
  };
}

function change(entry: Entry, changes: Partial<Job>): Job {
  entry.job = { ...entry.job, ...changes, sequence: entry.job.sequence + 1 };
  return entry.job;
}

function expire(entry: Entry): string | undefined {
  const file = fileOf(entry.job.answer);
  change(entry, { answer: null, expired: true });
  return file;
}

const fileOf = (answer: StoredAnswer | null | undefined): string | undefined =>
  answer?.body.kind === "file" ? answer.body.name : undefined;

function sweepJobs(model: Model, now: number, recordsBefore: number): string[] {
  const files: (string | undefined)[] = [];
  for (const entry of model.jobs.slice()) {
    const { expiresAt, completedAt } = entry.job;
    if (entry.job.answer !== null && expiresAt !== null && expiresAt <= now) {
      files.push(expire(entry));
    }
    if (completedAt !== null && completedAt < recordsBefore) {
      files.push(fileOf(entry.job.answer));
      model.jobs.splice(model.jobs.indexOf(entry), 1);
    }
  }
  for (const hold of model.holds.values()) {
    if (hold.state !== "open" && hold.endedAt < recordsBefore) {
      assert(
        model.jobs.every((entry) => entry.hold !== hold),
        "a job's hold ended with it",
      );
      model.holds.delete(hold.id);
    }
  }
  return files.filter((file) => file !== undefined);
}

function sweepRecords(model: Model, now: number): string[] {
  const files: (string | undefined)[] = [];
  for (const [key, record] of model.records) {
    model.redate(record, now);
    if (record.fileExpiresAt <= now) {
      files.push(fileOf(record.answer));
      record.answer = undefined;
      record.fileExpiresAt = Number.POSITIVE_INFINITY;
    }
    if (record.begunAt + record.keepMs <= now) {
      files.push(fileOf(record.answer));
      model.records.delete(key);
    }
  }
  return files.filter((file) => file !== undefined);
}
