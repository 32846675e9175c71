import { assert } from "../../../kernel/assert.ts";
import type { CreditStore } from "../credit-store.ts";
import type { IdempotencyStore } from "../idempotency-store.ts";
import type { Job } from "../job-store.ts";
import type { Store } from "../store.ts";
import { type Model, recordKey } from "./model.ts";
import { type ModelJobs, modelJobs } from "./model-jobs.ts";
import { modelUsage } from "./model-usage.ts";

export interface ModelStore {
  readonly accounts: Pick<Store["accounts"], "adjust" | "find" | "usage">;
  readonly credits: CreditStore;
  readonly idempotency: Omit<IdempotencyStore, "keepPart" | "forgetParts">;
  readonly jobs: ModelJobs;
  readonly recover: Store["recover"];
}

export const modelStore = (model: Model): ModelStore => ({
  accounts: modelAccounts(model),
  credits: modelCredits(model),
  idempotency: modelIdempotency(model),
  jobs: modelJobs(model),
  async recover({ instance, maxAttempts, now }) {
    for (const hold of model.holds.values()) {
      if (hold.state === "open" && hold.instance !== null && hold.instance !== instance) {
        model.release(hold, "server_error", now);
      }
    }
    for (const [key, record] of model.records) {
      if (record.instance !== instance) {
        model.abandon(key);
      }
    }
    let jobs = 0;
    for (const entry of model.jobs) {
      if (entry.job.state !== "processing" || entry.instance === instance) {
        continue;
      }
      jobs += 1;
      entry.instance = null;
      const next = { ...entry.job, sequence: entry.job.sequence + 1 };
      if (entry.job.attempts < maxAttempts) {
        entry.job = { ...next, state: "pending", startedAt: null, pagesDone: 0, pagesTotal: next.pageCount };
      } else {
        const error = { code: "internal_error", status: 500, detail: "" } as const;
        const charged = model.endOwing(entry, "server_error", now);
        entry.job = { ...next, state: "failed", completedAt: now, held: 0, charged, error };
      }
    }
    // No process of the properties keeps a lease.
    return { leases: 0, jobs };
  },
});

const modelAccounts = (model: Model): ModelStore["accounts"] => ({
  async find(id) {
    const { balance, monthlyGrant } = model.account(id);
    return {
      id,
      balance,
      held: model.held(id),
      monthlyGrant,
      storedBytes: 0,
      name: "Example",
      state: "active",
      createdAt: 0,
    };
  },
  async adjust({ accountId, amount, origin }) {
    const account = model.account(accountId);
    if (origin === undefined || !model.origins.has(origin)) {
      if (model.available(accountId) + amount < 0) {
        return { kind: "short", available: model.available(accountId) };
      }
      account.balance += amount;
      model.origins.add(origin ?? "");
    }
    const found = await modelAccounts(model).find(accountId);
    assert(found !== undefined, "the account exists");
    return { kind: "done", account: found };
  },
  usage: async (query) => modelUsage(model, query),
});

const modelCredits = (model: Model): CreditStore => ({
  hold: async ({ instance, now, ...hold }) => model.hold(hold, instance, now),
  async raise({ holdId, amount, now }) {
    const hold = model.holds.get(holdId);
    assert(hold !== undefined, "the hold exists");
    return model.raise(hold, amount, now);
  },
  async settle({ holdId, charge, pages, remembered, outcome = "delivered", startedAt, now }) {
    const hold = model.holds.get(holdId);
    assert(hold !== undefined, "the hold exists");
    if (hold.state === "open" && !model.hasKey(remembered)) {
      return { kind: "key_lost" };
    }
    if (hold.state === "open") {
      model.settle(hold, charge, now, { outcome, pages, startedAt });
      model.remember(remembered);
    }
    return { charged: hold.charged, available: model.available(hold.accountId) };
  },
  async release({ holdId, remembered, outcome = "given_up", now }) {
    const hold = model.holds.get(holdId);
    assert(hold !== undefined, "the hold exists");
    if (hold.state === "open") {
      model.release(hold, outcome, now);
      model.remember(remembered);
    }
    return { available: model.available(hold.accountId) };
  },
  async countFailure({ accountId, operation, outcome, now }) {
    model.count({ accountId, operation, outcome, latencyMs: 0, requests: 0, pages: 0, credits: 0, at: now });
  },
});

/** Returns whether a job has not ended, has its result, or has failed as it would again. */
function hasUse({ state, expired, expiresAt, error }: Job, now: number): boolean {
  switch (state) {
    case "pending":
    case "processing":
      return true;
    case "complete":
      return !expired && (expiresAt === null || now < expiresAt);
    case "failed":
      return error?.status === 400;
    case "cancelled":
      return false;
  }
}

const modelIdempotency = (model: Model): ModelStore["idempotency"] => ({
  async begin(request) {
    const { fingerprint, instance, now, keepMs } = request;
    const key = recordKey(request);
    const known = model.records.get(key);
    if (known !== undefined) {
      model.redate(known, now);
    }
    if (known === undefined || now >= known.begunAt + known.keepMs) {
      model.records.set(key, {
        fingerprint,
        instance,
        state: "running",
        isPaid: false,
        paidCredits: 0,
        answer: undefined,
        fileExpiresAt: Number.POSITIVE_INFINITY,
        begunAt: now,
        keepMs,
      });
      return { kind: "new" };
    }
    if (known.fingerprint !== fingerprint) {
      return { kind: "mismatch" };
    }
    if (known.state === "running") {
      return { kind: "running" };
    }
    if (known.paidCredits > 0) {
      Object.assign(known, { state: "running", instance });
      return { kind: "partly paid", paidCredits: known.paidCredits };
    }
    const job = model.jobs.find((entry) => entry.job.id === known.answer?.jobId)?.job;
    const isDead = known.answer?.jobId !== undefined && (job === undefined || !hasUse(job, now));
    if (known.answer !== undefined && !isDead && now < known.fileExpiresAt) {
      return { kind: "finished", answer: known.answer };
    }
    if (isDead && job !== undefined && job.state !== "complete" && !known.isPaid) {
      Object.assign(known, { state: "running", instance, answer: undefined, paidCredits: job.charged });
      return job.charged > 0 ? { kind: "partly paid", paidCredits: job.charged } : { kind: "new" };
    }
    Object.assign(known, { state: "running", isPaid: true, answer: undefined, instance });
    known.fileExpiresAt = Number.POSITIVE_INFINITY;
    return { kind: "redo" };
  },
  finish: async (remembered) => model.remember(remembered),
  async abandon(taken) {
    if (model.hasKey(taken)) {
      model.abandon(recordKey(taken));
    }
  },
});
