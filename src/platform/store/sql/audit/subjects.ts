import { createHash } from "node:crypto";
import type { Account } from "../../account-store.ts";
import type { Key } from "../../key-store.ts";
import { findAccount } from "../accounts/accounts.ts";
import { findKey } from "../accounts/keys.ts";
import type { Sql } from "../sql.ts";
import { findTemplate } from "../templates.ts";
import { findEndpoint } from "../webhooks/webhook-rows.ts";
import type { Subject } from "./audited.ts";

/* What the audit log shows of accounts, keys, templates and webhooks: members of the API, and no secret among them. */

const timeOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Returns what turns the row of a query into a subject, when there is one. */
const subjectOf =
  <Row>(toSubject: (row: Row) => Subject) =>
  (row: Row | undefined): Subject | undefined =>
    row === undefined ? undefined : toSubject(row);

const accountSubject = subjectOf(({ id, name, state, monthlyGrant }: Account) => ({
  id,
  accountId: id,
  members: { name, state, monthly_grant: monthlyGrant },
}));

export const accountOf = async (sql: Sql, { id }: { readonly id: string }): Promise<Subject | undefined> =>
  accountSubject(await findAccount(sql, id));

/** Returns the first account, however the one is called that would be made. */
export async function firstAccount(sql: Sql): Promise<Subject | undefined> {
  const first = await sql.get<{ readonly id: string }>("SELECT id FROM accounts WHERE is_first = 1");
  return first && (await accountOf(sql, first));
}

export async function balanceOf(sql: Sql, { accountId }: { readonly accountId: string }): Promise<Subject | undefined> {
  const account = await findAccount(sql, accountId);
  return account && { id: accountId, accountId, members: { balance: account.balance } };
}

const keySubject = subjectOf((key: Key) => ({
  id: key.id,
  accountId: key.accountId,
  members: {
    name: key.name,
    mode: key.mode,
    scopes: key.scopes,
    rate_limit: key.rateLimit,
    concurrency: key.concurrency,
    expires_at: timeOrNull(key.expiresAt),
    allowed_addresses: key.allowedAddresses,
    revoked_at: timeOrNull(key.revokedAt),
    display: key.display,
  },
}));

export const keyOf = async (sql: Sql, { id }: { readonly id: string }): Promise<Subject | undefined> =>
  keySubject(await findKey(sql, id));

/** Returns the key that works under a name, however the one is called that would be made. */
export async function keyOfName(
  sql: Sql,
  { accountId, name }: { readonly accountId: string; readonly name: string },
): Promise<Subject | undefined> {
  const named = await sql.get<{ readonly id: string }>(
    `SELECT id FROM keys WHERE account_id = $accountId AND name = $name AND revoked_at IS NULL ORDER BY position LIMIT 1`,
    { accountId, name },
  );
  return named && (await keyOf(sql, named));
}

/** Returns a template, without its texts: its versions keep them. */
export async function templateOf(
  sql: Sql,
  { accountId, slug }: { readonly accountId: string; readonly slug: string },
): Promise<Subject | undefined> {
  const template = await findTemplate(sql, { accountId, slug });
  if (template === undefined) {
    return undefined;
  }
  const { id, version, name, format } = template;
  return { id, accountId, members: { slug, version, name, format } };
}

export async function webhookOf(
  sql: Sql,
  place: { readonly accountId: string; readonly id: string },
): Promise<Subject | undefined> {
  const endpoint = await findEndpoint(sql, place);
  if (endpoint === undefined) {
    return undefined;
  }
  const { id, accountId, url, events, description, enabled } = endpoint;
  // The path of an address may be a secret between its owner and the receiver: a digest tells that it was changed.
  const members = { host: new URL(url).host, url_sha256: sha256(url), events, description, enabled };
  return { id, accountId, members };
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Returns whether an account has a secret for the URLs that requests name. */
export async function accountSecretOf(
  sql: Sql,
  { accountId }: { readonly accountId: string },
): Promise<Subject | undefined> {
  const row = await sql.get<object>("SELECT 1 FROM accounts WHERE id = $accountId AND webhook_secrets IS NOT NULL", {
    accountId,
  });
  return row && { id: accountId, accountId, members: { exists: true } };
}
