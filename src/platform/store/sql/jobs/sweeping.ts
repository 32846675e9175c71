import type { JobStore } from "../../job-store.ts";
import { sweepUsageHours } from "../accounts/usage.ts";
import { sweepWindows } from "../admission.ts";
import { sweepAudit } from "../audit/audit-log.ts";
import type { Sql } from "../sql.ts";
import { expireResult } from "./jobs.ts";
import { redateRequests } from "./redated-requests.ts";

type Input = Parameters<JobStore["sweep"]>[0];

interface Swept {
  readonly files: readonly string[];
  readonly more: boolean;
}

/** The number of rows of each kind that are swept at a time: the writer does nothing else meanwhile. */
const LIMIT = 200;

export async function sweep(sql: Sql, { now, recordsBefore }: Input): Promise<Swept> {
  await redateRequests(sql, now);
  await sweepWindows(sql, now);
  const swept = [
    await sweepJobResults(sql, now),
    await sweepRememberedFiles(sql, now),
    await sweepRememberedRequests(sql, now),
    await sweepRequestParts(sql, now),
    await sweepJobs(sql, recordsBefore),
    await sweepHolds(sql, recordsBefore),
    await sweepDeliveries(sql, recordsBefore),
    await sweepAudit(sql, { now, limit: LIMIT }),
    await sweepUsageHours(sql, { now, limit: LIMIT }),
  ];
  return {
    files: swept.flatMap((rows) => rows.flatMap(({ file }) => file ?? [])),
    more: swept.some((rows) => rows.length === LIMIT),
  };
}

type Rows = readonly { readonly file: string | null }[];

async function sweepJobResults(sql: Sql, now: number): Promise<Rows> {
  const ended = await sql.all<{ readonly id: string; readonly file: string | null }>(
    `SELECT id, file FROM jobs WHERE state = 'complete' AND expired = 0 AND expires_at <= $now LIMIT ${LIMIT}`,
    { now },
  );
  for (const { id } of ended) {
    await expireResult(sql, id);
  }
  return ended;
}

/** Sweeps the files of remembered answers. The record stays, without the answer, since the request was paid for. */
async function sweepRememberedFiles(sql: Sql, now: number): Promise<Rows> {
  const ended = await sql.all<{
    readonly accountId: string;
    readonly idempotencyKey: string;
    readonly file: string | null;
  }>(
    `SELECT account_id AS "accountId", idempotency_key AS "idempotencyKey", file FROM remembered_requests
     WHERE file_expires_at <= $now LIMIT ${LIMIT}`,
    { now },
  );
  for (const { accountId, idempotencyKey } of ended) {
    await sql.run(
      `UPDATE remembered_requests SET answer = NULL, file = NULL, file_expires_at = NULL
       WHERE account_id = $accountId AND idempotency_key = $idempotencyKey`,
      { accountId, idempotencyKey },
    );
  }
  return ended;
}

const sweepRememberedRequests = async (sql: Sql, now: number): Promise<Rows> =>
  await sql.all(
    `DELETE FROM remembered_requests WHERE (account_id, idempotency_key) IN
       (SELECT account_id, idempotency_key FROM remembered_requests WHERE begun_at + keep_ms <= $now LIMIT ${LIMIT})
     RETURNING file`,
    { now },
  );

/** Sweeps the count of parts whose files the service removes by itself at that time. */
const sweepRequestParts = async (sql: Sql, now: number): Promise<Rows> =>
  await sql.all(
    `DELETE FROM request_parts WHERE name IN
       (SELECT name FROM request_parts WHERE expires_at <= $now LIMIT ${LIMIT})
     RETURNING NULL AS file`,
    { now },
  );

const sweepJobs = async (sql: Sql, recordsBefore: number): Promise<Rows> =>
  await sql.all(
    `DELETE FROM jobs WHERE number IN
       (SELECT number FROM jobs WHERE completed_at IS NOT NULL AND completed_at < $recordsBefore LIMIT ${LIMIT})
     RETURNING file`,
    { recordsBefore },
  );

/** Sweeps ended holds. What was charged stays in the ledger, and a job's hold stays with its job. */
const sweepHolds = async (sql: Sql, recordsBefore: number): Promise<Rows> =>
  await sql.all(
    `DELETE FROM holds WHERE number IN
       (SELECT number FROM holds WHERE state <> 'open' AND ended_at < $recordsBefore
          AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.hold_id = holds.id) LIMIT ${LIMIT})
     RETURNING NULL AS file`,
    { recordsBefore },
  );

/** Sweeps deliveries that have ended, whatever their outcome: one that is on its way ends long before that. */
const sweepDeliveries = async (sql: Sql, recordsBefore: number): Promise<Rows> =>
  await sql.all(
    `DELETE FROM webhook_deliveries WHERE number IN
       (SELECT number FROM webhook_deliveries WHERE created_at < $recordsBefore
          AND state IN ('delivered', 'failed') LIMIT ${LIMIT})
     RETURNING NULL AS file`,
    { recordsBefore },
  );

export const knownFiles = async (sql: Sql, names: readonly string[]): Promise<readonly string[]> =>
  (
    await sql.all<{ readonly file: string }>(
      `SELECT file FROM jobs WHERE file IN (${sql.membersOf("names")})
       UNION SELECT file FROM remembered_requests WHERE file IN (${sql.membersOf("names")})`,
      { names: JSON.stringify(names) },
    )
  ).map(({ file }) => file);
