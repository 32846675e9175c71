import { decimalOf } from "./decimal.ts";
import { JsonNumber, type JsonValue } from "./json-value.ts";
import { wordsOfName } from "./labels.ts";
import { isMoney } from "./numbers.ts";

/* The currency of amounts: what stands beside them in their object, and never what a reader of it would guess. */

const GENERAL = /^(?:iso )?currency(?: iso)?(?: code)?$/;
const OF_ONE = /^(.+) currency(?: code)?$/;
const CODES = new Set(Intl.supportedValuesOf("currency"));
/** The amounts in texts: those with a decimal point, which no number of something else has. */
const AMOUNT = /^-?\d{1,15}\.\d{1,4}$/;
/** The name of the amount in an object that is nothing but an amount and its currency. */
const VALUE = /^(?:amount|value)$/;
const AMOUNT_AND_CURRENCY = 2;

/** What a member's name says: that its value is the currency of all amounts, or of one, or an amount. */
interface NameOfMoney {
  readonly isGeneral: boolean;
  /** The words of the amount whose currency it is. */
  readonly of?: string | undefined;
  readonly isAmount: boolean;
  readonly words: string;
}

/** Names come again in each record. */
const names = new Map<string, NameOfMoney>();
const MOST_NAMES = 10_000;

/**
 * Gives the amounts among the members of an object the currency that the object states for them, as an ISO 4217 code in
 * capitals: in small letters it comes from interfaces that count in cents. So do many whose objects are a whole number
 * with its currency and nothing else: these stay numbers.
 */
export function markAmounts(members: Map<string, JsonValue>): void {
  let general: string | undefined;
  let ofOne: Map<string, string> | undefined;
  for (const [key, value] of members) {
    if (typeof value !== "string" || value.length !== CODE_LENGTH || !CODES.has(value)) {
      continue;
    }
    const { isGeneral, of } = nameOfMoney(key);
    if (isGeneral) {
      general = value;
    } else if (of !== undefined) {
      ofOne ??= new Map();
      ofOne.set(of, value);
    }
  }
  if (general === undefined && ofOne === undefined) {
    return;
  }
  for (const [key, value] of members) {
    const { isAmount, words } = nameOfMoney(key);
    const currency =
      ofOne?.get(words) ??
      (isAmount || (members.size === AMOUNT_AND_CURRENCY && VALUE.test(words)) ? general : undefined);
    const amount =
      currency === undefined ? undefined : amountIn(value, { mayBeWhole: members.size > AMOUNT_AND_CURRENCY });
    if (amount !== undefined) {
      members.set(key, new JsonNumber(amount, currency));
    }
  }
}

const CODE_LENGTH = 3;

function amountIn(value: JsonValue, { mayBeWhole }: { readonly mayBeWhole: boolean }): string | undefined {
  if (value instanceof JsonNumber) {
    return mayBeWhole || value.source.includes(".") ? value.source : undefined;
  }
  return typeof value === "string" && AMOUNT.test(value) && decimalOf(value) !== undefined ? value : undefined;
}

function nameOfMoney(key: string): NameOfMoney {
  const known = names.get(key);
  if (known !== undefined) {
    return known;
  }
  const words = wordsOfName(key).join(" ");
  const made = { isGeneral: GENERAL.test(words), of: OF_ONE.exec(words)?.[1], isAmount: isMoney(key), words };
  if (names.size < MOST_NAMES) {
    names.set(key, made);
  }
  return made;
}
