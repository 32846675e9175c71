import type { Dice } from "./dice.ts";
import { refitted, replaced, type Span, type Text } from "./edits.ts";

/** Makes another text from one; `other` returns the text of another document. */
export type Mutation = (text: Text, dice: Dice, other: () => Text) => Text;

/** The mutations that know nothing of PDF except its tokens. */
export const BYTE_MUTATIONS: readonly Mutation[] = [
  (text, dice) => {
    let changed = text;
    for (let count = dice.size(16); count > 0; count--) {
      const at = dice.below(text.length + 1);
      changed = replaced(changed, { start: at, end: at + 1 }, String.fromCharCode(dice.below(256)));
    }
    return changed;
  },
  (text, dice) => {
    const at = dice.below(text.length + 1);
    return putIn(text, dice, { start: at, end: at }, dice.pick(TOKENS).repeat(dice.chance(0.2) ? dice.size(3000) : 1));
  },
  (text, dice) => putIn(text, dice, someSpan(text, dice), ""),
  (text, dice) => {
    const { start, end } = someSpan(text, dice);
    const at = dice.below(text.length + 1);
    return putIn(text, dice, { start: at, end: at }, text.slice(start, end));
  },
  (text, dice) => text.slice(0, dice.below(text.length + 1)),
  (text, dice) => text.slice(dice.size(text.length + 1)),
  (text, dice, other) => text.slice(0, dice.below(text.length + 1)) + tailOf(other(), dice),
  (text, dice) => {
    const { start, end } = someSpan(text, dice);
    const middle = start + dice.below(end - start + 1);
    return replaced(text, { start, end }, text.slice(middle, end) + text.slice(start, middle));
  },
  (text, dice) =>
    putIn(
      text,
      dice,
      someSpan(text, dice),
      dice.pick(["\0", " ", "\r", "\n", "\xff", "0", "("]).repeat(dice.size(5000)),
    ),
  (text, dice) =>
    dice.chance(0.5) ? text.replaceAll("\n", "\r") : text.replaceAll(/\r?\n/g, dice.pick([" ", "\r\n", "\n\n"])),
];

/** Puts `replacement` in the place of `span`, and corrects the offsets after it more often than not. */
export const putIn = (text: Text, dice: Dice, span: Span, replacement: Text): Text =>
  dice.chance(0.7) ? refitted(text, span, replacement) : replaced(text, span, replacement);

const TOKENS =
  "<< >> [ ] ( ) < > { } % / # R obj endobj stream endstream xref trailer startxref %%EOF null true 0 -1 1.5 . - + \\ \\( /# #0 \r \n \0 \x80 BI ID EI Do q Q BT ET Tj".split(
    " ",
  );

function someSpan(text: Text, dice: Dice): Span {
  const start = dice.below(text.length + 1);
  return { start, end: Math.min(text.length, start + dice.size(Math.min(4096, text.length + 1))) };
}

const tailOf = (text: Text, dice: Dice): Text => text.slice(dice.below(text.length + 1));
