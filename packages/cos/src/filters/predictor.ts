import type { FilterOutput } from "./decoded-bytes.ts";

/** The parameters of a predictor (ISO 32000-2, table 8). NaN stands for a value that is not an integer. */
export interface PredictorParameters {
  readonly predictor: number;
  readonly colors: number;
  readonly bitsPerComponent: number;
  readonly columns: number;
}

const PNG_NONE = 10;
const PNG_OPTIMUM = 15;
const TIFF = 2;
/** The maximum number of components of a pixel: more than any image has, and few enough for exact products. */
const MAX_COLORS = 1024;

/**
 * Undoes the prediction (ISO 32000-2, 7.4.4.4). `bytes` is overwritten, and the result is mostly a part of it. A last
 * row that is cut short is filled up with zeros when a whole row precedes it; wrong parameters are reported as damage.
 */
export function decodePredictor(bytes: Uint8Array, parameters: PredictorParameters): FilterOutput {
  const { predictor, colors, bitsPerComponent, columns } = parameters;
  if (predictor === 1) {
    return { bytes };
  }
  const isPng = predictor >= PNG_NONE && predictor <= PNG_OPTIMUM;
  if (!isPng && predictor !== TIFF) {
    return { bytes, damage: "The predictor is not known, and was left out." };
  }
  const isSound =
    colors >= 1 &&
    colors <= MAX_COLORS &&
    columns >= 1 &&
    columns <= 0x7fffffff &&
    [1, 2, 4, 8, 16].includes(bitsPerComponent);
  if (!isSound) {
    return { bytes: bytes.subarray(0, 0), damage: "The parameters of the predictor are not possible." };
  }
  const rowBytes = Math.ceil((columns * colors * bitsPerComponent) / 8);
  const rows = wholeRows(bytes, isPng ? rowBytes + 1 : rowBytes);
  const pixelBytes = (colors * bitsPerComponent + 7) >> 3;
  const damage = rows.isCut ? "The last row of the predicted data is cut short." : undefined;
  if (isPng) {
    return decodePng(rows.bytes, { rowBytes, pixelBytes, damage });
  }
  decodeTiff(rows.bytes, parameters, rowBytes);
  return { bytes: rows.bytes, damage };
}

/** Fills the last row up with zeros. A first row is not filled up, because the parameters may give a row any length. */
function wholeRows(bytes: Uint8Array, rowBytes: number): { bytes: Uint8Array; isCut: boolean } {
  const rest = bytes.length % rowBytes;
  if (rest === 0) {
    return { bytes, isCut: false };
  }
  if (bytes.length < rowBytes) {
    return { bytes, isCut: true };
  }
  const filled = new Uint8Array(bytes.length - rest + rowBytes);
  filled.set(bytes);
  return { bytes: filled, isCut: true };
}

/**
 * Undoes PNG prediction of rows that consist of a filter byte (RFC 2083, 6) and `rowBytes`; the last may be shorter.
 * The decoded rows move to the front of `bytes`.
 */
function decodePng(
  bytes: Uint8Array,
  { rowBytes, pixelBytes, damage }: { rowBytes: number; pixelBytes: number; damage: string | undefined },
): FilterOutput {
  let hasUnknown = false;
  let target = 0;
  for (let source = 0; source < bytes.length; source += rowBytes + 1) {
    const filter = bytes[source] ?? 0;
    const length = Math.min(rowBytes, bytes.length - source - 1);
    decodePngRow(bytes, { filter, source: source + 1, target, length, rowBytes, pixelBytes });
    if (filter > 4) {
      hasUnknown = true;
    }
    target += length;
  }
  return {
    bytes: bytes.subarray(0, target),
    damage: hasUnknown ? `A row of the predicted data has no known filter.${damage ? ` ${damage}` : ""}` : damage,
  };
}

interface Row {
  readonly filter: number;
  readonly source: number;
  /** The offset to write to, never after `source`. The row above, if any, is the `rowBytes` before it. */
  readonly target: number;
  readonly length: number;
  readonly rowBytes: number;
  readonly pixelBytes: number;
}

function decodePngRow(bytes: Uint8Array, { filter, source, target, length, rowBytes, pixelBytes }: Row): void {
  const isFirst = target === 0;
  const end = target + length;
  switch (filter) {
    case 1:
      decodeSub(bytes, source, target, end, pixelBytes);
      return;
    case 2:
      if (isFirst) {
        break;
      }
      decodeUp(bytes, source, target, end, rowBytes);
      return;
    case 3:
      decodeAverage(bytes, source, target, end, isFirst ? 0 : rowBytes, pixelBytes);
      return;
    case 4:
      // Paeth without a row above is the byte to the left.
      if (isFirst) {
        decodeSub(bytes, source, target, end, pixelBytes);
      } else {
        decodePaeth(bytes, source, target, end, rowBytes, pixelBytes);
      }
      return;
    default:
      break;
  }
  bytes.copyWithin(target, source, source + length);
}

function decodeSub(bytes: Uint8Array, source: number, target: number, end: number, pixelBytes: number): void {
  const firstEnd = Math.min(end, target + pixelBytes);
  let from = source;
  let to = target;
  while (to < firstEnd) {
    bytes[to++] = bytes[from++] ?? 0;
  }
  while (to < end) {
    bytes[to] = (bytes[from++] ?? 0) + (bytes[to - pixelBytes] ?? 0);
    to++;
  }
}

function decodeUp(bytes: Uint8Array, source: number, target: number, end: number, rowBytes: number): void {
  let from = source;
  let above = target - rowBytes;
  for (let to = target; to < end; to++) {
    bytes[to] = (bytes[from++] ?? 0) + (bytes[above++] ?? 0);
  }
}

