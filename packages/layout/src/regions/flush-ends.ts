import type { Box } from "../content.ts";
import type { Piece } from "./piece.ts";

/** The fewest lines of a text that is set to the right, and the greatest distance between them, in ems. */
const LEAST_LINES = 3;
const CLOSE_EM = 0.8;
/** The distance below which ends are one, in points, and the least between two starts and between the outermost, in ems. */
const SAME_END_PT = 0.5;
const OTHER_START_EM = 0.02;
const RAGGED_EM = 0.5;

/** Lines that end at one edge: how many, where the last of them is, and the least and the greatest of their starts. */
interface Run {
  readonly end: number;
  yMax: number;
  count: number;
  start: number;
  leastStart: number;
  greatestStart: number;
}

/**
 * Returns where texts begin whose lines end at one edge and begin at none, such as an address at the right of a letter:
 * with the longest of their lines. `sorted` comes from the top.
 */
export function startsOfFlushEnds(sorted: readonly Piece[], sizePt: number): number[] {
  const open = new Map<number, Run>();
  const starts: number[] = [];
  const close = (run: Run): void => {
    if (run.count >= LEAST_LINES && run.greatestStart - run.leastStart > RAGGED_EM * sizePt) {
      starts.push(run.leastStart);
    }
  };
  for (const { part, xMin, xMax, yMin, yMax } of sorted) {
    if (part.kind !== "line") {
      continue;
    }
    const key = Math.round(xMax);
    const line = { xMin, xMax, yMin };
    const isOf = (near: Run | undefined): near is Run => near !== undefined && continues(near, line, sizePt);
    // Ends of one edge may be rounded to two.
    const [same, before, after] = [open.get(key), open.get(key - 1), open.get(key + 1)];
    const run = isOf(same) ? same : isOf(before) ? before : isOf(after) ? after : undefined;
    if (run !== undefined) {
      run.count += 1;
      run.yMax = yMax;
      run.start = xMin;
      run.leastStart = Math.min(run.leastStart, xMin);
      run.greatestStart = Math.max(run.greatestStart, xMin);
      continue;
    }
    if (same !== undefined) {
      close(same);
    }
    open.set(key, { end: xMax, yMax, count: 1, start: xMin, leastStart: xMin, greatestStart: xMin });
  }
  for (const run of open.values()) {
    close(run);
  }
  return starts;
}

const continues = (
  { end, start, yMax }: Run,
  { xMin, xMax, yMin }: Pick<Box, "xMin" | "xMax" | "yMin">,
  sizePt: number,
): boolean =>
  Math.abs(end - xMax) < SAME_END_PT &&
  yMin - yMax < CLOSE_EM * sizePt &&
  Math.abs(start - xMin) > OTHER_START_EM * sizePt;
