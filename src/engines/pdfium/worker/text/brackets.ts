import { isRightToLeft } from "./runs.ts";

/**
 * Makes the brackets of a page look as they are drawn. Where text reads from the right, PDFium replaces brackets by
 * their mirror images (UAX #9, rule L4). Some producers say of a glyph what it looks like, others what it means there,
 * and only of the former that is the opposite of what is seen: on pages where by far most brackets that PDFium replaced
 * open before words and close after them, they are turned back.
 * @param units the code points of a text page, in PDFium's order; they are changed in place
 */
export function turnBackBrackets(units: Uint32Array): void {
  const replaced: number[] = [];
  const sides: Sides = { right: 0, wrong: 0 };
  for (let start = 0; start < units.length; ) {
    const line = { start, end: endOfLine(units, start) };
    const own = replacedBrackets(units, line);
    count(units, own, line, sides);
    for (const index of own) {
      replaced.push(index);
    }
    start = line.end + 1;
  }
  if (sides.right > FAR_MORE * sides.wrong) {
    for (const index of replaced) {
      units[index] = MIRRORED.get(units[index] ?? 0) ?? 0;
    }
  }
}

const FAR_MORE = 3;

/** How many brackets open before a word or close after one, as they do where they are read, and how many do not. */
interface Sides {
  right: number;
  wrong: number;
}

interface Line {
  readonly start: number;
  readonly end: number;
}

const LINE_FEED = 10;

function endOfLine(units: Uint32Array, start: number): number {
  const end = units.indexOf(LINE_FEED, start);
  return end === -1 ? units.length : end;
}

type Direction = "left" | "right" | "weak" | "neutral";

/**
 * Returns where a line has brackets that PDFium replaced: those behind a letter that reads from the right with none
 * that reads from the left between and, where no letter precedes them, those of lines with at least as many stretches
 * from the right as from the left.
 */
function replacedBrackets(units: Uint32Array, { start, end }: Line): readonly number[] {
  const brackets: { readonly index: number; readonly follows: "left" | "right" | undefined }[] = [];
  const stretches = { left: 0, right: 0 };
  let before: Direction | undefined;
  let follows: "left" | "right" | undefined;
  for (let index = start; index < end; index++) {
    const unit = units[index] ?? 0;
    const direction = directionOf(unit);
    if (direction === "left" || direction === "right") {
      stretches[direction] += before === direction ? 0 : 1;
      follows = direction;
    }
    before = direction;
    if (MIRRORED.has(unit)) {
      brackets.push({ index, follows });
    }
  }
  const isRight = stretches.right > 0 && stretches.right >= stretches.left;
  return brackets
    .filter((bracket) => bracket.follows === "right" || (bracket.follows === undefined && isRight))
    .map(({ index }) => index);
}

const LETTER = /^\p{L}$/u;
const WEAK = /^[\p{Nd}\p{M}+,\-./:%$#\u00A2-\u00A5\u060C\u0609\u060A\u066A-\u066C]$/u;

/** Returns the direction that PDFium gives a character, as far as letters, digits, marks and brackets are concerned. */
function directionOf(unit: number): Direction {
  const character = String.fromCodePoint(unit);
  if (WEAK.test(character)) {
    return "weak";
  }
  return isRightToLeft(unit) ? "right" : LETTER.test(character) ? "left" : "neutral";
}

/** Counts the brackets of a line that stand on one side of a word. */
function count(units: Uint32Array, brackets: readonly number[], { start, end }: Line, sides: Sides): void {
  for (const index of brackets) {
    const isFirst = index === start || isSpace(units[index - 1]);
    const isLast = index + 1 >= end || isSpace(units[index + 1]) || CLOSING.has(units[index + 1] ?? 0);
    if (isFirst !== isLast) {
      const unit = units[index] ?? 0;
      const isOpening = unit < (MIRRORED.get(unit) ?? 0);
      sides[isOpening === isFirst ? "right" : "wrong"]++;
    }
  }
}

/** Spaces, and the carriage return before a line feed. */
const isSpace = (unit: number | undefined): boolean => unit === 0x20 || unit === 0xa0 || unit === 13;
/** The punctuation that stands right behind a closing bracket. */
const CLOSING = new Set(Array.from(".,:;!?،؛؟", (sign) => sign.charCodeAt(0)));

const MIRRORED: ReadonlyMap<number, number> = new Map(
  ["()", "[]", "{}", "<>", "«»", "‹›"].flatMap(([opening = "", closing = ""]) => {
    const [one, other] = [opening.charCodeAt(0), closing.charCodeAt(0)];
    return [
      [one, other],
      [other, one],
    ] as const;
  }),
);
