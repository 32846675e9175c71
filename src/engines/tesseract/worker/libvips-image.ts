import type { GreyImage } from "@quire/scan";
import sharp, { type Matrix3x3, type Metadata, type Sharp } from "sharp";
import { Failure } from "../../../kernel/failure.ts";

/* Images that libvips decodes. */

// Only one page is read at a time, and nothing is read twice.
sharp.concurrency(1);
sharp.cache(false);
// A file's first bytes determine its type; libvips, which knows many more formats, must not detect another one.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Png", "Jpeg", "Webp", "Tiff", "Nsgif", "Heif"].map((format) => `VipsForeignLoad${format}`),
});

/** A file, or its bytes, and the picture in it that is meant, counted from 0. */
export interface PictureFile {
  readonly file: string | Buffer;
  readonly picture: number;
  /** Returns a file of this picture alone, for a file in which others may be damaged. */
  readonly alone?: () => Promise<Buffer>;
}

/** Reads the header of a picture. @throws Failure `unsupported_file_type` */
export async function metadataOf(source: PictureFile): Promise<Metadata> {
  try {
    return await sharpOf(source).metadata();
  } catch (error) {
    throw undecodable(error);
  }
}

/**
 * Decodes a picture to grey as far as possible, in the orientation of the file: so it is decoded row by row, and the
 * colours of a large image are never all in memory.
 * @throws Failure `unsupported_file_type` for what cannot be decoded at all
 */
export async function decodeByLibvips(source: PictureFile, metadata: Metadata): Promise<GreyImage> {
  const image = await greyOf(source, metadata);
  const [first] = image.pixels;
  if ((first === 0 || first === 255) && image.pixels.every((grey) => grey === first)) {
    await requireWhole(source.alone === undefined ? source : { file: await source.alone(), picture: 0 });
  }
  return withoutBlackEnd(image);
}

/** Opens every decoder once, so that nothing is loaded later. */
export async function warmUpDecoders(): Promise<void> {
  const white = sharp(new Uint8Array(3 * 16 * 16).fill(255), { raw: { width: 16, height: 16, channels: 3 } });
  const formats = ["png", "jpeg", "webp", "tiff", "gif"] as const;
  const files = await Promise.all([
    ...formats.map((format) => white.clone().toFormat(format).toBuffer()),
    white.clone().avif({ effort: 0 }).toBuffer(),
  ]);
  for (const file of files) {
    const source = { file, picture: 0 };
    await greyOf(source, await metadataOf(source));
  }
}

const sharpOf = ({ file, picture }: PictureFile, failOn: "none" | "error" = "none"): Sharp =>
  sharp(file, { failOn, limitInputPixels: false, page: picture, pages: 1 });

async function greyOf(source: PictureFile, metadata: Metadata): Promise<GreyImage> {
  const onWhite = sharpOf(source).flatten({ background: "#ffffff" });
  const grey = isGrey(metadata) ? onWhite.toColourspace("b-w") : onWhite.recomb(LUMA).extractChannel(0);
  try {
    const { data, info } = await grey.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
    return { widthPx: info.width, heightPx: info.height, pixels: data };
  } catch (error) {
    throw undecodable(error);
  }
}

/**
 * Makes rows at the end that are entirely black white where they lie below bright paper: a truncated PNG ends in them, and
 * next to half a page of black Tesseract finds no text. Below bright print on dark they are the page's own margin.
 */
function withoutBlackEnd(image: GreyImage): GreyImage {
  const { widthPx, pixels } = image;
  const lastInk = pixels.findLastIndex((grey) => grey !== 0);
  const end = Math.ceil((lastInk + 1) / widthPx) * widthPx;
  const bright = pixels.subarray(0, end).reduce((count, grey) => count + (grey >= 128 ? 1 : 0), 0);
  if (bright > end / 2) {
    pixels.fill(255, end);
  }
  return image;
}

/**
 * Requires that a picture of one colour is one: what cannot be decoded at all is black, or white where a TIFF counts the
 * light from white.
 * @throws Failure `unsupported_file_type`
 */
async function requireWhole(source: PictureFile): Promise<void> {
  try {
    await sharpOf(source, "error").stats();
  } catch (error) {
    throw undecodable(error);
  }
}

const isGrey = ({ channels, hasAlpha }: Metadata): boolean => channels - (hasAlpha ? 1 : 0) < 3;

/**
 * The weights of red, green and blue in ITU-R BT.601-7, 2.5.1, as for drawn pages: libvips' own grey, by luminance,
 * makes red print pale.
 */
const WEIGHTS = [0.299, 0.587, 0.114] as const;
const LUMA: Matrix3x3 = [[...WEIGHTS], [...WEIGHTS], [...WEIGHTS]];

/**
 * Converts an error of decoding.
 * @returns the failure for the caller; an error of running out of memory is returned unchanged, since it is no fault of
 * the format
 */
function undecodable(error: unknown): unknown {
  return error instanceof Error && /out of memory|cannot allocate/i.test(error.message)
    ? error
    : new Failure("unsupported_file_type", "The image cannot be decoded.", { cause: error });
}
