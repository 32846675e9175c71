import {
  faxImage,
  hasPdfData,
  ImageFault,
  isDctDecodable,
  jpegImage,
  needsOpacity,
  type PageImage,
  pngImage,
  readExif,
  readJpeg,
  readPng,
  requireWholeRows,
} from "@quire/image-pages";
import { BmpError, readBmpColours, readBmpHeader } from "@quire/scan";
import sharp from "sharp";
import { assert } from "../../../kernel/assert.ts";
import { Failure } from "../../../kernel/failure.ts";
import { type MediaType, SNIFFED_BYTES, sniffMediaType } from "../../../kernel/media-type.ts";
import { bytesOfFile } from "../../cos/worker/file-bytes.ts";
import { requireKnownCompression, type TiffPage, tiffPagesOf } from "../../tesseract/worker/tiff-pages.ts";
import { decodedImage, metadataOf, opacityOf, opened } from "./decoded-image.ts";
import type { ScratchStreams } from "./scratch-streams.ts";

export interface ImageOptions {
  readonly maxPixels: number;
  readonly scratch: ScratchStreams;
}

export interface FoundImage {
  readonly image: PageImage;
  /** Whether the file has frames that are no pages of their own. */
  readonly hasMoreFrames: boolean;
}

/**
 * Yields the images of a file that become pages.
 * @throws ImageFault for one that is damaged or cut off; Failure `image_too_large`, and `unsupported_file_type` for a
 * compression that is not known
 */
export async function* imagesOf(path: string, options: ImageOptions): AsyncGenerator<FoundImage, void, undefined> {
  const bytes = bytesOfFile(path);
  const type = sniffMediaType(bytes.subarray(0, SNIFFED_BYTES));
  assert(type !== undefined && type !== "application/pdf", "the file has been looked at");
  if (type === "image/tiff") {
    for (const page of tiffPagesOf(path).pages) {
      yield { image: await tiffImage({ path, bytes }, page, options), hasMoreFrames: false };
    }
  } else {
    yield await READERS[type]({ path, bytes }, options);
  }
}

interface ImageFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

type Reader = (file: ImageFile, options: ImageOptions) => Promise<FoundImage>;

const READERS: Readonly<Record<Exclude<MediaType, "application/pdf" | "image/tiff">, Reader>> = {
  "image/jpeg": jpegFile,
  "image/png": pngFile,
  "image/bmp": bmpFile,
  "image/gif": (file, options) => otherFile(file, { isIndexed: true }, options),
  "image/webp": (file, options) => otherFile(file, { isLossy: isLossyWebp(file.bytes) }, options),
  "image/avif": (file, options) => otherFile(file, { isLossy: isLossyAvif(file.bytes) }, options),
};

async function jpegFile({ path, bytes }: ImageFile, options: ImageOptions): Promise<FoundImage> {
  const file = readJpeg(bytes);
  requireSize(file, options);
  const image = isDctDecodable(file)
    ? jpegImage(file, { encoded: () => bytes, lengthBytes: bytes.length })
    : await decodedImage({ open: () => opened(path), facts: file, profile: file.profile }, options.scratch);
  return { image, hasMoreFrames: false };
}

async function pngFile({ path, bytes }: ImageFile, options: ImageOptions): Promise<FoundImage> {
  const file = readPng(bytes);
  requireSize(file, options);
  const open = () => opened(path);
  const hasMoreFrames = file.frames > 1;
  if (!hasPdfData(file)) {
    const source = { open, facts: file, profile: file.profile, isIndexed: file.colourType === 3 };
    return { image: await decodedImage(source, options.scratch), hasMoreFrames };
  }
  await requireWholeRows(file);
  const opacity = needsOpacity(file) ? await opacityOf(open, options.scratch) : undefined;
  return { image: pngImage(file, opacity), hasMoreFrames };
}

const INCHES_PER_METRE = 1 / 0.0254;

async function bmpFile({ bytes }: ImageFile, options: ImageOptions): Promise<FoundImage> {
  try {
    const header = readBmpHeader(bytes);
    requireSize(header, options);
    const { x, y } = header.pixelsPerMetre;
    const resolution = { x: x / INCHES_PER_METRE, y: y / INCHES_PER_METRE, isAbsolute: true };
    const { widthPx: width, heightPx: height, channels, pixels } = readBmpColours(bytes);
    const source = {
      open: () => sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false }),
      facts: { orientation: 1, resolution: x > 0 && y > 0 ? resolution : undefined },
      profile: undefined,
      isIndexed: true,
    };
    return { image: await decodedImage(source, options.scratch), hasMoreFrames: false };
  } catch (error) {
    throw error instanceof BmpError ? new ImageFault(withoutStop(error.message), { cause: error }) : error;
  }
}

