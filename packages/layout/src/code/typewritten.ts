import type { Column, FlowLine } from "../flow/flow.ts";

/**
 * What distinguishes prose from listings and forms where all text is of fixed pitch, as typewriters and line printers set
 * it: the share of its column that a wrapped line fills, the fewest words of such a line, and the greatest share of gaps
 * that are wider than a space.
 */
const FULL_SHARE = 0.75;
const LEAST_WORDS = 4;
const MOST_WIDE_GAPS = 0.2;

/** The width above which a gap is wider than a space of fixed pitch, in ems, and the distance of a blank line, in leadings. */
const WIDE_GAP_EM = 1;
const BLANK_LINE = 1.5;

/** The greatest difference of left edges of the lines of one paragraph, in ems. */
const SAME_EDGE_EM = 0.5;

/**
 * Returns the parts of a run of lines of fixed pitch that are no prose, in a document that has next to no other type: each
 * is code. Lines by themselves, such as titles, are prose where they stand beside it.
 */
export function withoutProse(
  run: readonly FlowLine[],
  { column, leadingOf }: { readonly column: Column; readonly leadingOf: (sizePt: number) => number },
): FlowLine[][] {
  const pieces = piecesOf(run, leadingOf);
  const isText = pieces.map((piece) => isProse(piece, column));
  const kept: FlowLine[][] = [];
  let open: FlowLine[] | undefined;
  for (const [index, piece] of pieces.entries()) {
    const isBeside = isText[index - 1] === true || isText[index + 1] === true;
    if (isText[index] === true || (isBeside && piece.length === 1 && wideGaps(piece) === 0)) {
      open = undefined;
    } else if (open === undefined) {
      open = [...piece];
      kept.push(open);
    } else {
      open.push(...piece);
    }
  }
  return kept;
}

/** Divides lines at blank ones. */
function piecesOf(run: readonly FlowLine[], leadingOf: (sizePt: number) => number): FlowLine[][] {
  const pieces: FlowLine[][] = [];
  let last: FlowLine | undefined;
  for (const flow of run) {
    const { sizePt, baselineY } = flow.line;
    const isNext = last !== undefined && baselineY - last.line.baselineY < BLANK_LINE * leadingOf(sizePt) * sizePt;
    const open = pieces.at(-1);
    if (open !== undefined && isNext) {
      open.push(flow);
    } else {
      pieces.push([flow]);
    }
    last = flow;
  }
  return pieces;
}

/** Returns whether lines are a paragraph: all but the last are full, and begin at one edge except for the first. */
function isProse(lines: readonly FlowLine[], column: Column): boolean {
  const width = column.xMax - column.xMin;
  const [, second] = lines;
  const edge = second?.line.xMin ?? 0;
  return (
    second !== undefined &&
    lines.slice(1).every(({ line }) => Math.abs(line.xMin - edge) <= SAME_EDGE_EM * line.sizePt) &&
    lines
      .slice(0, -1)
      .every(({ line }) => line.xMax - column.xMin >= FULL_SHARE * width && line.words.length >= LEAST_WORDS) &&
    wideGaps(lines) <= MOST_WIDE_GAPS
  );
}

/** Returns the share of the gaps within lines that are wider than a space. */
function wideGaps(lines: readonly FlowLine[]): number {
  let gaps = 0;
  let wide = 0;
  for (const { line } of lines) {
    for (const [index, word] of line.words.entries()) {
      const before = line.words[index - 1];
      gaps += before === undefined ? 0 : 1;
      wide += before !== undefined && word.xMin - before.xMax > WIDE_GAP_EM * word.sizePt ? 1 : 0;
    }
  }
  return gaps === 0 ? 0 : wide / gaps;
}
