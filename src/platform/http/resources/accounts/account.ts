import type { JsonObject } from "../../openapi/json.ts";
import { type Resource, resource } from "../../resource/resource.ts";
import { integer, limitOrNull, objectSchema, orNull, ref, text } from "../json.ts";
import { keyObject } from "../keys/key-object.ts";
import { ledgerAnswers, ledgerPage, ledgerQuery } from "./ledger.ts";
import { getUsage } from "./usage.ts";

/*
 * The account of the key in use (contract §12).
 */

const common = { tag: "account", scopes: ["account"] } as const;

const getAccount = resource({
  ...common,
  method: "GET",
  path: "/api/v1/account",
  operationId: "get_account",
  summary: "The account of the key in use",
  description: "The account's credits and limits. With metering off the credits are the constant 999999999.",
  answers: { 200: { description: "The account.", schema: ref("OwnAccount") } },
  handle({ caller }, { metering }) {
    const { account, key } = caller;
    const value = {
      account_id: account.id,
      name: account.name,
      plan: "self-hosted",
      metering: metering.isMetered ? "on" : "off",
      balance: metering.shown(account.balance),
      held: metering.isMetered ? account.held : 0,
      available: metering.creditsOf(account),
      monthly_grant: account.monthlyGrant,
      stored_bytes: account.storedBytes,
      stored_bytes_limit: limitOrNull(caller.accountBounds.storedBytes),
      account_concurrency: limitOrNull(caller.accountBounds.concurrency),
      pending_jobs_limit: limitOrNull(caller.accountBounds.pendingJobs),
      rate_limit: caller.rateLimit,
      read_rate_limit: caller.readRateLimit,
      concurrency: caller.concurrency,
      key: keyObject(key),
    };
    return Promise.resolve({ kind: "json", status: 200, value });
  },
});

const getLedger = resource({
  ...common,
  method: "GET",
  path: "/api/v1/account/ledger",
  operationId: "list_ledger",
  summary: "The account's ledger",
  description: "Newest entries first. The balance is the sum of them all.",
  query: ledgerQuery,
  answers: ledgerAnswers,
  async handle({ caller, query }, { store }) {
    return { kind: "json", status: 200, value: await ledgerPage(store.accounts, caller.account.id, query) };
  },
});

export const accountResources: readonly Resource[] = [getAccount, getUsage, getLedger];

export const accountSchemas: JsonObject = objectSchema("OwnAccount", {
  account_id: text("Identifier of the account."),
  name: text("Name of the account."),
  plan: text("Plan of the account.", { const: "self-hosted" }),
  metering: text("Whether credits are held and charged.", { enum: ["on", "off"] }),
  balance: integer("Credits of the account: the sum of its ledger."),
  held: integer("Credits set aside for work that has not ended."),
  available: integer("Credits that can still be spent."),
  monthly_grant: integer("Credits granted to the account each calendar month (UTC)."),
  stored_bytes: integer(
    "Bytes stored: results, answers and pages kept for repetition, templates, requests, uploads and pages of unfinished jobs.",
  ),
  stored_bytes_limit: orNull(integer("Bytes that may be stored; null: no limit.")),
  account_concurrency: orNull(integer("Operations at the same time with all keys together; null: no limit.")),
  pending_jobs_limit: orNull(integer("Jobs that may wait; null: no limit.")),
  rate_limit: integer("Operations per minute with this key."),
  read_rate_limit: integer("Reads of the service's own resources per minute with this key."),
  concurrency: integer("Operations at the same time with this key."),
  key: ref("Key"),
});
