import sharp, { type Sharp } from "sharp";
import type { ImageEncoding, ImageFormat } from "../ports.ts";
import type { Bitmap } from "./binding.ts";
import { isContinuousTone, isGrey } from "./tone.ts";

// Pages are independent and encoded beside each other: threads within an encoder would only add up to too many. Nothing
// is read twice, so a cache would only hold memory.
sharp.concurrency(1);
sharp.cache(false);

/** Writes a bitmap as an image file, in a thread of its own; the pixels are not to be touched until that is done. */
export async function encodeImage(
  bitmap: Bitmap,
  { encoding, dpi, path }: { encoding: ImageEncoding; dpi: number; path: string },
): Promise<{ readonly sizeBytes: number }> {
  const { widthPx: width, heightPx: height, channels, pixels } = bitmap;
  const image = sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false });
  if (isStatable(dpi)) {
    image.withDensity(dpi);
  }
  // WebP has no greyscale. With an alpha channel the colours count only where something is drawn.
  if (encoding.format !== "webp" && channels === 3 && isGrey(pixels)) {
    image.extractChannel(0);
  }
  const { size } = await inFormat(image, bitmap, encoding).toFile(path);
  return { sizeBytes: size };
}

/** Makes every encoder once, so that nothing is loaded later. */
export async function warmUpEncoders(): Promise<void> {
  const pixels = new Uint8Array(3 * 16 * 16).fill(255);
  const bitmap = sharp(pixels, { raw: { width: 16, height: 16, channels: 3 } }).withDensity(72);
  await Promise.all(FORMATS.map((format) => bitmap.clone().toFormat(format).toBuffer()));
  await bitmap.clone().extractChannel(0).png().toBuffer();
}

const FORMATS: readonly ImageFormat[] = ["png", "jpeg", "webp"];

/** JPEG has 16 bits for a resolution. */
function isStatable(dpi: number): boolean {
  return dpi >= 1 && dpi <= 65_535;
}

function inFormat(image: Sharp, { channels, pixels }: Bitmap, { format, quality }: ImageEncoding): Sharp {
  switch (format) {
    case "png":
      // Against level 6 on pages of text: half the time, and a tenth more bytes.
      return image.png({ compressionLevel: 2, adaptiveFiltering: channels === 3 && isContinuousTone(pixels) });
    case "jpeg":
      // Huffman tables made for each image would save a twentieth of the bytes and cost twice the time.
      return image.jpeg({ quality, optimiseCoding: false });
    case "webp":
      // Against the default, 4: half the time, and a hundredth more bytes.
      return image.webp({ quality, effort: 2 });
  }
}
