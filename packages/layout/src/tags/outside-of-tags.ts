import { GLYPH } from "../content.ts";
import { bodySizeOf } from "../furniture/body-size.ts";
import { findFurniture } from "../furniture/furniture.ts";
import { linesOfPage } from "../words/lines-of-page.ts";
import type { Line } from "../words.ts";
import { linesOfGlyphs, type TaggedLine } from "./lines-of-content.ts";
import type { TaggedPage } from "./tagged-page.ts";

/** What is seen on a page and is of no element. */
export interface OutsideOfTags {
  /** Running heads and feet, and what is marked as an artifact. */
  readonly running: ReadonlySet<Line>;
  /** Text that was left untagged. */
  readonly remainder: readonly TaggedLine[];
}

/** Finds it by geometry: what no element claims and is no furniture either is text all the same. */
export function outsideOfTags(pages: ReadonlyMap<number, TaggedPage>): ReadonlyMap<number, OutsideOfTags> {
  const all = [...pages.values()];
  const seen = all.map(({ content, visible }) => ({ content, lines: linesOfPage(content, visible) }));
  const furniture = findFurniture(seen, bodySizeOf(seen));
  return new Map(
    all.map((page, index): [number, OutsideOfTags] => {
      const isUntagged = ({ words }: Line): boolean =>
        words.every((word) => word.glyphs.every((glyph) => !page.isClaimed(glyph)));
      const running = new Set([...(furniture[index] ?? [])].filter(isUntagged));
      const taken = new Set([...running].flatMap(({ words }) => words.flatMap((word) => [...word.glyphs])));
      const { flags } = page.content.glyphs;
      const rest = page.visible.filter(
        (glyph) => !page.isClaimed(glyph) && !taken.has(glyph) && ((flags[glyph] ?? 0) & GLYPH.artifact) === 0,
      );
      return [page.content.page, { running, remainder: linesOfGlyphs(rest, page) }];
    }),
  );
}
