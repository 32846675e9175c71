import { type GreyImage, rowChanges } from "@quire/scan";

/** Rows of a picture; `yMax` is excluded. */
export interface Band {
  readonly yMin: number;
  readonly yMax: number;
}

interface Line extends Band {
  /** Whether the band was cut from something higher than a line of print. */
  readonly isCut: boolean;
}

/**
 * The number of lines in each band: some forty words show whether a text is the page's, and cost an eighth of its
 * reading.
 */
const LINES = 2;
/**
 * The greatest height of a line of print, in inches; something higher is a picture, or lines that run into each other,
 * and is cut.
 */
const MOST_LINE = 0.4;
const SLICE = 0.2;
/** The greatest height of a band, in inches, so that lines of a heading do not make half a page of one. */
const MOST_BAND = 1.5;
const LEAST_LINE_PX = 3;

/**
 * Returns bands of a few lines in the upper and in the lower half of an upright page, where there is most print; only
 * one of them, or none, where there is no more print. `dpi` is the picture's.
 */
export function bandsOf(image: GreyImage, dpi: number): readonly Band[] {
  const changes = rowChanges(image);
  const lines = linesOf(changes, dpi);
  const middle = image.heightPx / 2;
  const halves = [
    lines.filter(({ yMax }) => yMax <= middle),
    lines.filter(({ yMin, yMax }) => yMin >= middle || yMax > middle),
  ];
  return halves.flatMap((half) => busiest(half, changes, dpi)).map((band) => withMargin(band, lines, image));
}

/** Returns the groups of rows with print between rows with hardly any. */
function linesOf(changes: Int32Array, dpi: number): Line[] {
  const least = Math.max(2, 0.1 * (changes.toSorted()[Math.floor(0.95 * changes.length)] ?? 0));
  const lines: Line[] = [];
  for (let y = 0; y < changes.length; y++) {
    const yMin = y;
    while (y < changes.length && (changes[y] ?? 0) >= least) {
      y++;
    }
    if (y - yMin >= LEAST_LINE_PX) {
      lines.push(...slicesOf({ yMin, yMax: y }, dpi));
    }
  }
  return lines;
}

function slicesOf({ yMin, yMax }: Band, dpi: number): Line[] {
  if (yMax - yMin <= MOST_LINE * dpi) {
    return [{ yMin, yMax, isCut: false }];
  }
  const step = Math.max(LEAST_LINE_PX, Math.round(SLICE * dpi));
  return Array.from({ length: Math.ceil((yMax - yMin) / step) }, (_, index) => ({
    yMin: yMin + index * step,
    yMax: Math.min(yMax, yMin + (index + 1) * step),
    isCut: true,
  }));
}

function busiest(lines: readonly Line[], changes: Int32Array, dpi: number): Band[] {
  let best: Band | undefined;
  let most = 0;
  for (const [first, { isCut }] of lines.entries()) {
    const band = bandFrom(lines, first, dpi);
    // Squares prefer close print to loose; pictures and drawings are only read where there are no lines.
    const sum = changes.subarray(band.yMin, band.yMax).reduce((total, count) => total + count ** 2, 0);
    const worth = isCut ? sum / 100 : sum;
    if (worth > most) {
      most = worth;
      best = band;
    }
  }
  return best === undefined ? [] : [best];
}

function bandFrom(lines: readonly Band[], first: number, dpi: number): Band {
  const { yMin, yMax } = lines[first] ?? { yMin: 0, yMax: 0 };
  const more = lines.slice(first + 1, first + LINES).filter((line) => line.yMax - yMin <= MOST_BAND * dpi);
  return { yMin, yMax: more.at(-1)?.yMax ?? yMax };
}

/**
 * Adds at most half of the gap to each neighbour to a band, since letters reach beyond the rows that are full of them.
 */
function withMargin({ yMin, yMax }: Band, lines: readonly Band[], { heightPx }: GreyImage): Band {
  const above = lines.findLast((line) => line.yMax <= yMin)?.yMax ?? 0;
  const below = lines.find((line) => line.yMin >= yMax)?.yMin ?? heightPx;
  const most = Math.ceil((yMax - yMin) / 4);
  return {
    yMin: yMin - Math.min(most, Math.floor((yMin - above) / 2)),
    yMax: yMax + Math.min(most, Math.floor((below - yMax) / 2)),
  };
}
