import type { FlowLine } from "../flow/flow.ts";
import { boxAround } from "../geometry/boxes.ts";
import { type Rotation, rotationOf } from "../geometry/turning.ts";
import { mergedLines } from "../regions/merged-lines.ts";
import { regionsOf } from "../regions/regions.ts";
import { withRaised } from "../words/raised.ts";
import type { Letters } from "../words/word-of.ts";
import { segmentsOfRow } from "../words/words-of-row.ts";
import type { Line } from "../words.ts";
import { emphasised } from "./emphasis.ts";
import type { TagContent } from "./tag-tree.ts";
import type { TaggedPage } from "./tagged-page.ts";

/** A line of an element, with the page that it stands on. */
export interface TaggedLine extends FlowLine {
  readonly page: number;
}

/**
 * The lines of content that is one text, in the order of the tree: from column to column and from page to page. Words
 * are of this content alone, however near others stand.
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

/** Glyphs of a page, in the order in which they are read, as lines. */
export function linesOfGlyphs(glyphs: readonly number[], page: TaggedPage): TaggedLine[] {
  const { angleDegrees } = page.content.glyphs;
  const straight = glyphs.filter((glyph) => Math.abs((((angleDegrees[glyph] ?? 0) + 45) % 90) - 45) <= SLANT_DEGREES);
  const byRotation = Map.groupBy(straight, (glyph) => rotationOf(angleDegrees[glyph] ?? 0));
  return [...byRotation].flatMap(([rotation, own]) => {
    const letters = page.lettersAt(rotation);
    return partsOf(own, letters).flatMap((part) => {
      const segments = segmentsOf(part, { letters, rotation });
      return inColumns(segments).map((line): TaggedLine => flowLine(line, page));
    });
  });
}

/** Text further from the four directions than this is drawn across the page. */
const SLANT_DEGREES = 8;

/** A baseline this many ems above that of what was read before begins a column: raised type and accents are nearer. */
const NEXT_COLUMN_EM = 2.5;

/** Parts of a text that each go down the page. */
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

/** Baselines nearer than this are one. */
const SAME_BASELINE_EM = 0.12;

function segmentsOf(
  glyphs: readonly number[],
  { letters, rotation }: { readonly letters: Letters; readonly rotation: Rotation },
): Line[] {
  const { placing, content } = letters;
  const baseline = (glyph: number): number => placing.baseline[glyph] ?? 0;
  const middle = (glyph: number): number => (placing.uMin[glyph] ?? 0) + (placing.uMax[glyph] ?? 0);
  const rows: number[][] = [];
  let top = Number.NEGATIVE_INFINITY;
  for (const glyph of glyphs.toSorted((a, b) => baseline(a) - baseline(b) || a - b)) {
    const row = rows.at(-1);
    if (row === undefined || baseline(glyph) - top > SAME_BASELINE_EM * (content.glyphs.sizePt[glyph] ?? 0)) {
      rows.push([glyph]);
      top = baseline(glyph);
    } else {
      row.push(glyph);
    }
  }
  const segments = rows.flatMap((row) =>
    segmentsOfRow(
      row.toSorted((a, b) => middle(a) - middle(b) || a - b),
      letters,
    ),
  );
  return withRaised(segments).map(({ words, sizePt }): Line => {
    const box = boxAround(words);
    return { words, ...box, baselineY: words[0]?.baselineY ?? box.yMax, sizePt, rotation };
  });
}

/** Lines of the columns that one element runs through on a page where no step up tells them apart. */
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
