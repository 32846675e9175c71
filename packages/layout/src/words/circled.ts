import type { Placing } from "./placing.ts";

/** Circles that are drawn around letters, and the signs that letters in them are. */
const CIRCLE = /^[\u20DD\u25CB\u25EF]$/u;
const CIRCLED: Readonly<Record<string, string>> = { c: "©", C: "©", r: "®", R: "®", p: "℗", P: "℗" };

/**
 * Returns the sign that a letter and the circle around it are, in either order: TeX and others compose © of the two.
 * Undefined for glyphs that are anything else, and for a letter that is not within the circle.
 * @param texts the texts of all glyphs of the page
 */
export function circledSign(
  [first, second]: readonly [number, number],
  texts: readonly string[],
  placing: Placing,
): string | undefined {
  const [one = "", other = ""] = [texts[first], texts[second]];
  if (CIRCLE.test(other)) {
    return isWithin(first, second, placing) ? CIRCLED[one] : undefined;
  }
  return CIRCLE.test(one) && isWithin(second, first, placing) ? CIRCLED[other] : undefined;
}

const isWithin = (letter: number, circle: number, { uMin, uMax }: Placing): boolean =>
  (uMin[letter] ?? 0) >= (uMin[circle] ?? 0) && (uMax[letter] ?? 0) <= (uMax[circle] ?? 0);
