import { closeSync, openSync } from "node:fs";
import { Failure } from "../../../kernel/failure.ts";
import type { Resolution } from "./pixel-shape.ts";
import { type Directory, type DirectoryPlace, TAGS, TiffReader } from "./tiff-reader.ts";

/*
 * The pages of a TIFF, found by its directories (TIFF 6.0, section 2; BigTIFF has the same with numbers of 64 bits),
 * without decoding: libvips counts thumbnails and masks as pages, and tells the resolution of one axis alone.
 */

export interface TiffPage {
  /** The place of the page's directory among all, from 0. */
  readonly directory: number;
  readonly place: DirectoryPlace;
  /** The size as it is stored: `orientation` is not applied. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** The orientation as in EXIF, 1 to 8. */
  readonly orientation: number;
  readonly compression: number;
  readonly resolution: Resolution | undefined;
  /** Whether samples are indices of a palette. */
  readonly isIndexed: boolean;
  /** The whole picture as one strip of ITU-T T.6 (Group 4); undefined where it is coded in any other way. */
  readonly fax: FaxStrip | undefined;
}

/** The place of a strip in the file, and how its bits are meant. */
interface FaxStrip {
  readonly offset: number;
  readonly sizeBytes: number;
  /** Whether the first bit is the lowest of a byte. */
  readonly isReversed: boolean;
  /** Whether the runs that T.6 calls black are shown black. */
  readonly isBlackBlack: boolean;
}

export interface TiffPages {
  /** The pages in their order; at least one. */
  readonly pages: readonly [TiffPage, ...TiffPage[]];
  /** Whether directories are missing or cannot be read: the file was cut off or damaged. */
  readonly isDamaged: boolean;
}

/** The most directories that are looked at; a file with more of them has too many pages for every limit. */
const MAX_DIRECTORIES = 100_000;

/**
 * Finds the pages of the TIFF in a file: its pictures except for those that are smaller copies or masks of others.
 * @throws Failure `unsupported_file_type` where there is none
 */
export function tiffPagesOf(path: string): TiffPages {
  const descriptor = openSync(path, "r");
  try {
    return pagesOf(new TiffReader(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

function pagesOf(reader: TiffReader): TiffPages {
  const found: (TiffPage & { readonly isPage: boolean })[] = [];
  const seen = new Set<number>();
  let isDamaged = false;
  let offset = reader.firstDirectory();
  for (let directory = 0; offset !== 0 && directory < MAX_DIRECTORIES; directory += 1) {
    const read = seen.has(offset) ? undefined : reader.directory(offset);
    if (read === undefined) {
      isDamaged = true;
      break;
    }
    seen.add(offset);
    const picture = pictureOf(read, directory);
    isDamaged ||= picture === undefined || read.next === undefined;
    found.push(...(picture === undefined ? [] : [picture]));
    offset = read.next ?? 0;
  }
  const real = found.filter(({ isPage }) => isPage);
  const [first, ...others] = real.length > 0 ? real : found;
  if (first === undefined) {
    throw new Failure(
      "unsupported_file_type",
      "The TIFF has no picture that can be read: it is damaged, or not all of it was sent.",
    );
  }
  return { pages: [first, ...others], isDamaged };
}

/**
 * Requires that a page is not in a compression that libvips' decoders of TIFF lack.
 * @throws Failure `unsupported_file_type`, which names it
 */
export function requireKnownCompression({ compression }: TiffPage): void {
  const name = UNKNOWN_COMPRESSIONS[compression];
  if (name !== undefined) {
    throw new Failure(
      "unsupported_file_type",
      `The page is compressed with ${name}, which is not read within a TIFF; save it with LZW, Deflate, JPEG or Group 4.`,
      { facts: { compression } },
    );
  }
}

const UNKNOWN_COMPRESSIONS: Readonly<Record<number, string>> = {
  9: "JBIG",
  10: "JBIG",
  33003: "JPEG 2000",
  33005: "JPEG 2000",
  34661: "JBIG",
  34712: "JPEG 2000",
  34887: "LERC",
  34925: "LZMA",
  50000: "Zstandard",
  50002: "JPEG XL",
};

/** The bits of NewSubfileType that say that a picture is a smaller copy, or a mask, of another one. */
const NO_PAGE = 0b101;
/** The value of the older SubfileType for a smaller copy. */
const SMALLER_COPY = 2;
/** The units of resolution, in inches. */
const UNITS: Readonly<Record<number, number>> = { 2: 1, 3: 1 / 2.54 };
/** The longest side that is told: the answers of engines have no longer ones. */
const MAX_SIDE_PX = 2 ** 31;

function pictureOf(
  { place, values }: Pick<Directory, "place" | "values">,
  directory: number,
): (TiffPage & { readonly isPage: boolean }) | undefined {
  const [width = 0, height = 0] = [values.get(TAGS.width), values.get(TAGS.height)];
  if (width < 1 || height < 1) {
    return undefined;
  }
  const orientation = values.get(TAGS.orientation) ?? 1;
  const isCopyOrMask =
    ((values.get(TAGS.newSubfileType) ?? 0) & NO_PAGE) !== 0 || values.get(TAGS.subfileType) === SMALLER_COPY;
  return {
    directory,
    place,
    widthPx: Math.min(width, MAX_SIDE_PX),
    heightPx: Math.min(height, MAX_SIDE_PX),
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    compression: values.get(TAGS.compression) ?? 1,
    resolution: resolutionOf(values),
    isIndexed: values.get(TAGS.photometric) === PALETTE,
    fax: faxStripOf(values, height),
    isPage: !isCopyOrMask,
  };
}

/** Values of PhotometricInterpretation, Compression and FillOrder. */
const PALETTE = 3;
const GROUP_4 = 4;
const LOWEST_FIRST = 2;

function faxStripOf(values: ReadonlyMap<number, number>, heightPx: number): FaxStrip | undefined {
  const valueOf = (tag: keyof typeof TAGS, otherwise: number): number => values.get(TAGS[tag]) ?? otherwise;
  const photometric = values.get(TAGS.photometric);
  const [offset, sizeBytes] = [values.get(TAGS.stripOffsets), values.get(TAGS.stripByteCounts)];
  const isOneStrip =
    valueOf("compression", 1) === GROUP_4 &&
    valueOf("bitsPerSample", 1) === 1 &&
    valueOf("samplesPerPixel", 1) === 1 &&
    valueOf("rowsPerStrip", heightPx) >= heightPx &&
    valueOf("group4Options", 0) === 0 &&
    !values.has(TAGS.tileWidth);
  if (!isOneStrip || offset === undefined || sizeBytes === undefined || (photometric !== 0 && photometric !== 1)) {
    return undefined;
  }
  const isReversed = valueOf("fillOrder", 1) === LOWEST_FIRST;
  return { offset, sizeBytes, isReversed, isBlackBlack: photometric === 0 };
}

function resolutionOf(values: ReadonlyMap<number, number>): TiffPage["resolution"] {
  const [x = 0, y = 0] = [values.get(TAGS.xResolution), values.get(TAGS.yResolution)];
  if (!(x > 0 && y > 0 && Number.isFinite(x + y))) {
    return undefined;
  }
  const inches = UNITS[values.get(TAGS.resolutionUnit) ?? 2];
  return { x: x / (inches ?? 1), y: y / (inches ?? 1), isAbsolute: inches !== undefined };
}
