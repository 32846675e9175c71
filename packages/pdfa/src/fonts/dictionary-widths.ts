import { type Font, simpleWidths } from "@quire/fonts";

/**
 * Returns the widths of a simple font's dictionary (ISO 32000-2, 9.6.2.1). A code that Widths does not have, also for
 * want of Widths or of its bounds, has the descriptor's MissingWidth, which is 0 by default.
 */
export function widthsOf({ dict, descriptor }: Font): (code: number) => number {
  const widths = dict.integer("LastChar") === undefined ? () => undefined : simpleWidths(dict);
  const missing = descriptor?.number("MissingWidth") ?? 0;
  return (code) => widths(code) ?? missing;
}
