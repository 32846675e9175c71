import { amountOf, type Decimal, plain } from "./decimal.ts";
import { wordsOfName } from "./labels.ts";

/** The form of the numbers of one column, by which they stand below each other by their decimal points. */
export interface NumberLook {
  readonly decimals: number;
  readonly isGrouped: boolean;
  readonly isPercent: boolean;
}

/** The smallest number of digits with which numbers without decimals are grouped: years and the like are not. */
const GROUPED_FROM_DIGITS = 5;
/** The last words of members that name something, and are no amounts. */
const NAMES = new Set(
  "account code ean fax gtin iban id ids isbn mobile no nr num phone pid port postcode ref serial sku uuid version year zip zipcode".split(
    " ",
  ),
);

export const isNameOfSomething = (key: string): boolean => NAMES.has(wordsOfName(key).at(-1) ?? "");

/** The words of members that hold money; they have both digits of a cent or none. */
const MONEY = new Set(
  "amount balance charge cost costs credit debit deposit discount fee fees freight gross income net payment payout price refund revenue salary sales shipping spend subtotal sum tax total turnover vat wage".split(
    " ",
  ),
);
/** The words with which one of these is no money after all. */
const NO_MONEY = new Set("count id number percent percentage points rate ratio score weight".split(" "));
const CENTS = 2;

/** Returns whether a member of that name holds money. */
export const isMoney = (key: string): boolean => {
  const words = wordsOfName(key);
  return words.some((word) => MONEY.has(word)) && !words.some((word) => NO_MONEY.has(word));
};

/** Returns the number of decimals of a column, or of a single number, that needs `decimals`. */
export const decimalsOf = (key: string, decimals: number): number =>
  decimals > 0 && decimals < CENTS && isMoney(key) ? CENTS : decimals;

/** Returns the look of a column or of a single value, from the facts about all of its numbers. */
export const lookOf = (
  key: string,
  { decimals, wholeDigits }: { readonly decimals: number; readonly wholeDigits: number },
): NumberLook => ({
  decimals: decimalsOf(key, decimals),
  isGrouped: !isNameOfSomething(key) && (decimals > 0 || wholeDigits >= GROUPED_FROM_DIGITS),
  isPercent: false,
});

export const wholeDigitsOf = (number: Decimal): number => plain(number).replace("-", "").replace(/\..*/, "").length;

/** Writes numbers in a language, of any number of digits. */
export class NumberWriter {
  readonly #locale: string;
  readonly #formats = new Map<string, Intl.NumberFormat>();

  constructor(locale: string) {
    this.#locale = locale;
  }

  /** @param currency the ISO 4217 code of what the number is an amount of */
  write(number: Decimal, look: NumberLook, currency?: string): string {
    // Minus zero is zero.
    return this.#format(look, currency).format(plain(number)).replaceAll("\u202f", "\u00a0");
  }

  /**
   * Writes the number in `source`; numbers that are too large or too long, such as 1e308, become powers of ten or stay
   * as they are written.
   */
  writeSource(source: string, key: string, currency?: string): string {
    const number = amountOf(source);
    if (number !== undefined) {
      const { scale: decimals } = number;
      return this.write(number, lookOf(key, { decimals, wholeDigits: wholeDigitsOf(number) }), currency);
    }
    // oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
    const [, mantissa = source, exponent] = /^(.*?)e\+?(.*)$/i.exec(source) ?? [];
    const sign = mantissa.replace("-", "\u2212");
    return exponent === undefined ? sign : `${sign} \u00d7 10${superscript(exponent)}`;
  }

  #format({ decimals, isGrouped, isPercent }: NumberLook, currency: string | undefined): Intl.NumberFormat {
    const money = isPercent ? undefined : currency;
    const key = `${decimals} ${isGrouped} ${isPercent} ${money}`;
    const known = this.#formats.get(key);
    if (known !== undefined) {
      return known;
    }
    const places = money === undefined || decimals === 0 ? decimals : Math.max(decimals, placesOf(money));
    const made = new Intl.NumberFormat(this.#locale, {
      ...(money === undefined ? { style: isPercent ? "percent" : "decimal" } : { style: "currency", currency: money }),
      minimumFractionDigits: places,
      maximumFractionDigits: places,
      useGrouping: isGrouped || money !== undefined,
    });
    this.#formats.set(key, made);
    return made;
  }
}

/** Returns the number of decimals that amounts of a currency have. */
const placesOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 0;

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const superscript = (digits: string): string =>
  digits.replace("-", "⁻").replaceAll(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? digit);
