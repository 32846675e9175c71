import type { Glyphs } from "../../content.ts";
import { contentOf, isNode, type TagChild, type TagContent, type TagNode } from "./tag-tree.ts";

/** Text that stands for drawn content (ISO 32000-2, 14.9.4), with the content that it replaces. */
export interface Replacement {
  readonly text: string;
  readonly content: readonly TagContent[];
}

/** The kinds whose content is text alone. The text of a table or a list would lose its form. */
const REPLACED: ReadonlySet<string> = new Set(["inline", "label", "paragraph", "heading", "caption", "note"]);

/** Returns the replacements of a tree by the page of the content; one within another counts for nothing. */
export function replacementsOf(roots: readonly TagNode[]): ReadonlyMap<number, readonly Replacement[]> {
  const byPage = new Map<number, Replacement[]>();
  const visit = (children: readonly TagChild[]): void => {
    for (const child of children) {
      if (!isNode(child) || child.kind === "artifact") {
        continue;
      }
      const { actualText } = child.element;
      if (actualText === undefined || !REPLACED.has(child.kind)) {
        visit(child.children);
        continue;
      }
      for (const [page, content] of Map.groupBy(contentOf(child), ({ page: own }) => own)) {
        const own = byPage.get(page) ?? [];
        byPage.set(page, own);
        // Text that goes on on another page is given once.
        own.push({ text: content[0] === firstOf(child) ? actualText : "", content });
      }
    }
  };
  visit(roots);
  return byPage;
}

const firstOf = (node: TagNode): TagContent | undefined => contentOf(node).next().value ?? undefined;

const HYPHENS = /^[-\u2010\u00AD]$/u;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * Puts replacing text in the place of the first glyph that it replaces, as wide as those of its line, and takes the
 * others out of `glyphsOf`. Empty text over letters is left aside: it is mostly a mistake, and would lose them.
 */
export function withReplacedText(
  glyphs: Glyphs,
  {
    replacements,
    glyphsOf,
  }: { readonly replacements: readonly Replacement[]; readonly glyphsOf: Map<number, number[]> },
): Glyphs {
  if (replacements.length === 0) {
    return glyphs;
  }
  const text = [...glyphs.text];
  const xMax = Float32Array.from(glyphs.xMax);
  for (const { text: own, content } of replacements) {
    const replaced = content.flatMap(({ markedContentId }) => glyphsOf.get(markedContentId) ?? []);
    const drawn = replaced.map((glyph) => glyphs.text[glyph] ?? "").join("");
    const [first] = replaced;
    const isBlank = own.trim() === "";
    if (first === undefined || (isBlank && LETTER.test(drawn))) {
      continue;
    }
    for (const { markedContentId } of content) {
      glyphsOf.set(markedContentId, []);
    }
    const said = isBlank && own === "" && HYPHENS.test(drawn.trim()) ? "\u00AD" : own.trim();
    const [home] = content.filter(({ markedContentId }) => glyphsOf.has(markedContentId));
    if (said !== "" && home !== undefined) {
      const y = glyphs.originY[first] ?? 0;
      text[first] = said;
      for (const glyph of replaced) {
        if (Math.abs((glyphs.originY[glyph] ?? 0) - y) < 1) {
          xMax[first] = Math.max(xMax[first] ?? 0, glyphs.xMax[glyph] ?? 0);
        }
      }
      glyphsOf.set(home.markedContentId, [first]);
    }
  }
  return { ...glyphs, text, xMax };
}
