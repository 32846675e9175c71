import type { Box } from "./content.ts";

/* What the analysis finds: one tree, which all writers read. */

/** A run of text in one style. Text is NFC, without soft hyphens, words parted by single spaces. */
export interface Span {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** Fixed pitch within other text. */
  readonly code?: boolean;
  readonly script?: "super" | "sub";
  /** An absolute URI. */
  readonly href?: string;
}

/** Where a block stands; one that goes on over pages has the place of its beginning. */
export interface Place {
  /** 1-based. */
  readonly page: number;
  readonly box: Box;
}

export interface Heading extends Place {
  readonly kind: "heading";
  /** 1 to 6. */
  readonly level: number;
  readonly spans: readonly Span[];
}

export interface Paragraph extends Place {
  readonly kind: "paragraph";
  readonly spans: readonly Span[];
}

export interface ListItem {
  /** As it stands in the text, such as `3.`, `b)` or `•`; empty for one that is drawn. */
  readonly label: string;
  /** The item's own text first, nested lists after it. */
  readonly blocks: readonly Block[];
}

export interface List extends Place {
  readonly kind: "list";
  readonly isOrdered: boolean;
  /** Of the first item of an ordered list. */
  readonly start: number;
  readonly items: readonly ListItem[];
}

export interface TableCell {
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly isHeader: boolean;
  readonly spans: readonly Span[];
}

export interface Table extends Place {
  readonly kind: "table";
  /** Cells in reading order; a position that a span of an earlier cell covers is left out. */
  readonly rows: readonly (readonly TableCell[])[];
  /** How many rows from the top are the head; 0: none. */
  readonly headRows: number;
  readonly caption: readonly Span[] | undefined;
}

export interface Code extends Place {
  readonly kind: "code";
  /** With their indentation, in spaces. */
  readonly lines: readonly string[];
}

export interface Quote extends Place {
  readonly kind: "quote";
  readonly blocks: readonly Block[];
}

export interface Figure extends Place {
  readonly kind: "figure";
  /** The number of its image on its page; undefined: it is drawn. */
  readonly image: number | undefined;
  readonly alt: string | undefined;
  readonly caption: readonly Span[] | undefined;
}

export interface Footnote extends Place {
  readonly kind: "footnote";
  /** As it stands, such as `1` or `*`. */
  readonly label: string;
  readonly spans: readonly Span[];
}

/** Running heads, running feet and page numbers; writers leave them out unless they are asked for. */
export interface RunningHeaders extends Place {
  readonly kind: "running";
  readonly spans: readonly Span[];
}

export type Block = Heading | Paragraph | List | Table | Code | Quote | Figure | Footnote | RunningHeaders;

export interface LaidOutPage {
  /** 1-based. */
  readonly page: number;
  readonly widthPt: number;
  readonly heightPt: number;
}

export interface LaidOutDocument {
  readonly title: string | undefined;
  /** BCP 47 where it is known. */
  readonly lang: string | undefined;
  /** Blocks in reading order; each begins on its `page`. */
  readonly blocks: readonly Block[];
  readonly pages: readonly LaidOutPage[];
}
