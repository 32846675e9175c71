import { USAGE_HOURS_KEPT_MS, type UsageQuery, type UsageRow } from "../account-store.ts";
import { emptyHistogram, latencyBucketOf } from "../latency-histogram.ts";
import type { Model } from "./model.ts";

type Use = Model["uses"][number];

/** Returns the usage of the model; of keys it knows one. */
export function modelUsage(
  { uses }: Model,
  { accountId, unit, first, last, groupBy }: UsageQuery,
): readonly UsageRow[] {
  const periodOf = ({ at }: Use): string => new Date(at).toISOString().slice(0, unit === "day" ? 10 : 13);
  const groupOf = (use: Use): string =>
    ({ hour: periodOf(use), day: periodOf(use).slice(0, 10), operation: use.operation, key: "key" })[groupBy];
  const counted = uses.filter(
    (use) =>
      use.accountId === accountId &&
      (unit === "day" || use.isHourKept) &&
      periodOf(use) >= first &&
      periodOf(use) <= last,
  );
  const groups = [...new Set(counted.map(groupOf))].toSorted();
  return groups.map((group) =>
    rowOf(
      group,
      counted.filter((use) => groupOf(use) === group),
    ),
  );
}

function rowOf(group: string, uses: readonly Use[]): UsageRow {
  const sum = (figure: (use: Use) => number): number => uses.reduce((total, use) => total + figure(use), 0);
  const delivered = uses.filter(({ outcome }) => outcome === "delivered");
  return {
    group,
    requests: sum(({ requests }) => requests),
    pages: sum(({ pages }) => pages),
    credits: sum(({ credits }) => credits),
    clientErrors: uses.filter(({ outcome }) => outcome === "client_error").length,
    serverErrors: uses.filter(({ outcome }) => outcome === "server_error").length,
    latencies: emptyHistogram().map(
      (_, bucket) => delivered.filter(({ latencyMs }) => latencyBucketOf(latencyMs) === bucket).length,
    ),
  };
}

export function sweepHours({ uses }: Model, now: number): void {
  const keptFrom = Math.floor((now - USAGE_HOURS_KEPT_MS) / 3_600_000) * 3_600_000;
  for (const use of uses.filter(({ at }) => at < keptFrom)) {
    use.isHourKept = false;
  }
}
