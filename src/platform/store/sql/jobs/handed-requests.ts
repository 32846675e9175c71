import type { WorkClass } from "../../../../kernel/work-class.ts";
import type {
  HandedClaim,
  HandedDebt,
  HandedOutcome,
  HandedRequest,
  HandedRequestStore,
  HandedState,
} from "../../handed-request-store.ts";
import type { Store } from "../../store.ts";
import { IS_LEFT } from "../leases.ts";
import { fromJson, type Sql } from "../sql.ts";

type Input<Method extends keyof HandedRequestStore> = Parameters<HandedRequestStore[Method]>[0];

export async function handRequest(sql: Sql, { maxWaiting, now, ...request }: Input<"hand">): Promise<boolean> {
  const waiting = await sql.get<{ readonly count: number }>(
    "SELECT count(*) AS count FROM handed_requests WHERE state = 'waiting' AND class = $workClass",
    { workClass: request.workClass },
  );
  if ((waiting?.count ?? 0) >= maxWaiting) {
    return false;
  }
  await sql.run(
    `INSERT INTO handed_requests (id, operation, class, account_id, requester, created_at)
     VALUES ($id, $operation, $workClass, $accountId, $requester, $now)`,
    { ...request, now },
  );
  return true;
}

export async function claimHanded(sql: Sql, { instance, classes }: Input<"claim">): Promise<HandedRequest | undefined> {
  return await sql.get<HandedRequest>(
    `UPDATE handed_requests SET state = 'claimed', instance = $instance, attempt = attempt + 1
     WHERE state = 'waiting' AND number = (
       SELECT number FROM (
         SELECT next.number,
           (SELECT count(*) FROM handed_requests AS others WHERE others.state = 'claimed'
              AND others.class = next.class AND others.account_id = next.account_id) AS in_work
         FROM handed_requests AS next
         WHERE next.number IN (
           SELECT min(number) FROM handed_requests
           WHERE state = 'waiting' AND class IN (${sql.membersOf("classes")}) GROUP BY class, account_id
         )
       ) AS candidates ORDER BY in_work, number LIMIT 1
     )
     RETURNING id, operation, class AS "workClass", account_id AS "accountId", attempt`,
    { instance, classes: JSON.stringify(classes) },
  );
}

export async function waitingClasses(sql: Sql, classes: readonly WorkClass[]): Promise<readonly WorkClass[]> {
  const found = await sql.all<{ readonly class: WorkClass }>(
    "SELECT DISTINCT class FROM handed_requests WHERE state = 'waiting'",
  );
  const waiting = new Set(found.map((row) => row.class));
  return classes.filter((each) => waiting.has(each));
}

export async function heldRequests(sql: Sql, claims: Input<"held">): Promise<readonly HandedClaim[]> {
  const held = await sql.all<HandedClaim>(
    `SELECT id, instance, attempt FROM handed_requests
     WHERE state = 'claimed' AND id IN (${sql.membersOf("ids")})`,
    { ids: JSON.stringify(claims.map(({ id }) => id)) },
  );
  const keys = new Set(held.map(keyOf));
  return claims.filter((each) => keys.has(keyOf(each)));
}

export const oweHanded = async (sql: Sql, { credits, pages, ...claim }: Input<"owe">): Promise<boolean> =>
  (await sql.run(`UPDATE handed_requests SET owed = $credits, owed_pages = $pages WHERE ${IS_CLAIMED}`, {
    ...claimValues(claim),
    credits,
    pages,
  })) > 0;

export const finishHanded = async (sql: Sql, { outcome, ...claim }: Input<"finish">): Promise<boolean> =>
  (await sql.run(`UPDATE handed_requests SET state = 'done', instance = NULL, outcome = $outcome WHERE ${IS_CLAIMED}`, {
    ...claimValues(claim),
    outcome: JSON.stringify(outcome),
  })) > 0;

export async function giveBackHanded(sql: Sql, claim: Input<"giveBack">): Promise<void> {
  await sql.run(
    `UPDATE handed_requests SET state = 'waiting', instance = NULL, attempt = attempt - 1 WHERE ${IS_CLAIMED}`,
    claimValues(claim),
  );
}

export async function findHanded(sql: Sql, id: string): Promise<HandedState | undefined> {
  const row = await sql.get<HandedDebt & { readonly outcome: string | null }>(
    "SELECT owed AS credits, owed_pages AS pages, outcome FROM handed_requests WHERE id = $id",
    { id },
  );
  return row && { ...row, outcome: row.outcome === null ? null : fromJson<HandedOutcome>(row.outcome) };
}

export async function withdrawHanded(sql: Sql, { id }: { readonly id: string }): Promise<HandedDebt> {
  const owed = await sql.get<HandedDebt>(
    "DELETE FROM handed_requests WHERE id = $id RETURNING owed AS credits, owed_pages AS pages",
    { id },
  );
  return owed ?? { credits: 0, pages: 0 };
}

/** The number of nodes that may be lost with a request before it is no longer tried. */
const MAX_ATTEMPTS = 2;

const LOST: HandedOutcome = {
  kind: "failed",
  code: "internal_error",
  detail: "The service stopped each time while it was working on this request. Nothing has been charged.",
  facts: {},
};

/** Forgets what lost nodes have handed over, and has wait again what they had claimed. */
export async function recoverHanded(
  sql: Sql,
  { instance }: Pick<Parameters<Store["recover"]>[0], "instance">,
): Promise<void> {
  await sql.run(
    "DELETE FROM handed_requests WHERE requester <> $instance AND requester NOT IN (SELECT id FROM instances)",
    { instance },
  );
  await sql.run(
    `UPDATE handed_requests SET state = 'done', instance = NULL, outcome = $outcome
     WHERE state = 'claimed' AND ${IS_LEFT} AND attempt >= ${MAX_ATTEMPTS}`,
    { instance, outcome: JSON.stringify(LOST) },
  );
  await sql.run(
    `UPDATE handed_requests SET state = 'waiting', instance = NULL WHERE state = 'claimed' AND ${IS_LEFT}`,
    { instance },
  );
}

const keyOf = ({ id, instance, attempt }: HandedClaim): string => `${id} ${instance} ${attempt}`;

const IS_CLAIMED = "id = $id AND state = 'claimed' AND instance = $instance AND attempt = $attempt";

const claimValues = ({ id, instance, attempt }: HandedClaim) => ({ id, instance, attempt });
