import { isNode, type TagChild, type TagNode } from "../tree/tag-tree.ts";
import { type CellPart, linesOfParts, type Part, type RowPart, type TagReading } from "./parts.ts";

/**
 * Reads a table; or the text of its cells, one after the other, where it only places them. Notes of cells follow it.
 */
export function tableOf(node: TagNode, { partsOf }: TagReading): Part[] {
  const reader = new TableReader(partsOf);
  reader.addAll(node.children, false);
  const rows = reader.rows.filter(({ cells }) => cells.length > 0);
  if (isLayout(rows)) {
    return [...reader.before, ...rows.flatMap(({ cells }) => cells.flatMap(({ parts }) => parts)), ...reader.after];
  }
  const notes = rows.flatMap(({ cells }) => cells.flatMap(({ parts }) => parts.filter(({ kind }) => kind === "note")));
  const plain = rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, parts: cell.parts.filter(({ kind }) => kind !== "note") })),
  }));
  return [{ kind: "table", rows: plain, caption: linesOfParts(reader.before) }, ...reader.after, ...notes];
}

class TableReader {
  readonly rows: RowPart[] = [];
  /** The parts in the table before its rows; `after` has those behind the first row. */
  readonly before: Part[] = [];
  readonly after: Part[] = [];
  readonly #partsOf: TagReading["partsOf"];

  constructor(partsOf: TagReading["partsOf"]) {
    this.#partsOf = partsOf;
  }

  addAll(children: readonly TagChild[], isHead: boolean): void {
    let cells: CellPart[] = [];
    const close = (): void => {
      if (cells.length > 0) {
        this.rows.push({ isHead, cells: oncePerTable(cells) });
        cells = [];
      }
    };
    for (const child of children) {
      if (isNode(child) && child.kind === "cell") {
        cells.push(this.#cell(child));
        continue;
      }
      close();
      if (isNode(child) && (child.kind === "rows" || child.kind === "row" || hasRows(child))) {
        this.addAll(child.children, isHead || child.role === "THead");
      } else {
        for (const part of this.#partsOf([child])) {
          (this.rows.length === 0 ? this.before : this.after).push(part);
        }
      }
    }
    close();
  }

  #cell(node: TagNode): CellPart {
    const { colSpan, rowSpan, scope } = node.element;
    const parts = this.#partsOf(node.children);
    return { isHeader: node.role === "TH", scope, rowSpan, colSpan, parts };
  }
}

/**
 * Returns the cells of a row once, where it has them again for each further page: spreadsheets repeat the head of a table
 * at the top of each page, and some tag all of that as one row.
 */
function oncePerTable(cells: CellPart[]): CellPart[] {
  const pages = cells.map(({ parts }) => linesOfParts(parts)[0]?.page);
  const length = pages.findIndex((page) => page !== undefined && page !== pages[0]);
  if (length <= 0 || cells.length % length !== 0) {
    return cells;
  }
  const texts = cells.map(({ parts }) =>
    linesOfParts(parts)
      .map(({ text }) => text)
      .join(" "),
  );
  const isRepeated = texts.every((text, at) => text === texts[at % length] && pages[at] === pages[at - (at % length)]);
  return isRepeated ? cells.slice(0, length) : cells;
}

/** Returns whether an element is a group between a table and its rows, which means nothing; other groups have text. */
const hasRows = (node: TagChild): node is TagNode =>
  isNode(node) &&
  (node.kind === "transparent" || node.kind === "group") &&
  node.children.some((child) => isNode(child) && (child.kind === "row" || child.kind === "cell" || hasRows(child)));

/**
 * Returns whether rows are those of a table that only places text: one column, or cells that hold what only pages hold.
 */
function isLayout(rows: readonly RowPart[]): boolean {
  const hasHeaders = rows.some(({ isHead, cells }) => isHead || cells.some(({ isHeader }) => isHeader));
  const isColumn = rows.every(({ cells }) => cells.length === 1);
  const isPage = rows.some(({ cells }) => cells.some(({ parts }) => parts.some(isOfPage)));
  return rows.length === 0 || (!hasHeaders && (isColumn || isPage));
}

const isOfPage = (part: Part): boolean => part.kind === "table" || (part.kind === "text" && part.heading !== undefined);
