import type { LatencyHistogram } from "./latency-histogram.ts";

export type AccountState = "active" | "disabled";

export interface Account {
  /** The account's id: `acc_` and 16 characters of a-z0-9. */
  readonly id: string;
  readonly name: string;
  readonly state: AccountState;
  /** The sum of the account's ledger. */
  readonly balance: number;
  /** The sum of the account's open holds; `balance - held` is what it can still spend. */
  readonly held: number;
  /** The credits granted in each calendar month (UTC), when something is first spent in it or at `grantMonth`. */
  readonly monthlyGrant: number;
  /** The bytes that are stored for it: results, remembered answers, templates, and uploads of unfinished jobs. */
  readonly storedBytes: number;
  readonly createdAt: number;
}

export interface LedgerEntry {
  readonly id: number;
  readonly kind: "grant" | "charge" | "refund" | "adjust";
  /** The number of credits, signed: charges are negative. */
  readonly amount: number;
  readonly reason: string;
  /** The key whose request was charged, or that granted; null: the service itself or the command line. */
  readonly keyId: string | null;
  readonly operation: string | null;
  readonly createdAt: number;
}

export interface AccountStore {
  /** Creates an account. With an `origin` (see `adjust`) that created one before, that account is returned. Durable. */
  create(account: {
    readonly id: string;
    readonly name: string;
    /** The credits granted at once; 0 for none. */
    readonly credits: number;
    readonly by: string | null;
    readonly origin?: string | undefined;
    readonly now: number;
  }): Promise<Account>;
  find(id: string): Promise<Account | undefined>;
  /** Lists accounts, oldest first; `after` is the id of the last account of the page before. */
  list(page: { readonly limit: number; readonly after?: string | undefined }): Promise<readonly Account[]>;
  /**
   * Changes an account; returns undefined when there is no such account. Durable. With state `disabled`, the account's jobs
   * that have not ended fail with `account_disabled`: what they owe is charged, the rest of their holds is released.
   */
  change(change: {
    readonly id: string;
    readonly name?: string | undefined;
    readonly state?: AccountState | undefined;
    readonly now: number;
  }): Promise<Account | undefined>;
  /**
   * Grants `amount` credits (a `grant`) or takes them (negative, an `adjust`); returns `short` when more would be taken
   * than is available. Durable. `origin` names the request: a second call with the same one changes nothing and answers
   * like the first, with the account as it is now.
   */
  adjust(adjustment: {
    readonly accountId: string;
    readonly amount: number;
    readonly reason: string;
    readonly by: string | null;
    readonly origin?: string | undefined;
    readonly now: number;
  }): Promise<
    | { readonly kind: "done"; readonly account: Account }
    | { readonly kind: "short"; readonly available: number }
    | { readonly kind: "unknown_account" }
  >;
  /** Lists ledger entries, newest first; `before` is the id of the last entry of the page before. */
  ledger(page: {
    readonly accountId: string;
    readonly limit: number;
    readonly before?: number | undefined;
  }): Promise<readonly LedgerEntry[]>;
  /**
   * Opens the first account of the installation, and creates it when there is none, with its monthly grant as given;
   * the grant of this month (`YYYY-MM`, UTC) is entered unless that month or a later one has been granted. Durable.
   */
  openFirst(first: {
    readonly id: string;
    readonly name: string;
    readonly monthlyGrant: number;
    readonly now: number;
  }): Promise<Account>;
  /** Returns the usage of a span of time, by `groupBy` and in its order; a group without any is left out. */
  usage(query: UsageQuery): Promise<readonly UsageRow[]>;
}

/** The time for which usage is kept by the hour, in milliseconds; by the day it is kept for ever. */
export const USAGE_HOURS_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

export interface UsageQuery {
  readonly accountId: string;
  /** What `first` and `last` are: days `YYYY-MM-DD` or hours `YYYY-MM-DDTHH`, in UTC, both included. */
  readonly unit: "day" | "hour";
  readonly first: string;
  readonly last: string;
  /** What is added up; `hour` takes the unit `hour`. */
  readonly groupBy: "hour" | "day" | "operation" | "key";
}

export interface UsageRow {
  /** The hour, the day, the operation's name or the key's id. */
  readonly group: string;
  /** The requests and jobs that were delivered, and those that were charged for a part of their work. */
  readonly requests: number;
  readonly pages: number;
  readonly credits: number;
  /** The calls that failed with a status from 400 to 499, and with one from 500. */
  readonly clientErrors: number;
  readonly serverErrors: number;
  /** How long the delivered calls took. */
  readonly latencies: LatencyHistogram;
}
