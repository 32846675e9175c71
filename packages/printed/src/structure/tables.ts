import { type Bounds, type CosDocument, type CosValue, Dict, Name, Ref, resolve } from "@quire/cos";
import { elementOf, kidsOf, type StructureElement } from "./elements.ts";

/**
 * Makes tables regular: all rows have the same number of columns, and no cell reaches into another or below the last row
 * (ISO 14289-1, 7.2). Cells that HTML leaves out become empty ones.
 */
export function completeTables(elements: readonly StructureElement[], document: CosDocument): void {
  for (const { dict } of elements) {
    document.bounds.step();
    if (dict.name("S") === "Table") {
      completeTable(dict, document);
    }
  }
}

interface Row {
  readonly dict: Dict;
  readonly ref: Ref;
  readonly cells: readonly Cell[];
}

interface Cell {
  /** Its attributes of tables (ISO 32000-2, 14.8.5.7). */
  readonly attributes: readonly Dict[];
}

function completeTable(table: Dict, document: CosDocument): void {
  const { bounds } = document;
  const groups = rowGroups(table, bounds);
  for (const group of groups) {
    limitRowSpans(group, bounds);
  }
  const rows = groups.flat();
  const widths = widthsOf(rows, bounds);
  const columns = widths.reduce((most, width) => Math.max(most, width), 0);
  rows.forEach((row, index) => {
    const missing = columns - (widths[index] ?? 0);
    if (missing > 0) {
      addCell(row, missing, document);
    }
  });
}

/** Returns the rows of the table by the group that they are in; those directly in the table are one group. */
function rowGroups(table: Dict, bounds: Bounds): readonly (readonly Row[])[] {
  const groups: Row[][] = [];
  let direct: Row[] | undefined;
  for (const kid of kidsOf(table, bounds)) {
    const element = elementOf(kid);
    const type = element?.name("S") ?? "";
    if (element !== undefined && type === "TR" && kid instanceof Ref) {
      if (direct === undefined) {
        direct = [];
        groups.push(direct);
      }
      direct.push(rowOf(element, kid, bounds));
    } else if (element !== undefined && ["THead", "TBody", "TFoot"].includes(type)) {
      groups.push(
        kidsOf(element, bounds).flatMap((row) => {
          const dict = elementOf(row);
          return dict?.name("S") === "TR" && row instanceof Ref ? [rowOf(dict, row, bounds)] : [];
        }),
      );
    }
  }
  return groups;
}

function rowOf(dict: Dict, ref: Ref, bounds: Bounds): Row {
  const cells = kidsOf(dict, bounds).flatMap((kid) => {
    const cell = elementOf(kid);
    const type = cell?.name("S");
    return cell !== undefined && (type === "TH" || type === "TD") ? [{ attributes: attributesOf(cell) }] : [];
  });
  return { dict, ref, cells };
}

/** A cell does not reach below the last row of its group; one of no rows reaches to it, as in HTML, and has a column. */
function limitRowSpans(rows: readonly Row[], bounds: Bounds): void {
  rows.forEach(({ cells }, index) => {
    const most = rows.length - index;
    for (const cell of cells) {
      bounds.step();
      const rowSpan = storedSpan(cell, "RowSpan") ?? 1;
      if (rowSpan < 1 || rowSpan > most) {
        setSpan(cell, "RowSpan", most);
      }
      if ((storedSpan(cell, "ColSpan") ?? 1) < 1) {
        setSpan(cell, "ColSpan", 1);
      }
    }
  });
}

/**
 * Puts the cells into columns as HTML does, each in the first ones that are free, and returns the number of columns that
 * each row fills. A cell with more columns than are free there gets fewer.
 */
function widthsOf(rows: readonly Row[], bounds: Bounds): number[] {
  /** For each column, the number of the first row in which it is free. */
  const free: number[] = [];
  return rows.map(({ cells }, index) => {
    const isTaken = (column: number): boolean => (free[column] ?? 0) > index;
    let column = 0;
    for (const cell of cells) {
      while (isTaken(column)) {
        bounds.step();
        column += 1;
      }
      const end = column + spanOf(cell, "ColSpan");
      const start = column;
      const rowSpan = spanOf(cell, "RowSpan");
      while (column < end && !isTaken(column)) {
        bounds.step();
        free[column] = index + rowSpan;
        column += 1;
      }
      if (column < end) {
        setSpan(cell, "ColSpan", column - start);
      }
    }
    let width = 0;
    free.forEach((_, at) => {
      bounds.step();
      width += isTaken(at) ? 1 : 0;
    });
    return width;
  });
}

/** More than HTML permits, so that no table takes forever. */
const MAX_SPAN = 65_534;

type SpanKey = "RowSpan" | "ColSpan";

const spanOf = (cell: Cell, key: SpanKey): number => Math.min(Math.max(storedSpan(cell, key) ?? 1, 1), MAX_SPAN);

function storedSpan({ attributes }: Cell, key: SpanKey): number | undefined {
  for (const dict of attributes) {
    const span = dict.integer(key);
    if (span !== undefined) {
      return span;
    }
  }
  return undefined;
}

function setSpan({ attributes }: Cell, key: SpanKey, span: number): void {
  for (const dict of attributes) {
    if (dict.has(key)) {
      dict.set(key, span);
    }
  }
}

function attributesOf(cell: Dict): Dict[] {
  const given = cell.get("A");
  return (Array.isArray(given) ? given : [given]).flatMap((object) => {
    const attributes = resolve(object);
    return attributes instanceof Dict && attributes.name("O") === "Table" ? [attributes] : [];
  });
}

/** Adds an empty cell over that many columns at the end of a row. */
function addCell({ dict, ref }: Row, columns: number, document: CosDocument): void {
  const cell = new Dict([
    ["Type", new Name("StructElem")],
    ["S", new Name("TD")],
    ["P", ref],
  ]);
  if (columns > 1) {
    const attributes = new Dict([
      ["O", new Name("Table")],
      ["ColSpan", columns],
    ]);
    cell.set("A", attributes);
  }
  const kids: CosValue[] = [...kidsOf(dict, document.bounds), document.add(cell)];
  dict.set("K", kids.length === 1 ? (kids[0] ?? null) : kids);
}
