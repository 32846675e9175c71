import { writeFile } from "node:fs/promises";
import type { GreyImage } from "@quire/scan";
import sharp from "sharp";

const QUALITY = 85;

/** Writes a JPEG with one component. */
export async function writeGreyJpeg({ widthPx, heightPx, pixels }: GreyImage, path: string): Promise<void> {
  const raw = { width: widthPx, height: heightPx, channels: 1 } as const;
  const bytes = await sharp(pixels, { raw, limitInputPixels: false })
    .toColourspace("b-w")
    .jpeg({ quality: QUALITY, optimiseCoding: false })
    .toBuffer();
  await writeFile(path, bytes);
}
