import type { GreyImage } from "../grey-image.ts";
import { greyOf, type InterleavedImage } from "../grey-of.ts";
import { BmpError, type BmpHeader, type BmpLayout, bmpLayout, RLE4, RLE8 } from "./header.ts";
import { indicesOfRuns } from "./runs.ts";

/**
 * Reads the size and resolution of a BMP from the first 1,200 bytes of its file.
 * @throws BmpError
 */
export function readBmpHeader(head: Uint8Array): BmpHeader {
  const { widthPx, heightPx, pixelsPerMetre } = bmpLayout(head);
  return { widthPx, heightPx, pixelsPerMetre };
}

/**
 * Reads a BMP of any depth to grey on white paper: without compression or with run lengths, by palette, by masks, with
 * alpha. Of a file that was cut off the rows that are there are read, and the others are white.
 * @throws BmpError for every other format, and where no row is there
 */
export function readBmp(bytes: Uint8Array): GreyImage {
  const { layout, rows } = opened(bytes);
  const { widthPx, heightPx } = layout;
  const pixels = new Uint8Array(widthPx * heightPx).fill(255);
  const colours = { widthPx, heightPx: 1, channels: 4, pixels: new Uint8Array(4 * widthPx) } as const;
  for (let row = 0; row < heightPx && rows(row, colours.pixels); row++) {
    pixels.set(greyOf(colours).pixels, targetRow(layout, row) * widthPx);
  }
  return { widthPx, heightPx, pixels };
}

/**
 * Reads the colours of a BMP, of all depths as `readBmp` does: with alpha where a pixel is not opaque.
 * @throws BmpError as `readBmp`, and for a file that was cut off
 */
export function readBmpColours(bytes: Uint8Array): InterleavedImage {
  const { layout, rows } = opened(bytes);
  const { widthPx, heightPx } = layout;
  const pixels = new Uint8Array(4 * widthPx * heightPx);
  for (let row = 0; row < heightPx; row++) {
    const start = targetRow(layout, row) * 4 * widthPx;
    if (!rows(row, pixels.subarray(start, start + 4 * widthPx))) {
      throw new BmpError("It ends before its last row: not all of the file was saved or sent.");
    }
  }
  return { widthPx, heightPx, channels: 4, pixels };
}

interface OpenedBmp {
  readonly layout: BmpLayout;
  readonly rows: Rows;
}

function opened(bytes: Uint8Array): OpenedBmp {
  const layout = bmpLayout(bytes);
  const data = bytes.subarray(layout.start);
  if (data.length === 0) {
    throw new BmpError("The file has no pixels.");
  }
  const hasRuns = layout.compression === RLE8 || layout.compression === RLE4;
  return { layout, rows: hasRuns ? runRows(layout, data) : plainRows(layout, data) };
}

const targetRow = ({ isTopDown, heightPx }: BmpLayout, row: number): number => (isTopDown ? row : heightPx - 1 - row);

/** Writes red, green, blue and alpha of a row of the file to `into`; returns false where the file has ended before it. */
type Rows = (row: number, into: Uint8Array) => boolean;

function runRows(layout: BmpLayout, data: Uint8Array): Rows {
  const { widthPx, heightPx, compression, palette } = layout;
  const indices = indicesOfRuns(data, { widthPx, heightPx, isHalf: compression === RLE4 });
  return (row, into) => {
    for (let x = 0; x < widthPx; x++) {
      putColour(palette, indices[row * widthPx + x]!, into, 4 * x);
    }
    return true;
  };
}

/** Writes a colour of the palette, which is black where it is not there. */
function putColour(palette: Uint8Array, index: number, into: Uint8Array, at: number): void {
  into[at] = palette[3 * index] ?? 0;
  into[at + 1] = palette[3 * index + 1] ?? 0;
  into[at + 2] = palette[3 * index + 2] ?? 0;
  into[at + 3] = 255;
}

function plainRows(layout: BmpLayout, data: Uint8Array): Rows {
  const { widthPx, bitsPerPixel } = layout;
  // Rows end at a multiple of four bytes.
  const stride = Math.ceil((widthPx * bitsPerPixel) / 32) * 4;
  const needed = Math.ceil((widthPx * bitsPerPixel) / 8);
  const colours = bitsPerPixel <= 8 ? byPalette(layout) : bitsPerPixel === 24 ? byBytes(layout) : byMasks(layout, data);
  return (row, into) => {
    const bytes = data.subarray(row * stride, row * stride + needed);
    if (bytes.length < needed) {
      return false;
    }
    colours(bytes, into);
    return true;
  };
}

type Colours = (bytes: Uint8Array, into: Uint8Array) => void;

const byPalette = ({ widthPx, bitsPerPixel, palette }: BmpLayout): Colours => {
  const mask = 2 ** bitsPerPixel - 1;
  return (bytes, into) => {
    for (let x = 0; x < widthPx; x++) {
      const bit = x * bitsPerPixel;
      const index = (bytes[bit >> 3]! >> (8 - bitsPerPixel - (bit & 7))) & mask;
      putColour(palette, index, into, 4 * x);
    }
  };
};

const byBytes = ({ widthPx }: BmpLayout): Colours => {
  return (bytes, into) => {
    for (let from = 0, at = 0; at < 4 * widthPx; from += 3, at += 4) {
      into[at] = bytes[from + 2]!;
      into[at + 1] = bytes[from + 1]!;
      into[at + 2] = bytes[from]!;
      into[at + 3] = 255;
    }
  };
};

function byMasks({ widthPx, bitsPerPixel, masks }: BmpLayout, data: Uint8Array): Colours {
  const [red, green, blue, alpha] = masks.map(channelOf);
  const bytesPerPixel = bitsPerPixel / 8;
  const valueAt = (bytes: Uint8Array, at: number): number =>
    bytesPerPixel === 2
      ? bytes[at]! | (bytes[at + 1]! << 8)
      : (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
  const isOpaque = masks[3] === 0 || !hasAlpha(data, { bytesPerPixel, valueAt, alpha: alpha! });
  return (bytes, into) => {
    for (let from = 0, at = 0; at < 4 * widthPx; from += bytesPerPixel, at += 4) {
      const value = valueAt(bytes, from);
      into[at] = red!(value);
      into[at + 1] = green!(value);
      into[at + 2] = blue!(value);
      into[at + 3] = isOpaque ? 255 : alpha!(value);
    }
  };
}

/** Returns the function that takes a channel out of a pixel, as 0 to 255. */
function channelOf(mask: number): (value: number) => number {
  if (mask === 0) {
    return () => 0;
  }
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / most);
}

/** Returns whether any pixel is opaque: programs leave the alpha of opaque pictures 0. */
function hasAlpha(
  data: Uint8Array,
  {
    bytesPerPixel,
    valueAt,
    alpha,
  }: {
    readonly bytesPerPixel: number;
    readonly valueAt: (bytes: Uint8Array, at: number) => number;
    readonly alpha: (value: number) => number;
  },
): boolean {
  for (let at = 0; at + bytesPerPixel <= data.length; at += bytesPerPixel) {
    if (alpha(valueAt(data, at)) > 0) {
      return true;
    }
  }
  return false;
}
