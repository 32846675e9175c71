import { Name } from "../objects.ts";

const SLOTS = 4096;
const MAX_LENGTH = 32;

/**
 * The names and keywords that were read lately, found by their bytes: most of a document's are a few hundred that
 * recur, and need neither a new string nor a new Name. The table is bounded: a slot keeps the last name that hashed to
 * it.
 */
const names: Name[] = Array.from({ length: SLOTS }, () => new Name(""));
/** The bytes of each slot's name, which are quicker to compare than its characters. */
const written = new Uint8Array(SLOTS * MAX_LENGTH);

/** Returns the name whose bytes are those from `start` to before `end`, without resolving escapes. */
export function internedName(bytes: Uint8Array, start: number, end: number): Name {
  const length = end - start;
  if (length > MAX_LENGTH || length === 0) {
    return new Name(latin1(bytes, start, end));
  }
  // A few bytes distinguish most names; names with equal ones only displace each other from the slot.
  const first = bytes[start]!;
  const middle = bytes[start + (length >> 1)]!;
  const last = bytes[end - 1]!;
  const beforeLast = bytes[length > 1 ? end - 2 : start]!;
  const hash = first * 7 + middle * 331 + last * 37 + beforeLast * 613 + length * 1201;
  const slot = hash & (SLOTS - 1);
  const known = names[slot]!;
  const offset = slot * MAX_LENGTH;
  if (known.value.length === length) {
    let index = 0;
    while (index < length && written[offset + index] === bytes[start + index]) {
      index++;
    }
    if (index === length) {
      return known;
    }
  }
  const name = new Name(latin1(bytes, start, end));
  names[slot] = name;
  for (let index = 0; index < length; index++) {
    written[offset + index] = bytes[start + index]!;
  }
  return name;
}

/** Returns the bytes from `start` to before `end` as text with one character per byte. */
export const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
