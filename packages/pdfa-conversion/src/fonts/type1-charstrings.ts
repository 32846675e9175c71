/* The tokens of charstrings (Adobe Type 1 Font Format, 6). */

const CALL_SUBR = 10;
const RETURN = 11;
const ESCAPE = 12;
const LONG_NUMBER = 255;

/** The subroutines 0 to 3 are for flex and the replacement of hints, which readers know by their numbers (8.3). */
const KNOWN_SUBRS = 4;
const MAX_DEPTH = 10;
/** The largest charstring that is made: readers keep one in a string of PostScript. */
const MAX_BYTES = 65_535;

/** Returns whether the first operator of a charstring calls a subroutine, which then sets the width. */
export function needsInlining(charstring: Uint8Array): boolean {
  let at = 0;
  while (at < charstring.length && (charstring[at] ?? 0) >= 32) {
    at += tokenBytes(charstring, at);
  }
  return charstring[at] === CALL_SUBR;
}

/** Returns a charstring with its subroutines in it; itself where that is not possible. */
export function withoutSubrs(charstring: Uint8Array, subrs: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const pieces: Uint8Array[] = [];
  return inlined(charstring, subrs, pieces, 0) && sum(pieces) <= MAX_BYTES ? Buffer.concat(pieces) : charstring;
}

function inlined(
  code: Uint8Array,
  subrs: ReadonlyMap<number, Uint8Array>,
  pieces: Uint8Array[],
  depth: number,
): boolean {
  if (depth > MAX_DEPTH || sum(pieces) > MAX_BYTES) {
    return false;
  }
  let start = 0;
  let numberAt = -1;
  for (let at = 0; at < code.length; ) {
    const byte = code[at] ?? 0;
    const length = tokenBytes(code, at);
    if (byte === RETURN && depth > 0) {
      pieces.push(code.subarray(start, at));
      return true;
    }
    if (byte === CALL_SUBR) {
      const number = numberAt < 0 ? undefined : numberOf(code, numberAt);
      const subr = number === undefined ? undefined : subrs.get(number);
      if (number === undefined || subr === undefined) {
        return false;
      }
      if (number >= KNOWN_SUBRS) {
        pieces.push(code.subarray(start, numberAt));
        if (!inlined(subr, subrs, pieces, depth + 1)) {
          return false;
        }
        start = at + length;
      }
    }
    numberAt = byte >= 32 ? at : -1;
    at += length;
  }
  pieces.push(code.subarray(start));
  return true;
}

const sum = (pieces: readonly Uint8Array[]): number => pieces.reduce((total, { length }) => total + length, 0);

function tokenBytes(code: Uint8Array, at: number): number {
  const byte = code[at] ?? 0;
  if (byte === LONG_NUMBER) {
    return 5;
  }
  return byte === ESCAPE || byte > 246 ? 2 : 1;
}

/** Returns the number that the token at `at` is, if it is one of at most two bytes, as those of subroutines are, or of five. */
function numberOf(code: Uint8Array, at: number): number {
  const [byte = 0, second = 0, third = 0, fourth = 0, fifth = 0] = code.subarray(at, at + 5);
  if (byte === LONG_NUMBER) {
    return (second << 24) | (third << 16) | (fourth << 8) | fifth;
  }
  if (byte <= 246) {
    return byte - 139;
  }
  return byte <= 250 ? (byte - 247) * 256 + second + 108 : -(byte - 251) * 256 - second - 108;
}
