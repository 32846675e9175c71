import { assert } from "../../../../kernel/assert.ts";
import type { Account, AccountStore, LedgerEntry } from "../../account-store.ts";
import { failJobsOf } from "../jobs/disabled-accounts.ts";
import type { Transaction } from "../jobs/job-queue.ts";
import type { Sql } from "../sql.ts";
import { grantMonth } from "./grants.ts";

type Input<Method extends keyof AccountStore> = Parameters<AccountStore[Method]>[0];
type Adjusted = Awaited<ReturnType<AccountStore["adjust"]>>;

export async function createAccount(
  sql: Sql,
  { id, name, credits, by, origin, now }: Input<"create">,
): Promise<Account> {
  const made = origin === undefined ? undefined : await accountBy(sql, "origin = $value", origin);
  if (made !== undefined) {
    return made;
  }
  await insertAccount(sql, { id, name, origin, now });
  if (credits > 0) {
    await enter(sql, { accountId: id, kind: "grant", amount: credits, reason: "initial credits", by, now });
  }
  return await existing(sql, id);
}

export async function changeAccount(
  sql: Transaction,
  { id, name, state, now }: Input<"change">,
): Promise<Account | undefined> {
  await sql.run("UPDATE accounts SET name = coalesce($name, name), state = coalesce($state, state) WHERE id = $id", {
    id,
    name: name ?? null,
    state: state ?? null,
  });
  if (state === "disabled") {
    await failJobsOf(sql, { accountId: id, now });
  }
  return await findAccount(sql, id);
}

export async function adjustAccount(
  sql: Sql,
  { accountId, amount, reason, by, origin, now }: Input<"adjust">,
): Promise<Adjusted> {
  const account = await findAccount(sql, accountId);
  if (account === undefined) {
    return { kind: "unknown_account" };
  }
  if (origin !== undefined && (await isEntered(sql, origin))) {
    return { kind: "done", account };
  }
  const available = account.balance - account.held;
  if (available + amount < 0) {
    return { kind: "short", available };
  }
  await enter(sql, { accountId, kind: amount < 0 ? "adjust" : "grant", amount, reason, by, origin, now });
  return { kind: "done", account: await existing(sql, accountId) };
}

export async function openFirstAccount(
  sql: Sql,
  { id, name, monthlyGrant, now }: Input<"openFirst">,
): Promise<Account> {
  const first = await accountBy(sql, "is_first = $value", 1);
  if (first === undefined) {
    await insertAccount(sql, { id, name, isFirst: true, now });
  }
  const accountId = first?.id ?? id;
  await sql.run("UPDATE accounts SET monthly_grant = $monthlyGrant WHERE id = $accountId", { accountId, monthlyGrant });
  await grantMonth(sql, { accountId, now });
  return await existing(sql, accountId);
}

export const findAccount = async (sql: Sql, id: string): Promise<Account | undefined> =>
  await accountBy(sql, "id = $value", id);

export const listAccounts = async (sql: Sql, { limit, after }: Input<"list">): Promise<readonly Account[]> =>
  (
    await sql.all<Account>(
      `SELECT ${COLUMNS} FROM accounts
       WHERE $after IS NULL OR position > (SELECT position FROM accounts WHERE id = $after)
       ORDER BY position LIMIT $limit`,
      { limit, after: after ?? null },
    )
  ).map(toAccount);

export const ledgerOf = async (
  sql: Sql,
  { accountId, limit, before }: Input<"ledger">,
): Promise<readonly LedgerEntry[]> =>
  (
    await sql.all<LedgerEntry>(
      `SELECT id, kind, amount, reason, key_id AS "keyId", operation, created_at AS "createdAt" FROM ledger
       WHERE account_id = $accountId AND id < coalesce($before, 9223372036854775807)
       ORDER BY id DESC LIMIT $limit`,
      { accountId, limit, before: before ?? null },
    )
  ).map((entry) => ({ ...entry }));

const COLUMNS = `id, name, state, balance, held, monthly_grant AS "monthlyGrant", stored_bytes AS "storedBytes",
  created_at AS "createdAt"`;

// SQLite's rows have no prototype.
const toAccount = (row: Account): Account => ({ ...row });

async function accountBy(
  sql: Sql,
  condition: "id = $value" | "origin = $value" | "is_first = $value",
  value: string | number,
): Promise<Account | undefined> {
  const row = await sql.get<Account>(`SELECT ${COLUMNS} FROM accounts WHERE ${condition}`, { value });
  return row === undefined ? undefined : toAccount(row);
}

async function existing(sql: Sql, id: string): Promise<Account> {
  const account = await findAccount(sql, id);
  assert(account !== undefined, `account ${id} exists`);
  return account;
}

async function insertAccount(
  sql: Sql,
  account: { id: string; name: string; isFirst?: boolean; origin?: string | undefined; now: number },
): Promise<void> {
  await sql.run(
    `INSERT INTO accounts (id, name, is_first, origin, created_at) VALUES ($id, $name, $isFirst, $origin, $now)`,
    {
      id: account.id,
      name: account.name,
      isFirst: account.isFirst === true ? 1 : null,
      origin: account.origin ?? null,
      now: account.now,
    },
  );
}

const isEntered = async (sql: Sql, origin: string): Promise<boolean> =>
  (await sql.get("SELECT 1 FROM ledger WHERE origin = $origin", { origin })) !== undefined;

interface Entry {
  readonly accountId: string;
  readonly kind: "grant" | "adjust";
  readonly amount: number;
  readonly reason: string;
  readonly by: string | null;
  readonly origin?: string | undefined;
  readonly now: number;
}

async function enter(sql: Sql, { accountId, kind, amount, reason, by, origin, now }: Entry): Promise<void> {
  assert(Number.isSafeInteger(amount), "credits are integers");
  await sql.run(
    `INSERT INTO ledger (account_id, kind, amount, reason, key_id, origin, created_at)
     VALUES ($accountId, $kind, $amount, $reason, $by, $origin, $now)`,
    { accountId, kind, amount, reason, by, origin: origin ?? null, now },
  );
  await sql.run("UPDATE accounts SET balance = balance + $amount WHERE id = $accountId", { accountId, amount });
}
