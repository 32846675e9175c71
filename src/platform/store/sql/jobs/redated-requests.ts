import { type Sql } from "../sql.ts";

/* The times of requests that ended with a restart. */

/**
 * Dates records from the future: such a record was begun before the clock was set back and counts as begun now, or it
 * would be kept for as long as the clock went back. No record is lost by this.
 */
export async function redateRequests(sql: Sql, now: number): Promise<void> {
  await sql.run(`UPDATE remembered_requests ${REDATE} WHERE begun_at > $now`, { now });
}

export async function redateRequest(
  sql: Sql,
  request: { accountId: string; idempotencyKey: string; now: number },
): Promise<void> {
  await sql.run(
    `UPDATE remembered_requests ${REDATE}
     WHERE account_id = $accountId AND idempotency_key = $idempotencyKey AND begun_at > $now`,
    request,
  );
}

const REDATE = "SET file_expires_at = file_expires_at - (begun_at - $now), begun_at = $now";
