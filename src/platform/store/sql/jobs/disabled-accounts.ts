import type { JobError } from "../../job-store.ts";
import { enqueueJobEvent } from "../webhooks/webhook-events.ts";
import { ENDED_JOB, type EndedJob, settleOwed } from "./job-ends.ts";
import { QUEUED_JOB, type QueuedJob, type Transaction } from "./job-queue.ts";
import { existingJob } from "./jobs.ts";

const DETAIL = "The account of this job has been disabled.";
const ERROR: JobError = { code: "account_disabled", status: 403, detail: DETAIL };

/**
 * Fails the jobs of a disabled account that have not ended; a process that works on one finds out as with a cancelled
 * job. They are failed rather than left waiting: a waiting job would keep its credits, its files and its place in the queue
 * for as long as the account is disabled.
 */
export async function failJobsOf(
  sql: Transaction,
  { accountId, now }: { readonly accountId: string; readonly now: number },
): Promise<void> {
  // The queue first: a claim, too, takes a job there before it writes to its row.
  await sql.jobQueue.remove(
    await sql.all<QueuedJob>(
      `SELECT ${QUEUED_JOB} FROM jobs WHERE account_id = $accountId AND state IN ('pending', 'processing')`,
      { accountId },
    ),
  );
  const failed = await sql.all<EndedJob & { readonly id: string }>(
    `UPDATE jobs SET state = 'failed', instance = NULL, message = $detail, error = $error, completed_at = $now,
       sequence = sequence + 1
     WHERE account_id = $accountId AND state IN ('pending', 'processing') RETURNING ${ENDED_JOB}, id`,
    { detail: DETAIL, error: JSON.stringify(ERROR), accountId, now },
  );
  for (const job of failed) {
    await settleOwed(sql, job, { outcome: "client_error", now });
    await enqueueJobEvent(sql, await existingJob(sql, job.id), now);
  }
}
