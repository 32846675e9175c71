import { asDict, type CosDocument, type Dict, decodeTextString, NumberTree, resolve } from "@quire/cos";
import { shownText } from "@quire/metadata";
import { LIMITS } from "../description.ts";

interface LabelRange {
  readonly firstPage: number;
  readonly style: string | undefined;
  readonly prefix: string;
  readonly number: number;
}

const MAX_NUMBER = 2 ** 31 - 1;

/** Returns the labels of pages (ISO 32000-2, 12.4.2) by their index; undefined for a document without labels. */
export function pageLabelsOf({ catalog, bounds }: CosDocument, pages: number): ((index: number) => string) | undefined {
  const root = catalog.dict("PageLabels");
  const ranges = new Map<number, LabelRange>();
  for (const [firstPage, value] of root ? new NumberTree(root, bounds).entries() : []) {
    const dict = asDict(resolve(value));
    if (dict && firstPage >= 0 && firstPage < pages && !ranges.has(firstPage)) {
      ranges.set(firstPage, rangeOf(dict, firstPage));
    }
  }
  if (ranges.size === 0) {
    return undefined;
  }
  const labels: string[] = [];
  let range: LabelRange = { firstPage: 0, style: "D", prefix: "", number: 1 };
  for (let index = 0; index < pages; index++) {
    bounds.step();
    range = ranges.get(index) ?? range;
    const number = range.number + index - range.firstPage;
    labels.push(shownText(range.prefix + numeral(number, range.style), LIMITS.nameCharacters));
  }
  return (index) => labels[index] ?? "";
}

function rangeOf(dict: Dict, firstPage: number): LabelRange {
  const prefix = dict.bytes("P");
  const number = dict.integer("St") ?? 1;
  return {
    firstPage,
    style: dict.name("S"),
    prefix: prefix === undefined ? "" : decodeTextString(prefix.subarray(0, 2 * LIMITS.nameCharacters)),
    number: number >= 1 && number <= MAX_NUMBER ? number : 1,
  };
}

/** The greatest numbers that are written in Roman numerals and in letters: both grow with the number. */
const MAX_ROMAN = 100_000;
const MAX_LETTERS = 26 * 100;

function numeral(number: number, style: string | undefined): string {
  switch (style) {
    case "D":
      return String(number);
    case "R":
      return roman(number);
    case "r":
      return roman(number).toLowerCase();
    case "A":
      return letters(number);
    case "a":
      return letters(number).toLowerCase();
    case undefined:
    default:
      return "";
  }
}

const ROMAN = [
  ["M", 1000],
  ["CM", 900],
  ["D", 500],
  ["CD", 400],
  ["C", 100],
  ["XC", 90],
  ["L", 50],
  ["XL", 40],
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
] as const;

function roman(number: number): string {
  if (number > MAX_ROMAN) {
    return String(number);
  }
  let rest = number;
  let text = "";
  for (const [sign, value] of ROMAN) {
    text += sign.repeat(Math.trunc(rest / value));
    rest %= value;
  }
  return text;
}

/** A to Z, then AA to ZZ, then AAA (table 161). */
function letters(number: number): string {
  if (number > MAX_LETTERS) {
    return String(number);
  }
  const letter = String.fromCharCode(0x41 + ((number - 1) % 26));
  return letter.repeat(Math.trunc((number - 1) / 26) + 1);
}
