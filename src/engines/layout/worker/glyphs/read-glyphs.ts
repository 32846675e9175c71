import { GLYPH, type PageContent } from "@quire/layout";
import { emptyArrays, finished, type GlyphArrays } from "../../../pdfium/worker/text/arrays.ts";
import type { ReadWord, RecognizedText } from "../../port.ts";
import { withBullets } from "./read-bullets.ts";
import { sizesOfType } from "./read-sizes.ts";
import { type ReadingFrame, readingFrame } from "./reading-frame.ts";
import { straightened } from "./straighten.ts";

/** Returns a page with the text that was read from its image in place of its own. */
export function withReadText(
  content: PageContent,
  { lines, rotationDegrees }: Pick<RecognizedText, "lines" | "rotationDegrees">,
): PageContent {
  const words = lines.flat();
  const capacity = words.reduce((sum, { text }) => sum + Array.from(text).length, 0);
  const arrays = emptyArrays(capacity);
  const confidence = new Float32Array(capacity);
  const angleDegrees = (360 - rotationDegrees) % 360;
  const frame = readingFrame(angleDegrees);
  const level = straightened(withBullets(lines.map((line) => line.map(boxedBy(frame.toFrame)))));
  const sizes = sizesOfType(level.map(({ sizePt }) => sizePt));
  for (const [index, { words: line, baselineY }] of level.entries()) {
    for (const word of line) {
      const first = arrays.count;
      addWord(arrays, word, { baselineY, sizePt: sizes[index] ?? 0, angleDegrees, frame });
      confidence.fill(word.confidence ?? 0, first, arrays.count);
    }
  }
  const isRated = words.length > 0 && words.every((word) => word.confidence !== undefined);
  const glyphs = { ...finished(arrays), ...(isRated && { confidence: confidence.subarray(0, arrays.count) }) };
  // The images are what was read.
  return { ...content, fonts: [READ_FONT], glyphs, rules: [], shapes: [], images: [] };
}

/**
 * Returns a page whose invisible text counts as visible: that of a scan which was recognized before. Its images are
 * what was read.
 */
export function withUnseenText(content: PageContent): PageContent {
  const flags = content.glyphs.flags.map((own) => own & ~GLYPH.invisible);
  return { ...content, glyphs: { ...content.glyphs, flags }, images: [] };
}

const READ_FONT = { name: "", weight: 0, isItalic: false, isFixedPitch: false, isSerif: false };

const boxedBy =
  (place: (box: ReadWord["box"]) => ReadWord["box"]) =>
  (word: ReadWord): ReadWord => ({ ...word, box: place(word.box) });

interface LetterType {
  readonly baselineY: number;
  readonly sizePt: number;
  readonly angleDegrees: number;
  /** The frame that places are in until they are written. */
  readonly frame: ReadingFrame;
}

/** Adds the letters of a word, which share its box: where each of them stands is not known. */
function addWord(
  arrays: GlyphArrays,
  { text, box: [left, top, right, bottom] }: ReadWord,
  { baselineY, sizePt, angleDegrees, frame }: LetterType,
): void {
  const letters = Array.from(text);
  const step = (right - left) / Math.max(1, letters.length);
  for (const [index, letter] of letters.entries()) {
    const place = arrays.count;
    const start = left + index * step;
    const [xMin, yMin, xMax, yMax] = frame.toPage([start, top, start + step, bottom]);
    const [originX, originY] = frame.toPage([start, baselineY, start, baselineY]);
    arrays.text.push(letter);
    arrays.xMin[place] = xMin;
    arrays.yMin[place] = yMin;
    arrays.xMax[place] = xMax;
    arrays.yMax[place] = yMax;
    arrays.originX[place] = originX;
    arrays.originY[place] = originY;
    arrays.sizePt[place] = sizePt;
    arrays.angleDegrees[place] = angleDegrees;
    arrays.markedContentId[place] = -1;
    arrays.count += 1;
  }
}
