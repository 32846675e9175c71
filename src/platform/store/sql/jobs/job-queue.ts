import type { WorkClass } from "../../../../kernel/work-class.ts";
import type { Sql } from "../sql.ts";

/** A job as a queue knows it. */
export interface QueuedJob {
  readonly id: string;
  readonly workClass: WorkClass;
}

/**
 * The order in which pending jobs are worked on, as part of one transaction. The table of jobs is the record of what state a
 * job is in; a queue says which one is next, and changes in the transaction that changes the row.
 */
export interface JobQueue {
  /** Adds a job that has just become `pending`, as the last one of its class. */
  enqueue(job: QueuedJob & { readonly accountId: string }): Promise<void>;
  /**
   * Takes the job of a class that is to be worked on next, the oldest of the account with the fewest of the class in work,
   * and returns its id; undefined when there is none.
   */
  take(workClass: WorkClass): Promise<string | undefined>;
  /** Returns jobs that were taken to the places that they had, to be taken again. */
  giveBack(jobs: readonly QueuedJob[]): Promise<void>;
  /** Removes jobs that have ended, or are about to, whether they were taken or not. */
  remove(jobs: readonly QueuedJob[]): Promise<void>;
  /** Makes the queue agree with the table of jobs, where something else than these methods has written to it. */
  reconcile(): Promise<void>;
}

/** The connection of a transaction that writes, with the queue of jobs as a part of it. */
export interface Transaction extends Sql {
  readonly jobQueue: JobQueue;
}

/** The columns of a `QueuedJob`. */
export const QUEUED_JOB = `id, class AS "workClass"`;

/**
 * The accounts that have jobs of `$workClass` pending, as the query `waiting (account_id)`, whose last row is null. They are
 * found by jumping from one to the next in the index of pending jobs, so that a long queue of few accounts costs little.
 */
export const WAITING_ACCOUNTS = `
  WITH RECURSIVE waiting (account_id) AS (
    SELECT min(account_id) FROM jobs WHERE state = 'pending' AND class = $workClass
    UNION ALL
    SELECT (
      SELECT min(account_id) FROM jobs
      WHERE state = 'pending' AND class = $workClass AND account_id > waiting.account_id
    )
    FROM waiting WHERE waiting.account_id IS NOT NULL
  )`;

/** The number of jobs of `$workClass` that an account of `waiting` has in work. */
export const IN_WORK = `(SELECT count(*) FROM jobs
    WHERE state = 'processing' AND class = $workClass AND account_id = waiting.account_id)`;
