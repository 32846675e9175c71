/*
 * The references of a document, found in one pass over its text: each step begins where the one before it ended, and
 * what is found by looking ahead is kept, so that no text makes the search slower than its length.
 */

/** A reference and its place in the text. */
interface Reference {
  readonly url: string;
  /** The index of the URL's first character. */
  readonly start: number;
  /** The index after its last character. */
  readonly end: number;
}

/** Matches the start of an element whose `href` is loaded, an attribute up to its value, or `url(` up to the URL. */
const MARK =
  /<(?:link|image|use|feimage|pattern|lineargradient|radialgradient|filter|mpath|textpath)\b|\b(?:src|poster|background|data|href)\s*=\s*|\burl\(\s*["']?/gi;

const BARE_VALUE = /[^\s>]*/y;
const CSS_VALUE = /[^"')]*/y;

/** Returns the references of a document that lead out of it. */
export const outwardReferences = (html: string): readonly string[] => referencesOf(html).map(({ url }) => url);

/**
 * Returns the document with references replaced.
 * @param replacementOf returns what replaces a reference, of those that `outwardReferences` returns; undefined keeps it
 */
export function withReferences(html: string, replacementOf: (url: string) => string | undefined): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { url, start, end } of referencesOf(html)) {
    const replacement = replacementOf(url);
    if (replacement !== undefined) {
      pieces.push(html.slice(at, start), replacement);
      at = end;
    }
  }
  return pieces.join("") + html.slice(at);
}

/** Finds `src="…"`, `<link … href=…>`, `background="…"`, `url(…)` and similar whose URLs are outward. */
function referencesOf(html: string): Reference[] {
  const references: Reference[] = [];
  const tagEnd = nextOf(html, ">");
  let loadsUntil = 0;
  for (let mark = markFrom(html, 0); mark !== undefined; ) {
    const { text, end } = mark;
    if (text.startsWith("<")) {
      loadsUntil = tagEnd(end);
      mark = markFrom(html, end);
      continue;
    }
    const isCss = text.includes("(");
    if (!isCss && /^href/i.test(text) && end > loadsUntil) {
      // A link, which loads nothing.
      mark = markFrom(html, end);
      continue;
    }
    const value = isCss ? untilEndOf(CSS_VALUE, html, end) : attributeValue(html, end);
    references.push(...outward(html, value));
    mark = markFrom(html, value.end);
  }
  return references;
}

function markFrom(html: string, from: number): { readonly text: string; readonly end: number } | undefined {
  MARK.lastIndex = from;
  const found = MARK.exec(html);
  return found === null ? undefined : { text: found[0], end: MARK.lastIndex };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the range of an attribute's value, in quotes or without; a quote that is not closed is part of the value. */
function attributeValue(html: string, start: number): Range {
  const quote = html[start];
  const close = quote === '"' || quote === "'" ? html.indexOf(quote, start + 1) : -1;
  return close === -1 ? untilEndOf(BARE_VALUE, html, start) : { start: start + 1, end: close };
}

function untilEndOf(pattern: RegExp, html: string, start: number): Range {
  pattern.lastIndex = start;
  pattern.test(html);
  return { start, end: pattern.lastIndex };
}

/** Returns the reference in a range, without blanks around it, if there is one and it leads out of the document. */
function outward(html: string, { start, end }: Range): Reference[] {
  const value = html.slice(start, end);
  const url = value.trim();
  const first = start + (value.length - value.trimStart().length);
  return url === "" || /^(?:data:|#|about:blank)/i.test(url) ? [] : [{ url, start: first, end: first + url.length }];
}

/**
 * Returns a function that returns the index of the next `wanted` from an index on; Infinity when there is none. Asked
 * with growing indices it reads the text once.
 */
export function nextOf(text: string, wanted: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const next = text.indexOf(wanted, from);
      found = next === -1 ? Number.POSITIVE_INFINITY : next;
    }
    return found;
  };
}
