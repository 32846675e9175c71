import type { Column, DocumentStyle, FlowLine } from "../flow/flow.ts";
import { median } from "../geometry/statistics.ts";
import type { Line } from "../words.ts";

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

/** How much the gaps of a justified line may differ, in ems: by a space, which typewriters add to some alone. */
const SAME_GAP_EM = 0.8;

/** The greatest difference of the edges of the lines of one paragraph, in ems. */
const SAME_EDGE_EM = 0.5;

interface Surroundings {
  readonly column: Column;
  readonly leadingOf: (sizePt: number) => number;
  readonly style: Pick<DocumentStyle, "isFixedText" | "bodySizePt">;
}

/** The least share of the lines of a justified paragraph that are; a letter of something else may stand in one. */
const JUSTIFIED_SHARE = 0.9;

/** The fewest lines of prose of fixed pitch among text in other type, where it has to be justified. */
const LEAST_JUSTIFIED = 4;

/**
 * Returns the parts of a run of lines of fixed pitch that are no prose: each is code. Lines by themselves, such as titles,
 * are prose where they stand beside it, and so are lines of which each is far from the next, and a line
 * by itself that is larger than most. In a document of other type fixed pitch means code, unless its lines are
 * justified, which those of programs never are.
 */
export function withoutProse(run: readonly FlowLine[], { column, leadingOf, style }: Surroundings): FlowLine[][] {
  const pieces = piecesOf(run, leadingOf);
  if (style.isFixedText && (areApart(pieces) || isTitle(run, style)) && wideGaps(run) === 0) {
    return [];
  }
  const isText = pieces.map(
    (piece) => isProse(piece, column) && (style.isFixedText || (piece.length >= LEAST_JUSTIFIED && isJustified(piece))),
  );
  if (!isText.includes(true)) {
    return [[...run]];
  }
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

/** The fewest lines, each far from the next, that are text of their own. */
const LEAST_APART = 3;

/** Returns whether each line has blank ones around it, as labels of a form do: programs have lines that follow each other. */
const areApart = (pieces: readonly (readonly FlowLine[])[]): boolean =>
  pieces.length >= LEAST_APART && pieces.every(({ length }) => length === 1);

/** The size of a title, as a multiple of that of the text: listings are set in one size. */
const TITLE_RATIO = 1.15;

const isTitle = ([first, second]: readonly FlowLine[], { bodySizePt }: Pick<DocumentStyle, "bodySizePt">): boolean =>
  first !== undefined && second === undefined && first.line.sizePt > TITLE_RATIO * bodySizePt;

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
    (wideGaps(lines) <= MOST_WIDE_GAPS || isJustified(lines))
  );
}

/** Returns whether nearly all lines but the last end at one edge, because the gaps of each have been widened alike. */
function isJustified(lines: readonly FlowLine[]): boolean {
  const full = lines.slice(0, -1).map(({ line }) => line);
  const edge = median(
    full.map(({ xMax }) => xMax),
    0,
  );
  const justified = full.filter((line) => {
    const gaps = gapsOf(line);
    return (
      Math.abs(edge - line.xMax) <= SAME_EDGE_EM * line.sizePt &&
      Math.max(...gaps) - Math.min(...gaps) <= SAME_GAP_EM * line.sizePt
    );
  });
  return justified.length >= JUSTIFIED_SHARE * full.length;
}

/** Returns the widths of the gaps between the words of a line, in points. */
const gapsOf = ({ words }: Line): number[] =>
  words.slice(1).map(({ xMin }, index) => xMin - (words[index]?.xMax ?? xMin));

/** Returns the share of the gaps within lines that are wider than a space. */
function wideGaps(lines: readonly FlowLine[]): number {
  const isWide = lines.flatMap(({ line }) => gapsOf(line).map((gap) => gap > WIDE_GAP_EM * line.sizePt));
  return isWide.length === 0 ? 0 : isWide.filter(Boolean).length / isWide.length;
}
