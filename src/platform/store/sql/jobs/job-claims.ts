import { assert } from "../../../../kernel/assert.ts";
import type { WorkClass } from "../../../../kernel/work-class.ts";
import { type Held, outcomeOf, type Short } from "../../credit-store.ts";
import type { Claim, Job, JobStore } from "../../job-store.ts";
import { raiseHold, settleHold } from "../accounts/credits.ts";
import { hasRoomFor } from "../accounts/stored-bytes.ts";
import type { Sql } from "../sql.ts";
import { enqueueJobEvent } from "../webhooks/webhook-events.ts";
import { failJobsOf } from "./disabled-accounts.ts";
import { fileOf, storedBytesOf } from "./idempotency.ts";
import { ENDED_JOB, type EndedJob, settleOwed } from "./job-ends.ts";
import { QUEUED_JOB, type QueuedJob, type Transaction } from "./job-queue.ts";
import { keptByOthers } from "./job-parts.ts";
import { existingJob } from "./jobs.ts";

type Input<Method extends keyof JobStore> = Parameters<JobStore[Method]>[0];

export async function claimJob(
  sql: Transaction,
  { instance, workClass, now }: Input<"claim">,
): Promise<Job | undefined> {
  for (;;) {
    const id = await sql.jobQueue.take(workClass);
    if (id === undefined) {
      return undefined;
    }
    const claimed = await sql.get<{ readonly accountId: string; readonly isDisabled: number }>(
      `UPDATE jobs SET state = 'processing', instance = $instance, attempts = attempts + 1, started_at = $now,
         sequence = sequence + 1
       WHERE id = $id AND state = 'pending'
       RETURNING account_id AS "accountId",
         (SELECT count(*) FROM accounts WHERE accounts.id = account_id AND accounts.state = 'disabled') AS "isDisabled"`,
      { instance, now, id },
    );
    if (claimed?.isDisabled === 0) {
      return await existingJob(sql, id);
    }
    // It is not pending where a program of a release without queues has claimed it from the table alone.
    if (claimed !== undefined) {
      // Its request had been admitted before the account was disabled.
      await failJobsOf(sql, { accountId: claimed.accountId, now });
    }
  }
}

export async function pendingClasses(sql: Sql, classes: readonly WorkClass[]): Promise<readonly WorkClass[]> {
  if (classes.length === 0) {
    return [];
  }
  const wanted = namedValues(classes);
  const found = await sql.all<{ readonly class: WorkClass }>(
    `WITH wanted (class) AS (VALUES ${wanted.rows})
     SELECT class FROM wanted
     WHERE EXISTS (SELECT 1 FROM jobs WHERE state = 'pending' AND jobs.class = wanted.class)`,
    wanted.values,
  );
  const pending = new Set(found.map((row) => row.class));
  return classes.filter((each) => pending.has(each));
}

/**
 * Returns the rows of a list for VALUES, and the values that they name. A planner knows how many rows these are; of the
 * members of a JSON array PostgreSQL expects a hundred, and takes ten times as long to prepare for them.
 */
function namedValues(texts: readonly string[]) {
  const entries = texts.map((text, index) => [`text${index}`, text] as const);
  return { rows: entries.map(([name]) => `($${name})`).join(", "), values: Object.fromEntries(entries) };
}

export async function heldClaims(
  sql: Sql,
  { instance, claims }: Input<"heldClaims">,
): Promise<Awaited<ReturnType<JobStore["heldClaims"]>>> {
  const held = await sql.all<{ readonly jobId: string; readonly attempt: number }>(
    `SELECT id AS "jobId", attempts AS attempt FROM jobs
     WHERE state = 'processing' AND instance = $instance AND id IN (${sql.membersOf("ids")})`,
    { instance, ids: JSON.stringify(claims.map(({ jobId }) => jobId)) },
  );
  const attempts = new Map(held.map(({ jobId, attempt }) => [jobId, attempt]));
  return claims.filter(({ jobId, attempt }) => attempts.get(jobId) === attempt);
}

export async function reportProgress(sql: Sql, { pagesDone, pagesTotal, ...claim }: Input<"progress">): Promise<void> {
  await sql.run(
    `UPDATE jobs SET pages_done = $pagesDone, pages_total = $pagesTotal, sequence = sequence + 1
     WHERE ${IS_CLAIMED} AND (pages_done <> $pagesDone OR pages_total <> $pagesTotal)`,
    { ...claimValues(claim), pagesDone, pagesTotal },
  );
}