/** Undoes the filter Average. `rowBytes` is 0 in the first row, which has no row above. */
function decodeAverage(
  bytes: Uint8Array,
  source: number,
  target: number,
  end: number,
  rowBytes: number,
  pixelBytes: number,
): void {
  const firstEnd = Math.min(end, target + pixelBytes);
  let from = source;
  let to = target;
  if (rowBytes === 0) {
    while (to < firstEnd) {
      bytes[to++] = bytes[from++] ?? 0;
    }
    while (to < end) {
      bytes[to] = (bytes[from++] ?? 0) + ((bytes[to - pixelBytes] ?? 0) >> 1);
      to++;
    }
    return;
  }
  while (to < firstEnd) {
    bytes[to] = (bytes[from++] ?? 0) + ((bytes[to - rowBytes] ?? 0) >> 1);
    to++;
  }
  while (to < end) {
    const sum = (bytes[to - pixelBytes] ?? 0) + (bytes[to - rowBytes] ?? 0);
    bytes[to] = (bytes[from++] ?? 0) + (sum >> 1);
    to++;
  }
}

function decodePaeth(
  bytes: Uint8Array,
  source: number,
  target: number,
  end: number,
  rowBytes: number,
  pixelBytes: number,
): void {
  const firstEnd = Math.min(end, target + pixelBytes);
  let from = source;
  let to = target;
  while (to < firstEnd) {
    bytes[to] = (bytes[from++] ?? 0) + (bytes[to - rowBytes] ?? 0);
    to++;
  }
  let aboveAt = to - rowBytes;
  let leftAt = to - pixelBytes;
  let aboveLeftAt = aboveAt - pixelBytes;
  while (to < end) {
    const left = bytes[leftAt++] ?? 0;
    const above = bytes[aboveAt++] ?? 0;
    const aboveLeft = bytes[aboveLeftAt++] ?? 0;
    // The prediction is the one of left, above and above left that is nearest to left + above - aboveLeft, the first in
    // this order. There are no branches, which a processor could not predict here: a sign shifted by 31 is a mask of
    // all bits or of none.
    const leftDifference = above - aboveLeft;
    const aboveDifference = left - aboveLeft;
    const bothDifference = leftDifference + aboveDifference;
    const leftDistance = (leftDifference ^ (leftDifference >> 31)) - (leftDifference >> 31);
    const aboveDistance = (aboveDifference ^ (aboveDifference >> 31)) - (aboveDifference >> 31);
    const bothDistance = (bothDifference ^ (bothDifference >> 31)) - (bothDifference >> 31);
    const isAbove = (aboveDistance - leftDistance) >> 31;
    const nearer = left + ((above - left) & isAbove);
    const nearerDistance = leftDistance + ((aboveDistance - leftDistance) & isAbove);
    const isAboveLeft = (bothDistance - nearerDistance) >> 31;
    bytes[to++] = (bytes[from++] ?? 0) + nearer + ((aboveLeft - nearer) & isAboveLeft);
  }
}

/** Undoes TIFF prediction (TIFF 6.0, section 14): each component is the difference to that of the pixel to the left. */
function decodeTiff(bytes: Uint8Array, parameters: PredictorParameters, rowBytes: number): void {
  const { colors, bitsPerComponent, columns } = parameters;
  // Components of less than a byte may leave bits unused at the end of a row, which are set to 0.
  const unusedBits = (rowBytes * 8 - columns * colors * bitsPerComponent) % 8;
  for (let start = 0; start < bytes.length; start += rowBytes) {
    const end = Math.min(start + rowBytes, bytes.length);
    if (bitsPerComponent === 8) {
      decodeTiff8(bytes, start, end, colors);
    } else if (bitsPerComponent === 16) {
      decodeTiff16(bytes, start, end, colors);
    } else {
      const row = bytes.subarray(start, end);
      decodeTiffBits(row, colors, bitsPerComponent);
      if (row.length === rowBytes) {
        row[rowBytes - 1] = ((row[rowBytes - 1] ?? 0) >> unusedBits) << unusedBits;
      }
    }
  }
}

function decodeTiff8(bytes: Uint8Array, start: number, end: number, colors: number): void {
  for (let index = start + colors; index < end; index++) {
    bytes[index] = (bytes[index] ?? 0) + (bytes[index - colors] ?? 0);
  }
}

function decodeTiff16(bytes: Uint8Array, start: number, end: number, colors: number): void {
  for (let index = start + 2 * colors; index + 1 < end; index += 2) {
    const low = (bytes[index + 1] ?? 0) + (bytes[index + 1 - 2 * colors] ?? 0);
    bytes[index + 1] = low;
    bytes[index] = (bytes[index] ?? 0) + (bytes[index - 2 * colors] ?? 0) + (low >> 8);
  }
}

/**
 * Undoes TIFF prediction of components of 1, 2 or 4 bits, the first one in the highest bits of a byte. The row may end
 * within a byte.
 */
function decodeTiffBits(row: Uint8Array, colors: number, bitsPerComponent: number): void {
  const mask = (1 << bitsPerComponent) - 1;
  const left = new Uint8Array(colors);
  let color = 0;
  for (let index = 0; index < row.length; index++) {
    const byte = row[index] ?? 0;
    let decoded = 0;
    for (let shift = 8 - bitsPerComponent; shift >= 0; shift -= bitsPerComponent) {
      const component = (((byte >> shift) & mask) + (left[color] ?? 0)) & mask;
      left[color] = component;
      decoded |= component << shift;
      color = color + 1 === colors ? 0 : color + 1;
    }
    row[index] = decoded;
  }
}
