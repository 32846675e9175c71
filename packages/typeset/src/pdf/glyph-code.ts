/** The code that a font of the document has for a glyph, with what /ToUnicode is to give for it. */
export interface GlyphCode {
  /** The font's name in the resources. */
  readonly font: string;
  /** The code in hexadecimal digits. */
  readonly code: string;
  /** The width in the font's dictionary, in thousandths of the size. */
  readonly width: number;
  /** The characters that the glyph stands for; undefined until that is known. */
  text: string | undefined;
  /** The characters that the glyph may stand for together with other glyphs. */
  part: string | undefined;
}

/**
 * Returns the characters for a code. ISO 19005-2, 6.2.11.7.2 requires characters for all codes, so a glyph without a
 * share in the characters that it is shown for gets an invisible one: the zero width space.
 */
export const textOfCode = ({ text, part }: GlyphCode): string => text ?? part ?? "\u200B";
