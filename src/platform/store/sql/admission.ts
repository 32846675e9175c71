import type { AdmissionOutcome, AdmissionStore, CountedWindow } from "../admission-store.ts";
import type { Sql } from "./sql.ts";

type Input<Method extends keyof AdmissionStore> = Parameters<AdmissionStore[Method]>[0];

export async function countRequest(
  sql: Sql,
  window: CountedWindow,
): Promise<{ readonly isCounted: boolean; readonly count: number }> {
  const counted = await sql.get<{ readonly count: number }>(
    `INSERT INTO rate_windows (caller, ends_at, requests) VALUES ($caller, $endsAt, 1)
     ON CONFLICT (caller) DO UPDATE
       SET requests = CASE WHEN rate_windows.ends_at = $endsAt THEN rate_windows.requests + 1 ELSE 1 END,
         ends_at = $endsAt
       WHERE rate_windows.ends_at <> $endsAt OR rate_windows.requests < $limit
     RETURNING requests AS count`,
    { ...window },
  );
  return counted === undefined ? { isCounted: false, count: window.limit } : { isCounted: true, count: counted.count };
}

export async function admitRequest(sql: Sql, { window, operation }: Input<"admit">): Promise<AdmissionOutcome> {
  const { id, keyId, accountId, instance } = operation;
  const state = await sql.get<{ readonly count: number; readonly ofKey: number; readonly ofAccount: number }>(
    `SELECT
       coalesce((SELECT requests FROM rate_windows WHERE caller = $caller AND ends_at = $endsAt), 0) AS count,
       (SELECT count(*) FROM operations_under_way WHERE key_id = $keyId) AS "ofKey",
       (SELECT count(*) FROM operations_under_way WHERE account_id = $accountId) AS "ofAccount"`,
    { caller: window.caller, endsAt: window.endsAt, keyId, accountId },
  );
  const { count, ofKey, ofAccount } = state ?? { count: 0, ofKey: 0, ofAccount: 0 };
  if (count >= window.limit) {
    return { kind: "window_used_up", count };
  }
  if (ofKey >= operation.ofKey || ofAccount >= operation.ofAccount) {
    return { kind: "exhausted", whose: ofKey >= operation.ofKey ? "key" : "account", count };
  }
  const counted = await countRequest(sql, window);
  if (!counted.isCounted) {
    return { kind: "window_used_up", count: counted.count };
  }
  await sql.run(
    `INSERT INTO operations_under_way (id, key_id, account_id, instance)
     VALUES ($id, $keyId, $accountId, $instance)`,
    { id, keyId, accountId, instance },
  );
  return { kind: "admitted", count: counted.count };
}

export async function leave(sql: Sql, { ids }: Input<"leave">): Promise<void> {
  await sql.run(`DELETE FROM operations_under_way WHERE id IN (${sql.membersOf("ids")})`, { ids: JSON.stringify(ids) });
}

/** Forgets windows that ended a while ago. */
export async function sweepWindows(sql: Sql, now: number): Promise<void> {
  await sql.run("DELETE FROM rate_windows WHERE ends_at < $before", { before: now - 60_000 });
}
