import { useCallback } from "react";
import { bodyOf } from "../api/client.ts";
import type { components } from "../api/schema.d.ts";
import { type Resource, useResource } from "../api/use-resource.ts";
import { type Pages, usePages } from "../design/use-pages.ts";
import { useSession } from "../session/session.tsx";
import { untilNow } from "./periods.ts";

export type OwnAccount = components["schemas"]["OwnAccount"];
export type LedgerPage = components["schemas"]["LedgerPage"];

const EVERY_MS = 10_000;
/** The longest time that one request may ask usage of. */
const MOST_DAYS = 366;
const LEDGER_ENTRIES = 10;

/** Reads the account of the key, again and again. */
export function useAccount(): Resource<OwnAccount> {
  const { client } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) => bodyOf(await client.GET("/api/v1/account", { signal })),
    [client],
  );
  return useResource(read, { everyMs: EVERY_MS });
}

/** Reads whether the account has done anything in the last year. */
export function useHasUsage(): Resource<boolean> {
  const { client } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) => {
      const query = { ...untilNow({ unit: "day", count: MOST_DAYS }), group_by: "operation" } as const;
      const { totals } = bodyOf(await client.GET("/api/v1/account/usage", { params: { query }, signal }));
      return totals.requests + totals.errors > 0;
    },
    [client],
  );
  return useResource(read, { everyMs: EVERY_MS });
}

/** Reads a page of the ledger, the newest entries first. */
export function useLedger(): { readonly entries: Resource<LedgerPage>; readonly pages: Pages } {
  const { client } = useSession();
  const pages = usePages();
  const { cursor } = pages;
  const read = useCallback(
    async (signal: AbortSignal) => {
      const query = { limit: LEDGER_ENTRIES, ...(cursor !== undefined && { cursor }) };
      return bodyOf(await client.GET("/api/v1/account/ledger", { params: { query }, signal }));
    },
    [client, cursor],
  );
  return { entries: useResource(read, { everyMs: EVERY_MS }), pages };
}
