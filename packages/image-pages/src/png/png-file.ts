import { Readable } from "node:stream";
import { crc32, createInflate, inflateSync } from "node:zlib";
import { ImageFault } from "../image-fault.ts";
import { NO_FACTS, readExif } from "../jpeg/exif.ts";
import type { ImageFacts, Resolution } from "../page-image.ts";

/** The colour types of PNG (ISO/IEC 15948, table 9), and how many samples a pixel has in each. */
export const COLOUR_TYPES = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;
type ColourType = keyof typeof COLOUR_TYPES;

/** The chunks of a PNG file, without decoding. */
export interface PngFile extends ImageFacts {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bits: number;
  readonly colourType: ColourType;
  readonly isInterlaced: boolean;
  /** The colours of a palette, three bytes each. */
  readonly palette: Uint8Array;
  /** The data of tRNS: the opacity of colours of the palette, or the one transparent colour; undefined without it. */
  readonly transparency: Uint8Array | undefined;
  /** The data of the picture, in their pieces. */
  readonly data: readonly Uint8Array[];
  readonly profile: Uint8Array | undefined;
  /** The number of frames; more than one is an animation. */
  readonly frames: number;
}

const SIGNATURE_BYTES = 8;
/** The name and the length in front of a chunk's data, and the check behind it. */
const [CHUNK_HEAD, CHUNK_END] = [8, 4];
const CRITICAL: ReadonlySet<string> = new Set(["IHDR", "PLTE", "IDAT", "tRNS"]);

/**
 * Reads the chunks of a PNG file.
 * @throws ImageFault for what is no PNG, and for damaged chunks that are needed
 */
export function readPng(bytes: Uint8Array): PngFile {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const chunks = new Map<string, Buffer>();
  const data: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at + CHUNK_HEAD <= file.length; ) {
    const lengthBytes = file.readUInt32BE(at);
    const name = file.toString("latin1", at + 4, at + CHUNK_HEAD);
    const end = at + CHUNK_HEAD + lengthBytes;
    const chunk = file.subarray(at + CHUNK_HEAD, end);
    if (name === "IEND") {
      break;
    }
    const isSound = end + CHUNK_END <= file.length && crc32(file.subarray(at + 4, end)) === file.readUInt32BE(end);
    if (!isSound && CRITICAL.has(name)) {
      throw end + CHUNK_END > file.length ? cutOff() : new ImageFault("its data are damaged");
    }
    if (name === "IDAT") {
      data.push(chunk);
    } else if (isSound && !chunks.has(name)) {
      chunks.set(name, chunk);
    }
    at = end + CHUNK_END;
  }
  if (data.length === 0) {
    throw cutOff();
  }
  return { ...headerOf(chunks.get("IHDR")), ...restOf(chunks), data };
}

const cutOff = (): ImageFault => new ImageFault("it ends before its last row: not all of the file was saved or sent");

const DEPTHS: Readonly<Record<ColourType, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function headerOf(header: Buffer | undefined) {
  const [bits = 0, type = 0, , , interlace = 0] = header?.subarray(8) ?? [];
  const colourType = ([0, 2, 3, 4, 6] as const).find((known) => known === type);
  if (header?.length !== 13 || colourType === undefined || !DEPTHS[colourType].includes(bits) || interlace > 1) {
    throw new ImageFault("its header is damaged");
  }
  const [widthPx, heightPx] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (widthPx === 0 || heightPx === 0) {
    throw new ImageFault("it has no pixels");
  }
  return { widthPx, heightPx, bits, colourType, isInterlaced: interlace === 1 };
}

function restOf(chunks: ReadonlyMap<string, Buffer>) {
  const exif = chunks.get("eXIf");
  const facts = exif === undefined ? NO_FACTS : readExif(exif);
  const frames = chunks.get("acTL");
  return {
    palette: chunks.get("PLTE") ?? new Uint8Array(0),
    transparency: chunks.get("tRNS"),
    profile: profileOf(chunks.get("iCCP")),
    orientation: facts.orientation,
    resolution: densityOf(chunks.get("pHYs")) ?? facts.resolution,
    frames: frames === undefined || frames.length < 8 ? 1 : frames.readUInt32BE(0),
  };
}

