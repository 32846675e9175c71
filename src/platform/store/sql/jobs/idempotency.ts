import type { Remembered, TakenKey } from "../../credit-store.ts";
import type { IdempotencyBegin, IdempotencyStore } from "../../idempotency-store.ts";
import type { JobError } from "../../job-store.ts";
import type { StoredAnswer } from "../../stored-answer.ts";
import { hasRoomFor } from "../accounts/stored-bytes.ts";
import { fromJson, type Sql } from "../sql.ts";
import { redateRequest } from "./redated-requests.ts";

type Input<Method extends keyof IdempotencyStore> = Parameters<IdempotencyStore[Method]>[0];

interface RequestRow {
  readonly fingerprint: string;
  readonly state: "running" | "finished";
  readonly answer: string | null;
  readonly fileExpiresAt: number | null;
  readonly paidCredits: number;
  readonly isPaid: 0 | 1;
}

export async function beginRequest(sql: Sql, request: Input<"begin">): Promise<IdempotencyBegin> {
  const { accountId, idempotencyKey, fingerprint, instance, now, keepMs } = request;
  const key = { accountId, idempotencyKey };
  await redateRequest(sql, { ...key, now });
  const known = await sql.get<RequestRow>(
    `SELECT fingerprint, state, answer, file_expires_at AS "fileExpiresAt", paid_credits AS "paidCredits",
       is_paid AS "isPaid"
     FROM remembered_requests
     WHERE account_id = $accountId AND idempotency_key = $idempotencyKey AND begun_at + keep_ms > $now`,
    { ...key, now },
  );
  if (known === undefined) {
    // A record whose time is over may not have been swept yet. It is not replaced, which no trigger would notice.
    await sql.run(
      "DELETE FROM remembered_requests WHERE account_id = $accountId AND idempotency_key = $idempotencyKey",
      key,
    );
    await sql.run(
      `INSERT INTO remembered_requests
         (account_id, idempotency_key, fingerprint, state, instance, begun_at, keep_ms)
       VALUES ($accountId, $idempotencyKey, $fingerprint, 'running', $instance, $now, $keepMs)`,
      { ...key, fingerprint, instance, now, keepMs },
    );
    return { kind: "new" };
  }
  if (known.fingerprint !== fingerprint) {
    return { kind: "mismatch" };
  }
  if (known.state === "running") {
    return { kind: "running" };
  }
  if (known.paidCredits > 0) {
    await sql.run(
      `UPDATE remembered_requests SET state = 'running', instance = $instance
       WHERE account_id = $accountId AND idempotency_key = $idempotencyKey`,
      { ...key, instance },
    );
    return { kind: "partly paid", paidCredits: known.paidCredits };
  }
  const answer = known.answer === null ? undefined : fromJson<StoredAnswer>(known.answer);
  const end = answer?.jobId === undefined ? undefined : await deadJob(sql, { id: answer.jobId, now });
  if (answer !== undefined && end === undefined && (known.fileExpiresAt === null || known.fileExpiresAt > now)) {
    return { kind: "finished", answer };
  }
  if (end?.state === "unsuccessful" && known.isPaid === 0) {
    await sql.run(
      `UPDATE remembered_requests SET state = 'running', instance = $instance, answer = NULL, paid_credits = $charged
       WHERE account_id = $accountId AND idempotency_key = $idempotencyKey`,
      { ...key, instance, charged: end.charged },
    );
    return end.charged > 0 ? { kind: "partly paid", paidCredits: end.charged } : { kind: "new" };
  }
  await sql.run(
    `UPDATE remembered_requests
     SET state = 'running', is_paid = 1, instance = $instance, answer = NULL, file = NULL, file_expires_at = NULL
     WHERE account_id = $accountId AND idempotency_key = $idempotencyKey`,
    { ...key, instance },
  );
  return { kind: "redo" };
}

interface DeadJob {
  /** `gone`: it was complete and its result is no longer there; `unsuccessful`: it never had a result. */
  readonly state: "gone" | "unsuccessful";
  readonly charged: number;
}

interface JobEndRow {
  readonly state: string;
  readonly isExpired: 0 | 1;
  readonly error: string | null;
  readonly charged: number;
}

