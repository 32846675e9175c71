import type { Span, Table, TableCell } from "../blocks.ts";
import { boxAround } from "../geometry/boxes.ts";
import { isRightToLeft } from "../words/bidi.ts";
import { isStraight } from "../words/slanted.ts";
import type { PageLines, Word } from "../words.ts";
import { bandRegions } from "./bands.ts";
import { blocksOf, wholeTablesOf } from "./blocks-of-fields.ts";
import { linesOfCell, spansOfCell } from "./cell-text.ts";
import { compact } from "./compact.ts";
import { isCrowded } from "./crowded-cells.ts";
import { withSignsJoined } from "./currency-signs.ts";
import type { Draft, FoundTable, PlacedWord } from "./found-table.ts";
import { highlightsOf } from "./highlights.ts";
import { type ItemStarts, itemStartsOf } from "./item-starts.ts";
import { labelTables } from "./label-rows.ts";
import { lanesOf } from "./lanes.ts";
import { gridOf, latticesOf } from "./lattice.ts";
import { hasFigures, isBetter, isEmptyTable, isFramedText, isTable, type PageText } from "./plausible.ts";
import { draftOfRegion } from "./region.ts";
import { headRowsOf } from "./rows/head-rows.ts";
import { type VisualRow, visualRows, wordsOfRow } from "./rows/visual-rows.ts";
import { ruledTable } from "./ruled-tables.ts";
import { MOST_HEAD_LINES, runsOf } from "./runs.ts";
import { type PageType, pageType } from "./segments.ts";
import { type Strokes, strokesOf } from "./strokes.ts";
import { ROTATIONS, type UprightPage, uprightPage } from "./upright.ts";
import { WordIndex } from "./word-index.ts";

/** The smallest number of words of a rotation that are searched for a table. */
const WORDS_FOR_TABLE = 4;

/** The gap between ends of lines that are meant to touch, in ems. */
const TOUCH_EM = 0.3;

/** The distance below which edges of a lattice are one, in ems: no column of text is so narrow. */
const SAME_EDGE_EM = 0.4;

export interface TableOptions {
  /** Returns the text of a cell from its words, line by line; the default keeps styles and has no links. */
  readonly spansOf?: (lines: readonly (readonly Word[])[]) => readonly Span[];
}

/** Returns the tables of a page, from the top. */
export function findTables(page: PageLines, { spansOf = spansOfCell }: TableOptions = {}): FoundTable[] {
  const found: FoundTable[] = [];
  const used = new Set<Word>();
  const starts = itemStartsOf(page);
  for (const rotation of ROTATIONS) {
    const count = page.lines.reduce((sum, line) => sum + (line.rotation === rotation ? line.words.length : 0), 0);
    if (count >= WORDS_FOR_TABLE) {
      const upright = uprightPage(page, rotation);
      found.push(
        ...draftsOf(page, upright, { used, starts }).map((draft) =>
          foundTable(draft, { page: page.content.page, upright, spansOf }),
        ),
      );
    }
  }
  return found.toSorted((a, b) => a.box.yMin - b.box.yMin);
}

