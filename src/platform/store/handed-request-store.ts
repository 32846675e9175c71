import type { FailureCode } from "../../kernel/failure.ts";
import type { WorkClass } from "../../kernel/work-class.ts";
import type { StoredAnswer } from "./stored-answer.ts";

/*
 * Synchronous requests that a node hands to others, because it has no engine for them. The node keeps the request's charge
 * and waits; what it has handed is gone when it withdraws it, or when the node is lost.
 */

/** A request as the node that works on it sees it. */
export interface HandedRequest {
  /** The name under which its inputs are kept, of the form of a job's id. */
  readonly id: string;
  readonly operation: string;
  readonly workClass: WorkClass;
  readonly accountId: string;
  /** The number of times that a node began to work on it. */
  readonly attempt: number;
}

export interface HandedClaim {
  readonly id: string;
  readonly instance: string;
  readonly attempt: number;
}

/** What became of a request. */
export type HandedOutcome =
  | {
      readonly kind: "complete";
      readonly answer: StoredAnswer;
      /** What the work costs, in credits, whoever pays it. */
      readonly cost: number;
      /** The pages of the result, where the input has none; null: those of the input. */
      readonly pages: number | null;
    }
  | {
      readonly kind: "failed";
      readonly code: FailureCode;
      readonly detail: unknown;
      readonly facts: Readonly<Record<string, unknown>>;
    };

/** What is owed for what the work has produced so far, in credits, and for how many pages. */
export interface HandedDebt {
  readonly credits: number;
  readonly pages: number;
}

export interface HandedState extends HandedDebt {
  /** Null: it is not done yet. */
  readonly outcome: HandedOutcome | null;
}

/** A change of a handed request that has been committed, by whichever process. */
export interface HandedNotice {
  readonly id: string;
  readonly workClass: WorkClass;
  readonly state: "waiting" | "done" | "withdrawn";
}

export interface HandedRequestStore {
  /** Hands a request over; returns false when `maxWaiting` of its class wait already. Not durable: without its node it is lost. */
  hand(
    request: Omit<HandedRequest, "attempt"> & {
      /** The process that waits for it. */
      readonly requester: string;
      readonly maxWaiting: number;
      readonly now: number;
    },
  ): Promise<boolean>;
  /** Claims the oldest request of the account with the fewest of its class in work; undefined when none waits. Not durable. */
  claim(claim: {
    readonly instance: string;
    readonly classes: readonly WorkClass[];
  }): Promise<HandedRequest | undefined>;
  /** Returns those of the classes of which requests wait; it changes nothing. */
  waitingClasses(classes: readonly WorkClass[]): Promise<readonly WorkClass[]>;
  /** Returns those of the claims that are still held. */
  held(claims: readonly HandedClaim[]): Promise<readonly HandedClaim[]>;
  /** Sets what is owed from now on; returns false when the claim is no longer held. Durable. */
  owe(debt: HandedClaim & HandedDebt): Promise<boolean>;
  /** Ends the work; returns false when the claim is no longer held, and nothing happened. Not durable. */
  finish(end: HandedClaim & { readonly outcome: HandedOutcome }): Promise<boolean>;
  /** Has it wait again, the attempt not counted. Nothing happens when the claim is no longer held. */
  giveBack(claim: HandedClaim): Promise<void>;
  /** Returns how far a request is; undefined when it is no longer there. */
  find(id: string): Promise<HandedState | undefined>;
  /** Takes a request back, done or not; returns what is owed for it. */
  withdraw(id: string): Promise<HandedDebt>;
}
