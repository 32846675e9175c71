import type { Box } from "../content.ts";
import type { Line } from "../words.ts";

/** A figure that is drawn by paths, such as a plot or a diagram, with the lines of text that are part of it. */
export interface DrawnFigure {
  readonly box: Box;
  readonly lines: readonly Line[];
}
