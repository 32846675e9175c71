import type { BinaryView } from "../binary-view.ts";
import type { ProgramCMap } from "../font-program.ts";
import { codeSpansOf, type GlyphLookup, glyphLookupOf } from "./cmap-formats.ts";

/** Reads the encoding records of cmap (ISO/IEC 14496-22, 5.2.1); a subtable is read at its first lookup. */
export function readCMaps(cmap: BinaryView | undefined): readonly ProgramCMap[] {
  if (cmap === undefined) {
    return [];
  }
  const records: ProgramCMap[] = [];
  const lookups = new Map<number, GlyphLookup>();
  const count = cmap.u16(2);
  for (let index = 0; index < count && cmap.has(4 + 8 * index, 8); index++) {
    const record = 4 + 8 * index;
    const offset = cmap.u32(record + 4);
    const subtable = cmap.slice(offset);
    const lookupOf = (): GlyphLookup => {
      const lookup = lookups.get(offset) ?? glyphLookupOf(subtable);
      lookups.set(offset, lookup);
      return lookup;
    };
    records.push({
      platform: cmap.u16(record),
      encoding: cmap.u16(record + 2),
      format: subtable.has(0, 2) ? subtable.u16(0) : undefined,
      glyphOf: (code) => lookupOf()(code),
      eachCode: (each) => eachCodeOf(subtable, lookupOf(), each),
    });
  }
  return records;
}

/** The largest number of codes that are looked at: more than Unicode has characters for, in tables that repeat ranges. */
const MAX_CODES = 400_000;

function eachCodeOf(subtable: BinaryView, glyphOf: GlyphLookup, each: (code: number, glyph: number) => void): void {
  let left = MAX_CODES;
  for (const { first, last } of codeSpansOf(subtable)) {
    for (let code = first; code <= last && left > 0; code++) {
      left--;
      const glyph = glyphOf(code);
      if (glyph !== 0) {
        each(code, glyph);
      }
    }
  }
}
