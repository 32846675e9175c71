import { Failure } from "../../../../kernel/failure.ts";
import type { Account } from "../../../store/account-store.ts";
import type { JsonObject } from "../../openapi/json.ts";
import { integer, objectSchema, text, time, timeOf } from "../json.ts";
import { pageSchema } from "../paging.ts";

/** Returns an account as administrators see it. */
export const accountObject = (account: Account): object => ({
  account_id: account.id,
  name: account.name,
  state: account.state,
  balance: account.balance,
  held: account.held,
  available: account.balance - account.held,
  monthly_grant: account.monthlyGrant,
  created_at: timeOf(account.createdAt),
});

export const unknownAccount = (): Failure => new Failure("not_found", "There is no such account.");

export const accountsSchemas: JsonObject = {
  ...objectSchema("Account", {
    account_id: text("Identifier of the account."),
    name: text("Name of the account."),
    state: text("Whether the account's keys work.", { enum: ["active", "disabled"] }),
    balance: integer("Credits of the account: the sum of its ledger."),
    held: integer("Credits set aside for work that has not ended."),
    available: integer("Credits that can still be spent."),
    monthly_grant: integer("Credits granted to the account each calendar month (UTC)."),
    created_at: time("Time at which the account was created."),
  }),
  ...pageSchema("AccountPage", "Account"),
};
