import type { Block, Continued, Footnote, Place } from "../blocks.ts";
import { codeLines } from "../code/code-lines.ts";
import { boxAround } from "../geometry/boxes.ts";
import type { FoundHeading } from "../headings/headings.ts";
import { ListBuilder } from "../lists/list-builder.ts";
import { itemsOf } from "../lists/sequences.ts";
import type { Note } from "../notes/footnotes.ts";
import { hasOwnLines } from "../paragraphs/own-lines.ts";
import { type SpanSources, spansOfLines } from "../spans/spans-of-lines.ts";
import type { CodeDraft, Draft, TextDraft } from "./drafts.ts";
import { type Column, type FlowLine, NO_COLUMN } from "./flow.ts";

interface Findings {
  readonly headings: ReadonlyMap<TextDraft, FoundHeading>;
  readonly isQuote: (draft: TextDraft) => boolean;
  readonly sources: SpanSources;
  /** Whether lists end with their page. */
  readonly keepsPagesApart: boolean;
}

/** Makes blocks of drafts whose kinds are known, and puts items together to lists. */
export function blocksOfDrafts(
  drafts: readonly Draft[],
  { headings, isQuote, sources, keepsPagesApart }: Findings,
): Block[] {
  const builder = new ListBuilder(keepsPagesApart);
  const items = itemsOf(drafts.filter((draft) => draft.kind !== "text" || !headings.has(draft)));
  const margins = marginsOf(drafts);
  for (const draft of drafts) {
    if (draft.kind === "block") {
      builder.addOutside(draft.block);
      continue;
    }
    if (draft.kind === "code") {
      const [first] = draft.parts;
      if (first !== undefined) {
        const place = placeOf(first.lines, first.column);
        const code: Block = { kind: "code", ...place, lines: codeLines(draft), ...continued(draft) };
        builder.add(code, { x: place.box.xMin - margins(first.column), sizePt: sizeOf(first.lines) });
      }
      continue;
    }
    addText(draft);
  }
  return builder.blocks();

  function addText(draft: TextDraft): void {
    const { column, lines, marker } = draft;
    const place = placeOf(lines, column);
    const heading = headings.get(draft);
    const sizePt = sizeOf(lines);
    const margin = margins(column);
    if (heading !== undefined) {
      builder.addOutside({ kind: "heading", ...place, ...heading, spans: spansOfLines(lines, sources) });
    } else if (marker !== undefined && items.has(draft)) {
      const spans = spansOfLines(lines, sources, { skip: marker.words });
      builder.addItem(
        { kind: "paragraph", ...place, spans, ...continued(draft) },
        { marker, x: marker.x - margin, textX: marker.textX - margin, sizePt },
      );
    } else {
      const keepsLines = hasOwnLines(draft);
      const paragraph: Block = {
        kind: "paragraph",
        ...place,
        ...(keepsLines && { keepsLines }),
        spans: spansOfLines(lines, isTypewritten(lines) ? { ...sources, isFixedText: true } : sources, { keepsLines }),
        ...continued(draft),
      };
      const x = column.isRightToLeft ? -place.box.xMax : place.box.xMin;
      const block: Block = isQuote(draft) ? { kind: "quote", ...place, blocks: [paragraph] } : paragraph;
      builder.add(block, { x: x - margin, sizePt });
    }
  }
}

/** The fewest lines of fixed pitch that are a paragraph of their own, and no code within one. */
const LEAST_TYPEWRITTEN = 4;

const isTypewritten = (lines: readonly FlowLine[]): boolean =>
  lines.length >= LEAST_TYPEWRITTEN && lines.every(({ isFixed }) => isFixed);

const continued = ({ continuesOnPage }: TextDraft | CodeDraft): Continued =>
  continuesOnPage === undefined ? {} : { continues: true };

const sizeOf = (lines: readonly FlowLine[]): number => lines[0]?.line.sizePt ?? 10;

/** Makes the block of a footnote that `takeNotes` has parted from the text. */
export const footnoteOf = ({ label, draft, words }: Note, sources: SpanSources): Footnote => ({
  kind: "footnote",
  ...placeOf(draft.lines, draft.column),
  label,
  spans: spansOfLines(draft.lines, sources, { skip: words }),
});

const placeOf = (lines: readonly FlowLine[], column: Column): Place => ({
  page: column.page,
  box: boxAround(lines.map(({ line }) => line)),
});

/**
 * Returns the left margin that indents of a column count from, by column. Columns at one place of different pages have
 * one margin, even where a page has only indented text.
 */
function marginsOf(drafts: readonly Draft[]): (column: Column) => number {
  const known = new Map<Column, number>();
  let last: { column: Column; margin: number } | undefined;
  const note = (column: Column): void => {
    if (known.has(column)) {
      return;
    }
    const own = column.isRightToLeft ? -column.xMax : column.xMin;
    const isSamePlace = last !== undefined && Math.abs(own - last.margin) < SAME_MARGIN_PT;
    const margin = isSamePlace && last !== undefined ? Math.min(own, last.margin) : own;
    known.set(column, margin);
    last = { column, margin };
  };
  for (const draft of drafts) {
    note(draft.kind === "code" ? (draft.parts[0]?.column ?? NO_COLUMN) : draft.column);
  }
  return (column) => known.get(column) ?? column.xMin;
}

/**
 * The greatest distance between margins at one place, in points: three levels of a list indent by about this, and
 * another column stands further off.
 */
const SAME_MARGIN_PT = 100;
