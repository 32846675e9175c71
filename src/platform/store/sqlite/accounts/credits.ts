import { assert } from "../../../../kernel/assert.ts";
import type { CreditStore, Held, HoldRequest, Short, StorageFull } from "../../credit-store.ts";
import type { Sql } from "../database.ts";
import { canRemember, notePartlyPaid, remember, rememberIfRoom } from "../jobs/idempotency.ts";
import { grantMonth } from "./grants.ts";
import { countUsage } from "./usage.ts";

type Input<Method extends keyof CreditStore> = Parameters<CreditStore[Method]>[0];

export const holdForRequest = (sql: Sql, hold: Input<"hold">): Held | Short => openHold(sql, hold);

export function settleRequest(
  sql: Sql,
  { holdId, charge, pages, remembered, partlyPaid, now }: Input<"settle">,
): { readonly charged: number; readonly available: number } | StorageFull {
  const hold = holdOf(sql, holdId);
  assert(hold.instance !== null, "a job's hold ends with its job");
  if (hold.state === "open" && !canRemember(sql, remembered)) {
    return { kind: "storage_full" };
  }
  if (hold.state !== "open") {
    return { charged: hold.charged, available: availableOf(sql, hold.accountId) };
  }
  settleHold(sql, { holdId, charge, pages, now });
  remember(sql, remembered);
  if (partlyPaid !== undefined) {
    notePartlyPaid(sql, { ...partlyPaid, charge });
  }
  return { charged: charge, available: availableOf(sql, hold.accountId) };
}

export function releaseRequest(
  sql: Sql,
  { holdId, remembered, now }: Input<"release">,
): { readonly available: number } {
  const hold = holdOf(sql, holdId);
  assert(hold.instance !== null, "a job's hold ends with its job");
  if (hold.state === "open") {
    releaseHold(sql, { holdId, now });
    rememberIfRoom(sql, remembered);
  }
  return { available: availableOf(sql, hold.accountId) };
}

/** Opens a hold; `instance` null: the hold is a job's. */
export function openHold(
  sql: Sql,
  hold: HoldRequest & { readonly instance: string | null; readonly now: number },
): Held | Short {
  const { id, accountId, keyId, operation, amount, instance, now } = hold;
  const set = setAside(sql, { accountId, amount, now });
  if (set.kind === "short") {
    return set;
  }
  sql.run(
    `INSERT INTO holds (id, account_id, key_id, operation, amount, instance, created_at)
     VALUES ($id, $accountId, $keyId, $operation, $amount, $instance, $now)`,
    { id, accountId, keyId, operation, amount, instance, now },
  );
  return set;
}

/** Raises an open hold to `amount` credits; one that has as many stays as it is. */
export function raiseHold(sql: Sql, { holdId, amount, now }: Input<"raise">): Held | Short {
  const hold = sql.get<{ readonly accountId: string; readonly held: number }>(
    "SELECT account_id AS accountId, amount AS held FROM holds WHERE id = $holdId AND state = 'open'",
    { holdId },
  );
  assert(hold !== undefined, `hold ${holdId} is open`);
  const { accountId, held } = hold;
  const more = Math.max(0, amount - held);
  const set = setAside(sql, { accountId, amount: more, now });
  if (set.kind === "short") {
    return { kind: "short", available: set.available + held };
  }
  sql.run("UPDATE holds SET amount = amount + $more WHERE id = $holdId", { holdId, more });
  return set;
}

/** Takes `amount` credits out of what an account can spend, after this month's grant where one is due. */
function setAside(
  sql: Sql,
  { accountId, amount, now }: { readonly accountId: string; readonly amount: number; readonly now: number },
): Held | Short {
  assert(Number.isSafeInteger(amount) && amount >= 0, "credits are integers");
  grantMonth(sql, { accountId, now });
  const account = sql.get<{ readonly available: number }>(
    `UPDATE accounts SET held = held + $amount WHERE id = $accountId AND balance - held >= $amount
     RETURNING balance - held AS available`,
    { accountId, amount },
  );
  return account === undefined
    ? { kind: "short", available: availableOf(sql, accountId) }
    : { kind: "held", available: account.available };
}

interface EndedHold {
  readonly number: number;
  readonly accountId: string;
  readonly keyId: string;
  readonly operation: string;
  readonly amount: number;
}

/** Ends an open hold with a charge of at most its amount, which may be 0, and counts the usage. */
export function settleHold(
  sql: Sql,
  { holdId, charge, pages, now }: { holdId: string; charge: number; pages: number; now: number },
): void {
  assert(Number.isSafeInteger(charge) && charge >= 0, "credits are integers");
  const hold = endHold(sql, { holdId, state: "settled", charge, now });
  const { number, accountId, keyId, operation } = hold;
  if (charge > 0) {
    sql.run(
      `INSERT INTO ledger (account_id, kind, amount, reason, key_id, operation, hold_number, created_at)
       VALUES ($accountId, 'charge', -$charge, $operation, $keyId, $operation, $number, $now)`,
      { accountId, charge, keyId, operation, number, now },
    );
  }
  countUsage(sql, { accountId, keyId, operation, pages, credits: charge, now });
}

/** Ends an open hold and gives everything back. */
export function releaseHold(sql: Sql, { holdId, now }: { readonly holdId: string; readonly now: number }): void {
  endHold(sql, { holdId, state: "released", charge: 0, now });
}

function endHold(
  sql: Sql,
  { holdId, state, charge, now }: { holdId: string; state: "settled" | "released"; charge: number; now: number },
): EndedHold {
  const hold = sql.get<EndedHold>(
    `UPDATE holds SET state = $state, charged = $charge, ended_at = $now
     WHERE id = $holdId AND state = 'open' AND amount >= $charge
     RETURNING number, account_id AS accountId, key_id AS keyId, operation, amount`,
    { holdId, state, charge, now },
  );
  assert(hold !== undefined, `hold ${holdId} is open and of at least ${charge} credits`);
  sql.run("UPDATE accounts SET held = held - $amount, balance = balance - $charge WHERE id = $accountId", {
    accountId: hold.accountId,
    amount: hold.amount,
    charge,
  });
  return hold;
}

interface Hold {
  readonly accountId: string;
  readonly instance: string | null;
  readonly state: "open" | "settled" | "released";
  readonly charged: number;
}

function holdOf(sql: Sql, id: string): Hold {
  const hold = sql.get<Hold>("SELECT account_id AS accountId, instance, state, charged FROM holds WHERE id = $id", {
    id,
  });
  assert(hold !== undefined, `hold ${id} exists`);
  return hold;
}

function availableOf(sql: Sql, accountId: string): number {
  const account = sql.get<{ readonly available: number }>(
    "SELECT balance - held AS available FROM accounts WHERE id = $accountId",
    { accountId },
  );
  assert(account !== undefined, `account ${accountId} exists`);
  return account.available;
}
