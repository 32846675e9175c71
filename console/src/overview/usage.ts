import { useCallback } from "react";
import { type ApiClient, bodyOf } from "../api/client.ts";
import type { components } from "../api/schema.d.ts";
import { type Resource, useResource } from "../api/use-resource.ts";
import { useSession } from "../session/session.tsx";
import { daysBetween, daysUntilToday } from "./days.ts";

/** What is counted of the work that was delivered. */
export type Measure = "requests" | "pages" | "credits";

/** The figures of a day, an operation or a key. */
type Figures = components["schemas"]["UsageTotals"];

/** A part of a chart: its name and its figures. */
export interface Share {
  readonly name: string;
  readonly figures: Figures;
}

/** The usage of some days: of each day, also those without any, of each operation and of each key. */
export interface Usage {
  readonly days: readonly Share[];
  readonly operations: readonly Share[];
  readonly keys: readonly Share[];
  readonly totals: Figures;
}

const EVERY_MS = 10_000;
const NONE: Figures = { requests: 0, pages: 0, credits: 0 };

/** Reads the usage of the last days, again and again. */
export function useUsage(days: number): Resource<Usage> {
  const { client } = useSession();
  const read = useCallback(async (signal: AbortSignal) => await readUsage(client, days, signal), [client, days]);
  return useResource(read, { everyMs: EVERY_MS });
}

async function readUsage(client: ApiClient, days: number, signal: AbortSignal): Promise<Usage> {
  const span = daysUntilToday(days);
  const grouped = async (by: "day" | "operation" | "key"): Promise<components["schemas"]["Usage"]> =>
    bodyOf(await client.GET("/api/v1/account/usage", { params: { query: { ...span, group_by: by } }, signal }));
  const [byDay, byOperation, byKey, names] = await Promise.all([
    grouped("day"),
    grouped("operation"),
    grouped("key"),
    keyNames(client, signal),
  ]);
  const ofDay = new Map(byDay.items.map((item) => [item.day, item]));
  return {
    days: daysBetween(byDay.from, byDay.to).map((day) => ({ name: day, figures: ofDay.get(day) ?? NONE })),
    operations: byOperation.items.map((item) => ({ name: item.operation ?? "", figures: item })),
    keys: byKey.items.map((item) => ({ name: names.get(item.key_id ?? "") ?? item.key_id ?? "", figures: item })),
    totals: byDay.totals,
  };
}

/** Returns the names of the account's newest keys with their ids, because two keys may have one name. */
async function keyNames(client: ApiClient, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const { items } = bodyOf(await client.GET("/api/v1/keys", { params: { query: { limit: 200 } }, signal }));
  return new Map(items.map(({ key_id: id, name }) => [id, name === "" ? id : `${name} (${id})`]));
}
