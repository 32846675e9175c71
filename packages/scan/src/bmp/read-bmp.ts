import type { GreyImage } from "../grey-image.ts";
import { BmpError, type BmpHeader, type BmpLayout, bmpLayout, lumaOf, RLE4, RLE8 } from "./header.ts";
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
  const layout = bmpLayout(bytes);
  const data = bytes.subarray(layout.start);
  if (data.length === 0) {
    throw new BmpError("The file has no pixels.");
  }
  const { widthPx, heightPx } = layout;
  const rows =
    layout.compression === RLE8 || layout.compression === RLE4 ? runRows(layout, data) : plainRows(layout, data);
  const pixels = new Uint8Array(widthPx * heightPx).fill(255);
  for (let row = 0; row < heightPx; row++) {
    const target = layout.isTopDown ? row : heightPx - 1 - row;
    if (!rows(row, pixels.subarray(target * widthPx, (target + 1) * widthPx))) {
      break;
    }
  }
  return { widthPx, heightPx, pixels };
}

/** Writes the greys of a row of the file to `into`; returns false where the file has ended before it. */
type Rows = (row: number, into: Uint8Array) => boolean;

function runRows({ widthPx, heightPx, compression, palette }: BmpLayout, data: Uint8Array): Rows {
  const indices = indicesOfRuns(data, { widthPx, heightPx, isHalf: compression === RLE4 });
  return (row, into) => {
    for (let x = 0; x < widthPx; x++) {
      into[x] = palette[indices[row * widthPx + x]!] ?? 0;
    }
    return true;
  };
}

function plainRows(layout: BmpLayout, data: Uint8Array): Rows {
  const { widthPx, bitsPerPixel } = layout;
  // Rows end at a multiple of four bytes.
  const stride = Math.ceil((widthPx * bitsPerPixel) / 32) * 4;
  const needed = Math.ceil((widthPx * bitsPerPixel) / 8);
  const greys = bitsPerPixel <= 8 ? byPalette(layout) : bitsPerPixel === 24 ? byBytes(layout) : byMasks(layout, data);
  return (row, into) => {
    const bytes = data.subarray(row * stride, row * stride + needed);
    if (bytes.length < needed) {
      return false;
    }
    greys(bytes, into);
    return true;
  };
}

type Greys = (bytes: Uint8Array, into: Uint8Array) => void;

const byPalette = ({ widthPx, bitsPerPixel, palette }: BmpLayout): Greys => {
  const mask = 2 ** bitsPerPixel - 1;
  return (bytes, into) => {
    for (let x = 0; x < widthPx; x++) {
      const bit = x * bitsPerPixel;
      const index = (bytes[bit >> 3]! >> (8 - bitsPerPixel - (bit & 7))) & mask;
      into[x] = palette[index] ?? 0;
    }
  };
};

const byBytes = ({ widthPx }: BmpLayout): Greys => {
  return (bytes, into) => {
    for (let x = 0, at = 0; x < widthPx; x++, at += 3) {
      into[x] = lumaOf(bytes[at + 2]!, bytes[at + 1]!, bytes[at]!);
    }
  };
};

function byMasks({ widthPx, bitsPerPixel, masks }: BmpLayout, data: Uint8Array): Greys {
  const [red, green, blue, alpha] = masks.map(channelOf);
  const bytesPerPixel = bitsPerPixel / 8;
  const valueAt = (bytes: Uint8Array, at: number): number =>
    bytesPerPixel === 2
      ? bytes[at]! | (bytes[at + 1]! << 8)
      : (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
  const isOpaque = masks[3] === 0 || !hasAlpha(data, { bytesPerPixel, valueAt, alpha: alpha! });
  return (bytes, into) => {
    for (let x = 0, at = 0; x < widthPx; x++, at += bytesPerPixel) {
      const value = valueAt(bytes, at);
      const grey = lumaOf(red!(value), green!(value), blue!(value));
      const opacity = isOpaque ? 255 : alpha!(value);
      into[x] = Math.round((grey * opacity + 255 * (255 - opacity)) / 255);
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
