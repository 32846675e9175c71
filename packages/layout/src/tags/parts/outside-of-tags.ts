import { GLYPH } from "../../content.ts";
import type { Line } from "../../words.ts";
import type { TaggedPage } from "../tree/tagged-page.ts";
import { linesOfGlyphs, type TaggedLine } from "./lines-of-content.ts";

/** The text that is seen on a page and belongs to no element. */
export interface OutsideOfTags {
  /** The running headers and footers, and text that is marked as an artifact. */
  readonly running: ReadonlySet<Line>;
  /** Text that was left untagged. */
  readonly remainder: readonly TaggedLine[];
}

/**
 * Finds text outside of the tree by geometry: glyphs that no element claims and that are no running headers or footers
 * either are text all the same.
 */
export function outsideOfTags(pages: ReadonlyMap<number, TaggedPage>): ReadonlyMap<number, OutsideOfTags> {
  return new Map(
    [...pages].map(([number, page]): [number, OutsideOfTags] => {
      const isUntagged = ({ words }: Line): boolean =>
        words.every((word) => word.glyphs.every((glyph) => !page.isClaimed(glyph)));
      const running = new Set([...page.running].filter(isUntagged));
      const taken = new Set([...running].flatMap(({ words }) => words.flatMap((word) => [...word.glyphs])));
      const { flags } = page.content.glyphs;
      const rest = page.visible.filter(
        (glyph) => !page.isClaimed(glyph) && !taken.has(glyph) && ((flags[glyph] ?? 0) & GLYPH.artifact) === 0,
      );
      return [number, { running, remainder: linesOfGlyphs(rest, page) }];
    }),
  );
}
