import { isCaption } from "../captions/captions.ts";
import { textOf } from "./cell-values.ts";
import { type ItemStarts, isListBeside } from "./item-starts.ts";
import type { Grid } from "./lattice.ts";
import type { Region } from "./region.ts";
import {
  cellEndsOf,
  distinct,
  edgeOfStroke,
  edgesOfBlock,
  jointsOf,
  partialOfBlock,
  type RowEdge,
  stacksOf,
} from "./rows/row-edges.ts";
import { type VisualRow, visualRows } from "./rows/visual-rows.ts";
import type { PageType } from "./segments.ts";
import type { Stroke } from "./strokes.ts";
import { areColumnsOfProse, headAbove, isAcross, isProse, rowBelow, type Surroundings } from "./table-ends.ts";
import type { WordIndex } from "./word-index.ts";

/** The least width of a table, in ems. */
const NARROWEST_EM = 6;

/** The greatest height of white between two rules of one table, in ems. */
const WIDEST_WHITE_EM = 2.5;

/** The ratio of its size to that of the page above which a single text between two edges is a title. */
const TITLE_RATIO = 1.3;

/** The greatest number of different widths of edges that are looked at; a drawing has more. */
const MOST_STACKS = 300;

/**
 * Finds the parts of a page that are ruled or striped by rows: two or more edges of the same width, and no prose
 * between.
 */
export function bandRegions(
  {
    horizontal,
    blocks,
    starts,
  }: { readonly horizontal: readonly Stroke[]; readonly blocks: readonly Grid[]; readonly starts: ItemStarts },
  index: WordIndex,
  type: PageType,
): Region[] {
  const { sizePt } = type;
  const edges = [...horizontal.map(edgeOfStroke), ...blocks.flatMap(edgesOfBlock)].filter(
    ({ xMin, xMax }) => xMax - xMin >= NARROWEST_EM * sizePt,
  );
  const sorted = [...horizontal, ...blocks.flatMap(partialOfBlock)].toSorted((a, b) => a.at - b.at);
  return stacksOf(edges, sizePt)
    .filter((stack) => stack.length > 1)
    .slice(0, MOST_STACKS)
    .flatMap((stack) => regionsOfStack(stack, { index, ...type, strokes: sorted, starts }));
}

function regionsOfStack(stack: readonly RowEdge[], around: Surroundings): Region[] {
  const regions: Region[] = [];
  let open: { edges: RowEdge[]; isTabular: boolean } | undefined;
  for (const [at, edge] of stack.entries()) {
    const before = stack[at - 1];
    const band = before === undefined ? "apart" : bandBetween(before, edge, around);
    if (open !== undefined && band !== "apart") {
      open.edges.push(edge);
      open.isTabular ||= band === "tabular";
      continue;
    }
    regions.push(...regionOf(open, around));
    open = { edges: [edge], isTabular: false };
  }
  return [...regions, ...regionOf(open, around)];
}

function bandBetween(
  above: RowEdge,
  below: RowEdge,
  { index, sizePt, columnGapEm, starts }: Surroundings,
): "tabular" | "plain" | "apart" {
  const box = { xMin: above.xMin - sizePt, xMax: above.xMax + sizePt, yMin: above.y, yMax: below.y };
  const height = below.y - above.y;
  if (height < sizePt * 0.5) {
    return "plain";
  }
  const rows = visualRows(index.within(box), columnGapEm);
  if (rows.length === 0) {
    return height > WIDEST_WHITE_EM * sizePt ? "apart" : "plain";
  }
  if (isListBeside(rows, starts) || isTitle(rows, sizePt) || hasCaption(rows) || areColumnsOfProse(rows)) {
    return "apart";
  }
  const joints = above.joints.length > 0 ? above.joints : below.joints;
  if (rows.some((row) => (joints.length > 0 ? isAcross(row, joints) : isProse(row, above)))) {
    return "apart";
  }
  if (rows.some((row) => row.segments.length > 1)) {
    return "tabular";
  }
  return joints.length > 0 || height <= (rows.length + 1.6) * sizePt * 1.25 ? "plain" : "apart";
}

/** Returns whether rows are a single text, or with a number of the page, in so large type that it is a title. */
function isTitle([first, second]: readonly VisualRow[], sizePt: number): boolean {
  const [, beside, other] = first?.segments ?? [];
  return (
    first !== undefined &&
    second === undefined &&
    other === undefined &&
    (beside === undefined || /^\d{1,3}(?:\/\d{1,3})?$/.test(textOf(beside.words))) &&
    first.sizePt > TITLE_RATIO * sizePt
  );
}

/** Returns whether a row is the caption of a table: it stands between the rules of two tables, or above one. */
const hasCaption = (rows: readonly VisualRow[]): boolean =>
  rows.some(
    ({ segments: [first, second] }) => first !== undefined && second === undefined && isCaption(textOf(first.words)),
  );

function regionOf(open: { edges: RowEdge[]; isTabular: boolean } | undefined, around: Surroundings): Region[] {
  if (open === undefined || !open.isTabular || open.edges.length < 2) {
    return [];
  }
  const { sizePt, strokes } = around;
  const first = open.edges[0];
  const last = open.edges.at(-1);
  if (first === undefined || last === undefined) {
    return [];
  }
  const joints = jointsOf(open.edges, sizePt);
  const xMin = Math.min(first.xMin, last.xMin);
  const xMax = Math.max(first.xMax, last.xMax);
  const sides = { xMin: xMin - sizePt * 0.5, xMax: xMax + sizePt * 0.5 };
  const yMin = headAbove(first, sides, around) ?? first.y;
  const yMax = rowBelow(open.edges, sides, around) ?? last.y;
  return [
    {
      ...sides,
      yMin,
      yMax,
      evidence: "bands",
      rowEdges: distinct(
        open.edges.map(({ y }) => y),
        sizePt,
      ),
      columnEdges: joints.length > 0 ? joints : undefined,
      cellEnds: joints.length > 0 ? cellEndsOf(open.edges) : [],
      partial: strokes.filter(
        ({ at, from, to }) =>
          at > yMin && at < yMax && from >= sides.xMin && to <= sides.xMax && to - from < 0.9 * (xMax - xMin),
      ),
    },
  ];
}
