import {
  bilevelImage,
  cmykImage,
  type ImageData,
  type ImageFacts,
  ImageFault,
  indexedImage,
  jpegImage,
  madeBytes,
  packedRows,
  type PageImage,
  paletteOf,
  pngImage,
  pngOpacity,
  readJpeg,
  readPng,
} from "@quire/image-pages";
import sharp, { type Metadata, type Sharp } from "sharp";
import type { ScratchStreams } from "./scratch-streams.ts";

/** A picture that libvips decodes, or that has been decoded. */
export interface Decodable {
  /** Returns a pipeline that begins with the picture, as it is stored. */
  readonly open: () => Sharp;
  readonly facts: ImageFacts;
  readonly profile: Uint8Array | undefined;
  /** Whether the picture was coded with a loss: then it is coded as JPEG. */
  readonly isLossy?: boolean;
  /** Whether the picture may have a palette. */
  readonly isIndexed?: boolean;
}

/** Opens a picture of a file, counted from 0. What is damaged is an error, and colours stay those of the file. */
export const opened = (file: string, page = 0): Sharp =>
  sharp(file, { failOn: "error", limitInputPixels: false, ignoreIcc: true, page, pages: 1 });

/** Reads what libvips says of a picture without decoding it. @throws ImageFault */
export async function metadataOf(open: () => Sharp): Promise<Metadata> {
  try {
    return await open().metadata();
  } catch (error) {
    throw undecodable(error);
  }
}

/** Makes an image of a picture that PDF cannot have as it is. @throws ImageFault */
export async function decodedImage(source: Decodable, scratch: ScratchStreams): Promise<PageImage> {
  try {
    const metadata = await source.open().metadata();
    const { width: widthPx, height: heightPx } = metadata;
    const { orientation, resolution } = source.facts;
    const { data, hasLostProfile } = await coloursOf(source, metadata);
    const opacity = metadata.hasAlpha ? await opacityOf(source.open, scratch) : undefined;
    const colours = scratch.keep(data);
    return { widthPx, heightPx, orientation, resolution, colours, opacity, hasLostProfile };
  } catch (error) {
    throw undecodable(error);
  }
}

/** Makes a mask of the opacity of a picture; undefined where all of it is opaque. @throws ImageFault */
export async function opacityOf(open: () => Sharp, scratch: ScratchStreams): Promise<ImageData | undefined> {
  try {
    const { depth } = await open().metadata();
    const is16 = depth === "ushort";
    const { data, info } = await open()
      .extractChannel("alpha")
      .toColourspace(is16 ? "grey16" : "b-w")
      .raw({ depth: is16 ? "ushort" : "uchar" })
      .toBuffer({ resolveWithObject: true });
    if (data.every((byte) => byte === 255)) {
      return undefined;
    }
    const { width, height } = info;
    const samples = is16 ? wordsOf(data) : data;
    const mask = sharp(samples, { raw: { width, height, channels: 1 }, limitInputPixels: false });
    return scratch.keep(pngOpacity(readPng(await asPng(mask.toColourspace(is16 ? "grey16" : "b-w")))));
  } catch (error) {
    throw undecodable(error);
  }
}

/** Returns the samples of 16 bits in a buffer, in the order of this machine. */
const wordsOf = ({ buffer, byteOffset, length }: Buffer): Uint16Array =>
  new Uint16Array(buffer, byteOffset, length / 2);

/** Codes a picture as PNG, whose rows become the data of an image: print is shorter without filters, shades with them. */
async function asPng(picture: Sharp): Promise<Buffer> {
  const plain = await picture.clone().png({ compressionLevel: 6 }).toBuffer();
  const filtered = await picture.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
  return plain.length <= filtered.length ? plain : filtered;
}

/** The quality at which what was coded with a loss before is coded again: no difference is seen. */
const JPEG_QUALITY = 92;

type Coloured = Pick<PageImage, "hasLostProfile"> & { readonly data: ImageData };

async function coloursOf(source: Decodable, metadata: Metadata): Promise<Coloured> {
  if (metadata.space === "cmyk") {
    return inksOf(source, metadata);
  }
  if (metadata.bitsPerSample === 1 && metadata.channels === 1 && metadata.format === "tiff") {
    return { data: await bilevelOf(source, metadata) };
  }
  if (source.isLossy === true) {
    return jpegOf(source, metadata);
  }
  return (source.isIndexed === true ? await indexedOf(source, metadata) : undefined) ?? pngOf(source, metadata);
}

