import { drawnAt, type Piece } from "./piece.ts";

/** The text on both sides of a gutter. */
interface Beside {
  readonly left: readonly Piece[];
  readonly right: readonly Piece[];
}

/** The least height of a gap that parts cards, in ems. */
const GAP_EM = 1;
/** The least number of rows with cards on both sides. */
const LEAST_ROWS = 2;

/**
 * Divides text on both sides of a gutter into rows of cards, which are read across before down. Rows are parted by
 * gaps that run across both sides, and the drawing tells them from columns whose gaps are at one height by chance: it
 * goes from card to card. Text of one row, or of columns, comes back as it is.
 */
export function rowsOfCards({ left, right, sizePt }: Beside & { readonly sizePt: number }): Beside[] {
  const whole = [{ left, right }];
  const rows = bandsOf([...left, ...right], GAP_EM * sizePt).map(({ yMin, yMax }) => ({
    left: left.filter((piece) => isWithin(piece, yMin, yMax)),
    right: right.filter((piece) => isWithin(piece, yMin, yMax)),
  }));
  if (rows.filter((row) => row.left.length > 0 && row.right.length > 0).length < LEAST_ROWS) {
    return whole;
  }
  const asColumns = stepsBack([...left.toSorted(fromTop), ...right.toSorted(fromTop)]);
  const asRows = stepsBack(rows.flatMap((row) => [...row.left.toSorted(fromTop), ...row.right.toSorted(fromTop)]));
  const cards = rows.reduce((sum, row) => sum + (row.left.length > 0 ? 1 : 0) + (row.right.length > 0 ? 1 : 0), 0);
  const isOfLines = left.length + right.length < LEAST_LINES_OF_CARD * cards;
  return asColumns > 0 && 2 * asRows <= asColumns && !isOfLines ? rows : whole;
}

/** The least number of lines of cards, on average; rows of single lines are those of a table or a form. */
const LEAST_LINES_OF_CARD = 2;

const fromTop = (a: Piece, b: Piece): number => a.yMin - b.yMin || a.xMin - b.xMin;

const isWithin = (piece: Piece, yMin: number, yMax: number): boolean => piece.yMin >= yMin && piece.yMax <= yMax;

/** Returns the heights of a page that gaps of at least `gapPt` part, from the top. */
function bandsOf(pieces: readonly Piece[], gapPt: number): { yMin: number; yMax: number }[] {
  const bands: { yMin: number; yMax: number }[] = [];
  for (const { yMin, yMax } of pieces.toSorted(fromTop)) {
    const last = bands.at(-1);
    if (last === undefined || yMin - last.yMax > gapPt) {
      bands.push({ yMin, yMax });
    } else {
      last.yMax = Math.max(last.yMax, yMax);
    }
  }
  return bands;
}

/** Counts the places at which an order of reading goes back in the order of drawing. */
function stepsBack(pieces: readonly Piece[]): number {
  let last = -1;
  let count = 0;
  for (const piece of pieces) {
    const at = drawnAt(piece);
    if (at !== undefined) {
      count += at < last ? 1 : 0;
      last = at;
    }
  }
  return count;
}
