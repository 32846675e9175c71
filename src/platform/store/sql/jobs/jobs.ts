import { assert } from "../../../../kernel/assert.ts";
import type { Job, JobError, JobState, JobStore } from "../../job-store.ts";
import type { StoredAnswer } from "../../stored-answer.ts";
import { openHold } from "../accounts/credits.ts";
import { hasRoomFor } from "../accounts/stored-bytes.ts";
import { fromJson, type Sql } from "../sql.ts";
import { enqueueJobEvent } from "../webhooks/webhook-events.ts";
import { canRemember, hasKey, remember } from "./idempotency.ts";
import { ENDED_JOB, type EndedJob, settleOwed } from "./job-ends.ts";
import { QUEUED_JOB, type QueuedJob, type Transaction } from "./job-queue.ts";

type Input<Method extends keyof JobStore> = Parameters<JobStore[Method]>[0];
type Submitted = Awaited<ReturnType<JobStore["submit"]>>;
type Cancelled = Awaited<ReturnType<JobStore["cancel"]>>;

export async function submitJob(sql: Transaction, job: Input<"submit">): Promise<Submitted> {
  const waiting = await sql.get<{ readonly pending: number }>(
    "SELECT count(*) AS pending FROM (SELECT 1 FROM jobs WHERE state = 'pending' LIMIT $maxPending) AS waiting",
    { maxPending: job.maxPending },
  );
  if (waiting === undefined || waiting.pending >= job.maxPending) {
    return { kind: "queue_full" };
  }
  if (!(await hasKey(sql, job.remembered))) {
    return { kind: "key_lost" };
  }
  const { hold, now, inputBytes = 0, maxStoredBytes, maxPendingOfAccount = Number.POSITIVE_INFINITY } = job;
  const { accountId } = hold;
  if ((await pendingOf(sql, accountId)) >= maxPendingOfAccount) {
    return { kind: "too_many_of_account" };
  }
  const hasRoom =
    (await hasRoomFor(sql, { accountId, moreBytes: inputBytes, maxBytes: maxStoredBytes })) &&
    (await canRemember(sql, job.remembered, inputBytes));
  if (!hasRoom) {
    return { kind: "storage_full" };
  }
  const held = await openHold(sql, { ...hold, instance: null, now });
  if (held.kind === "short") {
    return held;
  }
  await sql.run(
    `INSERT INTO jobs (id, class, hold_id, account_id, key_id, operation, message, filename, page_count, pages_total,
       retention_ms, webhook_url, base_url, input_bytes, created_at)
     VALUES ($id, $workClass, $holdId, $accountId, $keyId, $operation, $message, $filename, $pageCount, $pageCount,
       $retentionMs, $webhookUrl, $baseUrl, $inputBytes, $now)`,
    {
      id: job.id,
      workClass: job.workClass,
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
  await sql.jobQueue.enqueue({ id: job.id, workClass: job.workClass, accountId });
  await remember(sql, job.remembered);
  return { kind: "submitted", job: await existingJob(sql, job.id), available: held.available };
}

const pendingOf = async (sql: Sql, accountId: string): Promise<number> =>
  (
    await sql.get<{ readonly pending: number }>(
      "SELECT count(*) AS pending FROM jobs WHERE state = 'pending' AND account_id = $accountId",
      { accountId },
    )
  )?.pending ?? 0;

export async function cancelJob(sql: Transaction, { jobId, now }: Input<"cancel">): Promise<Cancelled> {
  // The queue first: a claim, too, takes a job there before it writes to its row.
  await sql.jobQueue.remove(
    await sql.all<QueuedJob>(`SELECT ${QUEUED_JOB} FROM jobs WHERE id = $jobId AND completed_at IS NULL`, { jobId }),
  );
  const cancelled = await sql.get<EndedJob>(
    `UPDATE jobs SET state = 'cancelled', message = 'Cancelled.', instance = NULL, completed_at = $now,
       sequence = sequence + 1
     WHERE id = $jobId AND state IN ('pending', 'processing') RETURNING ${ENDED_JOB}`,
    { jobId, now },
  );
  if (cancelled !== undefined) {
    await settleOwed(sql, cancelled, { outcome: "given_up", now });
    const ended = await existingJob(sql, jobId);
    await enqueueJobEvent(sql, ended, now);
    return { kind: "cancelled", job: ended };
  }
  const job = await findJob(sql, jobId);
  return job === undefined ? { kind: "unknown" } : { kind: "final", job };
}

export async function discardResult(sql: Sql, { jobId }: Input<"discardResult">): Promise<string | undefined> {
  const before = await sql.get<{ readonly file: string | null }>(
    "SELECT file FROM jobs WHERE id = $jobId AND state = 'complete' AND expired = 0",
    { jobId },
  );
  if (before !== undefined) {
    await expireResult(sql, jobId);
  }
  return before?.file ?? undefined;
}

/** Marks the result of a complete job as gone. */
export async function expireResult(sql: Sql, jobId: string): Promise<void> {
  await sql.run("UPDATE jobs SET expired = 1, answer = NULL, file = NULL, sequence = sequence + 1 WHERE id = $jobId", {
    jobId,
  });
}

export async function findJob(sql: Sql, id: string): Promise<Job | undefined> {
  const row = await sql.get<JobRow>(`SELECT ${COLUMNS} WHERE jobs.id = $id`, { id });
  return row === undefined ? undefined : toJob(row);
}

export async function existingJob(sql: Sql, id: string): Promise<Job> {
  const job = await findJob(sql, id);
  assert(job !== undefined, `job ${id} exists`);
  return job;
}

export const listJobs = async (sql: Sql, page: Input<"list">): Promise<readonly Job[]> =>
  (
    await sql.all<JobRow>(
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
  ).map(toJob);

export const unfinishedJobs = async (sql: Sql, ids: readonly string[]): Promise<readonly string[]> =>
  (
    await sql.all<{ readonly id: string }>(
      `SELECT id FROM jobs WHERE state IN ('pending', 'processing') AND id IN (${sql.membersOf("ids")})
       ORDER BY number`,
      { ids: JSON.stringify(ids) },
    )
  ).map(({ id }) => id);

interface JobRow extends Omit<Job, "state" | "expired" | "answer" | "error"> {
  readonly state: JobState;
  readonly expired: 0 | 1;
  readonly answer: string | null;
  readonly error: string | null;
}

/** The columns of a job; `held` is what is held now: nothing once the hold has ended. */
const COLUMNS = `jobs.id, jobs.account_id AS "accountId", jobs.key_id AS "keyId", jobs.operation, jobs.state, jobs.message,
  jobs.filename, jobs.page_count AS "pageCount", jobs.pages_done AS "pagesDone", jobs.pages_total AS "pagesTotal",
  jobs.attempts, jobs.sequence, jobs.created_at AS "createdAt", jobs.started_at AS "startedAt",
  jobs.completed_at AS "completedAt", jobs.expires_at AS "expiresAt", jobs.expired, jobs.retention_ms AS "retentionMs",
  CASE WHEN holds.state = 'open' THEN holds.amount ELSE 0 END AS held, holds.charged, jobs.answer, jobs.error
  FROM jobs JOIN holds ON holds.id = jobs.hold_id`;

const toJob = (row: JobRow): Job => ({
  ...row,
  expired: row.expired === 1,
  answer: row.answer === null ? null : fromJson<StoredAnswer>(row.answer),
  error: row.error === null ? null : fromJson<JobError>(row.error),
});
