import type { Answered } from "./connection.ts";

/** What the clients of a crash loop know to be true, for the service to agree with after each crash. */
export class Journal {
  readonly accounts: readonly AccountJournal[];
  /** Jobs whose 202 was received, by id. */
  readonly jobs = new Map<string, KnownJob>();
  /** Answers that the contract does not give. */
  readonly surprises: string[] = [];
  /** Requests by what became of them, for the summary. */
  readonly counts = new Map<string, number>();

  constructor(accounts: readonly AccountJournal[]) {
    this.accounts = accounts;
  }

  jobOf(id: string): KnownJob {
    const job = this.jobs.get(id);
    if (job === undefined) {
      throw new Error(`No client knows ${id}.`);
    }
    return job;
  }

  surprise({ name }: AccountJournal, what: string, { status, body }: Answered): void {
    this.surprises.push(`${name}: ${what} ${status} ${body.toString("utf8", 0, 300)}`);
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** What has been seen of a job's final state must stay so. */
  sawState(id: string, state: string): void {
    const job = this.jobs.get(id);
    if (job === undefined || !isFinal(state)) {
      return;
    }
    if (job.finalState !== undefined && job.finalState !== state) {
      this.surprises.push(`${id} was seen ${job.finalState} and then ${state}`);
    }
    job.finalState = state;
  }
}

const isFinal = (state: string): boolean => state === "complete" || state === "failed" || state === "cancelled";

/** One account's money, as its clients see it. */
export interface AccountJournal {
  readonly name: string;
  readonly id: string;
  readonly key: string;
  /** Credits that received answers to synchronous requests say they cost, since the last look at the books. */
  delivered: number;
  /** Synchronous requests that were cut since then: each may have been charged or not. */
  cut: number;
  /** Idempotency-Keys of synchronous requests that were answered 200. */
  readonly keysDelivered: Set<string>;
  /** Idempotency-Keys of synchronous requests that were cut and not answered since. */
  readonly keysOpen: Set<string>;
  /** Synchronous requests without Idempotency-Key that were answered 200, from the beginning. */
  plainDelivered: number;
}

export const newAccountJournal = (account: { name: string; id: string; key: string }): AccountJournal => ({
  ...account,
  delivered: 0,
  cut: 0,
  keysDelivered: new Set(),
  keysOpen: new Set(),
  plainDelivered: 0,
});

export interface KnownJob {
  readonly account: AccountJournal;
  /** SHA-256 that its result must have. */
  readonly resultSha256: string;
  /** The final state that was reported to somebody. */
  finalState: string | undefined;
  /** A client asked for its end, or for the deletion of its result, answered or not. */
  wasCancelAsked: boolean;
  wasDeletionAsked: boolean;
}
