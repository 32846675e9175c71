import { assert } from "../../../../kernel/assert.ts";
import type { Job, JobError, JobState, JobStore } from "../../job-store.ts";
import type { StoredAnswer } from "../../stored-answer.ts";
import { openHold } from "../accounts/credits.ts";
import { hasRoomFor } from "../accounts/stored-bytes.ts";
import { fromJson, type Sql } from "../database.ts";
import { enqueueJobEvent } from "../webhooks/webhook-events.ts";
import { canRemember, remember } from "./idempotency.ts";
import { ENDED_JOB, type EndedJob, settleOwed } from "./job-ends.ts";

type Input<Method extends keyof JobStore> = Parameters<JobStore[Method]>[0];
type Submitted = Awaited<ReturnType<JobStore["submit"]>>;
type Cancelled = Awaited<ReturnType<JobStore["cancel"]>>;

export function submitJob(sql: Sql, job: Input<"submit">): Submitted {
  const waiting = sql.get<{ readonly pending: number }>(
    "SELECT count(*) AS pending FROM (SELECT 1 FROM jobs WHERE state = 'pending' LIMIT $maxPending)",
    { maxPending: job.maxPending },
  );
  if (waiting === undefined || waiting.pending >= job.maxPending) {
    return { kind: "queue_full" };
  }
  const { hold, now, inputBytes = 0, maxStoredBytes, maxPendingOfAccount = Number.POSITIVE_INFINITY } = job;
  const { accountId } = hold;
  if (pendingOf(sql, accountId) >= maxPendingOfAccount) {
    return { kind: "too_many_of_account" };
  }
  const hasRoom =
    hasRoomFor(sql, { accountId, moreBytes: inputBytes, maxBytes: maxStoredBytes }) &&
    canRemember(sql, job.remembered, inputBytes);
  if (!hasRoom) {
    return { kind: "storage_full" };
  }
  const held = openHold(sql, { ...hold, instance: null, now });
  if (held.kind === "short") {
    return held;
  }
  sql.run(
    `INSERT INTO jobs (id, hold_id, account_id, key_id, operation, message, filename, page_count, pages_total,
       retention_ms, webhook_url, base_url, input_bytes, created_at)
     VALUES ($id, $holdId, $accountId, $keyId, $operation, $message, $filename, $pageCount, $pageCount,
       $retentionMs, $webhookUrl, $baseUrl, $inputBytes, $now)`,
    {
      id: job.id,
      holdId: hold.id,
      accountId: hold.accountId,
      keyId: hold.keyId,
      operation: hold.operation,
      message: job.message,
      filename: job.filename,
      pageCount: job.pageCount,
      retentionMs: job.retentionMs,
      webhookUrl: job.webhookUrl ?? null,
      baseUrl: job.baseUrl ?? null,
      inputBytes,
      now,
    },
  );
  remember(sql, job.remembered);
  return { kind: "submitted", job: existingJob(sql, job.id), available: held.available };
}

const pendingOf = (sql: Sql, accountId: string): number =>
  sql.get<{ readonly pending: number }>(
    "SELECT count(*) AS pending FROM jobs WHERE state = 'pending' AND account_id = $accountId",
    { accountId },
  )?.pending ?? 0;

export function cancelJob(sql: Sql, { jobId, now }: Input<"cancel">): Cancelled {
  const cancelled = sql.get<EndedJob>(
    `UPDATE jobs SET state = 'cancelled', message = 'Cancelled.', instance = NULL, completed_at = $now,
       sequence = sequence + 1
     WHERE id = $jobId AND state IN ('pending', 'processing') RETURNING ${ENDED_JOB}`,
    { jobId, now },
  );
  if (cancelled !== undefined) {
    settleOwed(sql, cancelled, now);
    const ended = existingJob(sql, jobId);
    enqueueJobEvent(sql, ended, now);
    return { kind: "cancelled", job: ended };
  }
  const job = findJob(sql, jobId);
  return job === undefined ? { kind: "unknown" } : { kind: "final", job };
}

export function discardResult(sql: Sql, { jobId }: Input<"discardResult">): string | undefined {
  const before = sql.get<{ readonly file: string | null }>(
    "SELECT file FROM jobs WHERE id = $jobId AND state = 'complete' AND expired = 0",
    { jobId },
  );
  if (before !== undefined) {
    expireResult(sql, jobId);
  }
  return before?.file ?? undefined;
}

/** Marks the result of a complete job as gone. */
export function expireResult(sql: Sql, jobId: string): void {
  sql.run("UPDATE jobs SET expired = 1, answer = NULL, file = NULL, sequence = sequence + 1 WHERE id = $jobId", {
    jobId,
  });
}

export function findJob(sql: Sql, id: string): Job | undefined {
  const row = sql.get<JobRow>(`SELECT ${COLUMNS} WHERE jobs.id = $id`, { id });
  return row === undefined ? undefined : toJob(row);
}

export function existingJob(sql: Sql, id: string): Job {
  const job = findJob(sql, id);
  assert(job !== undefined, `job ${id} exists`);
  return job;
}

export const listJobs = (sql: Sql, page: Input<"list">): readonly Job[] =>
  sql
    .all<JobRow>(
      `SELECT ${COLUMNS}
       WHERE jobs.account_id = $accountId
         AND ($keyId IS NULL OR jobs.key_id = $keyId)
         AND ($state IS NULL OR jobs.state = $state)
         AND ($operation IS NULL OR jobs.operation = $operation)
         AND ($before IS NULL OR jobs.number < (SELECT number FROM jobs WHERE id = $before))
       ORDER BY jobs.number DESC LIMIT $limit`,
      {
        accountId: page.accountId,
        keyId: page.keyId ?? null,
        state: page.state ?? null,
        operation: page.operation ?? null,
        before: page.before ?? null,
        limit: page.limit,
      },
    )
    .map(toJob);

export const unfinishedJobs = (sql: Sql, ids: readonly string[]): readonly string[] =>
  ids.filter(
    (id) => sql.get("SELECT 1 FROM jobs WHERE id = $id AND state IN ('pending', 'processing')", { id }) !== undefined,
  );

interface JobRow extends Omit<Job, "state" | "expired" | "answer" | "error"> {
  readonly state: JobState;
  readonly expired: 0 | 1;
  readonly answer: string | null;
  readonly error: string | null;
}

/** The columns of a job; `held` is what is held now: nothing once the hold has ended. */
const COLUMNS = `jobs.id, jobs.account_id AS accountId, jobs.key_id AS keyId, jobs.operation, jobs.state, jobs.message,
  jobs.filename, jobs.page_count AS pageCount, jobs.pages_done AS pagesDone, jobs.pages_total AS pagesTotal,
  jobs.attempts, jobs.sequence, jobs.created_at AS createdAt, jobs.started_at AS startedAt,
  jobs.completed_at AS completedAt, jobs.expires_at AS expiresAt, jobs.expired, jobs.retention_ms AS retentionMs,
  iif(holds.state = 'open', holds.amount, 0) AS held, holds.charged, jobs.answer, jobs.error
  FROM jobs JOIN holds ON holds.id = jobs.hold_id`;

const toJob = (row: JobRow): Job => ({
  ...row,
  expired: row.expired === 1,
  answer: row.answer === null ? null : fromJson<StoredAnswer>(row.answer),
  error: row.error === null ? null : fromJson<JobError>(row.error),
});
