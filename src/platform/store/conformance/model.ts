import { assert } from "../../../kernel/assert.ts";
import type { CreditStore, HoldRequest, Remembered } from "../credit-store.ts";
import type { IdempotencyStore } from "../idempotency-store.ts";
import type { Job, JobStore } from "../job-store.ts";
import type { Store } from "../store.ts";
import type { StoredAnswer } from "../stored-answer.ts";
import { modelJobs } from "./model-jobs.ts";

/*
 * The rules of `Store` in plain objects, for drivers to be compared with: money, jobs and remembered requests. It knows
 * nothing of transactions: everything happens at once.
 */

export interface ModelStore {
  readonly accounts: Pick<Store["accounts"], "adjust" | "find">;
  readonly credits: CreditStore;
  readonly idempotency: IdempotencyStore;
  readonly jobs: Omit<JobStore, "list">;
  readonly recover: Store["recover"];
}

export interface ModelAccount {
  readonly id: string;
  balance: number;
  readonly monthlyGrant: number;
  grantedMonth: string;
}

export interface ModelHold extends Pick<HoldRequest, "id" | "accountId" | "amount"> {
  /** Null: a job's. */
  readonly instance: string | null;
  state: "open" | "settled" | "released";
  charged: number;
  endedAt: number;
}

interface ModelRecord {
  readonly fingerprint: string;
  instance: string;
  state: "running" | "finished";
  isPaid: boolean;
  answer: StoredAnswer | undefined;
  fileExpiresAt: number;
  begunAt: number;
  readonly keepMs: number;
}

export class Model {
  readonly accounts = new Map<string, ModelAccount>();
  readonly holds = new Map<string, ModelHold>();
  readonly records = new Map<string, ModelRecord>();
  readonly jobs: { job: Job; readonly hold: ModelHold; instance: string | null; owed: number }[] = [];
  readonly origins = new Set<string>();

  held(accountId: string): number {
    const open = [...this.holds.values()].filter((hold) => hold.accountId === accountId && hold.state === "open");
    return open.reduce((sum, { amount }) => sum + amount, 0);
  }

  available(accountId: string): number {
    return this.account(accountId).balance - this.held(accountId);
  }

  account(id: string): ModelAccount {
    const account = this.accounts.get(id);
    assert(account !== undefined, "the sequence uses its own accounts");
    return account;
  }

  hold({ id, accountId, amount }: HoldRequest, instance: string | null, now: number) {
    const account = this.account(accountId);
    const month = monthOf(now);
    if (account.monthlyGrant > 0 && month > account.grantedMonth) {
      account.balance += account.monthlyGrant;
      account.grantedMonth = month;
    }
    const before = this.available(accountId);
    if (amount > before) {
      return { kind: "short", available: before } as const;
    }
    this.holds.set(id, { id, accountId, amount, instance, state: "open", charged: 0, endedAt: 0 });
    return { kind: "held", available: before - amount } as const;
  }

  end(hold: ModelHold, state: "settled" | "released", charge: number, now: number): void {
    hold.state = state;
    hold.charged = charge;
    hold.endedAt = now;
    this.account(hold.accountId).balance -= charge;
  }

  /** Of a job that has no result; what it was charged. */
  endOwing({ hold, owed }: { readonly hold: ModelHold; readonly owed: number }, now: number): number {
    const charge = Math.min(owed, hold.amount);
    this.end(hold, owed === 0 ? "released" : "settled", charge, now);
    return charge;
  }

  remember(remembered: Remembered | undefined): void {
    const record = remembered && this.records.get(recordKey(remembered));
    if (remembered !== undefined && record !== undefined) {
      record.state = "finished";
      record.isPaid = false;
      record.answer = remembered.answer;
      record.fileExpiresAt = remembered.fileExpiresAt ?? Number.POSITIVE_INFINITY;
    }
  }

  /** A request that ended without an answer may be done again; freely when it was paid for before. */
  abandon(key: string): void {
    const record = this.records.get(key);
    if (record?.state !== "running") {
      return;
    }
    if (record.isPaid) {
      record.state = "finished";
      record.isPaid = false;
    } else {
      this.records.delete(key);
    }
  }

  /** What was begun in the future was begun before the clock was set back: it counts as begun now. */
  redate(record: ModelRecord, now: number): void {
    const ahead = Math.max(0, record.begunAt - now);
    record.begunAt -= ahead;
    record.fileExpiresAt -= ahead;
  }
}

const monthOf = (now: number): string => {
  const date = new Date(now);
  return `${date.getUTCFullYear()}-${String(date.getUTCMonth() + 1).padStart(2, "0")}`;
};

const recordKey = (request: { readonly accountId: string; readonly idempotencyKey: string }): string =>
  `${request.accountId} ${request.idempotencyKey}`;

export const modelStore = (model: Model): ModelStore => ({
  accounts: modelAccounts(model),
  credits: modelCredits(model),
  idempotency: modelIdempotency(model),
  jobs: modelJobs(model),
  async recover({ instance, maxAttempts, now }) {
    for (const hold of model.holds.values()) {
      if (hold.state === "open" && hold.instance !== null && hold.instance !== instance) {
        model.end(hold, "released", 0, now);
      }
    }
    for (const [key, record] of model.records) {
      if (record.instance !== instance) {
        model.abandon(key);
      }
    }
    for (const entry of model.jobs) {
      if (entry.job.state !== "processing" || entry.instance === instance) {
        continue;
      }
      entry.instance = null;
      const next = { ...entry.job, sequence: entry.job.sequence + 1 };
      if (entry.job.attempts < maxAttempts) {
        entry.job = { ...next, state: "pending", startedAt: null, pagesDone: 0, pagesTotal: next.pageCount };
      } else {
        const error = { code: "internal_error", status: 500, detail: "" } as const;
        entry.job = { ...next, state: "failed", completedAt: now, held: 0, charged: model.endOwing(entry, now), error };
      }
    }
  },
});

const modelAccounts = (model: Model): ModelStore["accounts"] => ({
  async find(id) {
    const { balance, monthlyGrant } = model.account(id);
    return { id, balance, held: model.held(id), monthlyGrant, name: "Example", state: "active", createdAt: 0 };
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
});

const modelCredits = (model: Model): CreditStore => ({
  hold: async ({ instance, now, ...hold }) => model.hold(hold, instance, now),
  async settle({ holdId, charge, remembered, now }) {
    const hold = model.holds.get(holdId);
    assert(hold !== undefined, "the hold exists");
    if (hold.state === "open") {
      model.end(hold, "settled", charge, now);
      model.remember(remembered);
    }
    return { charged: hold.charged, available: model.available(hold.accountId) };
  },
  async release({ holdId, remembered, now }) {
    const hold = model.holds.get(holdId);
    assert(hold !== undefined, "the hold exists");
    if (hold.state === "open") {
      model.end(hold, "released", 0, now);
      model.remember(remembered);
    }
    return { available: model.available(hold.accountId) };
  },
});

const modelIdempotency = (model: Model): IdempotencyStore => ({
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
    if (known.answer !== undefined && now < known.fileExpiresAt) {
      return { kind: "finished", answer: known.answer };
    }
    Object.assign(known, { state: "running", isPaid: true, answer: undefined, instance });
    known.fileExpiresAt = Number.POSITIVE_INFINITY;
    return { kind: "redo" };
  },
  finish: async (remembered) => model.remember(remembered),
  abandon: async (request) => model.abandon(recordKey(request)),
});
