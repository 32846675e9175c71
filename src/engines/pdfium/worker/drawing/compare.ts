import type { PageDifference } from "../../port.ts";
import type { CompareParameters } from "../../wire.ts";
import type { Bitmap } from "../binding/binding.ts";
import type { PdfiumDocument } from "../document.ts";
import { BitmapMemory } from "./bitmap-memory.ts";
import { fittedSize, type PixelSize, pixelSize } from "./image-size.ts";

/** Draws pages of two documents, and yields for each how much of it differs. */
export async function* comparePages(
  [one, other]: readonly [PdfiumDocument, PdfiumDocument],
  { pages, dpi, tolerance, maxPixels }: CompareParameters,
): AsyncGenerator<PageDifference, void, undefined> {
  using memory = new BitmapMemory();
  for (const page of pages) {
    const [size, otherSize] = [sizeOf(one, page), sizeOf(other, page)];
    if (size === null && otherSize === null) {
      yield { page, differingShare: 0 };
    } else if (size === null || otherSize === null || !isAlike(size, otherSize)) {
      yield { page, differingShare: 1 };
    } else {
      const bitmaps = [drawn(one, page, size, memory), drawn(other, page, size, memory)] as const;
      const differing = differingPixels(bitmaps[0].pixels, bitmaps[1].pixels, tolerance);
      yield { page, differingShare: differing / (size.widthPx * size.heightPx) };
      memory.giveBack(bitmaps[0].pixels);
      memory.giveBack(bitmaps[1].pixels);
    }
    await new Promise(setImmediate);
  }

  function sizeOf(document: PdfiumDocument, page: number): PixelSize | null {
    const size = page > document.pages ? null : document.pageSize(page);
    const wanted = { kind: "resolution", dpi, fits: true } as const;
    return size && pixelSize(size, fittedSize(size, wanted, { format: "png", maxPixels }));
  }
}

/** A pixel more or less is a matter of rounding: boxes of pages that are normalised are the same. */
const isAlike = (one: PixelSize, other: PixelSize): boolean =>
  Math.abs(one.widthPx - other.widthPx) <= 1 && Math.abs(one.heightPx - other.heightPx) <= 1;

const WHITE = 0xff;
const CHANNELS = 3;

function drawn(document: PdfiumDocument, page: number, { widthPx, heightPx }: PixelSize, memory: BitmapMemory): Bitmap {
  const pixels = memory.take(widthPx * heightPx * CHANNELS).fill(WHITE);
  const bitmap: Bitmap = { widthPx, heightPx, channels: CHANNELS, pixels };
  document.draw(page, bitmap);
  return bitmap;
}

function differingPixels(one: Uint8Array, other: Uint8Array, tolerance: number): number {
  let differing = 0;
  for (let at = 0; at < one.length; at += CHANNELS) {
    const differs =
      Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > tolerance ||
      Math.abs((one[at + 1] ?? 0) - (other[at + 1] ?? 0)) > tolerance ||
      Math.abs((one[at + 2] ?? 0) - (other[at + 2] ?? 0)) > tolerance;
    differing += differs ? 1 : 0;
  }
  return differing;
}
