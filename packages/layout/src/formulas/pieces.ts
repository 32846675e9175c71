import { type Item, joinedItem } from "./items.ts";
import type { FormulaNode } from "./nodes.ts";
import { signOf } from "./signs.ts";

/* Signs that are set of several glyphs: brackets and bars in pieces over each other, dots, words. */

/** The pieces of brackets (Unicode, Miscellaneous Technical) and the brackets that they are of. */
const WHOLE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from("⎛⎜⎝", (piece) => [piece, "("])),
  ...Object.fromEntries(Array.from("⎞⎟⎠", (piece) => [piece, ")"])),
  ...Object.fromEntries(Array.from("⎡⎢⎣", (piece) => [piece, "["])),
  ...Object.fromEntries(Array.from("⎤⎥⎦", (piece) => [piece, "]"])),
  ...Object.fromEntries(Array.from("⎧⎨⎩⎪", (piece) => [piece, "{"])),
  ...Object.fromEntries(Array.from("⎫⎬⎭", (piece) => [piece, "}"])),
};
const PIECE = /^[⎛-⎭|∣‖∥]$/u;

/** Returns items with brackets and bars put together whose pieces stand over each other. */
export function withWholeBrackets(items: readonly Item[]): Item[] {
  const pieces = items
    .filter((item) => PIECE.test(textOf(item)) && !item.isOnBaseline)
    .toSorted((a, b) => a.xMin - b.xMin || a.ink.yMin - b.ink.yMin);
  const result = items.filter((item) => !pieces.includes(item));
  let open: Item[] = [];
  const close = (): void => {
    const [first] = open;
    if (first !== undefined) {
      result.push(open.length === 1 && WHOLE[textOf(first)] === undefined ? first : wholeOf(open));
    }
    open = [];
  };
  for (const piece of pieces) {
    const last = open.at(-1);
    if (last !== undefined && !isBelow(piece, last)) {
      close();
    }
    open.push(piece);
  }
  close();
  return result;
}

/** Returns whether a piece goes on with a bracket below another, which it touches. */
const isBelow = (piece: Item, last: Item): boolean =>
  Math.abs(piece.xMin - last.xMin) < 0.1 * last.sizePt &&
  piece.ink.yMin - last.ink.yMax < 0.15 * last.sizePt &&
  piece.ink.yMin > last.ink.yMin &&
  (WHOLE[textOf(piece)] ?? textOf(piece)) !== "" &&
  isBracket(piece) === isBracket(last);

const isBracket = (item: Item): boolean => WHOLE[textOf(item)] !== undefined;

function wholeOf(pieces: readonly Item[]): Item {
  // The middle of a brace says on which side it is; its straight pieces do not.
  const sides = pieces.map((piece) => WHOLE[textOf(piece)] ?? textOf(piece));
  const text = sides.includes("}") ? "}" : (sides[0] ?? "");
  const node: FormulaNode = { kind: "symbol", text, alphabet: "roman" };
  return joinedItem(pieces, node, { isOnBaseline: false, role: signOf(text)?.role ?? "ordinary" });
}

export const textOf = ({ node }: Item): string => (node.kind === "symbol" || node.kind === "word" ? node.text : "");

/** Returns items with three dots over each other, or falling to the right, as one sign. */
export function withDots(items: readonly Item[]): Item[] {
  const dots = items.filter((item) => textOf(item) === ".").toSorted((a, b) => a.ink.yMin - b.ink.yMin);
  const used = new Set<Item>();
  const made: Item[] = [];
  for (const [at, first] of dots.entries()) {
    const [second, third] = [dots[at + 1], dots[at + 2]];
    if (second === undefined || third === undefined || used.has(first)) {
      continue;
    }
    const [down, across] = [second.ink.yMin - first.ink.yMin, second.ink.xMin - first.ink.xMin];
    const isEven =
      Math.abs(third.ink.yMin - second.ink.yMin - down) < 0.05 * first.sizePt &&
      Math.abs(third.ink.xMin - second.ink.xMin - across) < 0.05 * first.sizePt;
    if (isEven && down > 0.2 * first.sizePt && down < 0.6 * first.sizePt && across > -0.1 && across < first.sizePt) {
      const text = across > 0.2 * first.sizePt ? "⋱" : "⋮";
      const node: FormulaNode = { kind: "symbol", text, alphabet: "roman" };
      const all = [first, second, third];
      const axisY = second.ink.yMin + 0.05 * first.sizePt;
      made.push(joinedItem(all, node, { isOnBaseline: false, axisY }));
      for (const dot of all) {
        used.add(dot);
      }
    }
  }
  return used.size === 0 ? [...items] : [...items.filter((item) => !used.has(item)), ...made];
}

/** The stroke that is drawn through a relation to negate it; it has no width of its own. */
const STROKE = "\u0338";

/** Returns items with negated relations as one sign. */
export function withNegations(items: readonly Item[]): Item[] {
  let result = [...items];
  for (const stroke of items.filter((item) => textOf(item) === STROKE || textOf(item) === "/")) {
    const middle = (stroke.ink.xMin + stroke.ink.xMax) / 2;
    const base = result.find(
      (item) =>
        item !== stroke &&
        item.role === "relation" &&
        item.ink.xMin < middle - 0.1 * item.sizePt &&
        item.ink.xMax > middle + 0.1 * item.sizePt &&
        Math.abs(item.baselineY - stroke.baselineY) < 0.1 * item.sizePt,
    );
    if (base !== undefined) {
      const text = (textOf(base) + STROKE).normalize("NFC");
      const node: FormulaNode = { kind: "symbol", text, alphabet: "roman" };
      result = [...result.filter((item) => item !== stroke && item !== base), { ...base, node, glyphs: 2 }];
    }
  }
  return result;
}

/** The widest gap between letters of one word, in ems. */
const LETTERS_EM = 0.12;

/** Returns items with the letters of upright type that stand beside each other as words. */
export function withWords(items: readonly Item[]): Item[] {
  const letters = items.filter(({ node }) => node.kind === "word").toSorted((a, b) => a.xMin - b.xMin);
  const words: Item[][] = [];
  for (const letter of letters) {
    const word = words.find((own) => own.some((last, at) => at === own.length - 1 && isNext(letter, last)));
    if (word === undefined) {
      words.push([letter]);
    } else {
      word.push(letter);
    }
  }
  return [...items.filter(({ node }) => node.kind !== "word"), ...words.map(wordOf)];
}

const isNext = (letter: Item, last: Item): boolean =>
  Math.abs(letter.baselineY - last.baselineY) < 0.05 * last.sizePt &&
  Math.abs(letter.sizePt - last.sizePt) < 0.05 * last.sizePt &&
  Math.abs(letter.xMin - last.xMax) < LETTERS_EM * last.sizePt &&
  letter.node.kind === "word" &&
  last.node.kind === "word" &&
  letter.node.alphabet === last.node.alphabet;

function wordOf(letters: readonly Item[]): Item {
  const first = letters[0]?.node;
  const alphabet = first?.kind === "word" ? first.alphabet : "roman";
  return joinedItem(letters, { kind: "word", text: letters.map(textOf).join(""), alphabet });
}
