import type { Formula, Span } from "../../blocks.ts";
import { cleanText } from "./clean-text.ts";
import { safeHref } from "./safe-href.ts";

/** A span with all of its style stated, and text that is not empty. */
export interface TidySpan {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly code: boolean;
  readonly script: "super" | "sub" | undefined;
  readonly href: string | undefined;
  readonly formula: Formula | undefined;
}

/** The parts of the style that a writer leaves out. */
export interface WithoutStyle {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly code?: boolean;
  readonly formula?: boolean;
}

/**
 * Returns spans as markup can hold them: neighbours differ in style, spaces at the edges of styled text stand outside
 * of it, and there are none at the edges of the whole.
 */
export function tidySpans(spans: readonly Span[], without: WithoutStyle = {}): TidySpan[] {
  const pieces: Piece[] = [];
  for (const span of spans) {
    const text = cleanText(span.text);
    const inner = text.trim();
    if (inner === "") {
      append(pieces, PLAIN, text);
      continue;
    }
    append(pieces, PLAIN, text.slice(0, text.length - text.trimStart().length));
    append(pieces, styleOf(span, without), inner);
    append(pieces, PLAIN, text.slice(text.trimEnd().length));
  }
  return textsOf(pieces);
}

type Style = Omit<TidySpan, "text">;

const PLAIN: Style = {
  bold: false,
  italic: false,
  code: false,
  script: undefined,
  href: undefined,
  formula: undefined,
};

const styleOf = (span: Span, without: WithoutStyle): Style => ({
  bold: span.bold === true && without.bold !== true,
  italic: span.italic === true && without.italic !== true,
  code: span.code === true && without.code !== true,
  script: span.script,
  href: safeHref(span.href),
  formula: without.formula === true ? undefined : span.formula,
});

/** A span whose text is put together at the end: there may be very many. */
interface Piece {
  readonly style: Style;
  readonly texts: string[];
}

function append(pieces: Piece[], style: Style, added: string): void {
  const last = pieces.at(-1);
  const before = last?.texts.at(-1);
  const text =
    before === undefined ? added.trimStart() : before.endsWith(" ") && added.startsWith(" ") ? added.slice(1) : added;
  if (text === "") {
    return;
  }
  if (last !== undefined && isSameStyle(last.style, style)) {
    last.texts.push(text);
    return;
  }
  // A space between two spans of one style has that style too, except in code, which shows its edges.
  const other = pieces.at(-2);
  const isGap = last !== undefined && last.texts.length === 1 && before?.trim() === "";
  if (isGap && other !== undefined && isSameStyle(other.style, style) && !style.code && style.script === undefined) {
    pieces.pop();
    other.texts.push(...last.texts, text);
    return;
  }
  // A space between two spans of one link is in the link, whatever their styles.
  if (isGap && style.href !== undefined && other?.style.href === style.href) {
    pieces[pieces.length - 1] = { style: { ...PLAIN, href: style.href }, texts: last.texts };
  }
  pieces.push({ style, texts: [text] });
}

const isSameStyle = (a: Style, b: Style): boolean =>
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.code === b.code &&
  a.script === b.script &&
  a.href === b.href &&
  a.formula === undefined &&
  b.formula === undefined;

function textsOf(pieces: readonly Piece[]): TidySpan[] {
  return pieces
    .map(({ style, texts }, index) => {
      const text = texts.join("");
      return { ...style, text: index === pieces.length - 1 ? text.trimEnd() : text };
    })
    .filter(({ text }) => text !== "");
}

/** Returns the text of spans on one line, without style. */
export const plainText = (spans: readonly Span[]): string => cleanText(spans.map(({ text }) => text).join("")).trim();
