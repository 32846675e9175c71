import { type Fault, valueError } from "../faults.ts";
import { pageListAdvice } from "./page-list-advice.ts";

/* The syntax of page lists (contract §1.9): words and ranges, not yet applied to a document. */

/*
 * The one grammar of page lists (contract §1):
 *
 *   list = "all" | "first" | "last" | "odd" | "even" | item *("," item)     any case; spaces only around "," and "-"
 *   item = n | n "-" n | n "-" | "-" n                                      "n-" to the end, "-n" from page 1
 *
 * Text is parsed once, without a document; the list is then resolved against a document's page count.
 */

export const WORDS = ["all", "first", "last", "odd", "even"] as const;

export type PageList =
  | { readonly kind: (typeof WORDS)[number] }
  /** Ranges of pages; `last` is null for "to the end". */
  | { readonly kind: "ranges"; readonly ranges: readonly { readonly first: number; readonly last: number | null }[] };

const MAX_ITEMS = 10_000;

/**
 * Parses a page list. Page numbers may have any number of digits: those that no document reaches count as
 * `Number.MAX_SAFE_INTEGER`, and are out of the range of each document.
 */
export function parsePageList(text: string): { readonly value: PageList } | { readonly fault: Fault } {
  const trimmed = text.trim().toLowerCase();
  const word = WORDS.find((known) => known === trimmed);
  if (word !== undefined) {
    return { value: { kind: word } };
  }
  const items = trimmed.split(",", MAX_ITEMS + 1);
  if (items.length > MAX_ITEMS) {
    return invalid(`at most ${MAX_ITEMS} pages and ranges can be listed`);
  }
  const ranges = [];
  for (const item of items) {
    const range = parseItem(item);
    if (typeof range === "string") {
      return invalid(range, pageListAdvice(trimmed));
    }
    ranges.push(range);
  }
  return { value: { kind: "ranges", ranges } };
}

function parseItem(item: string): { first: number; last: number | null } | string {
  const [from = "", to, ...more] = item.split("-", 3).map((text) => text.trim());
  const numbers = to === undefined ? [from] : [from, to].filter((text) => text !== "");
  if (more.length > 0 || numbers.length === 0 || !numbers.every((text) => /^\d+$/.test(text))) {
    return item.trim() === ""
      ? "a page or a range is missing beside a comma"
      : `'${shortened(item.trim())}' is neither a page nor a range such as 1-3`;
  }
  const first = from === "" ? "1" : withoutZeros(from);
  const last = to === undefined ? first : withoutZeros(to);
  if (first === "0" || last === "0") {
    return "pages are counted from 1";
  }
  if (last !== "" && isLess(last, first)) {
    return `the range ${shortened(first)}-${shortened(last)} is reversed`;
  }
  return { first: pageNumber(first), last: last === "" ? null : pageNumber(last) };
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Returns digits without leading zeros; "" stays "". */
const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, "");

/** Returns whether a number is less than another; both are digits without leading zeros, any number of them. */
const isLess = (one: string, other: string): boolean =>
  one.length === other.length ? one < other : one.length < other.length;

const pageNumber = (digits: string): number => Math.min(Number(digits), Number.MAX_SAFE_INTEGER);

const invalid = (reason: string, advice?: string): { fault: Fault } => ({
  fault: valueError(reason, {
    takes: "pages and ranges with commas between them, such as 1-3,5 or 4-, or one of all, first, last, odd, even",
    advice,
  }),
});
