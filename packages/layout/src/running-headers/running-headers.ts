import type { Line, PageLines } from "../words.ts";
import { edgesOf } from "./edges.ts";
import { findMarginNotices } from "./margin-notices.ts";
import { isRepeated } from "./repeated.ts";
import { recurringMarks } from "./recurring-marks.ts";
import { standsAlone } from "./stands-alone.ts";

/**
 * Finds the lines of running headers and footers of each page. Marks of the producer come first where other pages have
 * their like, then repetition, then the place alone.
 */
export function findRunningHeaders(
  pages: readonly PageLines[],
  { bodySizePt, isTagged }: { readonly bodySizePt: number; readonly isTagged: boolean },
): ReadonlySet<Line>[] {
  const found = recurringMarks(pages, { isTagged });
  const edges = pages.map(({ content, lines }, index) =>
    edgesOf({ content, lines: lines.filter((line) => found[index]?.has(line) !== true && line.rotation === 0) }),
  );
  for (const [index, own] of edges.entries()) {
    for (const side of ["top", "bottom"] as const) {
      // Rows are taken from the margin inward: beyond a row that is text there are no running headers and footers.
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
  for (const [index, notices] of findMarginNotices(pages).entries()) {
    for (const line of notices) {
      found[index]?.add(line);
    }
  }
  // What would leave nothing of a page is its text, whatever it looks like.
  return found.map((own, index) => (pages[index]?.lines.every((line) => own.has(line)) === true ? new Set() : own));
}
