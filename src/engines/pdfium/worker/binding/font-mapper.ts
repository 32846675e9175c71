import type { FontFace, InstalledFonts } from "@quire/typeset/fonts";

/** The facts that PDFium states about a font that a document does not embed (fpdf_sysfontinfo.h, MapFont). */
export interface WantedFont {
  /** The family, by the name that the document has for it, without its style: "NotoSans", "Batang". */
  readonly family: string;
  /** The weight from 1 to 1000: 400 is regular, 700 bold. */
  readonly weight: number;
  readonly isItalic: boolean;
  /** A character set of Windows (FXFONT_*_CHARSET), which PDFium makes of the font's encoding or of form text. */
  readonly charset: number;
  /** Bits: 1 for fixed pitch, 16 for serifs, 64 for script (FXFONT_FF_*). */
  readonly pitchFamily: number;
}

/**
 * Finds the face to draw a font with that a document does not embed: that of its own name where it is installed, else
 * the one that the service has for its character set. Undefined: PDFium draws one of those that are built into it,
 * which look like the standard 14.
 */
export function mappedFace(fonts: InstalledFonts, wanted: WantedFont): FontFace | undefined {
  const families = [wanted.family, ...familiesFor(wanted)];
  return families
    .values()
    .map((family) => fonts.faceOfFamily(family, wanted))
    .find((face) => face !== undefined && isDrawable(face));
}

/**
 * Returns whether PDFium can use a face: it draws no images in colour as glyphs, and numbers the faces of a collection
 * up to 15.
 */
const isDrawable = ({ glyphs, index }: FontFace): boolean => glyphs !== "png" && index < 16;

const FF_ROMAN = 16;

function familiesFor({ charset, pitchFamily }: WantedFont): readonly string[] {
  const hasSerifs = (pitchFamily & FF_ROMAN) !== 0;
  const family = FAMILIES_BY_CHARSET[charset];
  if (family === undefined) {
    return [];
  }
  return hasSerifs ? [`Noto Serif${family}`, `Noto Sans${family}`] : [`Noto Sans${family}`];
}

/** The suffixes of "Noto Sans" or "Noto Serif" by charset. Western text, 0 and 1, is drawn with PDFium's own fonts. */
const FAMILIES_BY_CHARSET: Readonly<Record<number, string>> = {
  128: " CJK JP",
  129: " CJK KR",
  130: " CJK KR",
  134: " CJK SC",
  136: " CJK TC",
  161: "",
  162: "",
  163: "",
  177: " Hebrew",
  178: " Arabic",
  186: "",
  204: "",
  222: " Thai",
  238: "",
};
