import type { Box, PageContent } from "@quire/layout";
import sharp from "sharp";
import type { PaintedPage } from "../../../pdfium/worker/painted/painted-page.ts";

/** The resolution of lines and fields; images may have more, as much as is seen of them. */
const DPI = 144;
const MAX_DPI = 200;
/** The most pixels of a page. */
const MAX_PIXELS = 24_000_000;
/** The size of a PNG that is kept without trying JPEG: it is small, and without loss. */
const SMALL_BYTES = 96 * 1024;
const JPEG_QUALITY = 88;
const WHITE = 0xff;
const CHANNELS = 3;

/** A drawn page without its text. */
interface Drawn {
  readonly pixels: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Draws what is not text on a page. */
export function drawBackground(page: PaintedPage, { images }: Pick<PageContent, "images">): Drawn | undefined {
  const { widthPt, heightPt } = page;
  const own = images.map(({ widthPx, xMin, xMax }) => (72 * widthPx) / Math.max(1, xMax - xMin));
  const dpi = Math.min(MAX_DPI, Math.max(DPI, ...own));
  const scale = Math.min(dpi / 72, Math.sqrt(MAX_PIXELS / Math.max(1, widthPt * heightPt)));
  const widthPx = Math.max(1, Math.round(widthPt * scale));
  const heightPx = Math.max(1, Math.round(heightPt * scale));
  if (!(widthPt > 0 && heightPt > 0) || widthPx * heightPx > 2 * MAX_PIXELS) {
    return undefined;
  }
  const pixels = Buffer.alloc(widthPx * heightPx * CHANNELS, WHITE);
  page.drawRest({ widthPx, heightPx, channels: CHANNELS, pixels });
  return { pixels, widthPx, heightPx };
}

/**
 * Returns the part of a drawing that is not white as a data URL, and its place on the page; undefined for a page that is
 * all white. A photograph is a JPEG where that takes less than half.
 */
export async function encodeBackground(
  { pixels, widthPx, heightPx }: Drawn,
  { widthPt, heightPt }: Pick<PaintedPage, "widthPt" | "heightPt">,
): Promise<{ readonly box: Box; readonly url: string } | undefined> {
  const region = inked(pixels, widthPx, heightPx);
  if (region === undefined) {
    return undefined;
  }
  const raw = { width: widthPx, height: heightPx, channels: CHANNELS } as const;
  const image = sharp(pixels, { raw, limitInputPixels: 2 * MAX_PIXELS }).extract(region);
  const png = await image.clone().png({ compressionLevel: 6 }).toBuffer();
  const jpeg = png.length <= SMALL_BYTES ? undefined : await image.jpeg({ quality: JPEG_QUALITY }).toBuffer();
  const [type, bytes] = jpeg !== undefined && jpeg.length < png.length / 2 ? ["jpeg", jpeg] : ["png", png];
  const { left, top, width, height } = region;
  const box = {
    xMin: (left / widthPx) * widthPt,
    yMin: (top / heightPx) * heightPt,
    xMax: ((left + width) / widthPx) * widthPt,
    yMax: ((top + height) / heightPx) * heightPt,
  };
  return { box, url: `data:image/${type};base64,${bytes.toString("base64")}` };
}

/** Returns the region around all pixels that are not white; undefined where there are none. */
function inked(pixels: Buffer, widthPx: number, heightPx: number) {
  const row = widthPx * CHANNELS;
  const white = Buffer.alloc(row, WHITE);
  const isWhiteRow = (y: number): boolean => pixels.compare(white, 0, row, y * row, (y + 1) * row) === 0;
  let top = 0;
  while (top < heightPx && isWhiteRow(top)) {
    top++;
  }
  if (top === heightPx) {
    return undefined;
  }
  let bottom = heightPx;
  while (isWhiteRow(bottom - 1)) {
    bottom--;
  }
  let first = row;
  let last = 0;
  for (let y = top; y < bottom; y++) {
    const start = y * row;
    for (let x = 0; x < first; x++) {
      if (pixels[start + x] !== WHITE) {
        first = x;
      }
    }
    for (let x = row - 1; x > last; x--) {
      if (pixels[start + x] !== WHITE) {
        last = x;
      }
    }
  }
  const left = Math.floor(first / CHANNELS);
  return { left, top, width: Math.floor(last / CHANNELS) + 1 - left, height: bottom - top };
}
