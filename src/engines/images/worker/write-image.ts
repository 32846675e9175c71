import { type EncodedPicture, encodePng, pixelsOf, type Raster } from "@quire/images";
import sharp from "sharp";
import { WrittenFile } from "../../cos/worker/written-file.ts";

/** The size of the image in a file that was written. */
export interface WrittenImage {
  readonly widthPx: number;
  readonly heightPx: number;
}

export function writeEncoded({ bytes, widthPx, heightPx }: EncodedPicture, path: string): WrittenImage {
  using file = new WrittenFile(path);
  file.write(bytes);
  return { widthPx, heightPx };
}

export function writePng(raster: Raster, path: string): WrittenImage {
  using file = new WrittenFile(path);
  for (const piece of encodePng(raster)) {
    file.write(piece);
  }
  return { widthPx: raster.widthPx, heightPx: raster.heightPx };
}

const QUALITY = 90;
const WHITE = { r: 255, g: 255, b: 255 };

/** Writes a JPEG. Transparent parts become white, and translucent ones that much lighter. */
export async function writeJpeg(raster: Raster, path: string): Promise<WrittenImage> {
  const { widthPx, heightPx, channels, data } = pixelsOf(raster);
  await sharp(data, { raw: { width: widthPx, height: heightPx, channels }, limitInputPixels: false })
    .flatten({ background: WHITE })
    .jpeg({ quality: QUALITY, optimiseCoding: false })
    .toFile(path);
  return { widthPx, heightPx };
}
