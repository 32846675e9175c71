import { outwardReferences, withReferences } from "./document-look.ts";

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
  const bare = html
    .replaceAll(/<script\b[\s\S]*?(?:<\/script\s*>|$)/gi, "")
    .replaceAll(/<(?:link|base|iframe|frame|object|embed|video|audio|source|track)\b[^>]*>/gi, drop)
    .replaceAll(/@import\b[^;<]*;?/gi, drop)
    .replaceAll(/\bsrcset\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, "");
  const outward = outwardReferences(bare);
  return {
    html: withReferences(bare, new Map(outward.map((reference) => [reference, "data:,"]))),
    dropped: [...new Set([...dropped, ...outward])],
  };
}
