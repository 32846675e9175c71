import type { Box } from "./content.ts";

/* The blocks that the analysis finds, as one tree that all writers read. */

/** A formula as it is written in LaTeX. */
export interface Formula {
  /** The LaTeX, in the dialect that KaTeX reads, without the signs around it. */
  readonly latex: string;
  /** Whether it stands on lines of its own. */
  readonly isDisplayed: boolean;
}

/** A run of text in one style. The text is NFC, without soft hyphens, with single spaces between words. */
export interface Span {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** Whether the text is of fixed pitch within other text. */
  readonly code?: boolean;
  readonly script?: "super" | "sub";
  /** The absolute URI that the text links to, or `#` and the anchor of a heading of the same document. */
  readonly href?: string;
  /** The formula that the text is; undefined for other text, and where formulas were not asked for. */
  readonly formula?: Formula;
}

/** The place of a block; a block that goes on over pages has the place of its beginning. */
export interface Place {
  /** The page's number, from 1. */
  readonly page: number;
  readonly box: Box;
  /**
   * How sure it is that the block's text is right and that the block is of its kind: 0 to 1. Undefined until the whole
   * document is laid out, and where nothing is known.
   */
  readonly confidence?: number;
}

export interface Heading extends Place {
  readonly kind: "heading";
  /** The heading's level, from 1 to 6. */
  readonly level: number;
  readonly spans: readonly Span[];
  /**
   * The strength of the evidence that it is a heading, where that is its looks: mostly from 1 on. Undefined for a heading
   * that is tagged as one.
   */
  readonly evidence?: number | undefined;
  /** The anchor by which the table of contents links to it; undefined where none does. */
  readonly anchor?: string;
}

/** A block that the end of a page may cut, where the text of each page is kept apart. */
export interface Continued {
  /** Whether it goes on in the first such block of a following page. */
  readonly continues?: boolean;
}

export interface Paragraph extends Place, Continued {
  readonly kind: "paragraph";
  /** Whether `\n` in the spans ends a line: the lines were ended by their author, as those of addresses are. */
  readonly keepsLines?: boolean;
  readonly spans: readonly Span[];
}

export interface ListItem {
  /** The label as it is printed, such as `3.`, `b)` or `•`; empty for a bullet that is drawn. */
  readonly label: string;
  /** The item's own text first, then nested lists. */
  readonly blocks: readonly Block[];
}

export interface List extends Place, Continued {
  readonly kind: "list";
  readonly isOrdered: boolean;
  /** The number of the first item of an ordered list. */
  readonly start: number;
  readonly items: readonly ListItem[];
}

export interface TableCell {
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly isHeader: boolean;
  readonly spans: readonly Span[];
}

export interface Table extends Place, Continued {
  readonly kind: "table";
  /** The cells of each row in reading order; a position that a span of an earlier cell covers is left out. */
  readonly rows: readonly (readonly TableCell[])[];
  /** The number of rows from the top that form the head; 0 for a table without one. */
  readonly headRows: number;
  readonly caption: readonly Span[] | undefined;
  /**
   * The way in which the grid was found: by rules on all sides, by rules or stripes between rows, or by the text alone.
   * Undefined for a table that is tagged as one.
   */
  readonly evidence?: TableEvidence;
}

export type TableEvidence = "lattice" | "bands" | "text";

export interface Code extends Place, Continued {
  readonly kind: "code";
  /** The lines with their indentation, in spaces. */
  readonly lines: readonly string[];
}

export interface Quote extends Place {
  readonly kind: "quote";
  readonly blocks: readonly Block[];
}

export interface Figure extends Place {
  readonly kind: "figure";
  /** The number of the figure's image on its page; undefined for a figure that is drawn. */
  readonly image: number | undefined;
  readonly alt: string | undefined;
  readonly caption: readonly Span[] | undefined;
  /** The text that is drawn in the figure, such as the names of axes; `\n` in the spans parts labels in other rows. */
  readonly labels?: readonly Span[];
}

export interface Footnote extends Place {
  readonly kind: "footnote";
  /** The note's mark as it is printed, such as `1` or `*`. */
  readonly label: string;
  readonly spans: readonly Span[];
}

/** Running headers, running footers and page numbers; writers leave them out unless the options ask for them. */
export interface RunningHeaders extends Place {
  readonly kind: "running";
  readonly spans: readonly Span[];
}

export type Block = Heading | Paragraph | List | Table | Code | Quote | Figure | Footnote | RunningHeaders;

export interface LaidOutPage {
  /** The page's number, from 1. */
  readonly page: number;
  readonly widthPt: number;
  readonly heightPt: number;
  /** The mean of the confidence of the page's blocks, by their letters; undefined for a page without blocks. */
  readonly confidence?: number;
}

export interface LaidOutDocument {
  readonly title: string | undefined;
  /** The document's language as a BCP 47 tag; undefined where it is not known. */
  readonly lang: string | undefined;
  /** The blocks in reading order; each begins on its `page`. */
  readonly blocks: readonly Block[];
  readonly pages: readonly LaidOutPage[];
}
