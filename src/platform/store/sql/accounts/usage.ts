import type { AccountStore, UsageRow } from "../../account-store.ts";
import type { Sql } from "../sql.ts";

interface Use {
  readonly accountId: string;
  readonly keyId: string;
  readonly operation: string;
  readonly pages: number;
  readonly credits: number;
  readonly now: number;
}

/** Counts one delivered request under its day (UTC), operation and key. */
export async function countUsage(sql: Sql, { accountId, keyId, operation, pages, credits, now }: Use): Promise<void> {
  await sql.run(
    `INSERT INTO usage (account_id, day, operation, key_id, requests, pages, credits)
     VALUES ($accountId, $day, $operation, $keyId, 1, $pages, $credits)
     ON CONFLICT (account_id, day, operation, key_id)
     DO UPDATE SET requests = usage.requests + 1, pages = usage.pages + $pages, credits = usage.credits + $credits`,
    { accountId, day: new Date(now).toISOString().slice(0, 10), operation, keyId, pages, credits },
  );
}

const GROUP_COLUMNS = { day: "day", operation: "operation", key: "key_id" } as const;

export async function usageOf(sql: Sql, query: Parameters<AccountStore["usage"]>[0]): Promise<readonly UsageRow[]> {
  const column = GROUP_COLUMNS[query.groupBy];
  const rows = await sql.all<UsageRow>(
    `SELECT ${column} AS "group", sum(requests) AS requests, sum(pages) AS pages, sum(credits) AS credits
       FROM usage WHERE account_id = $accountId AND day BETWEEN $fromDay AND $toDay
       GROUP BY ${column} ORDER BY ${column}`,
    { accountId: query.accountId, fromDay: query.fromDay, toDay: query.toDay },
  );
  return rows.map((row) => ({ ...row }));
}