async function inksOf({ open, profile }: Decodable, { width, height, hasAlpha, depth }: Metadata): Promise<Coloured> {
  const inks = (hasAlpha ? open().removeAlpha() : open()).pipelineColourspace("cmyk").toColourspace("cmyk");
  const is16 = depth === "ushort";
  const samples = await inks.raw({ depth: is16 ? "ushort" : "uchar" }).toBuffer();
  return cmykImage(is16 ? bytesOf16(samples) : samples, { widthPx: width, heightPx: height, profile });
}

/** Returns the nearest samples of 8 bits. */
const bytesOf16 = (samples: Buffer): Uint8Array =>
  Uint8Array.from(wordsOf(samples), (sample) => Math.round(sample / 257));

async function bilevelOf({ open }: Decodable, { width, height }: Metadata): Promise<ImageData> {
  const greys = await open().toColourspace("b-w").raw({ depth: "uchar" }).toBuffer();
  return blackAndWhite(greys, { widthPx: width, heightPx: height });
}

const blackAndWhite = (greys: Uint8Array, size: { readonly widthPx: number; readonly heightPx: number }): ImageData => {
  const bits = packedRows(
    greys.map((grey) => (grey === 0 ? 1 : 0)),
    { ...size, bits: 1 },
  );
  return bilevelImage({ ...size, bits });
};

async function jpegOf({ open, profile }: Decodable, { chromaSubsampling, channels }: Metadata): Promise<Coloured> {
  // WebP halves its colours in both directions, and so does an AVIF that says so.
  const subsampling = channels >= 3 && chromaSubsampling !== "4:2:0" ? "4:4:4" : "4:2:0";
  const file = await open().removeAlpha().jpeg({ quality: JPEG_QUALITY, chromaSubsampling: subsampling }).toBuffer();
  const { colours, hasLostProfile } = jpegImage({ ...readJpeg(file), profile }, madeBytes(file));
  return { data: colours, hasLostProfile };
}

/** The most pixels of which the colours are counted: they are all in memory. */
const MAX_COUNTED_PIXELS = 40_000_000;

/** Returns an image with a palette; undefined where there are too many colours for one, or nothing but greys. */
async function indexedOf({ open, profile }: Decodable, { width, height }: Metadata): Promise<Coloured | undefined> {
  const size = { widthPx: width, heightPx: height };
  if (width * height > MAX_COUNTED_PIXELS) {
    return undefined;
  }
  const samples = await open().removeAlpha().toColourspace("srgb").raw({ depth: "uchar" }).toBuffer();
  const pixels = samples.length === 3 * width * height ? paletteOf({ channels: 3, samples }) : undefined;
  if (pixels === undefined) {
    return undefined;
  }
  const { palette, indices } = pixels;
  const greys = Array.from({ length: palette.length / 3 }, (_, index) => palette.subarray(3 * index, 3 * index + 3));
  if (!greys.every(([red, green, blue]) => red === green && green === blue)) {
    return indexedImage(pixels, { ...size, profile });
  }
  const levels = greys.map(([grey = 0]) => grey);
  const samplesOfGrey = indices.map((index) => levels[index] ?? 0);
  if (levels.every((grey) => grey === 0 || grey === 255)) {
    return { data: blackAndWhite(samplesOfGrey, size) };
  }
  const grey = sharp(samplesOfGrey, { raw: { width, height, channels: 1 }, limitInputPixels: false });
  const { colours } = pngImage(readPng(await asPng(grey.toColourspace("b-w"))));
  return { data: colours };
}

async function pngOf({ open, profile }: Decodable, metadata: Metadata): Promise<Coloured> {
  const { channels, hasAlpha, depth } = metadata;
  const isGrey = channels - (hasAlpha ? 1 : 0) === 1;
  const is16 = depth === "ushort";
  const space = isGrey ? (is16 ? "grey16" : "b-w") : is16 ? "rgb16" : "srgb";
  const file = await asPng(open().removeAlpha().toColourspace(space));
  const { colours, hasLostProfile } = pngImage({ ...readPng(file), profile });
  return { data: colours, hasLostProfile };
}

/**
 * Converts an error of decoding.
 * @returns the fault for the caller; an error of running out of memory is returned unchanged, since it is no fault of
 * the image
 */
function undecodable(error: unknown): unknown {
  if (
    !(error instanceof Error) ||
    error instanceof ImageFault ||
    /out of memory|cannot allocate/i.test(error.message)
  ) {
    return error;
  }
  const isCut = /premature|unexpected end|truncated|too few bytes|Not enough data|end of file|EOF|Read error/i.test(
    error.message,
  );
  return new ImageFault(
    isCut ? "it ends before its last row: not all of the file was saved or sent" : "its data are damaged",
    { cause: error },
  );
}
