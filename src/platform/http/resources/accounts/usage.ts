import { z } from "zod";
import { fields } from "../../../../kernel/fields/fields.ts";
import type { UsageRow } from "../../../store/account-store.ts";
import type { JsonObject } from "../../openapi/json.ts";
import { resource } from "../../resource/resource.ts";
import { invalidValue } from "../faults.ts";
import { integer, listOf, objectSchema, ref, text } from "../json.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** The member of each item that names its group, for each way to group the usage. */
const GROUP_MEMBERS = { day: "day", operation: "operation", key: "key_id" } as const;

export const getUsage = resource({
  method: "GET",
  path: "/api/v1/account/usage",
  operationId: "get_usage",
  tag: "account",
  summary: "Usage of the account",
  description: `Delivered work, free work included, by day, operation or key. At most ${MAX_DAYS} days in one request.`,
  scopes: ["account"],
  query: z.object({
    from: fields.optionalDay().describe(`First day, UTC. Absent: the ${DEFAULT_DAYS} days that end with \`to\`.`),
    to: fields.optionalDay().describe("Last day, UTC, included. Absent: today."),
    group_by: fields
      .choice({ values: ["day", "operation", "key"], default: "day" })
      .describe("What the items are grouped by."),
  }),
  answers: { 200: { description: "The usage.", schema: ref("Usage") } },
  async handle({ caller, query }, services) {
    const { fromDay, toDay } = daysOf(query, services.now());
    const groupBy = query.group_by;
    const rows = await services.store.accounts.usage({ accountId: caller.account.id, fromDay, toDay, groupBy });
    return {
      kind: "json",
      status: 200,
      value: {
        from: fromDay,
        to: toDay,
        group_by: groupBy,
        items: rows.map((row) => ({ [GROUP_MEMBERS[groupBy]]: row.group, ...figuresOf([row]) })),
        totals: figuresOf(rows),
      },
    };
  },
});

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/**
 * Returns the days that are asked for, in order.
 * @throws InvalidRequest when they are in the wrong order or too many
 */
function daysOf(
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
  now: number,
): { readonly fromDay: string; readonly toDay: string } {
  const toDay = to ?? dayOf(now);
  const fromDay = from ?? dayOf(startOf(toDay) - (DEFAULT_DAYS - 1) * DAY_MS);
  if (fromDay > toDay) {
    throw invalidValue(["query", "from"], `from should not be after to, which is ${toDay}`, fromDay);
  }
  if ((startOf(toDay) - startOf(fromDay)) / DAY_MS >= MAX_DAYS) {
    throw invalidValue(
      ["query", "from"],
      `from and to should be at most ${MAX_DAYS} days apart, both included`,
      fromDay,
    );
  }
  return { fromDay, toDay };
}

const figuresOf = (rows: readonly UsageRow[]): object => {
  const sum = (figure: (row: UsageRow) => number): number => rows.reduce((total, row) => total + figure(row), 0);
  return {
    requests: sum(({ requests }) => requests),
    pages: sum(({ pages }) => pages),
    credits: sum(({ credits }) => credits),
  };
};

const FIGURES = {
  requests: integer("Requests and jobs that were delivered."),
  pages: integer("Pages of the documents."),
  credits: integer("Credits charged."),
};

const usageItem: JsonObject = {
  UsageItem: {
    type: "object",
    title: "UsageItem",
    required: Object.keys(FIGURES),
    properties: {
      day: text("With `group_by=day`.", { format: "date" }),
      operation: text("With `group_by=operation`."),
      key_id: text("With `group_by=key`."),
      ...FIGURES,
    },
  },
};

export const usageSchemas: JsonObject = {
  ...objectSchema("Usage", {
    from: text("First day.", { format: "date" }),
    to: text("Last day, included.", { format: "date" }),
    group_by: text("What the items are grouped by.", { enum: Object.keys(GROUP_MEMBERS) }),
    items: listOf(ref("UsageItem")),
    totals: ref("UsageTotals"),
  }),
  ...usageItem,
  ...objectSchema("UsageTotals", FIGURES),
};
