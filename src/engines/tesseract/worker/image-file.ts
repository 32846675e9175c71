import { open, readFile } from "node:fs/promises";
import { type GreyImage, PgmError, readPgm } from "@quire/scan";
import sharp, { type Matrix3x3, type Metadata, type Sharp } from "sharp";
import { Failure } from "../../../kernel/failure.ts";
import { SNIFFED_BYTES, sniffMediaType } from "../../../kernel/media-type.ts";
import { requireReadableSides } from "../library/create-text-engine.ts";
import type { ImageLook } from "../port.ts";
import { oriented, sizeAsSeen } from "./image-orientation.ts";

// Only one page is read at a time, and nothing is read twice.
sharp.concurrency(1);
sharp.cache(false);
// A file's first bytes determine its type; libvips, which knows many more formats, must not detect another one.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp"] });

/** A page to be read: upright by its file's orientation, grey, on white. */
export interface DecodedImage {
  readonly image: GreyImage;
  /** The resolution that the file states, where it is credible. */
  readonly dpi: number | undefined;
}

/**
 * Reads the size of a PNG, JPEG, WebP (the first picture of several) or PGM file; nothing is decoded.
 * @throws Failure `unsupported_file_type`
 */
export async function lookAtImage(path: string): Promise<ImageLook> {
  if ((await formatOf(path)) === "pgm") {
    const { widthPx, heightPx } = await pgmOf(path);
    return { widthPx, heightPx };
  }
  return sizeAsSeen(await metadataOf(path));
}

/**
 * Decodes such a file as far as possible.
 * @throws Failure `unsupported_file_type` for what cannot be decoded at all; before anything is decoded
 * `image_too_large`, for more than `maxPixels` or a side that is too long for Tesseract
 */
export async function decodeImage(path: string, maxPixels: number): Promise<DecodedImage> {
  if ((await formatOf(path)) === "pgm") {
    const image = await pgmOf(path);
    requireSize(image, maxPixels);
    return { image, dpi: undefined };
  }
  const metadata = await metadataOf(path);
  requireSize(sizeAsSeen(metadata), maxPixels);
  const image = await withoutBlackEnd(await greyOf(path, metadata), path);
  return { image: oriented(image, metadata.orientation), dpi: credibleDpi(metadata) };
}

/** Opens every decoder once, so that nothing is loaded later. */
export async function warmUpDecoders(): Promise<void> {
  const white = sharp(new Uint8Array(3 * 16 * 16).fill(255), { raw: { width: 16, height: 16, channels: 3 } });
  const formats = ["png", "jpeg", "webp"] as const;
  const files = await Promise.all(formats.map((format) => white.clone().toFormat(format).toBuffer()));
  for (const file of files) {
    await greyOf(file, await metadataOf(file));
  }
}

async function formatOf(path: string): Promise<"pgm" | "encoded"> {
  const head = await headOf(path);
  if (/^P5\s/.test(head.toString("latin1"))) {
    return "pgm";
  }
  const mediaType = sniffMediaType(head);
  if (mediaType === undefined || mediaType === "application/pdf") {
    throw new Failure("unsupported_file_type", "The file is not a PNG, JPEG or WebP image.");
  }
  return "encoded";
}

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const head = Buffer.alloc(SNIFFED_BYTES);
  const { bytesRead } = await file.read(head, 0, SNIFFED_BYTES, 0);
  return head.subarray(0, bytesRead);
}

async function pgmOf(path: string): Promise<GreyImage> {
  try {
    return readPgm(await readFile(path));
  } catch (error) {
    throw error instanceof PgmError ? undecodable(error) : error;
  }
}

const sharpOf = (file: string | Buffer): Sharp =>
  sharp(file, { failOn: "none", limitInputPixels: false, page: 0, pages: 1 });

async function metadataOf(file: string | Buffer): Promise<Metadata> {
  try {
    return await sharpOf(file).metadata();
  } catch (error) {
    throw undecodable(error);
  }
}

function requireSize({ widthPx, heightPx }: ImageLook, maxPixels: number): void {
  if (widthPx * heightPx > maxPixels) {
    const message = `The image has ${widthPx} x ${heightPx} pixels; the limit is ${maxPixels}.`;
    throw new Failure("image_too_large", message, { facts: { widthPx, heightPx, maxPixels } });
  }
  requireReadableSides({ widthPx, heightPx });
}

/**
 * Decodes a file to grey in the orientation of the file: so it is decoded row by row, and the colours of a large image
 * are never all in memory.
 */
async function greyOf(file: string | Buffer, metadata: Metadata): Promise<GreyImage> {
  const onWhite = sharpOf(file).flatten({ background: "#ffffff" });
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
 * @throws Failure `unsupported_file_type` for a file that is black all over because nothing of it could be decoded
 */
async function withoutBlackEnd(image: GreyImage, path: string): Promise<GreyImage> {
  const { widthPx, pixels } = image;
  const lastInk = pixels.findLastIndex((grey) => grey !== 0);
  if (lastInk === -1) {
    await requireWhole(path);
  }
  const end = Math.ceil((lastInk + 1) / widthPx) * widthPx;
  const bright = pixels.subarray(0, end).reduce((count, grey) => count + (grey >= 128 ? 1 : 0), 0);
  if (bright > end / 2) {
    pixels.fill(255, end);
  }
  return image;
}

async function requireWhole(path: string): Promise<void> {
  try {
    await sharp(path, { failOn: "truncated", limitInputPixels: false }).stats();
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

/** The least resolution that scanners write; a lower one is not believed for a page of a printable size. */
const SCANNER_DPI = 150;
const MAX_DPI = 2400;
/** The resolution that programs write when they do not know it. */
const NO_DPI = 72;
const MAX_PAGE_INCHES = 25;

function credibleDpi({ density, width, height }: Metadata): number | undefined {
  if (density === undefined || density <= NO_DPI || density > MAX_DPI) {
    return undefined;
  }
  return density >= SCANNER_DPI || Math.max(width, height) / density <= MAX_PAGE_INCHES ? density : undefined;
}
