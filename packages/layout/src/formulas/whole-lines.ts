import { boxAround, sharedX } from "../geometry/boxes.ts";
import type { Line } from "../words.ts";

/* Lines of text come in pieces where raised and lowered type or a large sign interrupts them; here they are whole. */

/** A line with the pieces that it is made of. */
interface WholeLine {
  readonly line: Line;
  readonly pieces: readonly Line[];
}

/** The difference below which two baselines are one, and the widest gap between two pieces of one line, in ems. */
const SAME_BASELINE_EM = 0.1;
const GAP_EM = 0.65;
/** The widest gap in which a large sign with its limits may stand, in ems. */
const BRIDGED_EM = 5;
/** How far from a baseline the middle of what bridges a gap may be, in ems. */
const BRIDGE_Y_EM = 1.2;
/** The greatest number of lines above and below in which bridges are looked for. */
const MOST_NEIGHBOURS = 60;

/** Returns the lines of a page with those put together that are pieces of one line. */
export function wholeLines(lines: readonly Line[]): WholeLine[] {
  const upright = lines.filter(({ rotation }) => rotation === 0).toSorted((a, b) => a.baselineY - b.baselineY);
  const groups: Line[][] = [];
  for (const line of upright) {
    const last = groups.at(-1)?.[0];
    if (last !== undefined && line.baselineY - last.baselineY < SAME_BASELINE_EM * Math.min(line.sizePt, last.sizePt)) {
      groups.at(-1)?.push(line);
    } else {
      groups.push([line]);
    }
  }
  const firsts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { length }) => sum + length, 0));
  const whole = groups.flatMap((group, index) => {
    const at = firsts[index] ?? 0;
    const near = upright.slice(Math.max(0, at - MOST_NEIGHBOURS), at + group.length + MOST_NEIGHBOURS);
    return chainsOf(group, near);
  });
  return [
    ...whole.map((pieces) => ({ line: lineOf(pieces), pieces })),
    ...lines.filter(({ rotation }) => rotation !== 0).map((line) => ({ line, pieces: [line] })),
  ];
}

function chainsOf(group: readonly Line[], near: readonly Line[]): Line[][] {
  const chains: Line[][] = [];
  for (const line of group.toSorted((a, b) => a.xMin - b.xMin)) {
    const last = chains.at(-1)?.at(-1);
    if (last !== undefined && isNext(line, last, near)) {
      chains.at(-1)?.push(line);
    } else {
      chains.push([line]);
    }
  }
  return chains;
}

function isNext(line: Line, last: Line, near: readonly Line[]): boolean {
  const sizePt = Math.max(line.sizePt, last.sizePt);
  const gap = line.xMin - last.xMax;
  if (Math.min(line.sizePt, last.sizePt) < 0.75 * sizePt || gap < GAP_EM * sizePt) {
    return gap < GAP_EM * sizePt && gap > -sizePt;
  }
  if (gap > BRIDGED_EM * sizePt) {
    return false;
  }
  const room = { xMin: last.xMax - 0.2 * sizePt, xMax: line.xMin + 0.2 * sizePt, yMin: 0, yMax: 0 };
  const bridges = near
    .filter(
      (other) =>
        other !== line &&
        other !== last &&
        Math.abs((other.yMin + other.yMax) / 2 - line.baselineY) < BRIDGE_Y_EM * sizePt &&
        sharedX(other, room) > 0.5 * (other.xMax - other.xMin),
    )
    .toSorted((a, b) => a.xMin - b.xMin);
  let end = last.xMax;
  for (const bridge of bridges) {
    if (bridge.xMin - end > GAP_EM * sizePt) {
      return false;
    }
    end = Math.max(end, bridge.xMax);
  }
  return line.xMin - end < GAP_EM * sizePt;
}

function lineOf(pieces: readonly Line[]): Line {
  const [first] = pieces;
  if (pieces.length === 1 && first !== undefined) {
    return first;
  }
  const largest = pieces.reduce((best, line) => (line.words.length > best.words.length ? line : best));
  const { baselineY, sizePt } = largest;
  return { words: pieces.flatMap(({ words }) => words), ...boxAround(pieces), baselineY, sizePt, rotation: 0 };
}
