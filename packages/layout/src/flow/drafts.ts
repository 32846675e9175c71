import type { Block } from "../blocks.ts";
import type { Box } from "../content.ts";
import type { Marker } from "../lists/markers.ts";
import type { Column, FlowLine } from "./flow.ts";

/* Drafts: blocks whose kind is not yet known. */

export type Draft = TextDraft | CodeDraft | BlockDraft;

/** Lines that are one paragraph, one item or one heading. */
export interface TextDraft {
  readonly kind: "text";
  readonly lines: readonly FlowLine[];
  /** The column of its first line. */
  readonly column: Column;
  /** The column of its last line, where it goes on in other columns. */
  readonly lastColumn: Column;
  /** The page that it goes on on as another draft, where the text of each page is kept apart. */
  readonly continuesOnPage?: number;
  readonly marker: Marker | undefined;
  /** The white space above it, as a multiple of the usual leading; infinite at the top of a column. */
  readonly spaceAbove: number;
}

export interface CodeDraft {
  readonly kind: "code";
  /** The lines of each column that the code runs through. */
  readonly parts: readonly { readonly column: Column; readonly lines: readonly FlowLine[] }[];
  /** The page that it goes on on as another draft, where the text of each page is kept apart. */
  readonly continuesOnPage?: number;
  readonly spaceAbove: number;
}

interface BlockDraft {
  readonly kind: "block";
  readonly block: Block;
  readonly box: Box;
  readonly column: Column;
}
