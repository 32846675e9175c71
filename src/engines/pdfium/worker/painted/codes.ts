/*
 * PDFium says of a glyph on a page which Unicode value it has, not which code, and gives the outline of a glyph by its
 * Unicode value. In a copy of a document whose fonts have these /ToUnicode maps, the Unicode value says the code and the
 * kind of the font, and no two glyphs of a font have the same one. The values are of letters that PDFium neither
 * reorders nor takes apart: such of Chinese and Korean, and private ones.
 */

/** Consecutive codes of a font, and the value of the first of them. */
export interface CodeRange {
  readonly firstCode: number;
  readonly lastCode: number;
  readonly firstValue: number;
}

/** The codes of simple fonts (ISO 32000-2, 9.6), which have one byte. */
export const SIMPLE_CODES: readonly CodeRange[] = [{ firstCode: 0, lastCode: 0xff, firstValue: 0xe0_00 }];
/** Those of Type 3 fonts, whose glyphs are no outlines. */
export const TYPE_3_CODES: readonly CodeRange[] = [{ firstCode: 0, lastCode: 0xff, firstValue: 0xe1_00 }];
/** Those of composite fonts (9.7): as many as there are values for; fonts begin to count at the lowest. */
export const COMPOSITE_CODES: readonly CodeRange[] = [
  { firstCode: 0, lastCode: 0xa3_ff, firstValue: 0x34_00 },
  { firstCode: 0xa4_00, lastCode: 0xba_ff, firstValue: 0xe2_00 },
];

/** The font that a glyph is of: one with outlines, one of Type 3, or one whose map could not be replaced. */
export type FontKind = "outlines" | "type 3" | "unknown";

const hasValue = (ranges: readonly CodeRange[], value: number): boolean =>
  ranges.some(
    ({ firstCode, lastCode, firstValue }) => value >= firstValue && value <= firstValue + lastCode - firstCode,
  );

export function fontKindOf(value: number): FontKind {
  if (hasValue(COMPOSITE_CODES, value) || hasValue(SIMPLE_CODES, value)) {
    return "outlines";
  }
  return hasValue(TYPE_3_CODES, value) ? "type 3" : "unknown";
}
