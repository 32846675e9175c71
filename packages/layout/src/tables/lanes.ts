import { rowOfSegments, type VisualRow } from "./rows/visual-rows.ts";
import type { PageType, Segment } from "./segments.ts";

/** A white place in a row, or in all rows of a river. */
interface White {
  readonly from: number;
  readonly to: number;
}

/** White that goes through rows one after another. */
interface River extends White {
  readonly firstRow: number;
  readonly lastRow: number;
}

/** The smallest number of lines on both sides of a gutter. */
const LINES_BESIDE_GUTTER = 4;

/**
 * The share of baselines below which two columns of prose have their own leading, and the share that rows of a table
 * have in common.
 */
const SHARED_BASELINES = 0.5;
const ALL_BASELINES = 0.9;

/**
 * The smallest shares of prose in the lines next to a gutter, which are higher where both sides share their baselines
 * as rows do, and the smallest number of lines of prose.
 */
const SOME_PROSE = 0.35;
const MUCH_PROSE = 0.5;
const MOST_PROSE = 0.7;
const LINES_OF_PROSE = 3;

/**
 * The smallest number of groups of lines that begin together on both sides of rows of a table, their share of all
 * groups, and the leading above which a group begins, in ems.
 */
const SHARED_GROUPS = 3;
const SHARED_GROUPS_SHARE = 0.7;
const LEADING_EM = 1.35;

/** The smallest number of lines of text on one side of a gutter, as a share of those on the other. */
const BALANCED_LINES = 0.6;

/** The smallest number of words and the least width, in ems, of a line of prose. */
const PROSE_WORDS = 4;
const PROSE_EM = 11;

/**
 * Divides the rows of a page by its columns of prose: text left of a gutter and text right of it make separate rows.
 * The white between columns of a table is no gutter: its rows share their baselines, and are not all prose.
 */
export function lanesOf(rows: readonly VisualRow[], type: PageType): VisualRow[][] {
  const gutters = riversOf(rows, type).filter((river) => isGutter(river, rows));
  if (gutters.length === 0) {
    return [[...rows]];
  }
  const active: number[][] = rows.map(() => []);
  for (const [id, { firstRow, lastRow }] of gutters.entries()) {
    for (let row = firstRow; row <= lastRow; row++) {
      active[row]?.push(id);
    }
  }
  const lanes = new Map<string, VisualRow[]>();
  for (const [index, row] of rows.entries()) {
    const ids = (active[index] ?? []).toSorted((a, b) => (gutters[a]?.from ?? 0) - (gutters[b]?.from ?? 0));
    for (const { key, row: piece } of cutRow(
      row,
      ids.map((id) => ({ id, at: gutters[id]?.from ?? 0 })),
    )) {
      const lane = lanes.get(key);
      if (lane === undefined) {
        lanes.set(key, [piece]);
      } else {
        lane.push(piece);
      }
    }
  }
  return [...lanes.values()];
}

function cutRow(
  row: VisualRow,
  gutters: readonly { readonly id: number; readonly at: number }[],
): { key: string; row: VisualRow }[] {
  if (gutters.length === 0) {
    return [{ key: "", row }];
  }
  const pieces = new Map<string, Segment[]>();
  for (const segment of row.segments) {
    const next = gutters.findIndex(({ at }) => at + 0.01 >= segment.xMax);
    const right = next < 0 ? gutters.length : next;
    const key = `${gutters[right - 1]?.id ?? ""}:${gutters[right]?.id ?? ""}`;
    pieces.set(key, [...(pieces.get(key) ?? []), segment]);
  }
  return [...pieces].map(([key, segments]) => ({
    key,
    row: rowOfSegments(segments),
  }));
}

function riversOf(rows: readonly VisualRow[], { sizePt, columnGapEm }: PageType): River[] {
  const least = columnGapEm * sizePt;
  const rivers: River[] = [];
  let open: River[] = [];
  for (const [index, row] of rows.entries()) {
    const next: River[] = [];
    const ended = new Set(open);
    let first = 0;
    for (const white of whites(row)) {
      let isTaken = false;
      // Both are from the left, so that rivers that end before this white end before the next.
      while ((open[first]?.to ?? Number.POSITIVE_INFINITY) <= white.from) {
        first++;
      }
      for (let at = first; at < open.length; at++) {
        const river = open[at];
        if (river === undefined || river.from >= white.to) {
          break;
        }
        const from = Math.max(river.from, white.from);
        const to = Math.min(river.to, white.to);
        if (to - from >= least) {
          next.push({ from, to, firstRow: river.firstRow, lastRow: index });
          ended.delete(river);
          isTaken = true;
        }
      }
      if (!isTaken) {
        next.push({ ...white, firstRow: index, lastRow: index });
      }
    }
    rivers.push(...ended);
    open = next;
  }
  return [...rivers, ...open];
}

