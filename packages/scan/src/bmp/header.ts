/** The error for bytes that are not a BMP that can be read. */
export class BmpError extends Error {
  override readonly name = "BmpError";
}

export interface BmpHeader {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The resolution of each axis in pixels per metre; 0 where it is not stated. */
  readonly pixelsPerMetre: { readonly x: number; readonly y: number };
}

/** What is needed to decode the pixels. */
export interface BmpLayout extends BmpHeader {
  readonly bitsPerPixel: number;
  readonly compression: number;
  /** Whether the first row of the file is the uppermost; otherwise it is the lowest. */
  readonly isTopDown: boolean;
  /** The colours, red, green and blue of each; empty for more than 8 bits. */
  readonly palette: Uint8Array;
  /** The bits of red, green, blue and alpha in a pixel of 16 or 32 bits; 0 for none. */
  readonly masks: readonly [red: number, green: number, blue: number, alpha: number];
  /** The offset of the pixels. */
  readonly start: number;
}

/** Values of biCompression. */
const RGB = 0;
export const RLE8 = 1;
export const RLE4 = 2;
const BITFIELDS = 3;
const ALPHA_BITFIELDS = 6;

/** The size of the file's own header, which the header of the picture follows. */
const FILE_HEADER = 14;
/** The size of the oldest header (BITMAPCOREHEADER), whose numbers and colours are shorter. */
const CORE = 12;
/** The headers of Windows and OS/2, by their size; the size 16 leaves all out behind the depth. */
const HEADER_SIZES: readonly number[] = [CORE, 16, 40, 52, 56, 64, 108, 124];
const FEWEST_FIELDS = 16;
const OS2 = 64;

const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  [RGB]: [1, 2, 4, 8, 16, 24, 32],
  [RLE8]: [8],
  [RLE4]: [4],
  [BITFIELDS]: [16, 32],
  [ALPHA_BITFIELDS]: [16, 32],
};

/**
 * Reads the header of a BMP (Microsoft's BITMAPFILEHEADER, then BITMAPCOREHEADER to BITMAPV5HEADER, or those of OS/2).
 * `bytes` may be the beginning of the file, which should have the 1,200 bytes of the largest header and its colours.
 * @throws BmpError for every other format, and for what no program writes any more: JPEG and PNG within a BMP, and
 * OS/2's own compression
 */
export function bmpLayout(bytes: Uint8Array): BmpLayout {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = bytes.length >= 2 * FILE_HEADER ? view.getUint32(FILE_HEADER, true) : 0;
  if (bytes[0] !== 0x42 || bytes[1] !== 0x4d || !HEADER_SIZES.includes(size) || bytes.length < FILE_HEADER + size) {
    throw new BmpError("Not a BMP, or not all of its header.");
  }
  const isCore = size === CORE;
  const hasMore = size > FEWEST_FIELDS;
  const width = isCore ? view.getUint16(18, true) : view.getInt32(18, true);
  const height = isCore ? view.getUint16(20, true) : view.getInt32(22, true);
  const bitsPerPixel = view.getUint16(isCore ? 24 : 28, true);
  const compression = hasMore ? view.getUint32(30, true) : RGB;
  if (width < 1 || height === 0) {
    throw new BmpError(`The picture is ${width} x ${height} pixels.`);
  }
  // The compressions of OS/2 have numbers that mean others in headers of Windows.
  const isKnown = size === OS2 ? compression <= RLE4 : true;
  if (!isKnown || DEPTHS[compression]?.includes(bitsPerPixel) !== true) {
    throw new BmpError(`${bitsPerPixel} bits per pixel with compression ${compression} cannot be read.`);
  }
  const masks = masksOf(view, { size, bitsPerPixel, compression });
  // Only the header of 40 bytes has its masks behind it.
  const masksAfter = size === 40 ? ({ [BITFIELDS]: 12, [ALPHA_BITFIELDS]: 16 }[compression] ?? 0) : 0;
  const coloursAt = FILE_HEADER + size + masksAfter;
  const colourBytes = isCore ? 3 : 4;
  const used = hasMore ? view.getUint32(46, true) : 0;
  const colours = bitsPerPixel > 8 ? 0 : Math.min(used === 0 ? 256 : used, 2 ** bitsPerPixel);
  const stated = view.getUint32(10, true);
  return {
    widthPx: width,
    heightPx: Math.abs(height),
    pixelsPerMetre: hasMore
      ? { x: Math.max(0, view.getInt32(38, true)), y: Math.max(0, view.getInt32(42, true)) }
      : { x: 0, y: 0 },
    bitsPerPixel,
    compression,
    isTopDown: height < 0,
    palette: coloursOf(bytes.subarray(coloursAt, coloursAt + colours * colourBytes), colourBytes),
    masks,
    start: stated >= FILE_HEADER + size ? stated : coloursAt + colours * colourBytes,
  };
}

function masksOf(
  view: DataView,
  {
    size,
    bitsPerPixel,
    compression,
  }: { readonly size: number; readonly bitsPerPixel: number; readonly compression: number },
): BmpLayout["masks"] {
  if (compression !== BITFIELDS && compression !== ALPHA_BITFIELDS) {
    return bitsPerPixel === 16 ? [0x7c_00, 0x03_e0, 0x00_1f, 0] : [0xff_00_00, 0x00_ff_00, 0x00_00_ff, 0];
  }
  const at = (offset: number): number => (offset + 4 <= view.byteLength ? view.getUint32(offset, true) : 0);
  const hasAlpha = size >= 56 || compression === ALPHA_BITFIELDS;
  return [at(54), at(58), at(62), hasAlpha ? at(66) : 0];
}

function coloursOf(stored: Uint8Array, colourBytes: number): Uint8Array {
  const colours = new Uint8Array(3 * Math.floor(stored.length / colourBytes));
  for (let at = 0, from = 0; at < colours.length; at += 3, from += colourBytes) {
    colours[at] = stored[from + 2]!;
    colours[at + 1] = stored[from + 1]!;
    colours[at + 2] = stored[from]!;
  }
  return colours;
}
