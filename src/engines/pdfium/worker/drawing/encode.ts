import { writeFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import type { ImageEncoding, ImageFormat } from "../../port.ts";
import type { Bitmap } from "../binding/binding.ts";
import { isContinuousTone, isGrey } from "./tone.ts";

// Pages are independent and encoded in parallel: threads within an encoder would only add up to too many. Nothing is
// read twice, so a cache would only hold memory.
sharp.concurrency(1);
sharp.cache(false);

/** Writes a bitmap as an image file, in a separate thread; the pixels must not be touched until that is done. */
export async function encodeImage(
  bitmap: Bitmap,
  { encoding, dpi, path }: { encoding: ImageEncoding; dpi: number; path: string },
): Promise<{ readonly sizeBytes: number }> {
  const { format, quality } = encoding;
  if (format === "pgm") {
    return writeGrey(bitmap, path);
  }
  const { widthPx: width, heightPx: height, channels, pixels } = bitmap;
  const image = sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false });
  if (isStatable(dpi)) {
    image.withDensity(dpi);
  }
  // WebP has no greyscale. With an alpha channel the colours count only where something is drawn.
  if (format !== "webp" && channels === 3 && isGrey(pixels)) {
    image.extractChannel(0);
  }
  const { size } = await inFormat(image, bitmap, { format, quality }).toFile(path);
  return { sizeBytes: size };
}

/** Runs every encoder once, so that nothing is loaded later. */
export async function warmUpEncoders(): Promise<void> {
  const pixels = new Uint8Array(3 * 16 * 16).fill(255);
  const bitmap = sharp(pixels, { raw: { width: 16, height: 16, channels: 3 } }).withDensity(72);
  await Promise.all(FORMATS.map((format) => bitmap.clone().toFormat(format).toBuffer()));
  await bitmap.clone().extractChannel(0).png().toBuffer();
}

/** Writes a bitmap as Netpbm's `P5`. Grey is the luma of ITU-R BT.601, in 256ths. */
async function writeGrey(
  { widthPx, heightPx, channels, pixels }: Bitmap,
  path: string,
): Promise<{ sizeBytes: number }> {
  const header = Buffer.from(`P5\n${widthPx} ${heightPx}\n255\n`);
  const file = Buffer.allocUnsafe(header.length + widthPx * heightPx);
  header.copy(file);
  for (let source = 0, target = header.length; target < file.length; source += channels, target += 1) {
    file[target] = (77 * (pixels[source] ?? 0) + 150 * (pixels[source + 1] ?? 0) + 29 * (pixels[source + 2] ?? 0)) >> 8;
  }
  await writeFile(path, file);
  return { sizeBytes: file.length };
}

const FORMATS: readonly EncodedFormat[] = ["png", "jpeg", "webp"];

/** Returns whether an image can state a resolution: JPEG has 16 bits for it. */
function isStatable(dpi: number): boolean {
  return dpi >= 1 && dpi <= 65_535;
}

type EncodedFormat = Exclude<ImageFormat, "pgm">;

interface Encoder {
  readonly format: EncodedFormat;
  readonly quality: number;
}

function inFormat(image: Sharp, { channels, pixels }: Bitmap, { format, quality }: Encoder): Sharp {
  switch (format) {
    case "png":
      // Compared with level 6 on pages of text: half the time, and a tenth more bytes.
      return image.png({ compressionLevel: 2, adaptiveFiltering: channels === 3 && isContinuousTone(pixels) });
    case "jpeg":
      // Huffman tables made for each image would save a twentieth of the bytes and cost twice the time.
      return image.jpeg({ quality, optimiseCoding: false });
    case "webp":
      // Compared with the default, 4: half the time, and a hundredth more bytes.
      return image.webp({ quality, effort: 2 });
  }
}
