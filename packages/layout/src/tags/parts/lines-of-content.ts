import type { FlowLine } from "../../flow/flow.ts";
import { rotationOf } from "../../geometry/turning.ts";
import { mergedLines } from "../../regions/merged-lines.ts";
import { regionsOf } from "../../regions/regions.ts";
import { linesOfLetters, linesOfSlanted } from "../../words/lines-of-page.ts";
import { isStraight } from "../../words/slanted.ts";
import type { Letters } from "../../words/word-of.ts";
import type { Line } from "../../words.ts";
import { emphasised } from "../tree/emphasis.ts";
import type { TagContent } from "../tree/tag-tree.ts";
import type { TaggedPage } from "../tree/tagged-page.ts";

/** A line of an element, with the page that it stands on. */
export interface TaggedLine extends FlowLine {
  readonly page: number;
}

/**
 * Returns the lines of content that is one text, in the order of the tree: from column to column and from page to page.
 * Words are of this content alone, however near others stand.
 */
export function linesOfContent(content: Iterable<TagContent>, pages: ReadonlyMap<number, TaggedPage>): TaggedLine[] {
  const lines: TaggedLine[] = [];
  let own: number[] = [];
  let page: TaggedPage | undefined;
  const close = (): void => {
    if (page !== undefined && own.length > 0) {
      for (const line of linesOfGlyphs(own, page)) {
        lines.push(line);
      }
    }
    own = [];
  };
  for (const { page: number, markedContentId } of content) {
    if (page?.content.page !== number) {
      close();
      page = pages.get(number);
    }
    for (const glyph of page?.glyphsOf.get(markedContentId) ?? []) {
      own.push(glyph);
    }
  }
  close();
  return lines;
}

/** Groups glyphs of a page, in the order in which they are read, into lines. */
export function linesOfGlyphs(glyphs: readonly number[], page: TaggedPage): TaggedLine[] {
  const { angleDegrees } = page.content.glyphs;
  const straight = glyphs.filter((glyph) => isStraight(angleDegrees[glyph] ?? 0));
  const slanted = glyphs.filter((glyph) => !isStraight(angleDegrees[glyph] ?? 0));
  const byRotation = Map.groupBy(straight, (glyph) => rotationOf(angleDegrees[glyph] ?? 0));
  const lines = [...byRotation].flatMap(([rotation, own]) => {
    const letters = page.lettersAt(rotation);
    return partsOf(own, letters).flatMap((part) => inColumns(linesOfLetters(part, letters, rotation)));
  });
  const across = slanted.length === 0 ? [] : linesOfSlanted(page.content, slanted, page.lettersAt(0).fonts);
  return [...lines, ...across].map((line): TaggedLine => flowLine(line, page));
}

/**
 * The distance, in ems, by which a baseline is above that of the text before it where a column begins: raised type and
 * accents are nearer.
 */
const NEXT_COLUMN_EM = 2.5;

/** Divides a text into parts that each go down the page. */
function partsOf(glyphs: readonly number[], { placing, content }: Letters): number[][] {
  const { sizePt } = content.glyphs;
  const parts: number[][] = [];
  let part: number[] | undefined;
  let lowest = Number.NEGATIVE_INFINITY;
  for (const glyph of glyphs) {
    const baseline = placing.baseline[glyph] ?? 0;
    if (part === undefined || baseline < lowest - NEXT_COLUMN_EM * (sizePt[glyph] ?? 0)) {
      part = [];
      parts.push(part);
      lowest = baseline;
    }
    part.push(glyph);
    lowest = Math.max(lowest, baseline);
  }
  return parts;
}

/** Returns the lines of the columns that one element runs through on a page where no step up parts them. */
function inColumns(segments: readonly Line[]): Line[] {
  const isParted = segments.some(({ baselineY, sizePt }, index) => {
    const next = segments[index + 1];
    return next !== undefined && Math.abs(next.baselineY - baselineY) < sizePt / 4;
  });
  if (!isParted || segments.some(({ rotation }) => rotation !== 0)) {
    return [...segments];
  }
  const pieces = segments.map((line) => {
    const { xMin, yMin, xMax, yMax } = line;
    return { xMin, yMin, xMax, yMax, part: { kind: "line" as const, line } };
  });
  return regionsOf(pieces).flatMap((region) =>
    mergedLines(region.flatMap(({ part }) => (part.kind === "line" ? [part.line] : []))),
  );
}

function flowLine(seen: Line, { content, emphasis }: TaggedPage): TaggedLine {
  const words =
    emphasis.size === 0 ? seen.words : seen.words.map((word) => emphasised(word, emphasis.get(word.markedContentId)));
  const line = words === seen.words ? seen : { ...seen, words };
  const text = line.words
    .map(({ text: own, isJoined }, at) => (at === 0 || isJoined === true ? own : ` ${own}`))
    .join("");
  const isFixed = line.words.length > 0 && line.words.every(({ font }) => font.isFixedPitch);
  return { kind: "line", page: content.page, line, text, bullet: undefined, isFixed };
}
