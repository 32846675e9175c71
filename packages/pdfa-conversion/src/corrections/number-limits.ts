import { type CosValue, decodeStream, Stream } from "@quire/cos";
import type { Correction, Part } from "../conversion.ts";

const LARGEST_INTEGER = 2 ** 31 - 1;
/** The largest magnitude of real numbers (ISO 19005-1, 6.1.12; -2 and -3, 6.1.13); part 4 has no limit. */
const LARGEST_REAL: Readonly<Record<Part, number>> = {
  1: 32_767,
  2: 3.403e38,
  3: 3.403e38,
  4: Number.POSITIVE_INFINITY,
};
const LEAST_REAL = 1.175e-38;
const NOTHING = { bytes: new Uint8Array(0), remaining: [] };

/**
 * Returns the nearest number that the part permits: limits of integers and real numbers are those of ISO 19005-1, 6.1.12, and
 * -2 and -3, 6.1.13. A number without decimals is written as an integer.
 */
export function withinLimits(value: number, part: Part): number {
  const magnitude = Math.abs(value);
  if (magnitude < LEAST_REAL) {
    return 0;
  }
  // What is no integer in double precision has too small a magnitude for the limit of integers to matter.
  const largest = Number.isInteger(value) && part !== 4 ? LARGEST_INTEGER : LARGEST_REAL[part];
  return Math.sign(value) * Math.min(magnitude, largest);
}

/** Returns whether the part permits a real number, one without decimals too. */
export const isPermittedReal = (value: number, part: Part): boolean =>
  value === 0 || (Math.abs(value) >= LEAST_REAL && Math.abs(value) <= LARGEST_REAL[part]);

/** A token of a PostScript calculator function, and one that is an integer which may not fit into 32 bits. */
const TOKEN = /[^\s{}]+/g;
const LONG_INTEGER = /^[-+]?\d{10,}$/;

/** Brings the numbers of dictionaries, arrays and PostScript calculator functions within the limits. */
export const numberLimits: Correction = {
  dictionary({ entries }, found, { part, changes }) {
    for (const [key, value] of entries) {
      if (isOutside(value, part)) {
        entries.set(key, withinLimits(value, part));
        changes.note("invalid_values_mended", found, key);
      }
    }
  },

  array(array, found, { part, changes }) {
    for (const [index, value] of array.entries()) {
      if (isOutside(value, part)) {
        array[index] = withinLimits(value, part);
        changes.note("invalid_values_mended", found, found.key);
      }
    }
  },

  stream(stream, found, { part, bounds, changes }) {
    const { bytes, remaining } = stream.dict.get("FunctionType") === 4 ? decodeStream(stream, bounds) : NOTHING;
    const code = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    const mended = code.replaceAll(TOKEN, (token) =>
      LONG_INTEGER.test(token) ? `${withinLimits(Number(token), part)}` : token,
    );
    if (remaining.length > 0 || mended === code) {
      return stream;
    }
    changes.note("invalid_values_mended", found, "FunctionType");
    const dict = stream.dict.copy();
    for (const filtering of ["Filter", "DecodeParms", "DP"]) {
      dict.delete(filtering);
    }
    return new Stream(dict, new Uint8Array(Buffer.from(mended, "latin1")));
  },
};

const isOutside = (value: CosValue, part: Part): value is number =>
  typeof value === "number" && withinLimits(value, part) !== value;
