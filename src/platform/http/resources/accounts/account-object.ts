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
    account_id: text("Names the account."),
    name: text("For people."),
    state: text("Whether its keys work.", { enum: ["active", "disabled"] }),
    balance: integer("Credits: the sum of its ledger."),
    held: integer("Credits set aside for work that has not ended."),
    available: integer("Credits that it can still spend."),
    monthly_grant: integer("Credits that it is granted each calendar month (UTC)."),
    created_at: time("When it was made."),
  }),
  ...pageSchema("AccountPage", "Account"),
};
