import type { Line, PageLines } from "../words.ts";
import { edgesOf } from "./edges.ts";
import { isRepeated } from "./repeated.ts";
import { standsAlone } from "./stands-alone.ts";

/** Lines of running heads and feet, by page. Marks of the producer come first, then repetition, then the place alone. */
export function findRunningHeaders(pages: readonly PageLines[], bodySizePt: number): ReadonlySet<Line>[] {
  const found = pages.map(({ lines }) => new Set(lines.filter(isMarked)));
  const edges = pages.map(({ content, lines }, index) =>
    edgesOf({ content, lines: lines.filter((line) => found[index]?.has(line) !== true && line.rotation === 0) }),
  );
  for (const [index, own] of edges.entries()) {
    for (const side of ["top", "bottom"] as const) {
      // From the margin inward: behind a row that is text there is no running headers and footers.
      for (const edge of own[side]) {
        const isRunningHeader = isRepeated(edge, { edges, index, bodySizePt }) || standsAlone(edge, bodySizePt);
        if (!isRunningHeader) {
          break;
        }
        for (const line of edge.lines) {
          found[index]?.add(line);
        }
      }
    }
  }
  return found;
}

/** ISO 32000-2, 14.8.2.2: what the file itself tells from its text. */
const isMarked = ({ words }: Line): boolean => words.length > 0 && words.every(({ isArtifact }) => isArtifact);
