/**
 * Decodes run lengths (BI_RLE8, or BI_RLE4 where `isHalf`) to indices of colours, in the order of the rows in the file.
 * What the runs leave out, or the end of the file cuts off, has index 0.
 */
export function indicesOfRuns(
  data: Uint8Array,
  { widthPx, heightPx, isHalf }: { readonly widthPx: number; readonly heightPx: number; readonly isHalf: boolean },
): Uint8Array {
  const indices = new Uint8Array(widthPx * heightPx);
  let [x, y, at] = [0, 0, 0];
  const put = (index: number): void => {
    if (x < widthPx && y < heightPx) {
      indices[y * widthPx + x] = index;
    }
    x += 1;
  };
  while (at + 1 < data.length && y < heightPx) {
    const [count, second] = [data[at]!, data[at + 1]!];
    at += 2;
    if (count > 0) {
      for (let pixel = 0; pixel < count; pixel++) {
        put(isHalf ? nibble(second, pixel) : second);
      }
    } else if (second === END_OF_LINE) {
      x = 0;
      y += 1;
    } else if (second === END) {
      break;
    } else if (second === MOVE) {
      x += data[at] ?? 0;
      y += data[at + 1] ?? 0;
      at += 2;
    } else {
      for (let pixel = 0; pixel < second; pixel++) {
        put(isHalf ? nibble(data[at + (pixel >> 1)] ?? 0, pixel) : (data[at + pixel] ?? 0));
      }
      // Literal pixels end at a multiple of two bytes.
      at += Math.ceil(second / (isHalf ? 4 : 2)) * 2;
    }
  }
  return indices;
}

const END_OF_LINE = 0;
const END = 1;
const MOVE = 2;

/** Returns the first (for an even `pixel`) or second half of a byte. */
const nibble = (byte: number, pixel: number): number => (pixel % 2 === 0 ? byte >> 4 : byte & 15);
