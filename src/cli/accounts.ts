import { Failure } from "../kernel/failure.ts";
import { accountObject } from "../platform/http/resources/accounts/account-object.ts";
import type { Account } from "../platform/store/account-store.ts";
import { newId } from "../platform/store/ids.ts";
import { everyItem, withStore } from "./administered-store.ts";
import { integerFrom, nameFrom, tableText } from "./command-line.ts";
import type { DataDirectoryChoice } from "./data-directory.ts";

const MOST_CREDITS = 1_000_000_000_000;
const MOST_REASON_CHARACTERS = 500;

/* The commands `quire accounts …`, which manage accounts and their credits in the store itself. */

/** Creates an account. The new account's id is on standard output alone, for scripts. */
export async function createAccount(
  text: string,
  options: DataDirectoryChoice & { readonly credits?: string },
): Promise<number> {
  const name = nameFrom(text);
  const credits = integerFrom(options.credits ?? "0", { name: "--credits", min: 0, max: MOST_CREDITS });
  const account = await withStore({ ...options, makesData: true }, ({ store }) =>
    store.accounts.create({ id: newId.account(), name, credits, by: null, now: Date.now() }),
  );
  console.log(account.id);
  console.error(`Account ${account.id} has been made, with ${account.balance} credits.`);
  return 0;
}

/** Grants an account credits, or takes some with a negative amount. */
export async function grantCredits(
  accountId: string,
  text: string,
  options: DataDirectoryChoice & { readonly reason?: string },
): Promise<number> {
  const amount = amountFrom(text);
  const reason = options.reason ?? "command line";
  if (reason.length > MOST_REASON_CHARACTERS) {
    throw new Failure("validation_error", `--reason should have at most ${MOST_REASON_CHARACTERS} characters.`);
  }
  const adjusted = await withStore(options, ({ store }) =>
    store.accounts.adjust({ accountId, amount, reason, by: null, now: Date.now() }),
  );
  switch (adjusted.kind) {
    case "unknown_account":
      throw unknownAccount(accountId);
    case "short":
      throw new Failure("insufficient_credits", `Only ${adjusted.available} credits can be taken from ${accountId}.`);
    case "done": {
      const deed = amount > 0 ? `has been granted ${amount}` : `has lost ${-amount}`;
      console.error(`Account ${accountId} ${deed} credits; it can spend ${availableTo(adjusted.account)}.`);
      return 0;
    }
  }
}

function amountFrom(text: string): number {
  const amount = integerFrom(text, { name: "AMOUNT", min: -MOST_CREDITS, max: MOST_CREDITS });
  if (amount === 0) {
    throw new Failure(
      "validation_error",
      "AMOUNT should not be 0: a positive amount grants credits, a negative one takes them.",
    );
  }
  return amount;
}

/** Prints all accounts, as a table or as the objects of the API. */
export async function listAccounts(options: DataDirectoryChoice & { readonly json?: boolean }): Promise<number> {
  const all = await withStore(options, ({ store }) => everyItem((page) => store.accounts.list(page)));
  console.log(options.json === true ? JSON.stringify(all.map(accountObject), null, 2) : accountTable(all));
  return 0;
}

const accountTable = (all: readonly Account[]): string =>
  tableText([
    ["ACCOUNT", "STATE", "CREDITS", "HELD", "NAME"],
    ...all.map((account) => [
      account.id,
      account.state,
      String(availableTo(account)),
      String(account.held),
      account.name,
    ]),
  ]);

const availableTo = ({ balance, held }: Account): number => balance - held;

/** Returns the failure for an unknown account, with the same sentence wherever one is named. */
export const unknownAccount = (id: string): Failure => new Failure("not_found", `There is no account '${id}'.`);
