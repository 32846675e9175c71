import { assert } from "../../../../kernel/assert.ts";
import type { AccountState } from "../../account-store.ts";
import {
  type ConfiguredKey,
  type Key,
  type KeyLookup,
  type KeyScope,
  type KeyStore,
  MAX_ENDED_KEYS,
  MAX_FORMER_SECRETS,
  type SecretOnFile,
} from "../../key-store.ts";
import { fromJson, type Sql } from "../sql.ts";

type Input<Method extends keyof KeyStore> = Parameters<KeyStore[Method]>[0];
type Created = Awaited<ReturnType<KeyStore["create"]>>;

export async function lookUpKey(sql: Sql, hash: Uint8Array): Promise<KeyLookup | undefined> {
  const row = await sql.get<LookupRow>(LOOK_UP, { hash });
  return row === undefined
    ? undefined
    : {
        key: toKey(row),
        account: {
          id: row.accountId,
          name: row.accountName,
          state: row.state,
          balance: row.balance,
          held: row.held,
          monthlyGrant: row.monthlyGrant,
          storedBytes: row.storedBytes,
          createdAt: row.accountCreatedAt,
        },
        secretExpiresAt: row.secretExpiresAt,
      };
}

export async function createKey(sql: Sql, key: Input<"create">): Promise<Created> {
  if ((await sql.get("SELECT 1 FROM accounts WHERE id = $id", { id: key.accountId })) === undefined) {
    return { kind: "unknown_account" };
  }
  const { origin } = key;
  const made = origin === undefined ? undefined : await keyBy(sql, "origin = $value", origin);
  const owner = await ownerOf(sql, key.secret.hash);
  if (owner !== undefined && owner !== made?.id) {
    return { kind: "secret_taken" };
  }
  if (made === undefined && (await liveKeys(sql, key)) >= (key.maxLive ?? Number.POSITIVE_INFINITY)) {
    return { kind: "too_many" };
  }
  if (made === undefined) {
    await insertKey(sql, key);
    await insertSecret(sql, { keyId: key.id, secret: key.secret, origin });
    await forgetOldKeys(sql, key);
  } else if (owner === undefined && origin !== undefined) {
    await replaceSecret(sql, { keyId: made.id, secret: key.secret, origin });
  }
  return { kind: "created", key: await existing(sql, made?.id ?? key.id) };
}

export async function revokeKey(sql: Sql, { id, now }: Input<"revoke">): Promise<Key | undefined> {
  await sql.run("UPDATE keys SET revoked_at = coalesce(revoked_at, $now) WHERE id = $id", { id, now });
  return await findKey(sql, id);
}

export async function rotateKey(
  sql: Sql,
  { id, secret, oldExpireAt, origin }: Input<"rotate">,
): Promise<Key | undefined> {
  const key = await findKey(sql, id);
  if (key === undefined || key.revokedAt !== null) {
    return undefined;
  }
  if (origin !== undefined && (await replaceSecret(sql, { keyId: id, secret, origin }))) {
    return await existing(sql, id);
  }
  await sql.run(
    "UPDATE secrets SET expires_at = CASE WHEN expires_at < $end THEN expires_at ELSE $end END WHERE key_id = $id",
    {
      id,
      end: oldExpireAt,
    },
  );
  await insertSecret(sql, { keyId: id, secret, origin });
  await forgetOldSecrets(sql, id);
  await sql.run("UPDATE keys SET display = $display WHERE id = $id", { id, display: secret.display });
  return await existing(sql, id);
}

export async function configureKey(
  sql: Sql,
  { id, accountId, name, scopes, secret, now }: Input<"configure">,
): Promise<ConfiguredKey> {
  const ownerId = await ownerOf(sql, secret.hash);
  const owner = ownerId === undefined ? undefined : await existing(sql, ownerId);
  if (owner !== undefined && owner.revokedAt !== null) {
    // A key that was revoked does not come back with the next start.
    return { key: owner, change: "revoked" };
  }
  const named = await sql.get<{ readonly id: string }>(
    `SELECT id FROM keys WHERE account_id = $accountId AND name = $name AND revoked_at IS NULL
     ORDER BY position LIMIT 1`,
    { accountId, name },
  );
  const keyId = named?.id ?? id;
  if (named === undefined) {
    const unlimited = { rateLimit: null, concurrency: null, expiresAt: null, allowedAddresses: null, createdBy: null };
    await insertKey(sql, { ...unlimited, mode: "live", id, accountId, name, scopes, secret, now });
  }
  await sql.run("DELETE FROM secrets WHERE key_id = $keyId OR hash = $hash", { keyId, hash: secret.hash });
  await insertSecret(sql, { keyId, secret });
  await sql.run("UPDATE keys SET display = $display, scopes = $scopes WHERE id = $keyId", {
    keyId,
    display: secret.display,
    scopes: JSON.stringify(scopes),
  });
  const change = named === undefined ? "made" : ownerId === keyId ? "unchanged" : "replaced";
  return { key: await existing(sql, keyId), change };
}

