import type { JobError } from "../../job-store.ts";
import type { Store, TakenOver } from "../../store.ts";
import { releaseHold } from "../accounts/credits.ts";
import { endLeases, IS_LEFT } from "../leases.ts";
import type { Sql } from "../sql.ts";
import { recoverDeliveries } from "../webhooks/webhook-deliveries.ts";
import { enqueueJobEvent } from "../webhooks/webhook-events.ts";
import { recoverHanded } from "./handed-requests.ts";
import { TO_PENDING } from "./job-claims.ts";
import { ENDED_JOB, type EndedJob, settleOwed } from "./job-ends.ts";
import { QUEUED_JOB, type QueuedJob, type Transaction } from "./job-queue.ts";
import { recoverParts } from "./job-parts.ts";
import { existingJob } from "./jobs.ts";

type Recovery = Parameters<Store["recover"]>[0];

/** Takes over what other instances left behind; see `Store.recover`. */
export async function recover(sql: Transaction, recovery: Recovery): Promise<TakenOver> {
  const leases = await endLeases(sql, recovery);
  await sql.run(`DELETE FROM operations_under_way WHERE ${IS_LEFT}`, { instance: recovery.instance });
  await releaseLeftHolds(sql, recovery);
  await forgetLeftRequests(sql, recovery);
  const givenUp = await giveUpJobs(sql, recovery);
  await recoverDeliveries(sql, recovery);
  await recoverParts(sql, recovery);
  await recoverHanded(sql, recovery);
  const pending = await sql.all<QueuedJob>(
    `UPDATE jobs SET ${TO_PENDING} WHERE state = 'processing' AND ${IS_LEFT} RETURNING ${QUEUED_JOB}`,
    { instance: recovery.instance },
  );
  await sql.jobQueue.giveBack(pending);
  await sql.jobQueue.reconcile();
  return { leases, jobs: givenUp + pending.length };
}

async function releaseLeftHolds(sql: Sql, { instance, now }: Recovery): Promise<void> {
  // Jobs' holds have no instance, and stay.
  const left = await sql.all<{ readonly holdId: string }>(
    `SELECT id AS "holdId" FROM holds WHERE state = 'open' AND ${IS_LEFT}`,
    { instance },
  );
  for (const { holdId } of left) {
    await releaseHold(sql, { holdId, outcome: "server_error", now });
  }
}

async function forgetLeftRequests(sql: Sql, { instance }: Recovery): Promise<void> {
  const isLeft = `state = 'running' AND ${IS_LEFT}`;
  await sql.run(`DELETE FROM remembered_requests WHERE ${isLeft} AND is_paid = 0 AND paid_credits = 0`, { instance });
  await sql.run(`UPDATE remembered_requests SET state = 'finished', is_paid = 0 WHERE ${isLeft}`, { instance });
}

async function giveUpJobs(sql: Transaction, { instance, maxAttempts, now }: Recovery): Promise<number> {
  const detail = "The service stopped each time while it was working on this job.";
  const error: JobError = { code: "internal_error", status: 500, detail };
  const failed = await sql.all<EndedJob & QueuedJob>(
    `UPDATE jobs SET state = 'failed', instance = NULL, message = $detail, error = $error, completed_at = $now,
       sequence = sequence + 1
     WHERE state = 'processing' AND ${IS_LEFT} AND attempts >= $maxAttempts RETURNING ${ENDED_JOB}, ${QUEUED_JOB}`,
    { detail, error: JSON.stringify(error), instance, maxAttempts, now },
  );
  await sql.jobQueue.remove(failed);
  for (const job of failed) {
    await settleOwed(sql, job, { outcome: "server_error", now });
    await enqueueJobEvent(sql, await existingJob(sql, job.id), now);
  }
  return failed.length;
}