/** Returns the end of a job that a request to read it would not find a result of; undefined while it has a use. */
async function deadJob(
  sql: Sql,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<DeadJob | undefined> {
  const row = await sql.get<JobEndRow>(
    `SELECT jobs.state, CASE WHEN jobs.expired = 1 OR jobs.expires_at <= $now THEN 1 ELSE 0 END AS "isExpired",
       jobs.error, holds.charged
     FROM jobs JOIN holds ON holds.id = jobs.hold_id WHERE jobs.id = $id`,
    { id, now },
  );
  if (row === undefined || (row.state === "complete" && row.isExpired === 1)) {
    return { state: "gone", charged: row?.charged ?? 0 };
  }
  const { status } = fromJson<Partial<JobError>>(row.error ?? "{}");
  const isUnsuccessful = row.state === "cancelled" || (row.state === "failed" && status !== 400);
  return isUnsuccessful ? { state: "unsuccessful", charged: row.charged } : undefined;
}

/** The condition of a record whose key `$instance` has taken and not lost. */
const IS_TAKEN = `account_id = $accountId AND idempotency_key = $idempotencyKey AND state = 'running'
       AND instance = $instance`;

/** Returns the parameters of `IS_TAKEN`. */
const takenBy = ({ accountId, idempotencyKey, instance }: TakenKey) => ({ accountId, idempotencyKey, instance });

/** Returns whether the process still has the key that it has taken. A request without a key has nothing to lose. */
export const hasKey = async (sql: Sql, key: TakenKey | undefined): Promise<boolean> =>
  key === undefined ||
  (await sql.get(`SELECT 1 FROM remembered_requests WHERE ${IS_TAKEN}`, takenBy(key))) !== undefined;

/** Remembers an answer. Nothing is remembered of a request that has no Idempotency-Key, or has lost it. */
export async function remember(sql: Sql, remembered: Remembered | undefined): Promise<void> {
  if (remembered === undefined) {
    return;
  }
  const { answer, fileExpiresAt } = remembered;
  await sql.run(
    `UPDATE remembered_requests
     SET state = 'finished', is_paid = CASE WHEN $jobId IS NULL THEN 0 ELSE is_paid END, paid_credits = 0, answer = $answer, file = $file, file_expires_at = $fileExpiresAt
     WHERE ${IS_TAKEN}`,
    {
      ...takenBy(remembered),
      answer: JSON.stringify(answer),
      file: fileOf(answer),
      fileExpiresAt,
      // A request that was paid for before stays so while its work, as a job, has not come to an end.
      jobId: answer.jobId ?? null,
    },
  );
}

/** Returns whether the answer can be remembered within what may be stored for the account. */
export const canRemember = async (sql: Sql, remembered: Remembered | undefined, moreBytes = 0): Promise<boolean> =>
  remembered === undefined ||
  (await hasRoomFor(sql, {
    accountId: remembered.accountId,
    moreBytes: storedBytesOf(remembered.answer) + moreBytes,
    maxBytes: remembered.maxStoredBytes,
  }));

/** Remembers an answer of a request that has ended without a charge, or forgets the request where there is no room. */
export async function rememberIfRoom(sql: Sql, remembered: Remembered | undefined): Promise<void> {
  if (remembered !== undefined && !(await canRemember(sql, remembered))) {
    await abandonRequest(sql, remembered);
  } else {
    await remember(sql, remembered);
  }
}

/** Returns the bytes that an answer is counted with: those of its row and of its file. */
export const storedBytesOf = (answer: StoredAnswer): number =>
  Buffer.byteLength(JSON.stringify(answer)) + (answer.body.kind === "file" ? answer.body.sizeBytes : 0);

/** Notes that a request which ends without an answer was charged. */
export async function notePartlyPaid(sql: Sql, paid: TakenKey & { readonly charge: number }): Promise<void> {
  await sql.run(
    `UPDATE remembered_requests SET state = 'finished', paid_credits = paid_credits + $charge
     WHERE ${IS_TAKEN}`,
    { ...takenBy(paid), charge: paid.charge },
  );
}

export async function abandonRequest(sql: Sql, key: TakenKey): Promise<void> {
  const taken = takenBy(key);
  await sql.run(`DELETE FROM remembered_requests WHERE ${IS_TAKEN} AND is_paid = 0 AND paid_credits = 0`, taken);
  await sql.run(`UPDATE remembered_requests SET state = 'finished', is_paid = 0 WHERE ${IS_TAKEN}`, taken);
}

/** Returns the name of the answer's file, or null. */
export const fileOf = ({ body }: StoredAnswer): string | null => (body.kind === "file" ? body.name : null);
