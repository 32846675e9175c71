import type { Block } from "../blocks.ts";
import type { Box, PageContent } from "../content.ts";
import type { Line } from "../words.ts";

/**
 * Makes blocks of the text outside the flow of a page: running headers and footers, and lines that are rotated against
 * the page.
 */
export function sideText(
  { page }: PageContent,
  { running, others }: { readonly running: ReadonlySet<Line>; readonly others: readonly Line[] },
): Block[] {
  const blockOf = (kind: "running" | "paragraph", line: Line): Block => ({
    kind,
    page,
    box: boxOf(line),
    spans: [
      { text: line.words.map(({ text, isJoined }, at) => (at > 0 && isJoined !== true ? ` ${text}` : text)).join("") },
    ],
  });
  return [
    ...others.filter((line) => !running.has(line)).map((line) => blockOf("paragraph", line)),
    ...[...running].map((line) => blockOf("running", line)),
  ];
}

const boxOf = ({ xMin, yMin, xMax, yMax }: Box): Box => ({ xMin, yMin, xMax, yMax });
