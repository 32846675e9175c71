import type { ImagePlace } from "../../content.ts";
import type { TaggedRole } from "../../headings/heading-evidence.ts";
import type { Line } from "../../words.ts";
import type { Tags } from "../read-tags.ts";
import { hintsOfTags, type TagHint } from "./hints-of-tags.ts";

/** The statements of a tree that is not trusted as a whole about single texts and images of a page. */
export interface HintedText {
  /**
   * Returns the tagged role of lines; undefined where the tree has no headings at all, or where these words are of
   * several elements or of none.
   */
  readonly roleOf: (lines: readonly Line[]) => TaggedRole | undefined;
  readonly altOf: (image: ImagePlace) => string | undefined;
}

/** Returns the hints for the text and the images of each page. */
export function hintedTexts(tags: Tags): ReadonlyMap<number, HintedText> {
  const hints = hintsOfTags(tags);
  return new Map(
    [...tags.pages.keys()].map((page) => {
      const claimed = tags.kinds.has("heading") ? (tags.tree.claimed.get(page) ?? NONE) : NONE;
      return [page, hintedText(hints.get(page) ?? [], claimed)];
    }),
  );
}

const NONE: ReadonlySet<number> = new Set();

function hintedText(hints: readonly TagHint[], claimed: ReadonlySet<number>): HintedText {
  const headings = new Set(
    hints.flatMap(({ kind, markedContentIds }) => (kind === "heading" ? [...markedContentIds] : [])),
  );
  const others = new Set([...claimed].filter((id) => !headings.has(id)));
  const figures = hints.filter(({ kind }) => kind === "figure");
  const alts = new Map(figures.flatMap(({ alt, markedContentIds }) => [...markedContentIds].map((id) => [id, alt])));
  return {
    roleOf: (lines) => (areOf(lines, headings) ? "heading" : areOf(lines, others) ? "other" : undefined),
    altOf: ({ markedContentId }) => alts.get(markedContentId),
  };
}

const areOf = (lines: readonly Line[], content: ReadonlySet<number>): boolean =>
  content.size > 0 && lines.every(({ words }) => words.every(({ markedContentId }) => content.has(markedContentId)));
