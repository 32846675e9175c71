import { assert } from "../../../../kernel/assert.ts";
import type { Account, AccountStore, LedgerEntry } from "../../account-store.ts";
import type { Sql } from "../database.ts";
import { failJobsOf } from "../jobs/disabled-accounts.ts";
import { grantMonth } from "./grants.ts";

type Input<Method extends keyof AccountStore> = Parameters<AccountStore[Method]>[0];
type Adjusted = Awaited<ReturnType<AccountStore["adjust"]>>;

export function createAccount(sql: Sql, { id, name, credits, by, origin, now }: Input<"create">): Account {
  const made = origin === undefined ? undefined : accountBy(sql, "origin = $value", origin);
  if (made !== undefined) {
    return made;
  }
  insertAccount(sql, { id, name, origin, now });
  if (credits > 0) {
    enter(sql, { accountId: id, kind: "grant", amount: credits, reason: "initial credits", by, now });
  }
  return existing(sql, id);
}

export function changeAccount(sql: Sql, { id, name, state, now }: Input<"change">): Account | undefined {
  sql.run("UPDATE accounts SET name = coalesce($name, name), state = coalesce($state, state) WHERE id = $id", {
    id,
    name: name ?? null,
    state: state ?? null,
  });
  if (state === "disabled") {
    failJobsOf(sql, { accountId: id, now });
  }
  return findAccount(sql, id);
}

export function adjustAccount(sql: Sql, { accountId, amount, reason, by, origin, now }: Input<"adjust">): Adjusted {
  const account = findAccount(sql, accountId);
  if (account === undefined) {
    return { kind: "unknown_account" };
  }
  if (origin !== undefined && isEntered(sql, origin)) {
    return { kind: "done", account };
  }
  const available = account.balance - account.held;
  if (available + amount < 0) {
    return { kind: "short", available };
  }
  enter(sql, { accountId, kind: amount < 0 ? "adjust" : "grant", amount, reason, by, origin, now });
  return { kind: "done", account: existing(sql, accountId) };
}

export function openFirstAccount(sql: Sql, { id, name, monthlyGrant, now }: Input<"openFirst">): Account {
  const first = accountBy(sql, "is_first = $value", 1);
  if (first === undefined) {
    insertAccount(sql, { id, name, isFirst: true, now });
  }
  const accountId = first?.id ?? id;
  sql.run("UPDATE accounts SET monthly_grant = $monthlyGrant WHERE id = $accountId", { accountId, monthlyGrant });
  grantMonth(sql, { accountId, now });
  return existing(sql, accountId);
}

export const findAccount = (sql: Sql, id: string): Account | undefined => accountBy(sql, "id = $value", id);

export const listAccounts = (sql: Sql, { limit, after }: Input<"list">): readonly Account[] =>
  sql
    .all<Account>(
      `SELECT ${COLUMNS} FROM accounts
       WHERE $after IS NULL OR position > (SELECT position FROM accounts WHERE id = $after)
       ORDER BY position LIMIT $limit`,
      { limit, after: after ?? null },
    )
    .map(toAccount);

export const ledgerOf = (sql: Sql, { accountId, limit, before }: Input<"ledger">): readonly LedgerEntry[] =>
  sql
    .all<LedgerEntry>(
      `SELECT id, kind, amount, reason, key_id AS keyId, operation, created_at AS createdAt FROM ledger
       WHERE account_id = $accountId AND id < coalesce($before, 9223372036854775807)
       ORDER BY id DESC LIMIT $limit`,
      { accountId, limit, before: before ?? null },
    )
    .map((entry) => ({ ...entry }));

const COLUMNS = `id, name, state, balance, held, monthly_grant AS monthlyGrant, stored_bytes AS storedBytes,
  created_at AS createdAt`;

// SQLite's rows have no prototype.
const toAccount = (row: Account): Account => ({ ...row });

function accountBy(
  sql: Sql,
  condition: "id = $value" | "origin = $value" | "is_first = $value",
  value: string | number,
): Account | undefined {
  const row = sql.get<Account>(`SELECT ${COLUMNS} FROM accounts WHERE ${condition}`, { value });
  return row === undefined ? undefined : toAccount(row);
}

function existing(sql: Sql, id: string): Account {
  const account = findAccount(sql, id);
  assert(account !== undefined, `account ${id} exists`);
  return account;
}

function insertAccount(
  sql: Sql,
  account: { id: string; name: string; isFirst?: boolean; origin?: string | undefined; now: number },
): void {
  sql.run(
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

const isEntered = (sql: Sql, origin: string): boolean =>
  sql.get("SELECT 1 FROM ledger WHERE origin = $origin", { origin }) !== undefined;

interface Entry {
  readonly accountId: string;
  readonly kind: "grant" | "adjust";
  readonly amount: number;
  readonly reason: string;
  readonly by: string | null;
  readonly origin?: string | undefined;
  readonly now: number;
}

function enter(sql: Sql, { accountId, kind, amount, reason, by, origin, now }: Entry): void {
  assert(Number.isSafeInteger(amount), "credits are integers");
  sql.run(
    `INSERT INTO ledger (account_id, kind, amount, reason, key_id, origin, created_at)
     VALUES ($accountId, $kind, $amount, $reason, $by, $origin, $now)`,
    { accountId, kind, amount, reason, by, origin: origin ?? null, now },
  );
  sql.run("UPDATE accounts SET balance = balance + $amount WHERE id = $accountId", { accountId, amount });
}
