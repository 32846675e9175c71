import type { Remembered, TakenKey } from "./credit-store.ts";
import type { StoredAnswer } from "./stored-answer.ts";

export type IdempotencyBegin =
  /** The request is new, or may be tried again: the caller has it now. */
  | { readonly kind: "new" }
  /**
   * The request was charged before and its result, or that of its job, is gone: the caller has it now, to be done again
   * without charge.
   */
  | { readonly kind: "redo" }
  /**
   * The request ended before without an answer, or its job without a result, and was charged for what it had produced:
   * the caller has it now.
   */
  | { readonly kind: "partly paid"; readonly paidCredits: number }
  | { readonly kind: "running" }
  | { readonly kind: "mismatch" }
  | { readonly kind: "finished"; readonly answer: StoredAnswer };

export interface IdempotencyStore {
  /**
   * Takes the key for this request. Not durable. A record is forgotten `keepMs` after it was begun. The answer of a
   * request that became a job counts while the job has not ended, while its result is there, and when it failed with
   * status 400, which it would again.
   */
  begin(request: {
    readonly accountId: string;
    readonly idempotencyKey: string;
    /** The HMAC of method, path, query, fields and files, by their values. */
    readonly fingerprint: string;
    readonly instance: string;
    readonly now: number;
    readonly keepMs: number;
  }): Promise<IdempotencyBegin>;
  /**
   * Remembers an answer that ended without a hold, unless that is more than may be stored or the key has been lost. Not
   * durable.
   */
  finish(remembered: Remembered): Promise<void>;
  /**
   * Releases the key, so that the next request with it is run again. A `redo` becomes finished again, and what was paid for
   * in part stays paid. Nothing happens when the process has lost the key: another may have it by now. Not durable.
   */
  abandon(key: TakenKey): Promise<void>;
  /**
   * Counts `bytes` more as stored for the account, which a request keeps for its repetition, until `expiresAt`; this holds
   * for all that the request named `name` has kept. Not durable. Returns false, and nothing is counted, when that is more
   * than may be stored.
   */
  keepPart(part: {
    readonly accountId: string;
    readonly name: string;
    readonly bytes: number;
    readonly expiresAt: number;
    /** The bytes that may be stored for the account; absent: any number. */
    readonly maxStoredBytes?: number | undefined;
  }): Promise<boolean>;
  /** Counts nothing of the request any more, since what it had kept is removed. Not durable. */
  forgetParts(request: { readonly name: string }): Promise<void>;
}
