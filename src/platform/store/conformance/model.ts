import { assert } from "../../../kernel/assert.ts";
import type { WorkClass } from "../../../kernel/work-class.ts";
import type { CallOutcome, HoldRequest, Remembered, TakenKey } from "../credit-store.ts";
import type { Job } from "../job-store.ts";
import type { StoredAnswer } from "../stored-answer.ts";

/*
 * The rules of `Store` in plain objects, for drivers to be compared with: credits, jobs and remembered requests. It
 * knows nothing of transactions: everything happens at once.
 */

export interface ModelAccount {
  readonly id: string;
  balance: number;
  readonly monthlyGrant: number;
  grantedMonth: string;
}

export interface ModelHold extends Pick<HoldRequest, "id" | "accountId" | "operation"> {
  amount: number;
  /** The instance that holds the credits; null: a job holds them. */
  readonly instance: string | null;
  state: "open" | "settled" | "released";
  charged: number;
  readonly createdAt: number;
  endedAt: number;
}

/** A call as usage counts it. */
interface ModelUse {
  readonly accountId: string;
  readonly operation: string;
  readonly outcome: CallOutcome;
  readonly latencyMs: number;
  /** 1 where the call was charged, be it nothing. */
  readonly requests: 0 | 1;
  readonly pages: number;
  readonly credits: number;
  readonly at: number;
  /** Whether its hour is still told apart. */
  isHourKept: boolean;
}

/** What is to be known of a call at its end, beside what its hold says. */
interface CallEnd {
  readonly outcome: CallOutcome;
  readonly pages?: number | undefined;
  readonly startedAt?: number | undefined;
}

interface ModelRecord {
  readonly fingerprint: string;
  instance: string;
  state: "running" | "finished";
  isPaid: boolean;
  paidCredits: number;
  answer: StoredAnswer | undefined;
  fileExpiresAt: number;
  begunAt: number;
  readonly keepMs: number;
}

export class Model {
  readonly accounts = new Map<string, ModelAccount>();
  readonly holds = new Map<string, ModelHold>();
  readonly records = new Map<string, ModelRecord>();
  readonly jobs: {
    job: Job;
    readonly workClass: WorkClass;
    readonly hold: ModelHold;
    instance: string | null;
    owed: number;
    owedPages: number;
  }[] = [];
  readonly uses: ModelUse[] = [];
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

  hold({ id, accountId, operation, amount }: HoldRequest, instance: string | null, now: number) {
    this.#grantMonth(accountId, now);
    const before = this.available(accountId);
    if (amount > before) {
      return { kind: "short", available: before } as const;
    }
    const hold = { id, accountId, operation, amount, instance, createdAt: now, charged: 0, endedAt: 0 };
    this.holds.set(id, { ...hold, state: "open" });
    return { kind: "held", available: before - amount } as const;
  }

  raise(hold: ModelHold, amount: number, now: number) {
    assert(hold.state === "open", "only an open hold is raised");
    this.#grantMonth(hold.accountId, now);
    const most = this.available(hold.accountId) + hold.amount;
    if (amount > most) {
      return { kind: "short", available: most } as const;
    }
    hold.amount = Math.max(hold.amount, amount);
    return { kind: "held", available: this.available(hold.accountId) } as const;
  }

  settle(hold: ModelHold, charge: number, now: number, { outcome, pages = 0, startedAt }: CallEnd): void {
    hold.charged = charge;
    this.account(hold.accountId).balance -= charge;
    const latencyMs = now - (startedAt ?? hold.createdAt);
    this.#end(hold, "settled", now, { outcome, latencyMs, requests: 1, pages, credits: charge });
  }

  release(hold: ModelHold, outcome: CallOutcome, now: number): void {
    this.#end(hold, "released", now, { outcome, latencyMs: 0, requests: 0, pages: 0, credits: 0 });
  }

  #end(
    hold: ModelHold,
    state: "settled" | "released",
    now: number,
    use: Pick<ModelUse, "outcome" | "latencyMs" | "requests" | "pages" | "credits">,
  ): void {
    hold.state = state;
    hold.endedAt = now;
    this.count({ ...use, accountId: hold.accountId, operation: hold.operation, at: now });
  }

  /** Counts a call; one that was given up and not charged is not. */
  count(use: Omit<ModelUse, "isHourKept">): void {
    if (use.requests > 0 || use.outcome === "client_error" || use.outcome === "server_error") {
      this.uses.push({ ...use, isHourKept: true });
    }
  }

  #grantMonth(accountId: string, now: number): void {
    const account = this.account(accountId);
    const month = monthOf(now);
    if (account.monthlyGrant > 0 && month > account.grantedMonth) {
      account.balance += account.monthlyGrant;
      account.grantedMonth = month;
    }
  }

  /** Ends the hold of a job that has no result; returns what it was charged. */
  endOwing(
    { hold, owed, owedPages }: { readonly hold: ModelHold; readonly owed: number; readonly owedPages: number },
    outcome: CallOutcome,
    now: number,
  ): number {
    const charge = Math.min(owed, hold.amount);
    if (owed === 0) {
      this.release(hold, outcome, now);
    } else {
      this.settle(hold, charge, now, { outcome, pages: owedPages });
    }
    return charge;
  }

  /** Returns whether the process still has the key that it has taken, or needs none. */
  hasKey(taken: TakenKey | undefined): boolean {
    const record = taken && this.records.get(recordKey(taken));
    return taken === undefined || (record?.state === "running" && record.instance === taken.instance);
  }

  remember(remembered: Remembered | undefined): void {
    const record = remembered && this.records.get(recordKey(remembered));
    if (remembered !== undefined && record !== undefined && this.hasKey(remembered)) {
      record.state = "finished";
      record.isPaid &&= remembered.answer.jobId !== undefined;
      record.paidCredits = 0;
      record.answer = remembered.answer;
      record.fileExpiresAt = remembered.fileExpiresAt ?? Number.POSITIVE_INFINITY;
    }
  }

  /**
   * Ends a request without an answer, so that it may be done again; one that was paid for before may be done again
   * without charge.
   */
  abandon(key: string): void {
    const record = this.records.get(key);
    if (record?.state !== "running") {
      return;
    }
    if (record.isPaid || record.paidCredits > 0) {
      record.state = "finished";
      record.isPaid = false;
    } else {
      this.records.delete(key);
    }
  }

  /**
   * Dates a record that was begun in the future: it was begun before the clock was set back, and counts as begun now.
   */
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

export const recordKey = (request: { readonly accountId: string; readonly idempotencyKey: string }): string =>
  `${request.accountId} ${request.idempotencyKey}`;
