import type { Sql } from "../sql.ts";

/**
 * Returns whether `moreBytes` can be stored for the account in addition; infinity as `maxBytes` is no limit. Nothing more can
 * always be stored, also where the limit has been lowered.
 */
export async function hasRoomFor(
  sql: Sql,
  {
    accountId,
    moreBytes,
    maxBytes = Number.POSITIVE_INFINITY,
  }: { readonly accountId: string; readonly moreBytes: number; readonly maxBytes?: number | undefined },
): Promise<boolean> {
  if (maxBytes === Number.POSITIVE_INFINITY || moreBytes <= 0) {
    return true;
  }
  const account = await sql.get<{ readonly storedBytes: number }>(
    'SELECT stored_bytes AS "storedBytes" FROM accounts WHERE id = $accountId',
    { accountId },
  );
  return (account?.storedBytes ?? 0) + moreBytes <= maxBytes;
}
