import { codeTable, lazy } from "../../encodings/code-table.ts";
import { encodingNamed } from "../../encodings/encodings.ts";
import type { BinaryView } from "../binary-view.ts";
import { EXPERT_ENCODING } from "./predefined.ts";

export interface EncodingSource {
  readonly cff: BinaryView;
  /** The encoding offset in the Top DICT; 0 and 1 are predefined encodings. */
  readonly offset: number;
  readonly glyphOfName: (name: string) => number | undefined;
  readonly glyphOfSid: (sid: number) => number | undefined;
}

const expert = lazy(() => codeTable(EXPERT_ENCODING));

/** Reads the glyphs by code (Adobe Technical Note 5176, 12); codes of .notdef are left out. */
export function readEncoding(source: EncodingSource): ReadonlyMap<number, number> {
  const { cff, offset, glyphOfName } = source;
  const glyphs = new Map<number, number>();
  if (offset <= 1) {
    const names = offset === 0 ? encodingNamed("StandardEncoding") : expert();
    for (const [code, name] of names ?? []) {
      const glyph = glyphOfName(name);
      if (glyph !== undefined) {
        glyphs.set(code, glyph);
      }
    }
    return glyphs;
  }
  const format = cff.u8(offset);
  const end = (format & 0x7f) === 0 ? addCodes(glyphs, cff, offset) : addRanges(glyphs, cff, offset);
  if ((format & 0x80) !== 0) {
    addSupplements(glyphs, source, end);
  }
  return glyphs;
}

function addCodes(glyphs: Map<number, number>, cff: BinaryView, offset: number): number {
  const count = cff.u8(offset + 1);
  for (let index = 0; index < count; index++) {
    glyphs.set(cff.u8(offset + 2 + index), index + 1);
  }
  return offset + 2 + count;
}

function addRanges(glyphs: Map<number, number>, cff: BinaryView, offset: number): number {
  const count = cff.u8(offset + 1);
  let glyph = 1;
  for (let index = 0; index < count; index++) {
    const first = cff.u8(offset + 2 + 2 * index);
    const last = first + cff.u8(offset + 3 + 2 * index);
    for (let code = first; code <= last; code++, glyph++) {
      glyphs.set(code, glyph);
    }
  }
  return offset + 2 + 2 * count;
}

/** Adds further codes of glyphs that already have one. */
function addSupplements(glyphs: Map<number, number>, { cff, glyphOfSid }: EncodingSource, offset: number): void {
  const count = cff.u8(offset);
  for (let index = 0; index < count; index++) {
    const glyph = glyphOfSid(cff.u16(offset + 2 + 3 * index));
    if (glyph !== undefined) {
      glyphs.set(cff.u8(offset + 1 + 3 * index), glyph);
    }
  }
}