/** Returns the tables of one rotation, and adds their words to those that are used. */
function draftsOf(
  page: PageLines,
  upright: UprightPage,
  { used, starts }: { readonly used: Set<Word>; readonly starts: ItemStarts },
): Draft[] {
  const type = pageType(upright.lines);
  const { sizePt } = type;
  const all = new WordIndex([...upright.words, ...upright.turned.filter((word) => !isWatermark(word, page, sizePt))]);
  const strokes = strokesOf(page.content, {
    placed: upright.placed,
    sizePt,
    isHighlight: highlightsOf(upright, sizePt),
  });
  const text = { starts, isFixedPitch: upright.words.every(({ word }) => word.font.isFixedPitch) };
  const drafts: Draft[] = [];
  const keepWhole = (whole: Draft | undefined): void => {
    if (whole !== undefined && !whole.cells.some((cell) => cell.words.some((w) => used.has(w.word)))) {
      drafts.push(whole);
      for (const { words } of whole.cells) {
        for (const { word } of words) {
          used.add(word);
        }
      }
    }
  };
  const keep = (draft: Draft | undefined): void => keepWhole(draft === undefined ? undefined : tableOf(draft, text));
  // Tables with rules on all sides are surest; those without rules are looked for among the remaining words.
  for (const lattice of latticesOf(strokes, TOUCH_EM * sizePt)) {
    const grid = gridOf(lattice, SAME_EDGE_EM * sizePt);
    keep(grid === undefined ? undefined : ruledTable(grid, all, type));
  }
  const { horizontal, fields } = outsideOf(strokes, drafts);
  const blocks = blocksOf(fields, sizePt);
  for (const block of wholeTablesOf(blocks, sizePt)) {
    keep(ruledTable(block, all, type));
  }
  const rest = unused(upright.words, used);
  const index = new WordIndex(rest);
  const restRows = visualRows(rest, type.columnGapEm);
  const wideDrafts = wideTables(restRows, { strokes, type });
  const wide = wideDrafts.flatMap((draft) => tableOf(draft, text) ?? []);
  const usedBefore = used.size;
  for (const region of bandRegions({ horizontal, blocks, starts }, index, type)) {
    const draft = draftOfRegion(region, index.within(region), type);
    const isRuled = region.rowEdges.length > 2 || region.columnEdges !== undefined;
    const isText = draft !== undefined && !isRuled && isFramedText(draft);
    keep(isText || (draft !== undefined && wide.some((other) => isBetter(other, draft))) ? undefined : draft);
  }
  // On most pages nothing was found, and the rows are still those from above.
  const rowsNow = (): readonly VisualRow[] =>
    used.size === usedBefore ? restRows : visualRows(unused(rest, used), type.columnGapEm);
  for (const draft of used.size === usedBefore ? wideDrafts : wideTables(rowsNow(), { strokes, type })) {
    keep(draft);
  }
  for (const draft of textTables(rowsNow(), { strokes, type })) {
    keep(draft);
  }
  for (const draft of labelTables(rowsNow())) {
    keepWhole(draft);
  }
  return drafts;
}

/** How much larger than the text a watermark is; slanted words of less size may head narrow columns. */
const WATERMARK_SIZE = 2;

/** Returns whether a word lies across the page, larger than its text, so that it is of no cell that it touches. */
const isWatermark = ({ word }: PlacedWord, { content }: PageLines, sizePt: number): boolean =>
  word.sizePt > WATERMARK_SIZE * sizePt && !isStraight(content.glyphs.angleDegrees[word.glyphs[0] ?? 0] ?? 0);

/** Returns a draft as it is to be kept; undefined where it is no table. */
function tableOf(draft: Draft, text: PageText): Draft | undefined {
  const whole = withSignsJoined(compact(draft));
  return (isTable(whole, text) || isEmptyTable(draft, whole)) && !isCrowded(whole) ? whole : undefined;
}

const unused = (words: readonly PlacedWord[], used: ReadonlySet<Word>): PlacedWord[] =>
  used.size === 0 ? [...words] : words.filter(({ word }) => !used.has(word));

/** Returns the lines and backgrounds that are not those of tables found already. */
function outsideOf({ horizontal, fields }: Strokes, drafts: readonly Draft[]): Pick<Strokes, "horizontal" | "fields"> {
  const isOutside = (x: number, y: number): boolean =>
    !drafts.some(({ box }) => x >= box.xMin && x <= box.xMax && y >= box.yMin - 1 && y <= box.yMax + 1);
  return {
    horizontal: horizontal.filter(({ at, from, to }) => isOutside((from + to) / 2, at)),
    fields: fields.filter(({ xMin, yMin, xMax, yMax }) => isOutside((xMin + xMax) / 2, (yMin + yMax) / 2)),
  };
}

/** The smallest number of rows of several texts in a table that nothing but its text shows. */
const ROWS_FOR_TABLE = 3;

interface Around {
  readonly strokes: Strokes;
  readonly type: PageType;
}

/** Returns the tables that are seen by their columns alone, which may reach over what are columns of prose elsewhere. */
function wideTables(rows: readonly VisualRow[], { strokes, type }: Around): Draft[] {
  const { columnGapEm } = type;
  return runsOf(rows, { columnGapEm, leastStrips: 2 })
    .filter((run) => !hasProse(run) && lanesOf(run, type).length === 1)
    .flatMap((run) => {
      const draft = draftOfRun(run, { strokes, type });
      return draft !== undefined && (isLongEnough(run) || draft.evidence === "bands") ? [draft] : [];
    })
    .filter(hasFigures);
}

