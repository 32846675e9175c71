import type { StoredAnswer } from "./stored-answer.ts";

/** Credits set aside for one request or job. They are settled or released exactly once. */
export interface HoldRequest {
  /** The hold's id: `hold_` and 16 characters of a-z0-9. */
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly operation: string;
  /**
   * The number of credits; 0 where nothing is charged: metering is off, a test key, a free operation, work that was
   * paid for before.
   */
  readonly amount: number;
}

export interface Short {
  readonly kind: "short";
  /** The most that could have been held instead; a hold that was to be raised counts with what it has. */
  readonly available: number;
}

/** Credits have been set aside; `available` is what the account can still spend. */
export interface Held {
  readonly kind: "held";
  readonly available: number;
}

/** An Idempotency-Key as a process has taken it by `IdempotencyStore.begin`, until its lease ends. */
export interface TakenKey {
  readonly accountId: string;
  readonly idempotencyKey: string;
  /** The name by which the store knows the process that has taken it. */
  readonly instance: string;
}

/** The answer that is remembered of a request under its Idempotency-Key, in the transaction that ends it. */
export interface Remembered extends TakenKey {
  readonly answer: StoredAnswer;
  /** The time at which the answer's file expires; null when it has none. */
  readonly fileExpiresAt: number | null;
  /** The bytes that may be stored for the account, this answer included; absent: any number. */
  readonly maxStoredBytes?: number | undefined;
}

/** Nothing happened: what was to be kept is more than may be stored for the account. */
export interface StorageFull {
  readonly kind: "storage_full";
}

/**
 * Nothing happened: the lease of the process has ended meanwhile, and with it what it had taken its Idempotency-Key for.
 * Another process may do the same request.
 */
export interface KeyLost {
  readonly kind: "key_lost";
}

/** What became of a call, as usage has it: `given_up` was cancelled, or its client went away before an answer. */
export type CallOutcome = "delivered" | "client_error" | "server_error" | "given_up";

/** Returns what became of a call that failed with this status of HTTP. */
export const outcomeOf = (status: number): "client_error" | "server_error" =>
  status < 500 ? "client_error" : "server_error";

export interface CreditStore {
  /**
   * Sets credits aside, after this month's grant where one is due. Not durable: a request that is lost with the process
   * never charges. `instance` names the process that works on the request.
   */
  hold(hold: HoldRequest & { readonly instance: string; readonly now: number }): Promise<Held | Short>;
  /**
   * Raises an open hold to `amount` credits, or leaves it as it is where it has as many: for work whose price is known
   * only when it is done. The month's grant comes first where one is due. Not durable, as `hold`. Nothing happens when
   * the account has too few.
   */
  raise(raise: { readonly holdId: string; readonly amount: number; readonly now: number }): Promise<Held | Short>;
  /**
   * Charges `charge` credits, at most those held, gives back the rest, counts the usage and remembers the answer.
   * Durable. A hold that has ended is left as it is: `charged` is then what it was charged. `outcome` is other than
   * `delivered` where only a part of the work is charged. The latency is counted from `startedAt`, or from the time of the
   * hold where that is absent.
   */
  settle(settlement: {
    readonly holdId: string;
    readonly charge: number;
    readonly pages: number;
    readonly remembered?: Remembered | undefined;
    /** The request, when it has not been answered, but may be sent again: it is not charged twice for what it has paid. */
    readonly partlyPaid?: TakenKey | undefined;
    readonly outcome?: CallOutcome | undefined;
    readonly startedAt?: number | undefined;
    readonly now: number;
  }): Promise<{ readonly charged: number; readonly available: number } | StorageFull | KeyLost>;
  /**
   * Gives everything back and remembers the answer, unless that is more than may be stored or the key has been lost.
   * Durable only with `remembered`. An `outcome` that is an error is counted as usage; absent: the call was given up.
   */
  release(release: {
    readonly holdId: string;
    readonly remembered?: Remembered | undefined;
    readonly outcome?: CallOutcome | undefined;
    readonly now: number;
  }): Promise<{ readonly available: number }>;
  /**
   * Counts a call that failed before credits were held for it. Nothing depends on it: it may be lost with the process.
   */
  countFailure(call: {
    readonly accountId: string;
    readonly keyId: string;
    readonly operation: string;
    readonly outcome: "client_error" | "server_error";
    readonly now: number;
  }): Promise<void>;
}
