import type { IdempotencyStore } from "../../idempotency-store.ts";
import { hasRoomFor } from "../accounts/stored-bytes.ts";
import type { Sql } from "../sql.ts";

type Input<Method extends keyof IdempotencyStore> = Parameters<IdempotencyStore[Method]>[0];

/** Counts what a request has kept on disk for its repetition; see `IdempotencyStore.keepPart`. */
export async function keepPart(sql: Sql, { maxStoredBytes, ...part }: Input<"keepPart">): Promise<boolean> {
  const hasRoom = await hasRoomFor(sql, { accountId: part.accountId, moreBytes: part.bytes, maxBytes: maxStoredBytes });
  if (hasRoom) {
    await sql.run(
      `INSERT INTO request_parts (name, account_id, size_bytes, expires_at)
       VALUES ($name, $accountId, $bytes, $expiresAt)
       ON CONFLICT (name) DO UPDATE SET size_bytes = request_parts.size_bytes + $bytes, expires_at = $expiresAt`,
      part,
    );
  }
  return hasRoom;
}

export async function forgetParts(sql: Sql, { name }: Input<"forgetParts">): Promise<void> {
  await sql.run("DELETE FROM request_parts WHERE name = $name", { name });
}
