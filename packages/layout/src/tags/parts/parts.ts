import type { Box } from "../../content.ts";
import type { PageRange, TagChild } from "../tree/tag-tree.ts";
import type { TaggedPage } from "../tree/tagged-page.ts";
import type { TaggedLine } from "./lines-of-content.ts";

/*
 * The parts of a text that the elements of the structure make, with the lines of their text; spans and levels come
 * later.
 */

export type Part = TextPart | CaptionPart | ListPart | TablePart | FigurePart | QuotePart | NotePart;

export interface TextPart {
  readonly kind: "text";
  readonly lines: readonly TaggedLine[];
  readonly heading: HeadingRole | undefined;
  /** Whether all of the text is tagged as code. */
  readonly isCode: boolean;
  /** The page that it goes on on as another part, where the text of each page is kept apart. */
  readonly continuesOnPage?: number;
}

export interface HeadingRole {
  readonly role: string;
  /** The level, from 1; undefined for `H` and `Title`, which have none. */
  readonly level: number | undefined;
  /** The number of groups that the heading stands in. */
  readonly depth: number;
}

/** A caption whose figure or table is its sibling. */
interface CaptionPart {
  readonly kind: "caption";
  readonly lines: readonly TaggedLine[];
}

export interface ListPart {
  readonly kind: "list";
  /** The attribute ListNumbering (ISO 32000-2, table 382). */
  readonly numbering: string | undefined;
  /** Whether this is a table of contents, in which numbers are of the text that an entry leads to. */
  readonly isContents: boolean;
  readonly items: readonly ItemPart[];
  readonly continuesOnPage?: number;
}

export interface ItemPart {
  /** The lines of the item's `Lbl`; empty for an item without a label, or with one that is drawn. */
  readonly label: readonly TaggedLine[];
  readonly parts: readonly Part[];
}

export interface TablePart {
  readonly kind: "table";
  readonly rows: readonly RowPart[];
  readonly caption: readonly TaggedLine[];
  readonly continuesOnPage?: number;
}

export interface RowPart {
  readonly isHead: boolean;
  readonly cells: readonly CellPart[];
}

export interface CellPart {
  readonly isHeader: boolean;
  readonly scope: "Row" | "Column" | "Both" | undefined;
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly parts: readonly Part[];
}

interface FigurePart {
  readonly kind: "figure";
  readonly page: number;
  readonly box: Box;
  readonly image: number | undefined;
  readonly alt: string | undefined;
  readonly caption: readonly TaggedLine[];
}

interface QuotePart {
  readonly kind: "quote";
  readonly parts: readonly Part[];
}

export interface NotePart {
  readonly kind: "note";
  readonly lines: readonly TaggedLine[];
}

/** Returns all lines of parts, in their order. */
export function linesOfParts(parts: readonly Part[]): TaggedLine[] {
  return parts.flatMap((part): readonly TaggedLine[] => {
    switch (part.kind) {
      case "text":
      case "caption":
      case "note":
        return part.lines;
      case "figure":
        return part.caption;
      case "quote":
        return linesOfParts(part.parts);
      case "list":
        return part.items.flatMap(({ label, parts: own }) => [...label, ...linesOfParts(own)]);
      case "table": {
        const cells = part.rows.flatMap((row) => row.cells);
        return [...part.caption, ...cells.flatMap((cell) => linesOfParts(cell.parts))];
      }
    }
  });
}

/** The tools to read the tree: each element is read by its kind, those within it by `partsOf`. */
export interface TagReading {
  readonly pages: ReadonlyMap<number, TaggedPage>;
  readonly range: PageRange;
  readonly partsOf: (children: readonly TagChild[]) => Part[];
}
