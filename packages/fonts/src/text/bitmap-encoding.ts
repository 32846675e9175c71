import { codeTable, lazy } from "../encodings/code-table.ts";
import { textOfGlyphName } from "./glyph-name-text.ts";
import type { TextOfCode } from "./pi-fonts.ts";
import { OT1, T1 } from "./tex-encoding-tables.ts";

/**
 * Returns the texts of the codes of a font of TeX that a driver embedded as bitmaps: a Type 3 font without a name, whose
 * glyphs are named by their codes (`a65`). Which of TeX's text encodings it has shows in the codes that are used. Returns
 * undefined for any other font, and for one that does not look like text.
 * @param differences the glyph names by code
 */
export function bitmapEncoding(differences: ReadonlyMap<number, string>): TextOfCode | undefined {
  const codes = new Set<number>();
  for (const [code, name] of differences) {
    if (name === `a${code}`) {
      codes.add(code);
    } else if (name !== ".notdef") {
      return undefined;
    }
  }
  const letters = FREQUENT_LETTERS.filter((code) => codes.has(code)).length;
  if (letters < FEWEST_LETTERS || isCounted(codes)) {
    return undefined;
  }
  const names = isOT1(codes) ? ot1 : t1;
  return (code) => {
    const name = codes.has(code) ? names().get(code) : undefined;
    return name === undefined ? undefined : textOfGlyphName(name);
  };
}

const FREQUENT_LETTERS: readonly number[] = Array.from("aeinorst", (letter) => letter.charCodeAt(0));
const FEWEST_LETTERS = 3;

/** Returns whether the codes number glyphs one after the other, and so have nothing to do with characters. */
const isCounted = (codes: ReadonlySet<number>): boolean => Math.max(...codes) - Math.min(...codes) < codes.size;

/**
 * Returns whether codes are those of OT1: it has 128, its ligatures are at 11 to 15, where T1 has signs that are rare, and
 * its dashes and accents at places where T1 has signs that are as rare.
 */
const isOT1 = (codes: ReadonlySet<number>): boolean =>
  Array.from(codes).every((code) => code < 27 || (code > 31 && code < 128)) &&
  LIGATURES.some((code) => codes.has(code));

const LIGATURES = [11, 12, 13, 14, 15];

const ot1 = lazy(() => codeTable(OT1));
const t1 = lazy(() => codeTable(T1));
