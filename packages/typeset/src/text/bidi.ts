import bidiModule, { type BidiCharTypeName } from "bidi-js";

// The package's types describe an ES module, but Node imports the CommonJS one, whose default export is the function.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what its package.json leads to
const bidi = (bidiModule as unknown as typeof bidiModule.default)();

/**
 * Returns the embedding level of each UTF-16 code unit (UAX #9, rules P2 to L1) of one paragraph, whose direction is
 * that of its first strong character.
 */
export function embeddingLevels(line: string): Uint8Array {
  return mayChangeDirection.test(line)
    ? bidi.getEmbeddingLevels(line.replace(beyondBmp, ofSameType), "auto").levels
    : new Uint8Array(line.length);
}

/**
 * Matches the blocks of the right-to-left scripts, assigned or not, and the controls. Without these all levels are 0.
 */
const mayChangeDirection =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const beyondBmp = /[\u{10000}-\u{10FFFF}]/gu;

/**
 * Returns two code units of the same bidirectional type in place of a surrogate pair, because bidi-js reads single code
 * units.
 */
function ofSameType(character: string): string {
  return (standIns[bidi.getBidiCharTypeName(character)] ?? "a").repeat(2);
}

const standIns: { readonly [Type in BidiCharTypeName]?: string } = {
  R: "\u05D0",
  AL: "\u0627",
  AN: "\u0660",
  EN: "1",
  ET: "#",
  NSM: "\u0300",
  BN: "\u200B",
  ON: "\u2022",
  WS: " ",
};

/**
 * Returns the items from left to right: it reverses what is at each level or above it, from the highest level down (UAX
 * #9, rule L2).
 */
export function visualOrder<Item extends { readonly level: number }>(items: readonly Item[]): Item[] {
  const ordered = [...items];
  const highest = items.reduce((level, item) => Math.max(level, item.level), 0);
  for (let level = highest; level > 0; level--) {
    let start = 0;
    for (const [index, item] of ordered.entries()) {
      if (item.level < level) {
        reverse(ordered, start, index - 1);
        start = index + 1;
      }
    }
    reverse(ordered, start, ordered.length - 1);
  }
  return ordered;
}

function reverse(items: unknown[], first: number, last: number): void {
  for (let low = first, high = last; low < high; low++, high--) {
    const [left, right] = [items[low], items[high]];
    if (left !== undefined && right !== undefined) {
      items[low] = right;
      items[high] = left;
    }
  }
}

/**
 * Returns, for each closing bracket, the place of the opening one that it belongs to, by pairs of equal brackets (UAX
 * #9, BD16). Of brackets nested more than 63 deep the inner ones have no partner.
 */
export function openingBrackets(characters: readonly string[]): Map<number, number> {
  const partners = new Map<number, number>();
  const open: { readonly closing: string; readonly index: number }[] = [];
  for (const [index, character] of characters.entries()) {
    const closing = mayBeBracket.test(character) ? bidi.openingToClosingBracket(character) : null;
    if (closing !== null && open.length < 63) {
      open.push({ closing, index });
    } else if (mayBeBracket.test(character)) {
      const at = open.findLastIndex((opened) => opened.closing === character);
      const opening = open[at];
      if (opening !== undefined) {
        partners.set(index, opening.index);
        open.length = at;
      }
    }
  }
  return partners;
}

const mayBeBracket = /^[\p{Ps}\p{Pe}]$/u;
