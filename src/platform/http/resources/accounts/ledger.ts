import { z } from "zod";
import { fields } from "../../../../kernel/fields/fields.ts";
import type { LedgerEntry } from "../../../store/account-store.ts";
import type { Store } from "../../../store/store.ts";
import type { JsonObject } from "../../openapi/json.ts";
import { integer, objectSchema, orNull, ref, text, time, timeOf } from "../json.ts";
import { pageAndOne, pageLimit, pageOf, pageSchema } from "../paging.ts";

/** The query of an account's ledger. */
export const ledgerQuery = z.object({
  limit: pageLimit(),
  cursor: fields
    .optionalInteger({ min: 1, max: Number.MAX_SAFE_INTEGER })
    .meta({ type: "string" })
    .describe("The `next_cursor` of the previous page."),
});

/** Returns one page of an account's ledger, newest entries first. */
export async function ledgerPage(
  accounts: Pick<Store["accounts"], "ledger">,
  accountId: string,
  { limit, cursor }: z.output<typeof ledgerQuery>,
): Promise<object> {
  const found = await accounts.ledger({ accountId, limit: pageAndOne(limit), before: cursor });
  return pageOf(found, { limit, item: entryObject, cursor: ({ id }) => String(id) });
}

const entryObject = (entry: LedgerEntry): object => ({
  entry_id: entry.id,
  kind: entry.kind,
  amount: entry.amount,
  reason: entry.reason,
  key_id: entry.keyId,
  operation: entry.operation,
  created_at: timeOf(entry.createdAt),
});

export const ledgerAnswers = { 200: { description: "A page of entries.", schema: ref("LedgerPage") } } as const;

export const ledgerSchemas: JsonObject = {
  ...pageSchema("LedgerPage", "LedgerEntry"),
  ...objectSchema("LedgerEntry", {
    entry_id: integer("Identifier of the entry; newer entries have greater ones."),
    kind: text("Why the balance changed.", { enum: ["grant", "charge", "refund", "adjust"] }),
    amount: integer("Credits added; negative when they were taken."),
    reason: text("Explanation of the entry."),
    key_id: orNull(text("The key whose request was charged, or that made the grant; null: the service itself.")),
    operation: orNull(text("The operation that was charged; null: none.")),
    created_at: time("Time of the entry."),
  }),
};
