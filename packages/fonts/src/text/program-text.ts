import { lazy } from "../encodings/code-table.ts";
import type { FontProgram, ProgramCMap } from "../programs/font-program.ts";
import { textOfGlyphName } from "./glyph-name-text.ts";
import { isPlausible } from "./plausible-text.ts";

/** Returns the text of a glyph by its index in a program; undefined where the program does not say. */
export type TextOfGlyph = (glyph: number) => string | undefined;

/**
 * Returns the texts of a program's glyphs: by the subtables of cmap for Unicode, then by the glyphs' names. Both are
 * read at the first question.
 */
export function textOfGlyphs(program: FontProgram): TextOfGlyph {
  const byUnicode = lazy(() => textsByUnicode(program.cmaps));
  return (glyph) => {
    const text = byUnicode().get(glyph);
    if (text !== undefined) {
      return text;
    }
    const name = program.nameOf(glyph);
    return name === undefined ? undefined : textOfGlyphName(name);
  };
}

/** Returns whether the codes of a subtable are Unicode (ISO/IEC 14496-22, 5.2.1). */
const isUnicode = ({ platform, encoding }: ProgramCMap): boolean =>
  platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));

function textsByUnicode(cmaps: readonly ProgramCMap[]): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (const cmap of cmaps.filter(isUnicode)) {
    cmap.eachCode((code, glyph) => {
      const text = code <= LAST_UNICODE ? String.fromCodePoint(code) : "";
      const known = texts.get(glyph);
      if (isPlausible(text) && (known === undefined || isBetter(text, known))) {
        texts.set(glyph, text);
      }
    });
  }
  return texts;
}

const LAST_UNICODE = 0x10_ff_ff;

/** Returns whether a character is a better text than another of the same glyph: one that is no form of another one. */
export const isBetter = (text: string, known: string): boolean =>
  text !== known && known.normalize("NFKC") === text && text.normalize("NFKC") === text;
