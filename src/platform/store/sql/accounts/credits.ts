import { assert } from "../../../../kernel/assert.ts";
import type { CallOutcome, CreditStore, Held, HoldRequest, KeyLost, Short, StorageFull } from "../../credit-store.ts";
import { canRemember, hasKey, notePartlyPaid, remember, rememberIfRoom } from "../jobs/idempotency.ts";
import type { Sql } from "../sql.ts";
import { grantMonth } from "./grants.ts";
import { countFailure, countUsage } from "./usage.ts";

type Input<Method extends keyof CreditStore> = Parameters<CreditStore[Method]>[0];

export const holdForRequest = async (sql: Sql, hold: Input<"hold">): Promise<Held | Short> => await openHold(sql, hold);

export async function settleRequest(
  sql: Sql,
  { holdId, charge, pages, remembered, partlyPaid, outcome = "delivered", startedAt, now }: Input<"settle">,
): Promise<{ readonly charged: number; readonly available: number } | StorageFull | KeyLost> {
  const hold = await holdOf(sql, holdId);
  assert(hold.instance !== null, "a job's hold ends with its job");
  if (hold.state !== "open") {
    return { charged: hold.charged, available: await availableOf(sql, hold.accountId) };
  }
  if (!(await hasKey(sql, remembered ?? partlyPaid))) {
    return { kind: "key_lost" };
  }
  if (!(await canRemember(sql, remembered))) {
    return { kind: "storage_full" };
  }
  await settleHold(sql, { holdId, charge, pages, outcome, startedAt, now });
  await remember(sql, remembered);
  if (partlyPaid !== undefined) {
    await notePartlyPaid(sql, { ...partlyPaid, charge });
  }
  return { charged: charge, available: await availableOf(sql, hold.accountId) };
}

export async function releaseRequest(
  sql: Sql,
  { holdId, remembered, outcome = "given_up", now }: Input<"release">,
): Promise<{ readonly available: number }> {
  const hold = await holdOf(sql, holdId);
  assert(hold.instance !== null, "a job's hold ends with its job");
  if (hold.state === "open") {
    await releaseHold(sql, { holdId, outcome, now });
    await rememberIfRoom(sql, remembered);
  }
  return { available: await availableOf(sql, hold.accountId) };
}

/** Opens a hold; `instance` null: the hold is a job's. */
export async function openHold(
  sql: Sql,
  hold: HoldRequest & { readonly instance: string | null; readonly now: number },
): Promise<Held | Short> {
  const { id, accountId, keyId, operation, amount, instance, now } = hold;
  const set = await setAside(sql, { accountId, amount, now });
  if (set.kind === "short") {
    return set;
  }
  await sql.run(
    `INSERT INTO holds (id, account_id, key_id, operation, amount, instance, created_at)
     VALUES ($id, $accountId, $keyId, $operation, $amount, $instance, $now)`,
    { id, accountId, keyId, operation, amount, instance, now },
  );
  return set;
}

/** Raises an open hold to `amount` credits; one that has as many stays as it is. */
export async function raiseHold(sql: Sql, { holdId, amount, now }: Input<"raise">): Promise<Held | Short> {
  const hold = await sql.get<{ readonly accountId: string; readonly held: number }>(
    `SELECT account_id AS "accountId", amount AS held FROM holds WHERE id = $holdId AND state = 'open'`,
    { holdId },
  );
  assert(hold !== undefined, `hold ${holdId} is open`);
  const { accountId, held } = hold;
  const more = Math.max(0, amount - held);
  const set = await setAside(sql, { accountId, amount: more, now });
  if (set.kind === "short") {
    return { kind: "short", available: set.available + held };
  }
  await sql.run("UPDATE holds SET amount = amount + $more WHERE id = $holdId", { holdId, more });
  return set;
}