/** A limit of rows that none reach: an offset needs a limit. */
const ALL = Number.MAX_SAFE_INTEGER;

const MINUTE_MS = 60_000;

export async function touchKeys(sql: Sql, uses: Input<"touch">): Promise<void> {
  for (const { id, at } of uses) {
    await sql.run(
      "UPDATE keys SET last_used_at = $minute WHERE id = $id AND (last_used_at IS NULL OR last_used_at < $minute)",
      {
        id,
        minute: at - (at % MINUTE_MS),
      },
    );
  }
}

export const findKey = async (sql: Sql, id: string): Promise<Key | undefined> => await keyBy(sql, "id = $value", id);

export const listKeys = async (sql: Sql, { accountId, limit, after }: Input<"list">): Promise<readonly Key[]> =>
  (
    await sql.all<KeyRow>(
      `SELECT ${COLUMNS} FROM keys
       WHERE ($accountId IS NULL OR account_id = $accountId)
         AND ($after IS NULL OR position < (SELECT position FROM keys WHERE id = $after))
       ORDER BY position DESC LIMIT $limit`,
      { accountId: accountId ?? null, limit, after: after ?? null },
    )
  ).map(toKey);

type KeyRow = Omit<Key, "scopes" | "allowedAddresses"> & {
  readonly scopes: string;
  readonly allowedAddresses: string | null;
};

interface LookupRow extends KeyRow {
  readonly accountName: string;
  readonly state: AccountState;
  readonly balance: number;
  readonly held: number;
  readonly monthlyGrant: number;
  readonly storedBytes: number;
  readonly accountCreatedAt: number;
  readonly secretExpiresAt: number | null;
}

const COLUMNS = `keys.id, keys.account_id AS "accountId", keys.name, keys.mode, keys.scopes, keys.rate_limit AS "rateLimit",
  keys.concurrency, keys.expires_at AS "expiresAt", keys.allowed_addresses AS "allowedAddresses", keys.revoked_at AS "revokedAt", keys.last_used_at AS "lastUsedAt",
  keys.created_at AS "createdAt", keys.created_by AS "createdBy", keys.display`;

const LOOK_UP = `SELECT ${COLUMNS}, accounts.name AS "accountName", accounts.state, accounts.balance, accounts.held,
  accounts.monthly_grant AS "monthlyGrant", accounts.stored_bytes AS "storedBytes", accounts.created_at AS "accountCreatedAt", secrets.expires_at AS "secretExpiresAt"
  FROM secrets JOIN keys ON keys.id = secrets.key_id JOIN accounts ON accounts.id = keys.account_id
  WHERE secrets.hash = $hash`;

function toKey(row: KeyRow): Key {
  return {
    id: row.id,
    accountId: row.accountId,
    name: row.name,
    mode: row.mode,
    scopes: fromJson<readonly KeyScope[]>(row.scopes),
    rateLimit: row.rateLimit,
    concurrency: row.concurrency,
    expiresAt: row.expiresAt,
    allowedAddresses: row.allowedAddresses === null ? null : fromJson<readonly string[]>(row.allowedAddresses),
    revokedAt: row.revokedAt,
    lastUsedAt: row.lastUsedAt,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    display: row.display,
  };
}