/** Returns a sentence as the end of another one. */
const withoutStop = (sentence: string): string =>
  `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, "")}`;

async function otherFile(
  { path }: ImageFile,
  { isLossy = false, isIndexed = false }: { readonly isLossy?: boolean; readonly isIndexed?: boolean },
  options: ImageOptions,
): Promise<FoundImage> {
  const open = () => opened(path);
  const { width, height, exif, icc, pages = 1, format } = await metadataOf(open);
  requireSize({ widthPx: width, heightPx: height }, options);
  const { orientation, resolution } = readExif(exif === undefined ? new Uint8Array(0) : withoutName(exif));
  // What turns an AVIF is a property of its own, which the decoder follows.
  const facts = { orientation: format === "heif" ? 1 : orientation, resolution };
  const image = await decodedImage({ open, facts, profile: icc, isLossy, isIndexed }, options.scratch);
  return { image, hasMoreFrames: pages > 1 };
}

const EXIF_NAME = Buffer.from("Exif\0\0", "latin1");

/** Returns Exif data without the name that stands before them in JPEG files. */
const withoutName = (exif: Buffer): Buffer =>
  exif.subarray(0, EXIF_NAME.length).equals(EXIF_NAME) ? exif.subarray(EXIF_NAME.length) : exif;

/** The header of RIFF, that of a chunk in it, and what stands before the chunks of a frame of an animation. */
const [RIFF_BYTES, CHUNK_BYTES, FRAME_BYTES] = [12, 8, 16];

/** Returns whether the first picture of a WebP is coded with a loss. */
function isLossyWebp(bytes: Uint8Array): boolean {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = RIFF_BYTES; at + CHUNK_BYTES <= data.length; ) {
    const name = data.toString("latin1", at, at + 4);
    if (name === "VP8L" || name === "VP8 ") {
      return name === "VP8 ";
    }
    const length = data.readUInt32LE(at + 4);
    at += CHUNK_BYTES + (name === "ANMF" ? FRAME_BYTES : length + (length % 2));
  }
  return true;
}

/** The property of an AVIF that says how its colours are coded; its matrix is the identity where nothing is lost. */
const COLOURS = Buffer.from("colrnclx", "latin1");
const MATRIX_AT = 12;

function isLossyAvif(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096));
  const at = head.indexOf(COLOURS);
  return at < 0 || head.length < at + MATRIX_AT + 2 || head.readUInt16BE(at + MATRIX_AT) !== 0;
}

/** The compressions of a TIFF that lose something: JPEG, old and new. */
const LOSSY_COMPRESSIONS: ReadonlySet<number> = new Set([6, 7]);

async function tiffImage({ path, bytes }: ImageFile, page: TiffPage, options: ImageOptions): Promise<PageImage> {
  requireKnownCompression(page);
  requireSize(page, options);
  const { widthPx, heightPx, fax, orientation, resolution } = page;
  if (fax !== undefined) {
    const { offset, sizeBytes, isReversed, isBlackBlack } = fax;
    const data = bytes.subarray(offset, offset + sizeBytes);
    if (data.length < sizeBytes) {
      throw new ImageFault("it ends before its last row: not all of the file was saved or sent");
    }
    const upright = isReversed ? data.map(reversed) : data;
    return {
      widthPx,
      heightPx,
      orientation,
      resolution,
      colours: faxImage({ widthPx, heightPx, bytes: upright, isBlackBlack }),
    };
  }
  const open = () => opened(path, page.directory);
  const { icc } = await metadataOf(open);
  const isLossy = LOSSY_COMPRESSIONS.has(page.compression);
  return decodedImage({ open, facts: page, profile: icc, isLossy, isIndexed: page.isIndexed }, options.scratch);
}

/** Returns a byte with its bits in the opposite order. */
function reversed(byte: number): number {
  let result = 0;
  for (let bit = 0; bit < 8; bit++) {
    result |= ((byte >> bit) & 1) << (7 - bit);
  }
  return result;
}

function requireSize(
  { widthPx, heightPx }: Pick<PageImage, "widthPx" | "heightPx">,
  { maxPixels }: Pick<ImageOptions, "maxPixels">,
): void {
  if (widthPx * heightPx > maxPixels) {
    const message = `The image has ${widthPx} x ${heightPx} pixels; the limit is ${maxPixels}.`;
    throw new Failure("image_too_large", message, { facts: { widthPx, heightPx, maxPixels } });
  }
}
