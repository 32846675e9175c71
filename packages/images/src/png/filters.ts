import { deflateSync } from "node:zlib";
import { channelsOf, type Raster, rowBytesOf } from "../raster/raster.ts";

/** Returns the rows of a raster, each after the type of its filter (ISO/IEC 15948, clause 9). */
export function filteredRows(raster: Raster): Uint8Array {
  const { data, heightPx, bits, kind } = raster;
  const stride = rowBytesOf(raster);
  const rows: Rows = { data, stride, step: Math.max(1, (channelsOf(raster) * bits) >> 3) };
  const result = new Uint8Array((stride + 1) * heightPx);
  // Neighbouring samples are likely to have similar values only where there are shades.
  const isShaded = bits >= 8 && kind !== "palette";
  for (let start = 0; start < heightPx; start += BAND_ROWS) {
    const end = Math.min(heightPx, start + BAND_ROWS);
    const filter = isShaded ? bestFilter(rows, start, end) : NONE;
    for (let row = start; row < end; row++) {
      writeRow(rows, row, filter, result, row * (stride + 1));
    }
  }
  return result;
}

interface Rows {
  readonly data: Uint8Array;
  readonly stride: number;
  /** The number of bytes from a sample to that of the pixel to its right. */
  readonly step: number;
}

const NONE = 0;
const SUB = 1;
const UP = 2;
const PAETH = 4;
const FILTERS = [NONE, SUB, UP, PAETH];

/** The number of rows that share one filter. */
const BAND_ROWS = 128;
/** The number of a band's rows on which filters are tried. */
const TRIED_ROWS = 8;

/** Returns the filter with which some rows from the middle of the band compress best. */
function bestFilter(rows: Rows, start: number, end: number): number {
  const from = Math.max(start, ((start + end) >> 1) - TRIED_ROWS / 2);
  const to = Math.min(end, from + TRIED_ROWS);
  const tried = new Uint8Array((rows.stride + 1) * (to - from));
  let best = NONE;
  let shortest = Number.POSITIVE_INFINITY;
  for (const filter of FILTERS) {
    for (let row = from; row < to; row++) {
      writeRow(rows, row, filter, tried, (row - from) * (rows.stride + 1));
    }
    const { length } = deflateSync(tried, { level: 1 });
    if (length < shortest) {
      best = filter;
      shortest = length;
    }
  }
  return best;
}

function writeRow({ data, stride, step }: Rows, row: number, filter: number, target: Uint8Array, offset: number): void {
  const start = row * stride;
  const end = start + stride;
  const above = start - stride;
  target[offset] = filter;
  let position = offset + 1;
  switch (filter) {
    case SUB:
      target.set(data.subarray(start, start + step), position);
      position += step;
      for (let index = start + step; index < end; index++) {
        target[position++] = (data[index] ?? 0) - (data[index - step] ?? 0);
      }
      return;
    case UP:
      for (let index = 0; index < stride; index++) {
        target[position++] = (data[start + index] ?? 0) - (data[above + index] ?? 0);
      }
      return;
    case PAETH:
      writePaeth({ data, stride, step }, row, target, position);
      return;
    default:
      target.set(data.subarray(start, end), position);
  }
}

function writePaeth({ data, stride, step }: Rows, row: number, target: Uint8Array, offset: number): void {
  const start = row * stride;
  const isFirst = row === 0;
  for (let index = 0; index < stride; index++) {
    const at = start + index;
    const left = index < step ? 0 : (data[at - step] ?? 0);
    const above = isFirst ? 0 : (data[at - stride] ?? 0);
    const aboveLeft = isFirst || index < step ? 0 : (data[at - stride - step] ?? 0);
    const toLeft = Math.abs(above - aboveLeft);
    const toAbove = Math.abs(left - aboveLeft);
    const toAboveLeft = Math.abs(left + above - 2 * aboveLeft);
    const nearest = toLeft <= toAbove && toLeft <= toAboveLeft ? left : toAbove <= toAboveLeft ? above : aboveLeft;
    target[offset + index] = (data[at] ?? 0) - nearest;
  }
}
