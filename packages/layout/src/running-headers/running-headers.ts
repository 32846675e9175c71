import type { Line, PageLines } from "../words.ts";
import { findCountedPages } from "./counted-pages.ts";
import { type Edge, edgesOf } from "./edges.ts";
import { findLineNumbers } from "./line-numbers.ts";
import { findMarginNotices } from "./margin-notices.ts";
import { recurringMarks } from "./recurring-marks.ts";
import { isRepeated, isSetApart } from "./repeated.ts";
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
  const add = (index: number, lines: readonly Line[]): void => {
    for (const line of lines) {
      found[index]?.add(line);
    }
  };
  for (const [index, numbers] of findLineNumbers(pages).entries()) {
    add(index, numbers);
  }
  for (const [index, numbers] of findCountedPages(pages).entries()) {
    add(index, numbers);
  }
  const edges = pages.map(({ content, lines }, index) =>
    edgesOf({ content, lines: lines.filter((line) => found[index]?.has(line) !== true && line.rotation === 0) }),
  );
  for (const [index, own] of edges.entries()) {
    for (const side of ["top", "bottom"] as const) {
      const rows = runningRows(own[side], {
        isRepeated: (edge) => isRepeated(edge, { edges, index, bodySizePt }),
        standsAlone: (edge) => standsAlone(edge, { bodySizePt, isOnlyPage: pages.length === 1 }),
      });
      add(
        index,
        rows.flatMap(({ lines }) => lines),
      );
    }
  }
  for (const [index, notices] of findMarginNotices(pages).entries()) {
    add(index, notices);
  }
  // What would leave nothing of a page is its text, whatever it looks like.
  return found.map((own, index) => (pages[index]?.lines.every((line) => own.has(line)) === true ? new Set() : own));
}

/**
 * Returns the rows of one side of a page that are running headers or footers. They are taken from the margin inward:
 * beyond a row that is text, or the head of a table, there are none. Repeated rows that no gap parts from the next one belong to it.
 */
function runningRows(
  edges: readonly Edge[],
  is: { readonly isRepeated: (edge: Edge) => boolean; readonly standsAlone: (edge: Edge) => boolean },
): Edge[] {
  const rows: Edge[] = [];
  let close: Edge[] = [];
  for (const edge of edges) {
    if (edge.isHead) {
      break;
    }
    const isAgain = is.isRepeated(edge);
    if ((isAgain && isSetApart(edge)) || is.standsAlone(edge)) {
      rows.push(...close, edge);
      close = [];
    } else if (isAgain) {
      close.push(edge);
    } else {
      break;
    }
  }
  return rows;
}
