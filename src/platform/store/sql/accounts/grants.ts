import type { Sql } from "../sql.ts";

/**
 * Enters this month's grant unless this month or a later one has been granted, so that a clock that is set back grants
 * nothing again.
 */
export async function grantMonth(
  sql: Sql,
  { accountId, now }: { readonly accountId: string; readonly now: number },
): Promise<void> {
  const month = monthOf(now);
  const granted = await sql.get<{ readonly amount: number }>(
    `UPDATE accounts SET balance = balance + monthly_grant, granted_month = $month
     WHERE id = $accountId AND monthly_grant > 0 AND (granted_month IS NULL OR granted_month < $month)
     RETURNING monthly_grant AS amount`,
    { accountId, month },
  );
  if (granted !== undefined) {
    await sql.run(
      `INSERT INTO ledger (account_id, kind, amount, reason, month, created_at)
       VALUES ($accountId, 'grant', $amount, $reason, $month, $now)`,
      { accountId, amount: granted.amount, reason: `monthly grant ${month}`, month, now },
    );
  }
}

/** Returns the month of a time as `YYYY-MM` in UTC. */
const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);
