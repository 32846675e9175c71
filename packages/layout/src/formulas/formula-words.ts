import type { Formula } from "../blocks.ts";
import type { PageContent } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";
import { glyphText } from "../glyphs/glyph-text.ts";
import type { Line, Word } from "../words.ts";
import type { Token } from "./evidence.ts";

/* Formulas as words of the lines that they stand in. */

/** Returns a formula within a line as a word; it is as high as the line, so that the line stays where it is. */
export function formulaWord(run: readonly Token[], formula: Formula, host: Line): Word {
  const first = run.find(({ isShifted }) => !isShifted) ?? run[0];
  const xMin = run.reduce((least, token) => Math.min(least, token.xMin), Number.POSITIVE_INFINITY);
  const xMax = run.reduce((most, token) => Math.max(most, token.xMax), Number.NEGATIVE_INFINITY);
  const { font = NO_FONT, color = 0, markedContentId = -1, isArtifact = false } = first?.word ?? {};
  return {
    text: textOfRun(run),
    glyphs: run.map(({ glyph }) => glyph),
    xMin,
    xMax,
    yMin: host.baselineY - 0.75 * host.sizePt,
    yMax: host.baselineY + 0.25 * host.sizePt,
    baselineY: host.baselineY,
    sizePt: host.sizePt,
    font: { ...font, isItalic: false },
    isBold: false,
    color,
    markedContentId,
    isArtifact,
    formula,
  };
}

const NO_FONT = { name: "", weight: 0, isItalic: false, isFixedPitch: false, isSerif: false };

/** Returns the text of a formula as it would be without LaTeX, with the spaces between its words. */
export function textOfRun(run: readonly Token[]): string {
  let text = "";
  let last: Word | undefined;
  for (const token of run) {
    const isSpaced = last !== undefined && token.word !== last && token.word.isJoined !== true;
    text += isSpaced ? ` ${token.text}` : token.text;
    last = token.word;
  }
  return text.normalize("NFC");
}

/** The widest gap between a formula and text that touches it, in ems. */
const TOUCHING_EM = 0.12;

/** Returns a line with formulas in place of the words, or the parts of words, that they are of. */
export function withFormulaWords(content: PageContent, line: Line, formulas: readonly Word[]): Line {
  const used = new Set(formulas.flatMap(({ glyphs }) => glyphs));
  const kept = line.words.flatMap((word) => partsOutside(content, word, used));
  const words = [...kept, ...formulas].toSorted((a, b) => a.xMin - b.xMin);
  const joined = words.map((word, index): Word => {
    const before = words[index - 1];
    if (before?.formula === undefined && word.formula === undefined) {
      return word;
    }
    const { isJoined: _, ...own } = word;
    return before !== undefined && word.xMin - before.xMax < TOUCHING_EM * line.sizePt
      ? { ...own, isJoined: true }
      : own;
  });
  return { ...line, ...boxAround(joined), words: joined };
}

/** Returns the parts of a word that are of no formula. */
function partsOutside({ glyphs }: PageContent, word: Word, used: ReadonlySet<number>): Word[] {
  if (!word.glyphs.some((glyph) => used.has(glyph))) {
    return [word];
  }
  const parts: number[][] = [];
  for (const [index, glyph] of word.glyphs.entries()) {
    if (used.has(glyph)) {
      continue;
    }
    const last = parts.at(-1);
    if (last !== undefined && last.at(-1) === word.glyphs[index - 1]) {
      last.push(glyph);
    } else {
      parts.push([glyph]);
    }
  }
  return parts.map((own, index) => ({
    ...word,
    glyphs: own,
    text: own
      .map((glyph) => glyphText(glyphs.text[glyph] ?? ""))
      .join("")
      .normalize("NFC"),
    xMin: Math.min(...own.map((glyph) => glyphs.xMin[glyph] ?? 0)),
    xMax: Math.max(...own.map((glyph) => glyphs.xMax[glyph] ?? 0)),
    ...(index > 0 && { isJoined: true }),
  }));
}