const INCHES_PER_METRE = 1 / 0.0254;
const METRE = 1;

/** Returns the density in pHYs (11.3.5.3); undefined where it says no more than that pixels are square. */
function densityOf(chunk: Buffer | undefined): Resolution | undefined {
  if (chunk?.length !== 9) {
    return undefined;
  }
  const [x, y, isAbsolute] = [chunk.readUInt32BE(0), chunk.readUInt32BE(4), chunk[8] === METRE];
  if (x === 0 || y === 0 || (!isAbsolute && x === y)) {
    return undefined;
  }
  return isAbsolute ? { x: dpiOf(x), y: dpiOf(y), isAbsolute } : { x, y, isAbsolute };
}

/** Returns dots per inch: whole numbers of them are written as the nearest number of dots per metre. */
const dpiOf = (perMetre: number): number => nearInteger(perMetre / INCHES_PER_METRE);

/** The difference that rounding to dots per metre makes, in dots per inch. */
const ROUNDING_DPI = 0.0127;
const nearInteger = (dpi: number): number => (Math.abs(dpi - Math.round(dpi)) <= ROUNDING_DPI ? Math.round(dpi) : dpi);

/** The largest profile that is read; those of printers have some megabytes. */
const MAX_PROFILE_BYTES = 16 * 2 ** 20;

/** Returns the profile in iCCP (11.3.2.3); what cannot be decoded is no profile of anything, and so is what remains. */
function profileOf(chunk: Buffer | undefined): Uint8Array | undefined {
  const name = chunk?.indexOf(0) ?? -1;
  if (chunk === undefined || name < 0) {
    return undefined;
  }
  try {
    return inflateSync(chunk.subarray(name + 2), { maxOutputLength: MAX_PROFILE_BYTES });
  } catch {
    return new Uint8Array(0);
  }
}

/** Returns the bytes of a row, without the byte that names its filter. */
const rowBytesOf = ({ widthPx, bits, colourType }: Pick<PngFile, "widthPx" | "bits" | "colourType">): number =>
  Math.ceil((widthPx * bits * COLOUR_TYPES[colourType]) / 8);

const LAST_FILTER = 4;

/**
 * Requires that all rows of a picture that is not interlaced are there, and are such as readers of PDF decode.
 * @throws ImageFault
 */
export async function requireWholeRows(file: PngFile): Promise<void> {
  const stride = rowBytesOf(file) + 1;
  const expected = stride * file.heightPx;
  let seen = 0;
  try {
    for await (const rows of Readable.from(file.data).pipe(createInflate({ chunkSize: 2 ** 18 }))) {
      assertBytes(rows);
      requireFilters(rows, { stride, from: (stride - (seen % stride)) % stride, to: expected - seen });
      seen += rows.length;
      if (seen > expected) {
        // What is more than the picture needs may be anything, of any length.
        break;
      }
    }
  } catch (error) {
    throw error instanceof ImageFault ? error : faultOfZlib(error);
  }
  if (seen < expected) {
    throw cutOff();
  }
}

function assertBytes(value: unknown): asserts value is Buffer {
  if (!(value instanceof Buffer)) {
    throw new TypeError("zlib gives bytes");
  }
}

/** Requires that the bytes which begin rows name filters (ISO/IEC 15948, 9.2). */
function requireFilters(
  rows: Buffer,
  { stride, from, to }: { readonly stride: number; readonly from: number; readonly to: number },
): void {
  for (let at = from; at < Math.min(rows.length, to); at += stride) {
    if ((rows[at] ?? 0) > LAST_FILTER) {
      throw new ImageFault("its data are damaged");
    }
  }
}

function faultOfZlib(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "Z_BUF_ERROR"
    ? cutOff()
    : code === "Z_DATA_ERROR" || code === "Z_NEED_DICT"
      ? new ImageFault("its data are damaged", { cause: error })
      : error;
}
