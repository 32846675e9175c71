import { type AccountStore, USAGE_HOURS_KEPT_MS, type UsageRow } from "../../account-store.ts";
import type { CallOutcome } from "../../credit-store.ts";
import { emptyHistogram, latencyBucketOf } from "../../latency-histogram.ts";
import type { Sql } from "../sql.ts";

interface Use {
  readonly accountId: string;
  readonly keyId: string;
  readonly operation: string;
  readonly outcome: CallOutcome;
  /** How long a delivered call took, in milliseconds. */
  readonly latencyMs: number;
  readonly pages: number;
  readonly credits: number;
  readonly now: number;
}

/** The bucket of calls that have no latency, since they were not delivered. */
const NO_LATENCY = -1;

/** Counts one call that was charged, be it nothing, under its day and hour (UTC), operation and key. */
export async function countUsage(sql: Sql, use: Use): Promise<void> {
  const { accountId, keyId, operation, outcome, latencyMs, pages, credits, now } = use;
  await sql.run(
    `INSERT INTO usage (account_id, day, operation, key_id, requests, pages, credits)
     VALUES ($accountId, $day, $operation, $keyId, 1, $pages, $credits)
     ON CONFLICT (account_id, day, operation, key_id)
     DO UPDATE SET requests = usage.requests + 1, pages = usage.pages + $pages, credits = usage.credits + $credits`,
    { accountId, day: periodOf(now, "day"), operation, keyId, pages, credits },
  );
  const latencyBucket = outcome === "delivered" ? latencyBucketOf(latencyMs) : NO_LATENCY;
  await countPeriods(sql, { accountId, keyId, operation, outcome, latencyBucket, requests: 1, pages, credits, now });
}

/** Counts one call that failed and was charged nothing; one that was given up is not counted. */
export async function countFailure(
  sql: Sql,
  call: Pick<Use, "accountId" | "keyId" | "operation" | "now"> & { readonly outcome: CallOutcome },
): Promise<void> {
  if (isError(call.outcome)) {
    await countPeriods(sql, { ...call, latencyBucket: NO_LATENCY, requests: 0, pages: 0, credits: 0 });
  }
}

const isError = (outcome: CallOutcome): boolean => outcome === "client_error" || outcome === "server_error";

/**
 * Adds a call to the figures of its day and of its hour, by one statement. They are apart from the table of usage, which
 * nodes of the release before write and read as they did.
 */
async function countPeriods(
  sql: Sql,
  { outcome, now, ...figures }: Omit<Use, "latencyMs"> & { readonly latencyBucket: number; readonly requests: number },
): Promise<void> {
  const row = "$operation, $keyId, $latencyBucket, $requests, $clientErrors, $serverErrors, $pages, $credits";
  await sql.run(
    `INSERT INTO usage_periods AS known (account_id, unit, period, operation, key_id, latency_bucket, requests,
       client_errors, server_errors, pages, credits)
     VALUES ($accountId, 'day', $day, ${row}), ($accountId, 'hour', $hour, ${row})
     ON CONFLICT (account_id, unit, period, operation, key_id, latency_bucket)
     DO UPDATE SET requests = known.requests + $requests, client_errors = known.client_errors + $clientErrors,
       server_errors = known.server_errors + $serverErrors, pages = known.pages + $pages,
       credits = known.credits + $credits`,
    {
      ...figures,
      day: periodOf(now, "day"),
      hour: periodOf(now, "hour"),
      clientErrors: outcome === "client_error" ? 1 : 0,
      serverErrors: outcome === "server_error" ? 1 : 0,
    },
  );
}

/** The characters of a time in ISO 8601 that name its day and its hour. */
const PERIOD_LENGTHS = { day: 10, hour: 13 } as const;

const periodOf = (ms: number, unit: keyof typeof PERIOD_LENGTHS): string =>
  new Date(ms).toISOString().slice(0, PERIOD_LENGTHS[unit]);

type Query = Parameters<AccountStore["usage"]>[0];

const GROUPS = {
  hour: "period",
  day: `substr(period, 1, ${PERIOD_LENGTHS.day})`,
  operation: "operation",
  key: "key_id",
};
const GROUPS_OF_DAYS = { day: "day", operation: "operation", key: "key_id" } as const;

export async function usageOf(sql: Sql, query: Query): Promise<readonly UsageRow[]> {
  const rows = await periodsOf(sql, query);
  // What was delivered on a day is in the table of usage, also where a node of the release before has counted it.
  for (const delivered of query.unit === "day" && query.groupBy !== "hour" ? await daysOf(sql, query) : []) {
    rows.set(delivered.group, { ...(rows.get(delivered.group) ?? emptyRow(delivered.group)), ...delivered });
  }
  return [...rows.values()].toSorted((one, other) => (one.group < other.group ? -1 : 1));
}

const daysOf = async (
  sql: Sql,
  { accountId, first, last, groupBy }: Query,
): Promise<readonly Pick<UsageRow, "group" | "requests" | "pages" | "credits">[]> => {
  const group = GROUPS_OF_DAYS[groupBy === "hour" ? "day" : groupBy];
  return await sql.all(
    `SELECT ${group} AS "group", sum(requests) AS requests, sum(pages) AS pages, sum(credits) AS credits
       FROM usage WHERE account_id = $accountId AND day BETWEEN $first AND $last GROUP BY ${group}`,
    { accountId, first, last },
  );
};

interface PeriodRow extends Omit<UsageRow, "latencies"> {
  readonly latencyBucket: number;
}

async function periodsOf(sql: Sql, { accountId, unit, first, last, groupBy }: Query): Promise<Map<string, UsageRow>> {
  const found = await sql.all<PeriodRow>(
    `SELECT ${GROUPS[groupBy]} AS "group", latency_bucket AS "latencyBucket", sum(requests) AS requests,
       sum(client_errors) AS "clientErrors", sum(server_errors) AS "serverErrors", sum(pages) AS pages,
       sum(credits) AS credits
     FROM usage_periods WHERE account_id = $accountId AND unit = $unit AND period BETWEEN $first AND $last
     GROUP BY 1, 2`,
    { accountId, unit, first, last },
  );
  const rows = new Map<string, UsageRow>();
  for (const part of found) {
    rows.set(part.group, added(rows.get(part.group) ?? emptyRow(part.group), part));
  }
  return rows;
}

const emptyRow = (group: string): UsageRow => ({
  group,
  requests: 0,
  pages: 0,
  credits: 0,
  clientErrors: 0,
  serverErrors: 0,
  latencies: emptyHistogram(),
});

const added = (row: UsageRow, part: PeriodRow): UsageRow => ({
  group: row.group,
  requests: row.requests + part.requests,
  pages: row.pages + part.pages,
  credits: row.credits + part.credits,
  clientErrors: row.clientErrors + part.clientErrors,
  serverErrors: row.serverErrors + part.serverErrors,
  latencies: part.latencyBucket === NO_LATENCY ? row.latencies : row.latencies.with(part.latencyBucket, part.requests),
});

/** Removes up to `limit` rows of hours that have been kept for their time. */
export const sweepUsageHours = async (
  sql: Sql,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly { readonly file: null }[]> =>
  await sql.all(
    `DELETE FROM usage_periods WHERE (account_id, unit, period, operation, key_id, latency_bucket) IN
       (SELECT account_id, unit, period, operation, key_id, latency_bucket FROM usage_periods
        WHERE unit = 'hour' AND period < $keptFrom LIMIT ${limit})
     RETURNING NULL AS file`,
    { keptFrom: periodOf(now - USAGE_HOURS_KEPT_MS, "hour") },
  );
