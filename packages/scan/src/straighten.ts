import type { GreyImage, PixelBox } from "./grey-image.ts";
import { type LineSlopes, lineSlopesOf } from "./line-slopes.ts";

/** A page whose lines were made straight and level. */
export interface Straightened {
  readonly image: GreyImage;
  /** Returns the box, on the page as it was, around what is in a box of this image. */
  readonly boxAsWas: (box: PixelBox) => PixelBox;
}

/** The spread of slopes, in degrees, below which engines read lines as they are: flat pages measure less than 1. */
const LEAST_SPREAD = 1.5;
/** The most that slopes may be off the model, in degrees, and as a share of their spread where that is more. */
const MOST_ERROR = 0.3;
const MOST_ERROR_SHARE = 0.12;
/** The ratio of its sides beyond which a picture is a strip, such as a long receipt, and no page in perspective. */
const MOST_RATIO = 6;
/** The distance, in pixels, of the places from which displacements of the others are interpolated. */
const GRID_PX = 16;

/**
 * Makes lines level whose slopes differ over a page, because a camera looked at it askew or it is curved; undefined
 * where they do not differ, or in no orderly way. Columns of pixels are moved up and down, along the slopes from the
 * middle of the page to its sides (as text lines straighten pages in Zucker, Page dewarping, 2016, in its plainest form).
 */
export function straightened(image: GreyImage): Straightened | undefined {
  const [longer, shorter] = [Math.max(image.widthPx, image.heightPx), Math.min(image.widthPx, image.heightPx)];
  const slopes = longer > MOST_RATIO * shorter ? undefined : lineSlopesOf(image);
  const isOrderly =
    slopes !== undefined &&
    slopes.spreadDegrees >= LEAST_SPREAD &&
    slopes.errorDegrees <= Math.max(MOST_ERROR, MOST_ERROR_SHARE * slopes.spreadDegrees);
  if (!isOrderly) {
    return undefined;
  }
  const field = displacementsOf(image, slopes);
  return {
    image: moved(image, field),
    boxAsWas: ({ xMin, yMin, xMax, yMax }) => {
      const xs = [xMin, (xMin + xMax) / 2, xMax];
      return {
        xMin,
        xMax,
        yMin: Math.min(...xs.map((x) => field.rowAsWas(x, yMin))),
        yMax: Math.max(...xs.map((x) => field.rowAsWas(x, yMax))),
      };
    },
  };
}

/** Where the rows of the straight page were. */
interface Displacements {
  /** The height of the straight page: lines at a corner may leave the page as it was. */
  readonly heightPx: number;
  readonly rowAsWas: (x: number, y: number) => number;
}

function displacementsOf({ widthPx, heightPx }: GreyImage, slopes: LineSlopes): Displacements {
  const columns = Math.ceil(widthPx / GRID_PX) + 1;
  const middle = columns >> 1;
  const steepest = Math.max(...[0, heightPx].flatMap((y) => [0, widthPx].map((x) => Math.abs(slopes.at(x, y)))));
  const padPx = Math.ceil((steepest * widthPx) / 2);
  const rows = Math.ceil((heightPx + 2 * padPx) / GRID_PX) + 1;
  const grid = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (const direction of [1, -1]) {
      let y = row * GRID_PX - padPx;
      for (let column = middle; column >= 0 && column < columns; column += direction) {
        grid[row * columns + column] = y;
        y += direction * GRID_PX * slopes.at((column + direction / 2) * GRID_PX, y);
      }
    }
  }
  const rowAsWas = (x: number, y: number): number => {
    const [u, v] = [
      Math.min(columns - 1.001, Math.max(0, x / GRID_PX)),
      Math.min(rows - 1.001, Math.max(0, y / GRID_PX)),
    ];
    const [column, row] = [Math.floor(u), Math.floor(v)];
    const at = row * columns + column;
    const upper = grid[at]! + (grid[at + 1]! - grid[at]!) * (u - column);
    const lower = grid[at + columns]! + (grid[at + columns + 1]! - grid[at + columns]!) * (u - column);
    return upper + (lower - upper) * (v - row);
  };
  return { heightPx: heightPx + 2 * padPx, rowAsWas };
}

/** Returns the picture with its columns moved, white where it had nothing; between two rows it is interpolated. */
function moved({ widthPx, heightPx, pixels: from }: GreyImage, field: Displacements): GreyImage {
  const pixels = new Uint8Array(widthPx * field.heightPx).fill(255);
  for (let top = 0; top < field.heightPx; top += GRID_PX) {
    const bottom = Math.min(field.heightPx, top + GRID_PX);
    for (let x = 0; x < widthPx; x++) {
      const first = field.rowAsWas(x, top);
      const step = (field.rowAsWas(x, top + GRID_PX) - first) / GRID_PX;
      for (let y = top; y < bottom; y++) {
        const place = first + (y - top) * step;
        const row = Math.floor(place);
        if (row >= 0 && row < heightPx - 1) {
          const at = row * widthPx + x;
          pixels[y * widthPx + x] = from[at]! + (from[at + widthPx]! - from[at]!) * (place - row) + 0.5;
        }
      }
    }
  }
  return { widthPx, heightPx: field.heightPx, pixels };
}
