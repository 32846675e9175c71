import type { Letters } from "./word-of.ts";

/*
 * Marks of the scripts of India and South-East Asia. Fonts give them a width, which producers take back after each: then
 * the box of a mark stands where the next letter does, and says nothing about the gap to it.
 */

/** A mark that takes no room of its own beside its letter. */
const NONSPACING = /^\p{Mn}+$/u;
const FIRST_SCRIPT = 0x900;
const LAST_SCRIPT = 0x17ff;
/** The greatest distance, in ems, between the place of a mark and that of the letter that is set in the same place. */
const SAME_PLACE_EM = 0.08;
/** The distance, in ems, up to which the next glyph may be in the same word. */
const NEAR_EM = 0.8;

/** Returns the marks of a row, which is given from the left, that the next letters are not set behind. */
export function marksWithoutWidth(
  row: readonly number[],
  { content: { glyphs }, placing: { uMin, uMax } }: Pick<Letters, "content" | "placing">,
): ReadonlySet<number> {
  const marks = new Set<number>();
  let behind = 0;
  let inPlace = 0;
  for (let index = 0; index < row.length; index++) {
    const glyph = row[index] ?? 0;
    const text = glyphs.text[glyph] ?? "";
    const unit = text.charCodeAt(0);
    if (unit < FIRST_SCRIPT || unit > LAST_SCRIPT || !NONSPACING.test(text)) {
      continue;
    }
    marks.add(glyph);
    const next = uMin[row[index + 1] ?? -1];
    const [from, to, sizePt] = [uMin[glyph] ?? 0, uMax[glyph] ?? 0, glyphs.sizePt[glyph] ?? 0];
    if (next !== undefined && next < from + NEAR_EM * sizePt) {
      const isInPlace = next - from < SAME_PLACE_EM * sizePt;
      inPlace += isInPlace ? 1 : 0;
      behind += !isInPlace && next > to - SAME_PLACE_EM * sizePt ? 1 : 0;
    }
  }
  return inPlace > 0 && inPlace >= behind ? marks : NONE;
}

const NONE: ReadonlySet<number> = new Set();