/** Takes `amount` credits out of what an account can spend, after this month's grant where one is due. */
async function setAside(
  sql: Sql,
  { accountId, amount, now }: { readonly accountId: string; readonly amount: number; readonly now: number },
): Promise<Held | Short> {
  assert(Number.isSafeInteger(amount) && amount >= 0, "credits are integers");
  await grantMonth(sql, { accountId, now });
  const account = await sql.get<{ readonly available: number }>(
    `UPDATE accounts SET held = held + $amount WHERE id = $accountId AND balance - held >= $amount
     RETURNING balance - held AS available`,
    { accountId, amount },
  );
  return account === undefined
    ? { kind: "short", available: await availableOf(sql, accountId) }
    : { kind: "held", available: account.available };
}

interface EndedHold {
  readonly number: number;
  readonly accountId: string;
  readonly keyId: string;
  readonly operation: string;
  readonly amount: number;
  readonly createdAt: number;
}

interface Ending {
  readonly holdId: string;
  readonly outcome: CallOutcome;
  readonly now: number;
}

/**
 * Ends an open hold with a charge of at most its amount, which may be 0, and counts the usage, with the time since
 * `startedAt` as the latency; where that is absent, with the time since the hold was opened.
 */
export async function settleHold(
  sql: Sql,
  {
    holdId,
    charge,
    pages,
    outcome,
    startedAt,
    now,
  }: Ending & { readonly charge: number; readonly pages: number; readonly startedAt?: number | undefined },
): Promise<void> {
  assert(Number.isSafeInteger(charge) && charge >= 0, "credits are integers");
  const hold = await endHold(sql, { holdId, state: "settled", charge, now });
  const { number, accountId, keyId, operation, createdAt } = hold;
  if (charge > 0) {
    await sql.run(
      `INSERT INTO ledger (account_id, kind, amount, reason, key_id, operation, hold_number, created_at)
       VALUES ($accountId, 'charge', $amount, $operation, $keyId, $operation, $number, $now)`,
      { accountId, amount: -charge, keyId, operation, number, now },
    );
  }
  const latencyMs = now - (startedAt ?? createdAt);
  await countUsage(sql, { accountId, keyId, operation, outcome, latencyMs, pages, credits: charge, now });
}

/** Ends an open hold and gives everything back; an error is counted as usage. */
export async function releaseHold(sql: Sql, { holdId, outcome, now }: Ending): Promise<void> {
  const { accountId, keyId, operation } = await endHold(sql, { holdId, state: "released", charge: 0, now });
  await countFailure(sql, { accountId, keyId, operation, outcome, now });
}

async function endHold(
  sql: Sql,
  { holdId, state, charge, now }: { holdId: string; state: "settled" | "released"; charge: number; now: number },
): Promise<EndedHold> {
  const hold = await sql.get<EndedHold>(
    `UPDATE holds SET state = $state, charged = $charge, ended_at = $now
     WHERE id = $holdId AND state = 'open' AND amount >= $charge
     RETURNING number, account_id AS "accountId", key_id AS "keyId", operation, amount, created_at AS "createdAt"`,
    { holdId, state, charge, now },
  );
  assert(hold !== undefined, `hold ${holdId} is open and of at least ${charge} credits`);
  await sql.run("UPDATE accounts SET held = held - $amount, balance = balance - $charge WHERE id = $accountId", {
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

async function holdOf(sql: Sql, id: string): Promise<Hold> {
  const hold = await sql.get<Hold>(
    'SELECT account_id AS "accountId", instance, state, charged FROM holds WHERE id = $id',
    {
      id,
    },
  );
  assert(hold !== undefined, `hold ${id} exists`);
  return hold;
}

async function availableOf(sql: Sql, accountId: string): Promise<number> {
  const account = await sql.get<{ readonly available: number }>(
    "SELECT balance - held AS available FROM accounts WHERE id = $accountId",
    { accountId },
  );
  assert(account !== undefined, `account ${accountId} exists`);
  return account.available;
}
