import type { Span } from "../../blocks.ts";

/** Returns the spans of each line of a text whose line breaks, which are `\n` in its spans, are intended. */
export function splitLines(spans: readonly Span[]): Span[][] {
  const lines: Span[][] = [[]];
  for (const span of spans) {
    for (const [index, text] of span.text.split("\n").entries()) {
      if (index > 0) {
        lines.push([]);
      }
      lines.at(-1)?.push({ ...span, text });
    }
  }
  return lines;
}
