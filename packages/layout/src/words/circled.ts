import type { Placing } from "./placing.ts";

/** Returns whether a glyph is a circle that is drawn around letters. */
const isCircle = (text: string): boolean =>
  text.charCodeAt(0) >= 0x20_dd && (text === "\u20DD" || text === "\u25CB" || text === "\u25EF");
/** The signs that letters in circles are. */
const CIRCLED: Readonly<Record<string, string>> = { c: "©", C: "©", r: "®", R: "®", p: "℗", P: "℗" };

/**
 * Returns the sign that a letter and the circle around it are, in either order: TeX and others compose © of the two.
 * Undefined for glyphs that are anything else, and for a letter that is not within the circle.
 * @param texts the texts of all glyphs of the page
 */
export function circledSign(
  first: number,
  second: number,
  texts: readonly string[],
  placing: Placing,
): string | undefined {
  const one = texts[first] ?? "";
  const other = texts[second] ?? "";
  if (isCircle(other)) {
    return isWithin(first, second, placing) ? CIRCLED[one] : undefined;
  }
  return isCircle(one) && isWithin(second, first, placing) ? CIRCLED[other] : undefined;
}

const isWithin = (letter: number, circle: number, { uMin, uMax }: Placing): boolean =>
  (uMin[letter] ?? 0) >= (uMin[circle] ?? 0) && (uMax[letter] ?? 0) <= (uMax[circle] ?? 0);