/** Returns the tables in columns of prose. */
function textTables(rows: readonly VisualRow[], { strokes, type }: Around): Draft[] {
  const { columnGapEm } = type;
  return lanesOf(rows, type)
    .flatMap((lane) => runsOf(lane, { columnGapEm, leastStrips: 1 }))
    .filter(isLongEnough)
    .flatMap((run) => draftOfRun(run, { strokes, type }) ?? []);
}

/** The smallest number of words in a line of prose. */
const PROSE_WORDS = 6;

/** Returns whether many rows have a line of prose: a column of it stands beside a table or code. */
const hasProse = (run: readonly VisualRow[]): boolean =>
  run.filter(({ segments }) => segments.some(({ words }) => words.length >= PROSE_WORDS)).length * 4 > run.length;

const isLongEnough = (run: readonly VisualRow[]): boolean =>
  run.filter(({ segments }) => segments.length > 1).length >= ROWS_FOR_TABLE;

function draftOfRun(run: readonly VisualRow[], { strokes, type }: Around): Draft | undefined {
  const words = run.flatMap(wordsOfRow);
  const box = boxAround(words);
  const rules = strokes.horizontal.filter(
    ({ at, from, to }) => at > box.yMin && at < box.yMax && to > box.xMin && from < box.xMax,
  );
  const isWide = (from: number, to: number): boolean => to - from >= 0.8 * (box.xMax - box.xMin);
  return draftOfRegion(
    {
      ...box,
      evidence: isHeadRuled(run, strokes.horizontal) ? "bands" : "text",
      rowEdges: rules.filter(({ from, to }) => isWide(from, to)).map(({ at }) => at),
      columnEdges: undefined,
      cellEnds: [],
      partial: rules.filter(({ from, to }) => !isWide(from, to)),
    },
    words,
    type,
  );
}

/** The greatest distance of a rule above the first line of a table, in ems. */
const ABOVE_HEAD_EM = 2;

/** Returns whether a rule over all columns, and not much more, stands above the first row or beneath one of a head. */
function isHeadRuled(run: readonly VisualRow[], horizontal: Strokes["horizontal"]): boolean {
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  let above = (run[0]?.baselineY ?? 0) - ABOVE_HEAD_EM * (run[0]?.sizePt ?? 0);
  for (const [index, { segments, sizePt, baselineY }] of run.slice(0, MOST_HEAD_LINES).entries()) {
    const below = run[index + 1]?.baselineY ?? 0;
    from = Math.min(from, segments[0]?.xMin ?? from);
    to = Math.max(to, segments.at(-1)?.xMax ?? to);
    const isOver = (rule: Strokes["horizontal"][number]): boolean =>
      rule.at > above &&
      rule.at < below &&
      Math.abs(rule.from - from) <= ABOVE_HEAD_EM * sizePt &&
      Math.abs(rule.to - to) <= ABOVE_HEAD_EM * sizePt;
    if (horizontal.some(isOver)) {
      return true;
    }
    if (segments.length >= (run[index + 1]?.segments.length ?? 0)) {
      // The next row is none of the head's.
      return false;
    }
    above = baselineY;
  }
  return false;
}

function foundTable(
  draft: Draft,
  { page, upright, spansOf }: { readonly page: number; readonly upright: UprightPage } & Required<TableOptions>,
): FoundTable {
  const headRows = headRowsOf(draft);
  const rows: TableCell[][] = Array.from({ length: draft.rowCount }, () => []);
  const words = new Set<Word>();
  for (const cell of draft.cells) {
    rows[cell.row]?.push({
      rowSpan: cell.rowSpan,
      colSpan: cell.colSpan,
      isHeader: cell.row < headRows,
      spans: spansOf(linesOfCell(cell.words)),
    });
    for (const { word } of cell.words) {
      words.add(word);
    }
  }
  if (isRightToLeft([...words].map(({ text }) => text))) {
    // The first column of such a table is the rightmost.
    for (const row of rows) {
      row.reverse();
    }
  }
  const box = upright.asSeen(draft.box);
  const table: Table = { kind: "table", page, box, rows, headRows, caption: undefined, evidence: draft.evidence };
  return {
    table,
    words,
    box,
    columnEdges: draft.columnEdges,
    rotation: upright.rotation,
    lastPage: page,
  };
}