export async function owe(
  sql: Sql,
  { credits, pages, bytes, maxStoredBytes, ...claim }: Input<"owe">,
): Promise<Awaited<ReturnType<JobStore["owe"]>>> {
  assert(Number.isSafeInteger(credits) && credits >= 0, "credits are integers");
  const job = await sql.get<{ readonly accountId: string; readonly keptBytes: number }>(
    `SELECT account_id AS "accountId", checkpoint_bytes AS "keptBytes" FROM jobs WHERE ${IS_CLAIMED}`,
    claimValues(claim),
  );
  if (job === undefined) {
    return "not_claimed";
  }
  const others = await keptByOthers(sql, claim.jobId);
  const moreBytes = bytes + others.bytes - job.keptBytes;
  if (!(await hasRoomFor(sql, { accountId: job.accountId, moreBytes, maxBytes: maxStoredBytes }))) {
    return "storage_full";
  }
  await sql.run("UPDATE jobs SET owed = $credits, owed_pages = $pages, checkpoint_bytes = $bytes WHERE id = $jobId", {
    jobId: claim.jobId,
    credits: credits + others.credits,
    pages: pages + others.pages,
    bytes: bytes + others.bytes,
  });
  return "owed";
}

export async function raiseJob(sql: Sql, { amount, now, ...claim }: Input<"raise">): Promise<Held | Short | undefined> {
  const values = claimValues(claim);
  const job = await sql.get<{ readonly holdId: string }>(
    `SELECT hold_id AS "holdId" FROM jobs WHERE ${IS_CLAIMED}`,
    values,
  );
  if (job === undefined) {
    return undefined;
  }
  const raised = await raiseHold(sql, { holdId: job.holdId, amount, now });
  if (raised.kind === "held") {
    await sql.run(`UPDATE jobs SET sequence = sequence + 1 WHERE ${IS_CLAIMED}`, values);
  }
  return raised;
}

export async function finishJob(sql: Transaction, finish: Input<"finish">): Promise<Job | undefined> {
  const {
    outcome,
    message,
    now,
    maxStoredBytes: _,
    ...claim
  } = (await hasRoomForResult(sql, finish)) ? finish : unstored(finish);
  const isComplete = outcome.kind === "complete";
  const ended = await sql.get<EndedJob & QueuedJob>(
    `UPDATE jobs SET state = $state, instance = NULL, message = $message, completed_at = $now, expires_at = $expiresAt,
       page_count = CASE WHEN page_count = 0 THEN $pages ELSE page_count END, answer = $answer, file = $file, error = $error,
       sequence = sequence + 1
     WHERE ${IS_CLAIMED} RETURNING ${ENDED_JOB}, ${QUEUED_JOB}`,
    {
      ...claimValues(claim),
      state: outcome.kind,
      message,
      now,
      expiresAt: isComplete ? outcome.expiresAt : null,
      answer: isComplete ? JSON.stringify(outcome.answer) : null,
      file: isComplete ? fileOf(outcome.answer) : null,
      error: isComplete ? null : JSON.stringify(outcome.error),
      // A job without an input that has pages has those of its result.
      pages: isComplete ? outcome.pages : 0,
    },
  );
  if (ended === undefined) {
    return undefined;
  }
  await sql.jobQueue.remove([ended]);
  if (isComplete) {
    const { charge, pages } = outcome;
    await settleHold(sql, { holdId: ended.holdId, charge, pages, outcome: "delivered", now });
  } else {
    await settleOwed(sql, ended, { outcome: outcomeOf(outcome.error.status), now });
  }
  const job = await existingJob(sql, claim.jobId);
  await enqueueJobEvent(sql, job, now);
  return job;
}

/** Returns whether a result can be stored in place of the job's uploads, which are removed when it ends. */
async function hasRoomForResult(sql: Sql, { outcome, maxStoredBytes, jobId }: Input<"finish">): Promise<boolean> {
  const job = await sql.get<{ readonly accountId: string; readonly storedBytes: number }>(
    'SELECT account_id AS "accountId", stored_bytes AS "storedBytes" FROM jobs WHERE id = $jobId',
    { jobId },
  );
  if (outcome.kind === "failed" || job === undefined) {
    return true;
  }
  const moreBytes = storedBytesOf(outcome.answer) - job.storedBytes;
  return await hasRoomFor(sql, { accountId: job.accountId, moreBytes, maxBytes: maxStoredBytes });
}

function unstored(finish: Input<"finish">): Input<"finish"> {
  const detail = "The result is more than may be stored for the account; delete results that are no longer needed.";
  const error = { code: "storage_full", status: 409, detail } as const;
  return { ...finish, outcome: { kind: "failed", error }, message: detail };
}

export async function giveBackJob(sql: Transaction, claim: Input<"giveBack">): Promise<void> {
  const pending = await sql.all<QueuedJob>(
    `UPDATE jobs SET ${TO_PENDING}, attempts = attempts - 1 WHERE ${IS_CLAIMED} RETURNING ${QUEUED_JOB}`,
    claimValues(claim),
  );
  await sql.jobQueue.giveBack(pending);
}

/** The assignments that return a job to its state before any work, except for its attempts. */
export const TO_PENDING = `state = 'pending', instance = NULL, started_at = NULL, pages_done = 0,
  pages_total = page_count, sequence = sequence + 1`;

const IS_CLAIMED = "id = $jobId AND state = 'processing' AND instance = $instance AND attempts = $attempt";

const claimValues = ({ jobId, instance, attempt }: Claim) => ({ jobId, instance, attempt });