function whites({ segments }: VisualRow): White[] {
  const free: White[] = [];
  let from = Number.NEGATIVE_INFINITY;
  for (const { xMin, xMax } of segments) {
    free.push({ from, to: xMin });
    from = xMax;
  }
  return [...free, { from, to: Number.POSITIVE_INFINITY }];
}

function isGutter({ from, to, firstRow, lastRow }: River, rows: readonly VisualRow[]): boolean {
  if (!Number.isFinite(from) || !Number.isFinite(to)) {
    return false;
  }
  let left = 0;
  let right = 0;
  let both = 0;
  const leftLines: Pick<VisualRow, "baselineY" | "sizePt">[] = [];
  const rightLines: Pick<VisualRow, "baselineY" | "sizePt">[] = [];
  let leftProse = 0;
  let rightProse = 0;
  for (let index = firstRow; index <= lastRow; index++) {
    const segments = rows[index]?.segments ?? [];
    const next = segments.findIndex(({ xMin }) => xMin >= to - 0.01);
    const beside = segments[next < 0 ? segments.length - 1 : next - 1];
    const beyond = next < 0 ? undefined : segments[next];
    const { baselineY = 0, sizePt = 0 } = rows[index] ?? {};
    if (beside !== undefined) {
      leftLines.push({ baselineY, sizePt });
    }
    if (beyond !== undefined) {
      rightLines.push({ baselineY, sizePt });
    }
    left += beside === undefined ? 0 : 1;
    right += beyond === undefined ? 0 : 1;
    both += beside !== undefined && beyond !== undefined ? 1 : 0;
    leftProse += beside !== undefined && isProse(beside) ? 1 : 0;
    rightProse += beyond !== undefined && isProse(beyond) ? 1 : 0;
  }
  if (Math.min(left, right) < LINES_BESIDE_GUTTER || hasSameSpaces(leftLines, rightLines)) {
    return false;
  }
  const shared = both / Math.min(left, right);
  const less = Math.min(leftProse / left, rightProse / right);
  const more = Math.max(leftProse / left, rightProse / right);
  if (shared >= ALL_BASELINES) {
    return less >= MUCH_PROSE;
  }
  // A column of prose next to one that has some, and a table too.
  const isBesideProse = more >= MOST_PROSE && Math.min(leftProse, rightProse) >= LINES_OF_PROSE;
  // Short cells centred next to long ones share no baselines either, but there are few of them.
  const isBalanced = Math.min(left, right) >= BALANCED_LINES * Math.max(left, right);
  const isProseBeside = Math.min(leftProse, rightProse) >= LINES_OF_PROSE;
  return (shared < SHARED_BASELINES && (isBalanced || isProseBeside)) || less >= SOME_PROSE || isBesideProse;
}

/** Returns whether lines on both sides stand in groups, and the white between the groups is at the same heights. */
function hasSameSpaces(
  left: readonly Pick<VisualRow, "baselineY" | "sizePt">[],
  right: readonly Pick<VisualRow, "baselineY" | "sizePt">[],
): boolean {
  const lefts = startsOfGroups(left);
  const rights = startsOfGroups(right);
  const shared = lefts.filter((y) => rights.includes(y)).length;
  return shared >= SHARED_GROUPS && shared >= SHARED_GROUPS_SHARE * Math.max(lefts.length, rights.length);
}

function startsOfGroups(lines: readonly Pick<VisualRow, "baselineY" | "sizePt">[]): number[] {
  return lines.flatMap(({ baselineY, sizePt }, index) => {
    const before = lines[index - 1];
    return before !== undefined && baselineY - before.baselineY > LEADING_EM * sizePt ? [baselineY] : [];
  });
}

const isProse = ({ words, xMin, xMax }: Segment): boolean =>
  words.length >= PROSE_WORDS && xMax - xMin >= PROSE_EM * (words[0]?.sizePt ?? 0);
