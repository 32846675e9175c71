import { outwardReferences, withReferences } from "./references.ts";

/*
 * Chromium's headers and footers fetch nothing, and a reference in them makes printing fail ("Printing failed") or wait
 * for it in vain. So references are removed, and reported.
 */

export interface HeaderTemplate {
  readonly html: string;
  /** The references that were removed. */
  readonly dropped: readonly string[];
}

export function headerTemplate(html: string): HeaderTemplate {
  const dropped: string[] = [];
  const drop = (whole: string): string => {
    dropped.push(
      /(?:href|src)\s*=\s*["']?([^"'\s>]+)|@import\s+(?:url\()?["']?([^"'\s;)]+)/i
        .exec(whole)
        ?.slice(1)
        .find(Boolean) ?? whole,
    );
    return "";
  };
  const scriptless = without(html, /<script\b/gi, /<\/script\s*>/gi, { unclosed: "removed" }, () => {});
  const bare = without(scriptless, LOADING_TAG, />/g, { unclosed: "kept" }, drop)
    .replaceAll(/@import\b[^;<]*;?/gi, drop)
    .replaceAll(/\bsrcset\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, "");
  const outward = outwardReferences(bare);
  return {
    html: withReferences(bare, () => "data:,"),
    dropped: [...new Set([...dropped, ...outward])],
  };
}

const LOADING_TAG = /<(?:link|base|iframe|frame|object|embed|video|audio|source|track)\b/gi;

/**
 * Returns a text without what stands from each match of `opening` to the end of the next match of `closing`, or of the
 * text. It reads the text once.
 * @param report receives what is removed
 */
function without(
  text: string,
  opening: RegExp,
  closing: RegExp,
  { unclosed }: { readonly unclosed: "removed" | "kept" },
  report: (removed: string) => void,
): string {
  const pieces: string[] = [];
  let at = 0;
  for (let start = indexFrom(opening, text, at); start !== undefined; start = indexFrom(opening, text, at)) {
    const isClosed = indexFrom(closing, text, start) !== undefined;
    if (!isClosed && unclosed === "kept") {
      break;
    }
    const end = isClosed ? closing.lastIndex : text.length;
    pieces.push(text.slice(at, start));
    report(text.slice(start, end));
    at = end;
  }
  return pieces.join("") + text.slice(at);
}

/** Returns the index of the next match of a global pattern, whose `lastIndex` is then after it. */
function indexFrom(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index;
}