async function keyBy(sql: Sql, condition: "id = $value" | "origin = $value", value: string): Promise<Key | undefined> {
  const row = await sql.get<KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE ${condition}`, { value });
  return row === undefined ? undefined : toKey(row);
}

async function existing(sql: Sql, id: string): Promise<Key> {
  const key = await findKey(sql, id);
  assert(key !== undefined, `key ${id} exists`);
  return key;
}

const liveKeys = async (
  sql: Sql,
  { accountId, now }: { readonly accountId: string; readonly now: number },
): Promise<number> =>
  (
    await sql.get<{ readonly live: number }>(
      `SELECT count(*) AS live FROM keys
     WHERE account_id = $accountId AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $now)`,
      { accountId, now },
    )
  )?.live ?? 0;

const ownerOf = async (sql: Sql, hash: Uint8Array): Promise<string | undefined> =>
  (await sql.get<{ readonly keyId: string }>('SELECT key_id AS "keyId" FROM secrets WHERE hash = $hash', { hash }))
    ?.keyId;

async function insertKey(sql: Sql, key: Input<"create">): Promise<void> {
  await sql.run(
    `INSERT INTO keys (id, account_id, name, mode, scopes, rate_limit, concurrency, expires_at, allowed_addresses,
       created_by, display, origin, created_at)
     VALUES ($id, $accountId, $name, $mode, $scopes, $rateLimit, $concurrency, $expiresAt, $allowedAddresses,
       $createdBy, $display, $origin, $now)`,
    {
      id: key.id,
      accountId: key.accountId,
      name: key.name,
      mode: key.mode,
      scopes: JSON.stringify(key.scopes),
      rateLimit: key.rateLimit,
      concurrency: key.concurrency,
      expiresAt: key.expiresAt,
      allowedAddresses: key.allowedAddresses === null ? null : JSON.stringify(key.allowedAddresses),
      createdBy: key.createdBy,
      display: key.secret.display,
      origin: key.origin ?? null,
      now: key.now,
    },
  );
}

/**
 * Removes the oldest keys that have ended, beyond what is kept: making keys and revoking them costs an account nothing.
 * Those that no key made stay: the configured key, once revoked, must not come back with the next start.
 */
async function forgetOldKeys(sql: Sql, { accountId, now }: Input<"create">): Promise<void> {
  const ended = await sql.all<{ readonly id: string }>(
    `SELECT id FROM keys
     WHERE account_id = $accountId AND created_by IS NOT NULL AND (revoked_at IS NOT NULL OR expires_at <= $now)
     ORDER BY position DESC LIMIT ${ALL} OFFSET ${MAX_ENDED_KEYS}`,
    { accountId, now },
  );
  for (const { id } of ended) {
    await sql.run("DELETE FROM secrets WHERE key_id = $id", { id });
    await sql.run("DELETE FROM keys WHERE id = $id", { id });
  }
}

/** Removes the former secrets of a key that end first, beyond what is kept. */
async function forgetOldSecrets(sql: Sql, keyId: string): Promise<void> {
  await sql.run(
    `DELETE FROM secrets WHERE hash IN
       (SELECT hash FROM secrets WHERE key_id = $keyId AND expires_at IS NOT NULL
        ORDER BY expires_at DESC LIMIT ${ALL} OFFSET ${MAX_FORMER_SECRETS})`,
    { keyId },
  );
}

interface SecretOfKey {
  readonly keyId: string;
  readonly secret: SecretOnFile;
  readonly origin?: string | undefined;
}

async function insertSecret(sql: Sql, { keyId, secret, origin }: SecretOfKey): Promise<void> {
  await sql.run("INSERT INTO secrets (hash, key_id, origin) VALUES ($hash, $keyId, $origin)", {
    hash: secret.hash,
    keyId,
    origin: origin ?? null,
  });
}

/** Puts `secret` in the place of the one that `origin` made, its end included; returns false when there is none. */
async function replaceSecret(
  sql: Sql,
  { keyId, secret, origin }: SecretOfKey & { readonly origin: string },
): Promise<boolean> {
  const replaced = await sql.get<{ readonly expiresAt: number | null }>(
    `UPDATE secrets SET hash = $hash WHERE key_id = $keyId AND origin = $origin RETURNING expires_at AS "expiresAt"`,
    { hash: secret.hash, keyId, origin },
  );
  if (replaced?.expiresAt === null) {
    // The replaced secret is the current one.
    await sql.run("UPDATE keys SET display = $display WHERE id = $keyId", { keyId, display: secret.display });
  }
  return replaced !== undefined;
}
