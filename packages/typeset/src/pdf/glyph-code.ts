/** How a glyph is shown: the code that a font of the document has for it, and what /ToUnicode is to say of it. */
export interface GlyphCode {
  /** The font's name in the resources. */
  readonly font: string;
  /** As hexadecimal digits. */
  readonly code: string;
  /** As the font's dictionary has it, in thousandths of the size. */
  readonly width: number;
  /** The characters that the glyph stands for, as soon as that is known. */
  text: string | undefined;
  /** Characters that it may stand for together with other glyphs. */
  part: string | undefined;
}

/**
 * ISO 19005-2, 6.2.11.7.2 asks for characters for all codes, so a glyph that has no share in the characters which it is
 * shown for has one that is not to be seen: the zero width space.
 */
export const textOfCode = ({ text, part }: GlyphCode): string => text ?? part ?? "\u200B";
