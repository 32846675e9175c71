import type { Box } from "../content.ts";

/** What a page paints besides text and images, by what it shows of a drawing. */
export interface Mark extends Box {
  /**
   * `free` is what is neither level nor a rectangle: curves, slanted lines, heads of arrows. `chart` is around the bars of
   * a chart, which are rectangles, and the numbers of their axis.
   */
  readonly kind: "rule" | "rectangle" | "free" | "chart";
}
