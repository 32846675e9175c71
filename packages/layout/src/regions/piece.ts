import type { Box } from "../content.ts";
import type { Line } from "../words.ts";

/** A part of a page that columns are made of: a line, or the box of a table or a figure that no column runs through. */
type Part = { readonly kind: "line"; readonly line: Line } | { readonly kind: "box"; readonly id: number };

export interface Piece extends Box {
  readonly part: Part;
  /** Whether it is a line that begins with a bullet. */
  readonly isItem?: boolean;
}
