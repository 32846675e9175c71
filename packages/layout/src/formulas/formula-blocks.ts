import type { Paragraph } from "../blocks.ts";
import type { Box } from "../content.ts";
import { type SpanSources, spansOfLines } from "../spans/spans-of-lines.ts";
import type { Line } from "../words.ts";

/** Returns whether a line is a displayed formula as a whole. */
export const isDisplayed = ({ words: [first] }: Line): boolean => first?.formula?.isDisplayed === true;

/** Returns a displayed formula as a paragraph of its own, with its place. */
export function formulaBlock(
  line: Line,
  { page, sources }: { readonly page: number; readonly sources: SpanSources },
): { readonly block: Paragraph; readonly box: Box } {
  const { xMin, yMin, xMax, yMax } = line;
  const box = { xMin, yMin, xMax, yMax };
  const own = { kind: "line", line, text: line.words[0]?.text ?? "", bullet: undefined, isFixed: false } as const;
  return { block: { kind: "paragraph", page, box, spans: spansOfLines([own], sources) }, box };
}
