import type { Answered } from "./connection.ts";

/** A record of what the clients of a crash loop know to be true, for the service to agree with after each crash. */
export class Journal {
  readonly accounts: readonly AccountJournal[];
  /** Jobs whose 202 was received, by id. */
  readonly jobs = new Map<string, KnownJob>();
  /** The answers that the contract does not allow. */
  readonly surprises: string[] = [];
  /** The number of requests by outcome, for the summary. */
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

  /** Records a final state of a job that a client saw; a later one that differs is a surprise. */
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
  /** The credits that the answers to synchronous requests said they cost, since the last comparison. */
  delivered: number;
  /** The synchronous requests that were cut since then: each may have been charged or not. */
  cut: number;
  /** The Idempotency-Keys of synchronous requests that were answered 200. */
  readonly keysDelivered: Set<string>;
  /** The Idempotency-Keys of synchronous requests that were cut and not answered since. */
  readonly keysOpen: Set<string>;
  /** The synchronous requests without Idempotency-Key that were answered 200, from the beginning. */
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
  /** The SHA-256 that its result must have. */
  readonly resultSha256: string;
  /** The final state that was reported to a client; undefined while there is none. */
  finalState: string | undefined;
  /** Whether a client asked for the job's end, or for the deletion of its result, answered or not. */
  wasCancelAsked: boolean;
  wasDeletionAsked: boolean;
  /** The job before it under the same Idempotency-Key, which had no result any more. */
  readonly repeats?: string | undefined;
}
