import { z } from "zod";
import { Failure } from "../../../../kernel/failure.ts";
import { addFault } from "../../../../kernel/faults.ts";
import { fields } from "../../../../kernel/fields/fields.ts";
import type { Account } from "../../../store/account-store.ts";
import { newId } from "../../../store/ids.ts";
import { type Resource, type ResourceAnswer, resource } from "../../resource/resource.ts";
import { invalidValue, storable, valueFault } from "../faults.ts";
import { ref } from "../json.ts";
import { pageAndOne, pageCursor, pageLimit, pageOf } from "../paging.ts";
import { accountObject, unknownAccount } from "./account-object.ts";
import { ledgerAnswers, ledgerPage, ledgerQuery } from "./ledger.ts";

/*
 * All accounts, for administrators (contract §12).
 */

const MAX_CREDITS = 1_000_000_000_000;

const common = { tag: "accounts", scopes: ["admin"] } as const;
const oneAccount = { 200: { description: "The account.", schema: ref("Account") } } as const;

const createAccount = resource({
  ...common,
  method: "POST",
  path: "/api/v1/accounts",
  operationId: "create_account",
  summary: "Create an account",
  body: z.object({
    name: storable(fields.textEvenEmpty({ minLength: 1, maxLength: 200 })).describe("Name of the account."),
    credits: fields
      .jsonIntegerOr({ min: 0, max: MAX_CREDITS, default: 0 })
      .describe("Credits granted to the account at once."),
  }),
  example: { name: "Corner Café", credits: 5000 },
  answers: { 201: { description: "The new account.", schema: ref("Account") } },
  async handle({ caller, body, baseUrl, origin }, services) {
    const id = newId.account();
    const account = await services.store.accounts.create({
      id,
      ...body,
      by: caller.key.id,
      origin,
      now: services.now(),
    });
    return {
      kind: "json",
      status: 201,
      value: accountObject(account),
      headers: { location: `${baseUrl}/api/v1/accounts/${account.id}` },
    };
  },
});

const listAccounts = resource({
  ...common,
  method: "GET",
  path: "/api/v1/accounts",
  operationId: "list_accounts",
  summary: "List the accounts",
  description: "Oldest first.",
  query: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  answers: { 200: { description: "A page of accounts.", schema: ref("AccountPage") } },
  async handle({ query: { limit, cursor } }, { store }) {
    const found = await store.accounts.list({ limit: pageAndOne(limit), after: cursor });
    return { kind: "json", status: 200, value: pageOf(found, { limit, item: accountObject, cursor: ({ id }) => id }) };
  },
});

const getAccount = resource({
  ...common,
  method: "GET",
  path: "/api/v1/accounts/:id",
  operationId: "get_account_by_id",
  summary: "One account",
  answers: oneAccount,
  errors: [404],
  handle: async ({ path }, { store }) => answerWith(await store.accounts.find(path.id ?? "")),
});

const changeAccount = resource({
  ...common,
  method: "PATCH",
  path: "/api/v1/accounts/:id",
  operationId: "change_account",
  summary: "Rename, disable or enable an account",
  description:
    "Requests with keys of a disabled account are answered 403 `account_disabled`, and its jobs that have not ended fail with " +
    "that error; what they hold is given back.",
  body: z.object({
    name: storable(fields.optionalTextEvenEmpty({ minLength: 1, maxLength: 200 })).describe("Name of the account."),
    state: fields.optionalChoice({ values: ["active", "disabled"] }).describe("Whether the account's keys work."),
  }),
  example: { name: "Corner Café and Bakery" },
  answers: oneAccount,
  errors: [404],
  async handle({ caller, path: { id = "" }, body }, services) {
    if (body.state === "disabled" && id === caller.account.id) {
      throw invalidValue(["body", "state"], "a key cannot disable its own account");
    }
    const changed = await services.store.accounts.change({ id, ...body, now: services.now() });
    if (body.state === "disabled") {
      await services.jobs.removeEndedInputs();
    }
    return answerWith(changed);
  },
});

const adjustCredits = resource({
  ...common,
  method: "POST",
  path: "/api/v1/accounts/:id/credits",
  operationId: "adjust_credits",
  summary: "Grant credits to an account, or take credits from it",
  description:
    "Each change is an entry in the account's ledger. A request to take more than is available is answered 402.",
  body: z.object({
    amount: fields
      .jsonInteger({ min: -MAX_CREDITS, max: MAX_CREDITS })
      .superRefine((amount, context) => {
        if (amount === 0) {
          addFault(context, valueFault("the amount should not be 0"), { input: amount });
        }
      })
      .describe("Credits to grant; negative to take them. Not 0."),
    reason: storable(fields.textEvenEmpty({ minLength: 1, maxLength: 500 })).describe("Reason, for the ledger."),
  }),
  example: { amount: 1000, reason: "Paid by invoice 42" },
  answers: { 200: { description: "The account after the change.", schema: ref("Account") } },
  errors: [402, 404],
  async handle({ caller, path: { id = "" }, body, origin }, services) {
    const adjusted = await services.store.accounts.adjust({
      accountId: id,
      ...body,
      by: caller.key.id,
      origin,
      now: services.now(),
    });
    switch (adjusted.kind) {
      case "done":
        return {
          ...answerWith(adjusted.account),
          ...(id === caller.account.id && { creditsRemaining: services.metering.creditsOf(adjusted.account) }),
        };
      case "short":
        throw new Failure(
          "insufficient_credits",
          `The account has ${adjusted.available} credits available; ${-body.amount} cannot be taken.`,
          { facts: { required: -body.amount, available: adjusted.available } },
        );
      case "unknown_account":
        throw unknownAccount();
    }
  },
});

const getLedger = resource({
  ...common,
  method: "GET",
  path: "/api/v1/accounts/:id/ledger",
  operationId: "list_ledger_of_account",
  summary: "The ledger of an account",
  description: "Newest entries first. The balance is the sum of them all.",
  query: ledgerQuery,
  answers: ledgerAnswers,
  errors: [404],
  async handle({ path: { id = "" }, query }, { store }) {
    if ((await store.accounts.find(id)) === undefined) {
      throw unknownAccount();
    }
    return { kind: "json", status: 200, value: await ledgerPage(store.accounts, id, query) };
  },
});

export const accountsResources: readonly Resource[] = [
  createAccount,
  listAccounts,
  getAccount,
  changeAccount,
  adjustCredits,
  getLedger,
];

function answerWith(account: Account | undefined): Extract<ResourceAnswer, { kind: "json" }> {
  if (account === undefined) {
    throw unknownAccount();
  }
  return { kind: "json", status: 200, value: accountObject(account) };
}
