/**
 * Returns a CID-keyed font (Adobe Technical Note 5176, 18) whose glyphs after .notdef have these CIDs: it replaces the
 * charset, by which PDF finds glyphs (ISO 32000-2, 9.7.4.2). Undefined for a font that is not CID-keyed. `cff` is as
 * HarfBuzz writes it: its offsets are integers of five bytes, which can be changed in place.
 */
export function withCids(cff: Uint8Array, cids: readonly number[]): Uint8Array | undefined {
  const operands = topDictOperands(cff);
  const charset = operands.get(CHARSET);
  if (!operands.has(ROS) || charset === undefined || cff[charset] !== FIVE_BYTE_INTEGER) {
    return undefined;
  }
  const result = new Uint8Array(cff.length + 1 + 2 * cids.length);
  result.set(cff);
  const view = new DataView(result.buffer);
  view.setUint32(charset + 1, cff.length);
  // Format 0 (13) is that byte, and the CID of each glyph.
  cids.forEach((cid, index) => view.setUint16(cff.length + 1 + 2 * index, cid));
  return result;
}

const CHARSET = 15;
const ESCAPE = 12;
const ROS = (ESCAPE << 8) | 30;
const FIVE_BYTE_INTEGER = 29;
const REAL = 30;

/** Returns the offset of the last operand of each operator in the Top DICT (4). */
function topDictOperands(cff: Uint8Array): Map<number, number> {
  const names = indexOf(cff, cff[2] ?? 0);
  const top = indexOf(cff, names.end);
  const operands = new Map<number, number>();
  let operand = top.first;
  for (let at = top.first; at < top.firstEnd; ) {
    const byte = cff[at] ?? 0;
    if (byte <= 21) {
      operands.set(byte === ESCAPE ? (ESCAPE << 8) | (cff[at + 1] ?? 0) : byte, operand);
      at += byte === ESCAPE ? 2 : 1;
    } else {
      operand = at;
      at += operandLength(cff, at);
    }
  }
  return operands;
}

function operandLength(cff: Uint8Array, at: number): number {
  const byte = cff[at] ?? 0;
  if (byte === REAL) {
    // Each byte has two digits; the digit F ends the number.
    let end = at + 1;
    while (end < cff.length && ((cff[end] ?? 0) & 0x0f) !== 0x0f) {
      end++;
    }
    return end + 1 - at;
  }
  return byte === FIVE_BYTE_INTEGER ? 5 : byte === 28 ? 3 : byte >= 247 ? 2 : 1;
}

/** Returns the extent of the first object of an INDEX (5), and the end of the INDEX. */
function indexOf(cff: Uint8Array, start: number): { first: number; firstEnd: number; end: number } {
  const count = numberAt(cff, start, 2);
  if (count === 0) {
    return { first: start + 2, firstEnd: start + 2, end: start + 2 };
  }
  const size = cff[start + 2] ?? 1;
  const data = start + 2 + (count + 1) * size;
  const offset = (index: number) => data + numberAt(cff, start + 3 + index * size, size);
  return { first: offset(0), firstEnd: offset(1), end: offset(count) };
}

function numberAt(bytes: Uint8Array, start: number, length: number): number {
  let value = 0;
  for (const byte of bytes.subarray(start, start + length)) {
    value = value * 256 + byte;
  }
  return value;
}
