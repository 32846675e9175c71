/*
 * From the order in which a line is seen to the order in which it is read: the part of the Unicode Bidirectional
 * Algorithm (UAX #9) that text without explicit embeddings needs, reversed. Reordering by levels (rule L2) undoes
 * itself for the levels that such text has, so that text that is seen from left to right is given levels as if it were
 * read so.
 */

type Direction = "left" | "right" | "number" | "neutral";

/**
 * Returns whether a text has Hebrew, Arabic, Syriac, Thaana, N'Ko or their presentation forms, by a cheap test on
 * UTF-16 units.
 */
export function hasRightToLeft(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x590 && (unit <= 0x8ff || (unit >= 0xfb1d && unit <= 0xfdff) || (unit >= 0xfe70 && unit <= 0xfefc))) {
      return true;
    }
  }
  return false;
}

/** Returns whether more of a text's strong characters read from right to left than from left to right. */
export function isRightToLeft(texts: readonly string[]): boolean {
  if (!texts.some(hasRightToLeft)) {
    return false;
  }
  let balance = 0;
  for (const text of texts) {
    for (const character of text) {
      const direction = directionOf(character);
      balance += direction === "right" ? 1 : direction === "left" ? -1 : 0;
    }
  }
  return balance > 0;
}

const TELLING = /[\p{L}\p{Nd}]/u;
const NUMBER = /\p{Nd}/u;
/** European and common separators of numbers (UAX #9, table 4). */
const SEPARATOR = /^[+,\-./:\u00A0\u060C\u2212]$/;

/** Returns the direction of a glyph or a word: that of its first letter or digit. */
function directionOf(text: string): Direction {
  const [telling] = TELLING.exec(text) ?? [];
  if (telling === undefined) {
    return "neutral";
  }
  return NUMBER.test(telling) ? "number" : hasRightToLeft(telling) ? "right" : "left";
}

/**
 * Returns the order of reading of pieces (glyphs or words) that are given from left to right: their indices, and which
 * of them are read from right to left, so that brackets in them have to be mirrored (rule L4).
 */
export function readingOrder(
  texts: readonly string[],
  isBaseRight: boolean,
): { readonly order: readonly number[]; readonly isRight: readonly boolean[] } {
  const directions = texts.map(directionOf);
  const isRight = resolved(directions, texts, isBaseRight);
  const runs: number[][] = [];
  for (const [index, isOwnRight] of isRight.entries()) {
    const run = runs.at(-1);
    if (run !== undefined && isRight[index - 1] === isOwnRight) {
      run.push(index);
    } else {
      runs.push([index]);
    }
  }
  // Runs follow each other in the direction of the line, and the pieces of each in that of the run.
  const inLine = isBaseRight ? runs.toReversed() : runs;
  return { order: inLine.flatMap((run) => (isRight[run[0] ?? 0] === true ? run.toReversed() : run)), isRight };
}

/**
 * Resolves directions by rules W4, N1 and N2, roughly: neutral pieces go with neighbours of one direction, or else with
 * the line.
 */
function resolved(directions: readonly Direction[], texts: readonly string[], isBaseRight: boolean): boolean[] {
  const isRight: boolean[] = [];
  for (let at = 0; at < directions.length; at++) {
    const own = directions[at];
    if (own === "right" || own === "left" || own === "number") {
      isRight.push(own === "right");
      continue;
    }
    let end = at;
    while (end < directions.length && directions[end] === "neutral") {
      end++;
    }
    const before = at === 0 ? undefined : directions[at - 1];
    const after = directions[end];
    // Separators within numbers ("1,5" and "12/3") stay in them; next to a number alone a neutral goes with the line.
    const isSeparator = end - at === 1 && SEPARATOR.test(texts[at] ?? "");
    const goesLeft =
      (before === "left" && (after === "left" || after === "number")) ||
      (before === "number" && (after === "left" || (after === "number" && isSeparator)));
    const goesRight = before === "right" && after === "right";
    const direction = goesLeft ? false : goesRight ? true : isBaseRight;
    for (; at < end; at++) {
      isRight.push(direction);
    }
    at--;
  }
  return isRight;
}

const MIRRORED: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "<": ">",
  ">": "<",
  "«": "»",
  "»": "«",
  "‹": "›",
  "›": "‹",
};

export const mirrored = (text: string): string => MIRRORED[text] ?? text;
