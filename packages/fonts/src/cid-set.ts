import { type Bounds, decodeStream } from "@quire/cos";
import { cidToGidOf } from "./cid-to-gid.ts";
import type { Font } from "./font.ts";
import { type FontProgram, isUnreadable } from "./programs/font-program.ts";
import { readFontProgram } from "./programs/read-font-program.ts";

const LAST_CID = 0xffff;

/** Reads the embedded program of a font; undefined where there is none that can be read. */
export function programOf({ fontFile }: Font, bounds: Bounds): FontProgram | undefined {
  if (fontFile === undefined) {
    return undefined;
  }
  const { key, stream, subtype } = fontFile;
  const { bytes, remaining } = decodeStream(stream, bounds);
  const program = remaining.length > 0 ? undefined : readFontProgram({ bytes, key, subtype });
  return program === undefined || isUnreadable(program) ? undefined : program;
}

/**
 * Returns the data of the CIDSet of a CIDFont, which has a bit for each CID with a glyph in the program, the highest of a
 * byte first (ISO 32000-2, table 122). ISO 19005-1, 6.3.5, asks for it in subsets.
 */
export function cidSetOf(font: Font, program: FontProgram, bounds: Bounds): Uint8Array {
  const bits = new Uint8Array((LAST_CID + 1) / 8);
  const add = (cid: number): void => {
    bits[cid >> 3] = (bits[cid >> 3] ?? 0) | (0x80 >> (cid & 7));
  };
  if (program.kind === "cid") {
    for (const cid of program.cids) {
      add(cid);
    }
    return bits;
  }
  const toGlyph = cidToGidOf(font.dict, bounds);
  for (let cid = 0; cid <= LAST_CID; cid++) {
    const glyph = toGlyph(cid);
    if (glyph !== undefined && glyph < program.glyphCount && (glyph > 0 || cid === 0)) {
      add(cid);
    }
  }
  return bits;
}
