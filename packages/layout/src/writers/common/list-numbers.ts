import type { List } from "../../blocks.ts";

/** The greatest number of an item: CommonMark holds nine digits, and browsers no more than 31 bits. */
const MAX_NUMBER = 999_999_999;

/** A number with the signs around it, in East Asian text too. */
const DECIMAL = /^\(?(\d{1,9})\s*[.):\u3001\uFF0E\uFF09]?$/;
const ROMAN = /^\(?[ivxlcdm]+[.):\u3001\uFF0E\uFF09]?$/;
const LETTER = /^\(?[a-z][.):\u3001\uFF0E\uFF09]?$/;

/** Returns whether each label is a number, a letter or a Roman number, or is drawn. */
export const isCounted = ({ items }: List): boolean =>
  items.every(({ label }) => {
    const lower = label.trim().toLowerCase();
    return lower === "" || DECIMAL.test(lower) || LETTER.test(lower) || ROMAN.test(lower);
  });

/**
 * Returns the numbers of an ordered list's items: those in the text where there are any, and otherwise counted ones.
 */
export function listNumbers({ items, start }: List): number[] {
  const numbers: number[] = [];
  for (const { label } of items) {
    const written = DECIMAL.exec(label.trim())?.[1];
    const counted = (numbers.at(-1) ?? startNumber(start) - 1) + 1;
    numbers.push(Math.min(written === undefined ? counted : Number(written), MAX_NUMBER));
  }
  return numbers;
}

const startNumber = (start: number): number => (Number.isInteger(start) && start >= 0 ? start : 1);

const isAll = (pattern: RegExp, texts: readonly string[]): boolean => texts.every((text) => pattern.test(text));

/** Returns the `type` of an HTML list that counts in letters or Roman numbers; undefined for other labels. */
export function listNumbering({ items, start }: List): "a" | "A" | "i" | "I" | undefined {
  const labels = items.map(({ label }) => label.trim());
  const lower = labels.map((label) => label.toLowerCase());
  if (labels.length === 0 || !isAll(/[a-z]/, lower)) {
    return undefined;
  }
  const isUpper = labels.every((label, index) => label !== lower[index]);
  // One letter may be either: "i" is a number where a list that counts from one begins with it, other letters next to
  // longer ones.
  const isFirst = start === 1 && /^\(?i\b/.test(lower[0] ?? "");
  if (isAll(ROMAN, lower) && (isFirst || lower.some((label) => /[a-z]{2}/.test(label)))) {
    return isUpper ? "I" : "i";
  }
  return isAll(LETTER, lower) ? (isUpper ? "A" : "a") : undefined;
}
