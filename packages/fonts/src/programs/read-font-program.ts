import { CffProgram } from "./cff/cff-program.ts";
import { isCff, readCff } from "./cff/read-cff.ts";
import type { FontFileKey, FontProgram, Unreadable } from "./font-program.ts";
import { isSfnt } from "./sfnt/tables.ts";
import { readSfnt } from "./sfnt/true-type-program.ts";
import { readType1 } from "./type1/read-type1.ts";
import { Type1Program } from "./type1/type1-program.ts";

export interface ProgramSource {
  readonly bytes: Uint8Array;
  readonly key: FontFileKey;
  /** The Subtype of the stream of a FontFile3: Type1C, CIDFontType0C, OpenType. */
  readonly subtype?: string | undefined;
}

/**
 * Reads a program as the format that its bytes show; key and subtype only decide where the bytes are not conclusive.
 */
export function readFontProgram({ bytes, key, subtype }: ProgramSource): FontProgram | Unreadable {
  if (bytes.length === 0) {
    return { unreadable: "is empty" };
  }
  if (isSfnt(bytes)) {
    return readSfnt(bytes);
  }
  if (isType1(bytes)) {
    return readType1Program(bytes);
  }
  if (isCff(bytes)) {
    return readCffProgram(bytes);
  }
  if (key === "FontFile") {
    return readType1Program(bytes);
  }
  return key === "FontFile3" && subtype !== "OpenType"
    ? readCffProgram(bytes)
    : { unreadable: "has no header of TrueType or OpenType" };
}

/** Returns whether bytes begin with `%!`, or with the segment of a PFB file. */
const isType1 = ([first, second]: Uint8Array): boolean =>
  (first === 0x25 && second === 0x21) || (first === 0x80 && second === 1);

function readType1Program(bytes: Uint8Array): FontProgram | Unreadable {
  const read = readType1(bytes);
  return "unreadable" in read ? read : new Type1Program(read);
}

function readCffProgram(bytes: Uint8Array): FontProgram | Unreadable {
  const read = readCff(bytes);
  return "unreadable" in read ? read : new CffProgram(read);
}
