import type { Box } from "../content.ts";
import type { Line } from "../words.ts";

/** What a page is divided into: lines, and boxes of tables and figures that no column runs through. */
export type Part = { readonly kind: "line"; readonly line: Line } | { readonly kind: "box"; readonly id: number };

export interface Piece extends Box {
  readonly part: Part;
}
