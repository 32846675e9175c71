import { useCallback } from "react";
import { type ApiClient, bodyOf } from "../api/client.ts";
import type { components } from "../api/schema.d.ts";
import { type Resource, useResource } from "../api/use-resource.ts";
import { useSession } from "../session/session.tsx";
import { periodsBetween, type Span, untilNow } from "./periods.ts";

/** The figures of an hour, a day, an operation or a key. */
export type Figures = components["schemas"]["UsageTotals"];

/** A part of a chart: its name and its figures. */
export interface Share {
  readonly name: string;
  readonly figures: Figures;
}

/** The usage of some time: of each hour or day, also those without any, of each operation and of each key. */
export interface Usage {
  readonly unit: Span["unit"];
  readonly periods: readonly Share[];
  readonly operations: readonly Share[];
  readonly keys: readonly Share[];
  readonly totals: Figures;
}

const EVERY_MS = 10_000;
const NONE: Figures = {
  requests: 0,
  pages: 0,
  credits: 0,
  errors: 0,
  server_errors: 0,
  latency_ms: { p50: null, p95: null },
};

/** Reads the usage of a span that ends now, again and again. */
export function useUsage(span: Span): Resource<Usage> {
  const { client } = useSession();
  const read = useCallback(async (signal: AbortSignal) => await readUsage(client, span, signal), [client, span]);
  return useResource(read, { everyMs: EVERY_MS });
}

async function readUsage(client: ApiClient, span: Span, signal: AbortSignal): Promise<Usage> {
  const { unit } = span;
  const ends = untilNow(span);
  const grouped = async (by: "hour" | "day" | "operation" | "key"): Promise<components["schemas"]["Usage"]> =>
    bodyOf(await client.GET("/api/v1/account/usage", { params: { query: { ...ends, group_by: by } }, signal }));
  const [byTime, byOperation, byKey, names] = await Promise.all([
    grouped(unit),
    grouped("operation"),
    grouped("key"),
    keyNames(client, signal),
  ]);
  const known = new Map(byTime.items.map((item) => [item[unit], item]));
  return {
    unit,
    periods: periodsBetween(ends.from, ends.to, unit).map((name) => ({ name, figures: known.get(name) ?? NONE })),
    operations: byOperation.items.map((item) => ({ name: item.operation ?? "", figures: item })),
    keys: byKey.items.map((item) => ({ name: names.get(item.key_id ?? "") ?? item.key_id ?? "", figures: item })),
    totals: byTime.totals,
  };
}

/** Returns the names of the account's newest keys with their ids, because two keys may have one name. */
async function keyNames(client: ApiClient, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const { items } = bodyOf(await client.GET("/api/v1/keys", { params: { query: { limit: 200 } }, signal }));
  return new Map(items.map(({ key_id: id, name }) => [id, name === "" ? id : `${name} (${id})`]));
}
