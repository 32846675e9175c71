import type { Table, TableEvidence } from "../blocks.ts";
import type { Box } from "../content.ts";
import type { Word } from "../words.ts";

/** A table on one page, with what the following steps need to go on without it and to join it with its continuation. */
export interface FoundTable {
  readonly table: Table;
  /** All words of the table's cells and its caption. */
  readonly words: ReadonlySet<Word>;
  /** The box of the grid, without the caption. */
  readonly box: Box;
  /**
   * The places where columns begin and end, from the left: one more than there are columns. They are in the direction
   * of reading of a rotated table: only tables of the same rotation compare.
   */
  readonly columnEdges: readonly number[];
  readonly rotation: 0 | 90 | 180 | 270;
  /** The number of the page that the table ends on. */
  readonly lastPage: number;
}

/** A word in the coordinates of a page turned so that it reads from left to right. */
export interface PlacedWord extends Box {
  readonly word: Word;
  readonly baselineY: number;
  readonly sizePt: number;
  /** The word's place in the lines of the page; words of a line that reads from right to left are in this order. */
  readonly order: number;
}

export interface DraftCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly words: readonly PlacedWord[];
}

/** A table whose cells are known and whose text is not yet put together. */
export interface Draft {
  readonly evidence: TableEvidence;
  readonly box: Box;
  readonly columnEdges: readonly number[];
  readonly rowCount: number;
  /** The cells in reading order. */
  readonly cells: readonly DraftCell[];
  /** The number of rows that a rule, a fill or a band sets off from the body; undefined where nothing does. */
  readonly headRows: number | undefined;
}

export const columnCount = (draft: Draft): number => draft.columnEdges.length - 1;
