import type { Line } from "../../words.ts";
import type { TaggedPage } from "../tree/tagged-page.ts";
import { linesOfGlyphs, type TaggedLine } from "./lines-of-content.ts";

/** The text that is seen on a page and belongs to no element. */
export interface OutsideOfTags {
  /** The running headers and footers, and numbers that are marked as artifacts. */
  readonly running: ReadonlySet<Line>;
  /** Text that was left untagged, or is marked as an artifact although it runs over no pages. */
  readonly remainder: readonly TaggedLine[];
}

/**
 * Finds text outside of the tree by geometry: glyphs that no element claims and that are no running headers or footers
 * either are text all the same. A mark of an artifact (ISO 32000-2, 14.8.2.2) does not change that, since producers mark
 * letterheads so, unless what is marked is a number, as that of a page.
 */
export function outsideOfTags(pages: ReadonlyMap<number, TaggedPage>): ReadonlyMap<number, OutsideOfTags> {
  return new Map(
    [...pages].map(([number, page]): [number, OutsideOfTags] => {
      const isUntagged = ({ words }: Line): boolean =>
        words.every((word) => word.glyphs.every((glyph) => !page.isClaimed(glyph)));
      const running = [...page.running].filter(isUntagged);
      const taken = new Set(running.flatMap(({ words }) => words.flatMap((word) => [...word.glyphs])));
      const rest = page.visible.filter((glyph) => !page.isClaimed(glyph) && !taken.has(glyph));
      const { marked = [], text: remainder = [] } = Object.groupBy(linesOfGlyphs(rest, page), (line) =>
        isMarkedNumber(line) ? "marked" : "text",
      );
      return [number, { running: new Set([...running, ...marked.map(({ line }) => line)]), remainder }];
    }),
  );
}

const isMarkedNumber = ({ line: { words }, text }: TaggedLine): boolean =>
  !/\p{L}/u.test(text) && words.every(({ isArtifact }) => isArtifact);
