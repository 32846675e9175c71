import type { GreyImage } from "./grey-image.ts";

/**
 * Returns the median of each pixel and its eight neighbours, which removes specks of one pixel and keeps edges. The
 * columns of three are sorted once and shared by neighbours: the median of nine is the median of the largest of the
 * lows, the median of the middles and the smallest of the highs (Paeth, Median Finding on a 3 x 3 Grid, Graphics Gems,
 * 1990). The outermost pixels repeat.
 */
export function median3(image: GreyImage): GreyImage {
  const { widthPx, heightPx, pixels: from } = image;
  const pixels = new Uint8Array(widthPx * heightPx);
  const low = new Uint8Array(widthPx + 2);
  const middle = new Uint8Array(widthPx + 2);
  const high = new Uint8Array(widthPx + 2);
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx;
    const above = y > 0 ? row - widthPx : row;
    const below = y < heightPx - 1 ? row + widthPx : row;
    for (let x = 0; x < widthPx; x++) {
      const a = from[above + x]!;
      const b = from[row + x]!;
      const c = from[below + x]!;
      const least = a < b ? a : b;
      const most = a < b ? b : a;
      low[x + 1] = least < c ? least : c;
      high[x + 1] = most > c ? most : c;
      const rest = most < c ? most : c;
      middle[x + 1] = least > rest ? least : rest;
    }
    for (const sorted of [low, middle, high]) {
      sorted[0] = sorted[1]!;
      sorted[widthPx + 1] = sorted[widthPx]!;
    }
    for (let x = 0; x < widthPx; x++) {
      const lows = Math.max(low[x]!, low[x + 1]!, low[x + 2]!);
      const highs = Math.min(high[x]!, high[x + 1]!, high[x + 2]!);
      const middles = medianOf(middle[x]!, middle[x + 1]!, middle[x + 2]!);
      pixels[row + x] = medianOf(lows, middles, highs);
    }
  }
  return { widthPx, heightPx, pixels };
}

function medianOf(a: number, b: number, c: number): number {
  const least = a < b ? a : b;
  const most = a < b ? b : a;
  const rest = most < c ? most : c;
  return least > rest ? least : rest;
}
