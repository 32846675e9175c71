import type { JobError } from "../../job-store.ts";
import type { Store } from "../../store.ts";
import { releaseHold } from "../accounts/credits.ts";
import type { Sql } from "../database.ts";
import { recoverDeliveries } from "../webhooks/webhook-deliveries.ts";
import { enqueueJobEvent } from "../webhooks/webhook-events.ts";
import { TO_PENDING } from "./job-claims.ts";
import { ENDED_JOB, type EndedJob, settleOwed } from "./job-ends.ts";
import { existingJob } from "./jobs.ts";

type Recovery = Parameters<Store["recover"]>[0];

/** Takes over what other instances left behind; see `Store.recover`. */
export function recover(sql: Sql, recovery: Recovery): void {
  releaseLeftHolds(sql, recovery);
  forgetLeftRequests(sql, recovery);
  giveUpJobs(sql, recovery);
  recoverDeliveries(sql, recovery);
  sql.run(`UPDATE jobs SET ${TO_PENDING} WHERE state = 'processing' AND instance <> $instance`, {
    instance: recovery.instance,
  });
}

function releaseLeftHolds(sql: Sql, { instance, now }: Recovery): void {
  // Jobs' holds have no instance, and stay.
  const left = sql.all<{ readonly holdId: string }>(
    "SELECT id AS holdId FROM holds WHERE state = 'open' AND instance <> $instance",
    { instance },
  );
  for (const { holdId } of left) {
    releaseHold(sql, { holdId, now });
  }
}

function forgetLeftRequests(sql: Sql, { instance }: Recovery): void {
  const isLeft = "state = 'running' AND instance <> $instance";
  sql.run(`DELETE FROM remembered_requests WHERE ${isLeft} AND is_paid = 0 AND paid_credits = 0`, { instance });
  sql.run(`UPDATE remembered_requests SET state = 'finished', is_paid = 0 WHERE ${isLeft}`, { instance });
}

function giveUpJobs(sql: Sql, { instance, maxAttempts, now }: Recovery): void {
  const detail = "The service stopped each time while it was working on this job.";
  const error: JobError = { code: "internal_error", status: 500, detail };
  const failed = sql.all<EndedJob & { readonly id: string }>(
    `UPDATE jobs SET state = 'failed', instance = NULL, message = $detail, error = $error, completed_at = $now,
       sequence = sequence + 1
     WHERE state = 'processing' AND instance <> $instance AND attempts >= $maxAttempts RETURNING ${ENDED_JOB}, id`,
    { detail, error: JSON.stringify(error), instance, maxAttempts, now },
  );
  for (const job of failed) {
    settleOwed(sql, job, now);
    enqueueJobEvent(sql, existingJob(sql, job.id), now);
  }
}
