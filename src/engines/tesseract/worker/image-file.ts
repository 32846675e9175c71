import { open, readFile } from "node:fs/promises";
import { BmpError, type GreyImage, PgmError, readBmp, readBmpHeader, readPgm } from "@quire/scan";
import { Failure } from "../../../kernel/failure.ts";
import { MEDIA_TYPE_NAMES, MEDIA_TYPES, SNIFFED_BYTES, sniffMediaType } from "../../../kernel/media-type.ts";
import { requireReadableSides } from "../library/create-text-engine.ts";
import type { ImageLook } from "../port.ts";
import { oriented, orientedSize } from "./image-orientation.ts";
import { decodeByLibvips, metadataOf } from "./libvips-image.ts";
import { asSquarePixels, credibleDpi, type Resolution, squareSize } from "./pixel-shape.ts";
import { requireKnownCompression, tiffPagesOf } from "./tiff-pages.ts";
import { leaveOnly } from "./tiff-reader.ts";

export { warmUpDecoders } from "./libvips-image.ts";

/** A page to be read: upright by its file's orientation, grey, on white, of square pixels. */
export interface DecodedImage {
  readonly image: GreyImage;
  /** The resolution that the file states, where it is credible. */
  readonly dpi: number | undefined;
}

/**
 * Reads how many pages an image file has, and the size of the first; nothing is decoded. A TIFF may have many; of every
 * other file with several pictures, such as an animation, the first one is its only page.
 * @throws Failure `unsupported_file_type`
 */
export async function lookAtImage(path: string): Promise<ImageLook> {
  const format = await formatOf(path);
  if (format === "tiff") {
    const { pages, isDamaged } = tiffPagesOf(path);
    return { pages: pages.length, isDamaged, ...sizeAsSeen(pages[0]) };
  }
  return { pages: 1, isDamaged: false, ...sizeAsSeen(await STORED_PICTURES[format](path)) };
}

/**
 * Decodes a page of such a file, counted from 1, as far as possible.
 * @throws Failure `unsupported_file_type` for what cannot be decoded at all; before anything is decoded
 * `image_too_large`, for more than `maxPixels` or a side that is too long for Tesseract
 */
export async function decodeImage(path: string, maxPixels: number, page = 1): Promise<DecodedImage> {
  const format = await formatOf(path);
  const stored = format === "tiff" ? await tiffPicture(path, maxPixels, page) : await STORED_PICTURES[format](path);
  const size = sizeAsSeen(stored);
  requireSize(size, maxPixels);
  const { orientation, resolution } = stored;
  const image = asSquarePixels(await stored.decode(), resolution);
  return { image: oriented(image, orientation), dpi: credibleDpi(resolution, size) };
}

/** A picture as it is stored in its file. */
interface StoredPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The orientation as in EXIF, 1 to 8. */
  readonly orientation: number;
  readonly resolution: Resolution | undefined;
  readonly decode: () => Promise<GreyImage>;
}

const sizeAsSeen = (stored: Omit<StoredPicture, "decode">) =>
  orientedSize(squareSize(stored, stored.resolution), stored.orientation);

const STORED_PICTURES = { pgm: pgmPicture, bmp: bmpPicture, other: (path: string) => libvipsPicture(path, 0) } as const;

/** Returns what decodes a file: libvips, or the service's own code for what that does not read. */
async function formatOf(path: string): Promise<"tiff" | keyof typeof STORED_PICTURES> {
  const head = await headOf(path, SNIFFED_BYTES);
  if (/^P5\s/.test(head.toString("latin1"))) {
    return "pgm";
  }
  const mediaType = sniffMediaType(head);
  switch (mediaType) {
    case "image/tiff":
      return "tiff";
    case "image/bmp":
      return "bmp";
    case "application/pdf":
    case undefined: {
      const names = MEDIA_TYPES.filter((type) => type !== "application/pdf").map((type) => MEDIA_TYPE_NAMES[type]);
      throw new Failure(
        "unsupported_file_type",
        `The file is not an image of a type that is read: ${names.join(", ")}.`,
      );
    }
    case "image/png":
    case "image/jpeg":
    case "image/webp":
    case "image/gif":
    case "image/avif":
      return "other";
  }
}

async function headOf(path: string, size: number): Promise<Buffer> {
  await using file = await open(path);
  const head = Buffer.alloc(size);
  const { bytesRead } = await file.read(head, 0, size, 0);
  return head.subarray(0, bytesRead);
}

async function pgmPicture(path: string): Promise<StoredPicture> {
  const image = await parsed(async () => readPgm(await readFile(path)));
  const { widthPx, heightPx } = image;
  return { widthPx, heightPx, orientation: 1, resolution: undefined, decode: () => Promise.resolve(image) };
}

/** The largest header of a BMP, with its colours. */
const BMP_HEADER_BYTES = 1200;
const INCHES_PER_METRE = 1 / 0.0254;

async function bmpPicture(path: string): Promise<StoredPicture> {
  const { widthPx, heightPx, pixelsPerMetre } = await parsed(async () =>
    readBmpHeader(await headOf(path, BMP_HEADER_BYTES)),
  );
  const { x, y } = pixelsPerMetre;
  return {
    widthPx,
    heightPx,
    orientation: 1,
    resolution: x > 0 && y > 0 ? { x: x / INCHES_PER_METRE, y: y / INCHES_PER_METRE, isAbsolute: true } : undefined,
    decode: () => parsed(async () => readBmp(await readFile(path))),
  };
}

/** Returns what `read` does; what is wrong with the file is its failure. */
async function parsed<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof PgmError || error instanceof BmpError
      ? new Failure("unsupported_file_type", `The image cannot be decoded: ${error.message}`, { cause: error })
      : error;
  }
}

async function tiffPicture(path: string, maxPixels: number, page: number): Promise<StoredPicture> {
  const found = tiffPagesOf(path).pages[page - 1];
  if (found === undefined) {
    throw new Failure("page_out_of_range", `The TIFF has no page ${page}.`);
  }
  requireKnownCompression(found);
  // libvips has no words for sizes that are beyond it.
  requireSize(sizeAsSeen(found), maxPixels);
  const alone = async (): Promise<Buffer> => leaveOnly(await readFile(path), found.place);
  return { ...(await libvipsPicture(path, found.directory, alone)), resolution: found.resolution };
}

/** Opens a picture of a file, counted from 0, by libvips. */
async function libvipsPicture(path: string, picture: number, alone?: () => Promise<Buffer>): Promise<StoredPicture> {
  const source = { file: path, picture, ...(alone !== undefined && { alone }) };
  const metadata = await metadataOf(source);
  const { width, height, orientation, density } = metadata;
  return {
    widthPx: width,
    heightPx: height,
    orientation: orientation ?? 1,
    // libvips tells the resolution of one axis.
    resolution: density === undefined ? undefined : { x: density, y: density, isAbsolute: true },
    decode: () => decodeByLibvips(source, metadata),
  };
}

function requireSize(size: { readonly widthPx: number; readonly heightPx: number }, maxPixels: number): void {
  const { widthPx, heightPx } = size;
  if (widthPx * heightPx > maxPixels) {
    const message = `The image has ${widthPx} x ${heightPx} pixels; the limit is ${maxPixels}.`;
    throw new Failure("image_too_large", message, { facts: { widthPx, heightPx, maxPixels } });
  }
  requireReadableSides(size);
}
