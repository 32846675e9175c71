import { AUDIT_RETENTION_MS, type AuditEntry, type AuditStore, type Author } from "../../audit-store.ts";
import { fromJson, type Sql } from "../sql.ts";

type Input<Method extends keyof AuditStore> = Parameters<AuditStore[Method]>[0];

/** Writes an entry, in the transaction of its change. */
export async function enterAudit(sql: Sql, { author, before, after, ...entry }: Omit<AuditEntry, "id">): Promise<void> {
  await sql.run(
    `INSERT INTO audit_log (actor, key_id, key_account_id, request_id, address, action, outcome, object_id, account_id,
       credits, state_before, state_after, created_at)
     VALUES ($actor, $keyId, $keyAccountId, $requestId, $address, $action, $outcome, $objectId, $accountId,
       $credits, $before, $after, $createdAt)`,
    {
      ...entry,
      actor: author.kind,
      keyId: author.keyId,
      keyAccountId: author.accountId,
      requestId: author.requestId,
      address: author.address,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    },
  );
}

export const listAudit = async (sql: Sql, page: Input<"list">): Promise<readonly AuditEntry[]> =>
  (
    await sql.all<AuditRow>(
      `SELECT id, actor, key_id AS "keyId", key_account_id AS "keyAccountId", request_id AS "requestId", address, action,
         outcome, object_id AS "objectId", account_id AS "accountId", credits, state_before AS "before",
         state_after AS "after", created_at AS "createdAt"
       FROM audit_log
       WHERE ($accountId IS NULL OR account_id = $accountId) AND ($actor IS NULL OR actor = $actor)
         AND ($keyId IS NULL OR key_id = $keyId) AND ($action IS NULL OR action = $action)
         AND created_at >= $from AND created_at < $to AND id < $last
       ORDER BY id DESC LIMIT $limit`,
      {
        accountId: page.accountId ?? null,
        actor: page.actor ?? null,
        keyId: page.keyId ?? null,
        action: page.action ?? null,
        from: page.from ?? 0,
        to: page.to ?? Number.MAX_SAFE_INTEGER,
        last: page.before ?? Number.MAX_SAFE_INTEGER,
        limit: page.limit,
      },
    )
  ).map(toEntry);

interface AuditRow extends Omit<AuditEntry, "author" | "before" | "after"> {
  readonly actor: Author["kind"];
  readonly keyId: string | null;
  readonly keyAccountId: string | null;
  readonly requestId: string | null;
  readonly address: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

const toEntry = ({ actor, keyId, keyAccountId, requestId, address, before, after, ...row }: AuditRow): AuditEntry => ({
  ...row,
  author: { kind: actor, keyId, accountId: keyAccountId, requestId, address },
  before: before === null ? null : fromJson(before),
  after: after === null ? null : fromJson(after),
});

/**
 * Removes up to `limit` entries that have been kept for their time, after stating from when on entries are kept: the schema
 * lets none go that is younger.
 */
export async function sweepAudit(
  sql: Sql,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly { readonly file: null }[]> {
  const keptFrom = now - AUDIT_RETENTION_MS;
  await sql.run("UPDATE audit_retention SET kept_from = $keptFrom WHERE kept_from < $keptFrom", { keptFrom });
  return await sql.all(
    `DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE created_at < $keptFrom ORDER BY id LIMIT ${limit})
     RETURNING NULL AS file`,
    { keptFrom },
  );
}

export async function recordSettings(
  sql: Sql,
  { node, digests, now }: Input<"recordSettings">,
  author: Author,
): Promise<readonly string[]> {
  const row = await sql.get<{ readonly digests: string }>("SELECT digests FROM settings_in_force WHERE node = $node", {
    node,
  });
  const before = row && fromJson<Readonly<Record<string, string>>>(row.digests);
  const names = Object.keys({ ...before, ...digests }).toSorted();
  const changed = before === undefined ? [] : names.filter((name) => before[name] !== digests[name]);
  await sql.run(
    `INSERT INTO settings_in_force (node, digests, recorded_at) VALUES ($node, $digests, $now)
     ON CONFLICT (node) DO UPDATE SET digests = $digests, recorded_at = $now`,
    { node, digests: JSON.stringify(digests), now },
  );
  if (changed.length > 0) {
    const entry = { author, action: "settings.changed", outcome: "done", objectId: node, accountId: null } as const;
    await enterAudit(sql, { ...entry, credits: null, before: null, after: { changed }, createdAt: now });
  }
  return changed;
}
