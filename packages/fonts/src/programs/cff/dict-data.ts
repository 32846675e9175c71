import type { BinaryView } from "../binary-view.ts";

/**
 * A DICT of CFF (Adobe Technical Note 5176, 4): operands by operator; an operator of two bytes is 1200 plus its second
 * byte. Where there are more operands than an operator takes, the last ones count.
 */
export type CffDict = ReadonlyMap<number, readonly number[]>;

export const Operator = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  subrs: 19,
  defaultWidthX: 20,
  nominalWidthX: 21,
  charstringType: 1206,
  fontMatrix: 1207,
  registryOrderingSupplement: 1230,
  fontArray: 1236,
  fontSelect: 1237,
} as const;

const MAX_OPERANDS = 513;

/** Reads a DICT, and calls `malformed` for each real number that is none. */
export function readDict(data: BinaryView, malformed?: () => void): CffDict {
  const entries = new Map<number, readonly number[]>();
  let operands: number[] = [];
  let offset = 0;
  while (offset < data.length) {
    const byte = data.u8(offset);
    if (byte <= 21) {
      const isLong = byte === 12;
      entries.set(isLong ? 1200 + data.u8(offset + 1) : byte, operands);
      operands = [];
      offset += isLong ? 2 : 1;
      continue;
    }
    const { value, lengthBytes } = readOperand(data, offset);
    offset += lengthBytes;
    if (Number.isNaN(value)) {
      malformed?.();
    }
    if (value !== undefined && operands.length < MAX_OPERANDS) {
      operands.push(Number.isFinite(value) ? value : 0);
    }
  }
  return entries;
}

interface Operand {
  /** The operand's value; undefined for a reserved byte, and NaN for a malformed real number. */
  readonly value: number | undefined;
  readonly lengthBytes: number;
}

function readOperand(data: BinaryView, offset: number): Operand {
  const byte = data.u8(offset);
  if (byte >= 32 && byte <= 246) {
    return { value: byte - 139, lengthBytes: 1 };
  }
  if (byte >= 247 && byte <= 250) {
    return { value: (byte - 247) * 256 + data.u8(offset + 1) + 108, lengthBytes: 2 };
  }
  if (byte >= 251 && byte <= 254) {
    return { value: -(byte - 251) * 256 - data.u8(offset + 1) - 108, lengthBytes: 2 };
  }
  if (byte === 28) {
    return { value: data.i16(offset + 1), lengthBytes: 3 };
  }
  if (byte === 29) {
    return { value: data.u32(offset + 1) | 0, lengthBytes: 5 };
  }
  return byte === 30 ? readReal(data, offset) : { value: undefined, lengthBytes: 1 };
}

const NIBBLES = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "E", "E-", "", "-"] as const;
const END_OF_REAL = 15;

/** Reads a real number (table 5), whose digits are half bytes. */
function readReal(data: BinaryView, start: number): Operand {
  let text = "";
  let offset = start + 1;
  for (let isOpen = true; isOpen && offset < data.length; offset++) {
    for (const nibble of [data.u8(offset) >> 4, data.u8(offset) & 15]) {
      isOpen &&= nibble !== END_OF_REAL;
      text += isOpen ? (NIBBLES[nibble] ?? "") : "";
    }
  }
  return { value: text === "" ? Number.NaN : Number(text), lengthBytes: offset - start };
}
