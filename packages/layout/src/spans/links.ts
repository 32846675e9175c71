import type { Link, PageContent } from "../content.ts";
import { holdsPoint, sharedX } from "../geometry/boxes.ts";
import { firstFrom } from "../geometry/statistics.ts";
import { glyphText } from "../glyphs/glyph-text.ts";
import type { Line, Word } from "../words.ts";

/** A part of a word, and the address that it links to. */
export interface LinkedPart {
  readonly text: string;
  readonly href: string | undefined;
}

/** Records, for each word of a page that lies under a link, where each of its parts leads. */
export function linkWords(content: PageContent, lines: readonly Line[], parts: Map<Word, readonly LinkedPart[]>): void {
  const outward = content.links.filter(({ uri }) => uri !== undefined);
  if (outward.length === 0) {
    return;
  }
  const words = lines.flatMap((line) => line.words).toSorted((a, b) => a.yMin + a.yMax - b.yMin - b.yMax);
  const middles = words.map(({ yMin, yMax }) => (yMin + yMax) / 2);
  for (const link of outward) {
    for (let at = firstFrom(middles, link.yMin); at < words.length && (middles[at] ?? 0) <= link.yMax; at++) {
      const word = words[at];
      if (word !== undefined && sharedX(link, word) > 0) {
        const linked = linkedParts(word, { link, content, before: parts.get(word) });
        if (linked !== undefined) {
          parts.set(word, linked);
        }
      }
    }
  }
}

/** The share of a word that a link has to cover to count for all of the word. */
const WHOLE_SHARE = 0.97;

function linkedParts(
  word: Word,
  {
    link,
    content,
    before,
  }: { readonly link: Link; readonly content: PageContent; readonly before: readonly LinkedPart[] | undefined },
): readonly LinkedPart[] | undefined {
  const href = link.uri;
  if (sharedX(link, word) >= WHOLE_SHARE * (word.xMax - word.xMin)) {
    return [{ text: word.text, href }];
  }
  const { xMin, xMax, yMin, yMax } = content.glyphs;
  const parts: { text: string; href: string | undefined }[] = [];
  // A word that an earlier link has a part of keeps it, as long as its glyphs are its characters.
  const known = before?.flatMap((part) => Array.from(part.text, () => part.href));
  for (const [index, glyph] of word.glyphs.entries()) {
    const x = ((xMin[glyph] ?? 0) + (xMax[glyph] ?? 0)) / 2;
    const y = ((yMin[glyph] ?? 0) + (yMax[glyph] ?? 0)) / 2;
    const own = holdsPoint(link, x, y) ? href : known?.[index];
    const text = glyphText(content.glyphs.text[glyph] ?? "");
    const last = parts.at(-1);
    if (last !== undefined && last.href === own) {
      last.text += text;
    } else {
      parts.push({ text, href: own });
    }
  }
  return parts.some((part) => part.href !== undefined)
    ? parts.map((part) => ({ text: part.text.normalize("NFC"), href: part.href }))
    : undefined;
}
