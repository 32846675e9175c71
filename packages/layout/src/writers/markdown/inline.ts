import type { Span } from "../../blocks.ts";
import { type TidySpan, tidySpans, type WithoutStyle } from "../common/tidy-spans.ts";
import { escapeText } from "./escape.ts";
import { inlineFormula } from "./formula.ts";
import { destination } from "./link.ts";
import type { NoteReference } from "./notes.ts";

export interface InlineStyle extends WithoutStyle {
  readonly noteReference?: NoteReference;
  /** Whether dollar signs enclose formulas: those of the text are escaped then. */
  readonly hasMath?: boolean;
}

/** Returns spans as one line of inline markup, which is not yet safe at the start of a line. */
export function inlineMarkdown(spans: readonly Span[], style: InlineStyle = {}): string {
  const tidy = tidySpans(spans, style);
  // In parts, none of them empty: to look at the end of one string that grows takes the longer the longer it is.
  const line: string[] = [];
  for (let from = 0; from < tidy.length; ) {
    const href = tidy[from]?.href;
    let to = from + 1;
    while (to < tidy.length && tidy[to]?.href === href) {
      to++;
    }
    const run = tidy.slice(from, to);
    if (href === undefined) {
      append(line, { run, next: tidy[to], noteReference: style.noteReference, hasMath: style.hasMath });
    } else {
      appendLink(line, { run, href, hasMath: style.hasMath });
    }
    from = to;
  }
  return line.join("");
}

function appendLink(
  line: string[],
  { run, href, hasMath }: Pick<Run, "run" | "hasMath"> & { readonly href: string },
): void {
  const [only] = run;
  if (run.length === 1 && only?.text === href && isPlainStyle(only) && IS_AUTOLINK.test(href)) {
    line.push(`<${href}>`);
    return;
  }
  const before = line.at(-1);
  if (before?.endsWith("!")) {
    // An exclamation mark before a link would make it an image.
    line.splice(-1, 1, `${before.slice(0, -1)}\\!`);
  }
  line.push("[");
  append(line, { run, next: undefined, isInLink: true, hasMath });
  line.push(`](${destination(href)})`);
}

const IS_AUTOLINK = /^[a-z][a-z\d+.-]{1,31}:[!-;=?-~]*$/i;

const isPlainStyle = ({ bold, italic, code, script, formula }: TidySpan): boolean =>
  !bold && !italic && !code && !script && formula === undefined;

interface Run {
  /** The spans, all of one link, or of none. */
  readonly run: readonly TidySpan[];
  /** The span that follows; undefined at the end of the line and of a link. */
  readonly next: TidySpan | undefined;
  readonly isInLink?: boolean;
  readonly noteReference?: NoteReference | undefined;
  readonly hasMath?: boolean | undefined;
}

function append(line: string[], { run, next, isInLink = false, noteReference, hasMath = false }: Run): void {
  for (const [index, span] of run.entries()) {
    const reference = span.script === "super" ? noteReference?.(span.text, line.at(-1) ?? "") : undefined;
    if (reference !== undefined) {
      line.push(reference);
      continue;
    }
    if (span.formula !== undefined) {
      line.push(inlineFormula(span.formula));
      continue;
    }
    const following = run[index + 1] ?? next;
    const escaped = escapeText(span.text, { isInLink });
    const text = hasMath ? escaped.replaceAll("$", String.raw`\$`) : escaped;
    const inner = scripted(span, span.code ? codeOf(span.text, isInLink) : text);
    const end = isInLink ? "]" : "";
    const after = following === undefined ? end : firstOf(following, span);
    line.push(emphasized(inner, { span, before: line.at(-1) ?? "", after }));
  }
}

/** Returns the beginning of a span when it is written; markup begins with a delimiter. */
const firstOf = (following: TidySpan, { href }: TidySpan): string =>
  isPlainStyle(following) && following.href === href ? following.text : "[";

const scripted = ({ script }: TidySpan, inner: string): string =>
  script === undefined ? inner : script === "super" ? `<sup>${inner}</sup>` : `<sub>${inner}</sub>`;

interface Surroundings {
  readonly span: TidySpan;
  readonly before: string;
  readonly after: string;
}

function emphasized(inner: string, { span: { bold, italic }, before, after }: Surroundings): string {
  if (!bold && !italic) {
    return inner;
  }
  if (canOpen(before, inner) && canClose(inner, after)) {
    const marker = bold ? (italic ? "***" : "**") : "*";
    return marker + inner + marker;
  }
  const strong = bold ? `<strong>${inner}</strong>` : inner;
  return italic ? `<em>${strong}</em>` : strong;
}

// CommonMark 6.2. Implementations differ in whether symbols count as punctuation, so that delimiters have to fit either
// way.
const MAY_BE_PUNCTUATION = /[\p{P}\p{S}]/u;
const IS_PUNCTUATION = /[!-/:-@[-`{-~]|\p{P}/u;

const canOpen = (before: string, inner: string): boolean => {
  const last = lastCharacter(before);
  return (
    last !== "*" && (last === "" || isSpaceOr(IS_PUNCTUATION, last) || !MAY_BE_PUNCTUATION.test(firstCharacter(inner)))
  );
};

const canClose = (inner: string, after: string): boolean => {
  const next = firstCharacter(after);
  return next === "" || isSpaceOr(IS_PUNCTUATION, next) || !MAY_BE_PUNCTUATION.test(lastCharacter(inner));
};

const isSpaceOr = (pattern: RegExp, character: string): boolean => character === " " || pattern.test(character);

const firstCharacter = (text: string): string => {
  const code = text.codePointAt(0);
  return code === undefined ? "" : String.fromCodePoint(code);
};

const lastCharacter = (text: string): string => {
  const pair = text.slice(-2);
  return pair.codePointAt(0) === undefined || (pair.codePointAt(0) ?? 0) < 0x1_0000 ? text.slice(-1) : pair;
};

/**
 * Returns code within a line. Brackets in a code span of a link at the start of a line could make it a definition
 * (CommonMark 4.7), and are therefore in an element.
 */
const codeOf = (text: string, isInLink: boolean): string =>
  isInLink && /[[\]]/.test(text) ? `<code>${escapeText(text, { isInLink })}</code>` : codeSpan(text);

const TICKS = /`+/g;

function codeSpan(text: string): string {
  const fence = "`".repeat(shortestMissing((text.match(TICKS) ?? []).map((run) => run.length)));
  // One space is taken off at each end, where there is one at both (CommonMark 6.1).
  const pad = /^`|`$/.test(text) ? " " : "";
  return fence + pad + text + pad + fence;
}

function shortestMissing(lengths: readonly number[]): number {
  const taken = new Set(lengths);
  let length = 1;
  while (taken.has(length)) {
    length++;
  }
  return length;
}
