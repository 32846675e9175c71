import { z } from "zod";
import { fields } from "../../../../kernel/fields/fields.ts";
import { USAGE_HOURS_KEPT_MS, type UsageRow } from "../../../store/account-store.ts";
import { addHistograms, latencyWithin } from "../../../store/latency-histogram.ts";
import type { JsonObject } from "../../openapi/json.ts";
import { resource } from "../../resource/resource.ts";
import { integer, listOf, objectSchema, orNull, ref, text, time } from "../json.ts";
import { MAX_DAYS, MAX_HOUR_DAYS, rfc3339, spanOf } from "./usage-span.ts";

/** The member of each item that names its group, for each way to group the usage. */
const GROUP_MEMBERS = { day: "day", hour: "hour", operation: "operation", key: "key_id" } as const;

const HOURS_KEPT_DAYS = USAGE_HOURS_KEPT_MS / 86_400_000;

export const getUsage = resource({
  method: "GET",
  path: "/api/v1/account/usage",
  operationId: "get_usage",
  tag: "account",
  summary: "Usage of the account",
  description:
    "Delivered work, free work included, and calls that failed, by day, hour, operation or key. Groups without any are " +
    `left out. At most ${MAX_DAYS} days in one request; of hours, which are kept for ${HOURS_KEPT_DAYS} days, at most ` +
    `${MAX_HOUR_DAYS} days.`,
  scopes: ["account"],
  query: z.object({
    from: fields
      .optionalDayOrHour()
      .describe(
        "First day, UTC, or first hour: that of a time. Absent: the 30 days that end with `to`; with `group_by=hour`, or a " +
          "time in `to`, the 24 hours that end with it.",
      ),
    to: fields
      .optionalDayOrHour()
      .describe("Last day, UTC, or last hour: that of a time. It is included. Absent: today, or this hour."),
    group_by: fields
      .choice({ values: ["day", "hour", "operation", "key"], default: "day" })
      .describe("What the items are grouped by."),
  }),
  answers: { 200: { description: "The usage.", schema: ref("Usage") } },
  async handle({ caller, query }, services) {
    const groupBy = query.group_by;
    const span = spanOf(query, services.now());
    const rows = await services.store.accounts.usage({ accountId: caller.account.id, ...span, groupBy });
    const nameOf = ({ group }: UsageRow): string => (groupBy === "hour" ? rfc3339(group) : group);
    return {
      kind: "json",
      status: 200,
      value: {
        from: span.first.slice(0, 10),
        to: span.last.slice(0, 10),
        ...(span.unit === "hour" && { from_hour: rfc3339(span.first), to_hour: rfc3339(span.last) }),
        group_by: groupBy,
        items: rows.map((row) => ({ [GROUP_MEMBERS[groupBy]]: nameOf(row), ...figuresOf([row]) })),
        totals: figuresOf(rows),
      },
    };
  },
});

const figuresOf = (rows: readonly UsageRow[]): object => {
  const sum = (figure: (row: UsageRow) => number): number => rows.reduce((total, row) => total + figure(row), 0);
  const latencies = addHistograms(rows.map((row) => row.latencies));
  return {
    requests: sum(({ requests }) => requests),
    pages: sum(({ pages }) => pages),
    credits: sum(({ credits }) => credits),
    errors: sum(({ clientErrors, serverErrors }) => clientErrors + serverErrors),
    server_errors: sum(({ serverErrors }) => serverErrors),
    latency_ms: { p50: latencyWithin(latencies, 0.5), p95: latencyWithin(latencies, 0.95) },
  };
};

const FIGURES = {
  requests: integer("Requests and jobs that were delivered."),
  pages: integer("Pages of the documents."),
  credits: integer("Credits charged."),
  errors: integer(
    "Calls of operations that failed, jobs included, with a status from 400. Calls that were refused for their key, their " +
      "rate or their announced size, before their body was read, are not counted, and none that the client has cancelled.",
  ),
  server_errors: integer("Those of `errors` that failed with a status from 500."),
  latency_ms: ref("UsageLatency"),
};

const within = (calls: string): JsonObject =>
  orNull(integer(`The time within which ${calls} of the delivered calls ended; null where none was delivered.`));

const usageItem: JsonObject = {
  UsageItem: {
    type: "object",
    title: "UsageItem",
    required: Object.keys(FIGURES),
    properties: {
      day: text("With `group_by=day`.", { format: "date" }),
      hour: time("With `group_by=hour`: its beginning."),
      operation: text("With `group_by=operation`."),
      key_id: text("With `group_by=key`."),
      ...FIGURES,
    },
  },
};

const usageLatency: JsonObject = {
  UsageLatency: {
    type: "object",
    title: "UsageLatency",
    description:
      "How long calls took, in milliseconds: a request from when all of it had been received until its answer was ready, a " +
      "job from its submission to its end. Each figure is within 19 % of the exact one, or 1 ms where that is more: " +
      "calls are counted in classes of latency that grow by a factor of 1.41.",
    required: ["p50", "p95"],
    properties: { p50: within("half"), p95: within("95 %") },
  },
};

export const usageSchemas: JsonObject = {
  Usage: {
    type: "object",
    title: "Usage",
    required: ["from", "to", "group_by", "items", "totals"],
    properties: {
      from: text("First day.", { format: "date" }),
      to: text("Last day, included.", { format: "date" }),
      from_hour: time("The beginning of the first hour, where hours were asked for."),
      to_hour: time("The beginning of the last hour, which is included."),
      group_by: text("What the items are grouped by.", { enum: Object.keys(GROUP_MEMBERS) }),
      items: listOf(ref("UsageItem")),
      totals: ref("UsageTotals"),
    },
  },
  ...usageItem,
  ...objectSchema("UsageTotals", FIGURES),
  ...usageLatency,
};
