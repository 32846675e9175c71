import type { Block } from "../blocks.ts";
import type { Box } from "../content.ts";
import type { Marker } from "../lists/markers.ts";
import type { Column, FlowLine } from "./flow.ts";

/* Blocks before it is known what they are. */

export type Draft = TextDraft | CodeDraft | BlockDraft;

/** Lines that are one paragraph, one item or one heading. */
export interface TextDraft {
  readonly kind: "text";
  readonly lines: readonly FlowLine[];
  /** Of its first line. */
  readonly column: Column;
  /** Of its last line, where it goes on in other columns. */
  readonly lastColumn: Column;
  readonly marker: Marker | undefined;
  /** White between it and what is above it, as a multiple of the usual leading; infinite at the top of a column. */
  readonly spaceAbove: number;
}

export interface CodeDraft {
  readonly kind: "code";
  /** Lines of each column that it runs through. */
  readonly parts: readonly { readonly column: Column; readonly lines: readonly FlowLine[] }[];
  readonly spaceAbove: number;
}

interface BlockDraft {
  readonly kind: "block";
  readonly block: Block;
  readonly box: Box;
  readonly column: Column;
}
