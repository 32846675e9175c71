import { columnsOfPage } from "../../flow/columns-of-page.ts";
import { type Column, type DocumentStyle, type FlowLine, NO_COLUMN } from "../../flow/flow.ts";
import { documentStyle } from "../../flow/line-style.ts";
import { holdsMiddle } from "../../geometry/boxes.ts";
import type { TaggedPage } from "../tree/tagged-page.ts";
import type { TaggedLine } from "./lines-of-content.ts";
import { linesOfParts, type Part } from "./parts.ts";

/** The geometry of text whose order the tree gives: columns to indent from, and what most text looks like. */
export interface StyleOfParts {
  readonly style: DocumentStyle;
  readonly columnOf: (line: TaggedLine) => Column;
  readonly isFixedText: boolean;
}

export function styleOfParts(parts: readonly Part[], pages: ReadonlyMap<number, TaggedPage>): StyleOfParts {
  const lines = Map.groupBy(linesOfParts(parts.filter(({ kind }) => kind !== "table")), ({ page }) => page);
  const columns = new Map<number, Column[]>();
  let count = 0;
  for (const [page, { content }] of pages) {
    const own = (lines.get(page) ?? []).map(({ line }) => line).filter(({ rotation }) => rotation === 0);
    const found = columnsOfPage({ content, lines: own, blocks: [] }, count);
    count += found.length + 1;
    const { widthPt, heightPt } = content;
    const rest = {
      page,
      order: count - 1,
      xMin: 0,
      yMin: 0,
      xMax: widthPt,
      yMax: heightPt,
      isRightToLeft: false,
      items: [],
    };
    columns.set(page, [...found, rest]);
  }
  const all = [...columns.values()].flat();
  const fixed = [...lines.values()].flat();
  return {
    style: documentStyle(all),
    columnOf: ({ page, line }) => columns.get(page)?.find((column) => holdsMiddle(column, line)) ?? NO_COLUMN,
    isFixedText: letters(fixed.filter(({ isFixed }) => isFixed)) > MOSTLY * letters(fixed),
  };
}

const MOSTLY = 0.7;

const letters = (lines: readonly FlowLine[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);
