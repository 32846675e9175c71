import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import type { Sql } from "../sql/sql.ts";

/*
 * What became of a transaction whose connection broke during its commit. Its identifier does not tell: a server that crashed
 * before anything of the transaction was on disk gives the identifier to another one, and `pg_xact_status` then answers for
 * that. So a durable transaction leaves a row of its own, which is there exactly if it was committed.
 */

/** A transaction that the server has been asked to commit. */
export interface Attempted {
  readonly transactionId: string;
  /** Its row in `commit_marks`; undefined for a transaction that has none, since nothing depends on it. */
  readonly mark: { readonly id: string; readonly madeAt: number } | undefined;
}

/** The time for which marks are kept: several times that in which the outcome of a commit is asked for. */
const KEPT_MS = 600_000;

/** Marks the transaction of a connection; returns undefined where it has changed nothing, so that nothing can be lost. */
export async function markTransaction(client: PoolClient): Promise<Attempted | undefined> {
  const id = randomUUID();
  const { rows } = await client.query<{ readonly transactionId: string; readonly madeAt: number }>(
    `INSERT INTO commit_marks (made_at, id)
     SELECT floor(extract(epoch FROM clock_timestamp()) * 1000), $1 WHERE pg_current_xact_id_if_assigned() IS NOT NULL
     RETURNING pg_current_xact_id()::text AS "transactionId", made_at AS "madeAt"`,
    [id],
  );
  const [row] = rows;
  return row && { transactionId: row.transactionId, mark: { id, madeAt: row.madeAt } };
}

/** Returns the transaction of a connection without a mark; undefined where it has changed nothing. */
export async function unmarkedTransaction(client: PoolClient): Promise<Attempted | undefined> {
  const { rows } = await client.query<{ readonly transactionId: string | null }>(
    `SELECT pg_current_xact_id_if_assigned()::text AS "transactionId"`,
  );
  const transactionId = rows[0]?.transactionId ?? undefined;
  return transactionId === undefined ? undefined : { transactionId, mark: undefined };
}

const OUTCOME_TRIES = 10;
const OUTCOME_PAUSE_MS = 500;

/** Asks what became of a transaction; false when the server does not say so in time. */
export async function wasCommitted(queries: Sql, { transactionId, mark }: Attempted): Promise<boolean> {
  for (let tries = 0; tries < OUTCOME_TRIES; tries += 1) {
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop
      const row = await queries.get<{ readonly status: string | null }>(
        "SELECT pg_xact_status(CAST($transactionId AS xid8)) AS status",
        { transactionId },
      );
      if (row?.status !== "in progress") {
        // oxlint-disable-next-line eslint/no-await-in-loop -- the mark is looked for when the transaction has ended
        return row?.status === "committed" && (mark === undefined || (await isMarked(queries, mark)));
      }
    } catch {
      // The server is not back yet.
    }
    // oxlint-disable-next-line eslint/no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, OUTCOME_PAUSE_MS));
  }
  return false;
}

async function isMarked(queries: Sql, { id, madeAt }: NonNullable<Attempted["mark"]>): Promise<boolean> {
  const statement = "SELECT 1 AS found FROM commit_marks WHERE made_at = $madeAt AND id = CAST($id AS uuid)";
  return (await queries.get(statement, { madeAt, id })) !== undefined;
}

/** Forgets the marks of transactions whose outcome nobody asks for any more. */
export async function forgetMarks(sql: Sql): Promise<void> {
  await sql.run(
    "DELETE FROM commit_marks WHERE made_at < floor(extract(epoch FROM clock_timestamp()) * 1000) - $keptMs",
    {
      keptMs: KEPT_MS,
    },
  );
}
