import type { GreyImage, PixelBox } from "./grey-image.ts";

/**
 * The ink of a picture: pixels of at most a threshold. Rows and columns are looked at with those beside them, since a
 * thin line that is not quite level steps from one to the next.
 */
export class Ink {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly #pixels: Uint8Array;
  readonly #threshold: number;

  constructor({ widthPx, heightPx, pixels }: GreyImage, threshold: number) {
    this.widthPx = widthPx;
    this.heightPx = heightPx;
    this.#pixels = pixels;
    this.#threshold = threshold;
  }

  /** Returns whether a pixel is ink; there is none outside the picture. */
  at(x: number, y: number): boolean {
    return (
      x >= 0 &&
      y >= 0 &&
      x < this.widthPx &&
      y < this.heightPx &&
      this.#pixels[y * this.widthPx + x]! <= this.#threshold
    );
  }

  /** Yields the runs of ink of a row and those beside it that are `least` to `most` pixels long; `to` is excluded. */
  *runsOfRow(y: number, least: number, most: number): Generator<{ readonly from: number; readonly to: number }> {
    const width = this.widthPx;
    const row = y * width;
    const above = y > 0 ? row - width : row;
    const below = y + 1 < this.heightPx ? row + width : row;
    // Of `least` pixels in a row one is at a multiple of it.
    for (let probe = least - 1; probe < width; probe += least) {
      if (!this.#hasInkAround(row, above, below, probe)) {
        continue;
      }
      let [from, to] = [probe, probe + 1];
      while (from > 0 && this.#hasInkAround(row, above, below, from - 1)) {
        from--;
      }
      while (to < width && this.#hasInkAround(row, above, below, to)) {
        to++;
      }
      if (to - from >= least && to - from <= most) {
        yield { from, to };
      }
      probe += Math.floor((to - 1 - probe) / least) * least;
    }
  }

  /** Returns the share of ink in a box; 0 where it has no pixels. */
  shareOf({ xMin, yMin, xMax, yMax }: PixelBox): number {
    let sum = 0;
    for (let y = yMin; y < yMax; y++) {
      for (let x = xMin; x < xMax; x++) {
        sum += this.at(x, y) ? 1 : 0;
      }
    }
    return sum === 0 ? 0 : sum / ((xMax - xMin) * (yMax - yMin));
  }

  #hasInkAround(row: number, above: number, below: number, x: number): boolean {
    const [pixels, threshold] = [this.#pixels, this.#threshold];
    return pixels[row + x]! <= threshold || pixels[above + x]! <= threshold || pixels[below + x]! <= threshold;
  }

  /** Returns whether a share of a row between two columns has ink, or has it directly above or below. */
  isRow(y: number, { xMin, xMax, share }: { readonly xMin: number; readonly xMax: number; readonly share: number }) {
    let gaps = Math.floor((1 - share) * (xMax - xMin));
    for (let x = xMin; x < xMax && gaps >= 0; x++) {
      gaps -= this.at(x, y) || this.at(x, y + 1) || this.at(x, y - 1) ? 0 : 1;
    }
    return gaps >= 0;
  }

  /** Returns whether a share of a column between two rows has ink, or has it directly beside it. */
  isColumn(x: number, { yMin, yMax, share }: { readonly yMin: number; readonly yMax: number; readonly share: number }) {
    let gaps = Math.floor((1 - share) * (yMax - yMin));
    for (let y = yMin; y < yMax && gaps >= 0; y++) {
      gaps -= this.at(x, y) || this.at(x + 1, y) || this.at(x - 1, y) ? 0 : 1;
    }
    return gaps >= 0;
  }
}
