export type LabelKind =
  | { readonly kind: "none" }
  | { readonly kind: "bullet" }
  /** The label counts; `value` counts from 1. */
  | { readonly kind: "number"; readonly value: number }
  /** The label is a term or a number of another text. */
  | { readonly kind: "text" };

const NUMBER = /^[([]?(\d{1,4}|[A-Za-z]|[ivxlIVXL]{1,6})[.):\]]{0,2}$/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };

/** Returns the kind of a label of a list of `items` items. */
export function labelKind(label: string, items: number): LabelKind {
  const text = label.trim();
  if (text === "") {
    return { kind: "none" };
  }
  // A letter of a font of signs: the circle of word processors.
  if (!LETTER_OR_DIGIT.test(text) || (text === "o" && items > 0)) {
    return { kind: "bullet" };
  }
  const [, core] = NUMBER.exec(text) ?? [];
  return core === undefined ? { kind: "text" } : { kind: "number", value: valueOf(core) };
}

function valueOf(core: string): number {
  if (/^\d/.test(core)) {
    return Number(core);
  }
  const lower = core.toLowerCase();
  return lower.length === 1 && !/[ivx]/.test(lower) ? lower.charCodeAt(0) - 96 : romanValue(lower);
}

function romanValue(text: string): number {
  const values = Array.from(text, (letter) => ROMAN[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
