import { accented, glyphText, SPACING_ACCENTS } from "../glyphs/glyph-text.ts";
import { isOver } from "./accents.ts";
import { mirrored, readingOrder } from "./bidi.ts";
import { circledSign } from "./circled.ts";
import type { Placing } from "./placing.ts";

/**
 * Returns the glyphs of one word in the order of reading, and their text. Marks follow the letter that they stand on.
 *
 * @param glyphTexts the texts of all glyphs of the page
 */
export function logicalGlyphs(
  seen: readonly number[],
  {
    glyphTexts,
    placing,
    isRight,
    hasRight,
  }: {
    readonly glyphTexts: readonly string[];
    readonly placing: Placing;
    readonly isRight: boolean;
    readonly hasRight: boolean;
  },
): { readonly glyphs: readonly number[]; readonly text: string } {
  const clusters = clustersOf(seen, glyphTexts, placing);
  const texts = clusters.map(({ text }) => text);
  if (!hasRight) {
    return { glyphs: clusters.flatMap(({ glyphs }) => glyphs), text: texts.join("") };
  }
  const { order, isRight: isRightAt } = readingOrder(texts, isRight);
  let text = "";
  const glyphs: number[] = [];
  for (const index of order) {
    const cluster = clusters[index];
    if (cluster !== undefined) {
      text += isRightAt[index] === true ? mirrored(cluster.text) : cluster.text;
      glyphs.push(...cluster.glyphs);
    }
  }
  return { glyphs, text };
}

interface Cluster {
  text: string;
  readonly glyphs: number[];
}

const MARKS = /^\p{M}+$/u;

const LETTER = /^\p{L}$/u;

function clustersOf(seen: readonly number[], glyphTexts: readonly string[], placing: Placing): Cluster[] {
  const clusters: Cluster[] = [];
  let pending: { accent: string; glyph: number } | undefined;
  for (const glyph of seen) {
    const text = glyphText(glyphTexts[glyph] ?? "");
    const last = clusters.at(-1);
    const [before] = last?.glyphs ?? [];
    const circled = before === undefined ? undefined : circledSign(before, glyph, glyphTexts, placing);
    if (circled !== undefined && last?.glyphs.length === 1) {
      last.text = circled;
      last.glyphs.push(glyph);
      continue;
    }
    const mark = MARKS.test(text) ? text : undefined;
    if (mark !== undefined && last !== undefined) {
      last.text = accented(last.text, mark);
      last.glyphs.push(glyph);
      continue;
    }
    const accent = SPACING_ACCENTS[text];
    if (
      accent !== undefined &&
      last !== undefined &&
      LETTER.test(last.text) &&
      isOver(glyph, last.glyphs[0] ?? glyph, placing)
    ) {
      last.text = accented(last.text, accent);
      last.glyphs.push(glyph);
      continue;
    }
    if (pending !== undefined && last !== undefined && LETTER.test(text) && isOver(pending.glyph, glyph, placing)) {
      last.text = accented(text, pending.accent);
      last.glyphs.push(glyph);
      pending = undefined;
      continue;
    }
    pending = accent === undefined ? undefined : { accent, glyph };
    clusters.push({ text, glyphs: [glyph] });
  }
  return clusters;
}
