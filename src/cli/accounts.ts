import { Failure } from "../kernel/failure.ts";
import { accountObject } from "../platform/http/resources/accounts/account-object.ts";
import type { Account } from "../platform/store/account-store.ts";
import { newId } from "../platform/store/ids.ts";
import { everyItem, withStore } from "./administered-store.ts";
import { chooseCommand, integerFrom, nameFrom, parseCommand, tableText } from "./command-line.ts";

const MOST_CREDITS = 1_000_000_000_000;
const MOST_REASON_CHARACTERS = 500;

/** Runs `quire accounts …`, which manages accounts and their credits in the store itself. */
export const accounts = (args: readonly string[]): Promise<number> =>
  chooseCommand(args, { of: "accounts", commands: { create, grant, list } });

/** Creates an account. The new account's id is on standard output alone, for scripts. */
async function create(args: readonly string[]): Promise<number> {
  const { values, operand } = parseCommand(args, { names: ["NAME"], options: { credits: { type: "string" } } });
  const name = nameFrom(operand(0));
  const credits = integerFrom(values.credits ?? "0", { name: "--credits", min: 0, max: MOST_CREDITS });
  const account = await withStore(({ store }) =>
    store.accounts.create({ id: newId.account(), name, credits, by: null, now: Date.now() }),
  );
  console.log(account.id);
  console.error(`Account ${account.id} has been made, with ${account.balance} credits.`);
  return 0;
}

async function grant(args: readonly string[]): Promise<number> {
  const { values, operand } = parseCommand(args, { names: ["ID", "AMOUNT"], options: { reason: { type: "string" } } });
  const [accountId, amount] = [operand(0), amountFrom(operand(1))];
  const reason = values.reason ?? "command line";
  if (reason.length > MOST_REASON_CHARACTERS) {
    throw new Failure("validation_error", `--reason should have at most ${MOST_REASON_CHARACTERS} characters.`);
  }
  const adjusted = await withStore(({ store }) =>
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

async function list(args: readonly string[]): Promise<number> {
  const { values } = parseCommand(args, { names: [], options: { json: { type: "boolean" } } });
  const all = await withStore(({ store }) => everyItem((page) => store.accounts.list(page)));
  console.log(values.json === true ? JSON.stringify(all.map(accountObject), null, 2) : accountTable(all));
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
