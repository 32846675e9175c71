import type { Box } from "../content.ts";
import type { Line } from "../words.ts";

/** A part of a page that columns are made of: a line, or the box of a table or a figure that no column runs through. */
type Part = { readonly kind: "line"; readonly line: Line } | { readonly kind: "box"; readonly id: number };

export interface Piece extends Box {
  readonly part: Part;
  /** Whether it is a line that begins with a bullet. */
  readonly isItem?: boolean;
  /** Whether it is a line that the right edge of the page cuts. */
  readonly isCut?: boolean;
}

/**
 * Returns the place of a line in the order of drawing, as the index of the first glyph of its first word; undefined for
 * a box. Producers draw text in the order in which it was written, with few exceptions.
 */
export const drawnAt = ({ part }: Piece): number | undefined =>
  part.kind === "line" ? part.line.words[0]?.glyphs[0] : undefined;
