import { GLYPH, type PageContent } from "@quire/layout";
import type { ReadWord, RecognizedText } from "../extraction.ts";
import { withBullets } from "./read-bullets.ts";
import { sizesOfType } from "./read-sizes.ts";
import { readingFrame } from "./reading-frame.ts";
import { BASELINE, SIZE_PER_HEIGHT, straightened } from "./straighten.ts";
import { emptyArrays, finished, type GlyphArrays } from "../pdfium/text-arrays.ts";

/** A page with the text that was read from its image for its own. */
export function withReadText(
  content: PageContent,
  { lines, rotationDegrees }: Pick<RecognizedText, "lines" | "rotationDegrees">,
): PageContent {
  const words = lines.flat();
  const capacity = words.reduce((sum, { text }) => sum + Array.from(text).length, 0);
  const arrays = emptyArrays(capacity);
  const angleDegrees = (360 - rotationDegrees) % 360;
  const frame = readingFrame(angleDegrees);
  const level = straightened(withBullets(lines.map((line) => line.map(boxedBy(frame.toFrame)))));
  const sizes = sizesOfType(level.map(sizeOfLine));
  for (const [index, line] of level.entries()) {
    const sizePt = sizes[index] ?? 0;
    for (const word of line.map(boxedBy(frame.toPage))) {
      addWord(arrays, word, { sizePt, angleDegrees });
    }
  }
  // The images are what was read.
  return { ...content, fonts: [READ_FONT], glyphs: finished(arrays), rules: [], shapes: [], images: [] };
}

/** A page whose unseen text is taken for seen: that of a scan which was read before. Its images are what was read. */
export function withUnseenText(content: PageContent): PageContent {
  const flags = content.glyphs.flags.map((own) => own & ~GLYPH.invisible);
  return { ...content, glyphs: { ...content.glyphs, flags }, images: [] };
}

const READ_FONT = { name: "", weight: 0, isItalic: false, isFixedPitch: false, isSerif: false };

const isUpright = (angleDegrees: number): boolean => angleDegrees % 180 === 0;

const boxedBy =
  (place: (box: ReadWord["box"]) => ReadWord["box"]) =>
  ({ text, box }: ReadWord): ReadWord => ({ text, box: place(box) });

/** Of a line whose words have one height. */
const sizeOfLine = ([word]: readonly ReadWord[]): number =>
  SIZE_PER_HEIGHT * Math.max(1, word === undefined ? 0 : word.box[3] - word.box[1]);

/** The letters of a word share its box: where each of them stands is not known. */
function addWord(
  arrays: GlyphArrays,
  { text, box: [left, top, right, bottom] }: ReadWord,
  { sizePt, angleDegrees }: { readonly sizePt: number; readonly angleDegrees: number },
): void {
  const letters = Array.from(text);
  const upright = isUpright(angleDegrees);
  const isBackward = angleDegrees === 180 || angleDegrees === 270;
  const [from, to] = upright ? [left, right] : [top, bottom];
  const step = (to - from) / Math.max(1, letters.length);
  for (const [index, letter] of letters.entries()) {
    const place = arrays.count;
    const start = isBackward ? to - (index + 1) * step : from + index * step;
    const own = upright ? [start, top, start + step, bottom] : [left, start, right, start + step];
    const [xMin = 0, yMin = 0, xMax = 0, yMax = 0] = own;
    arrays.text.push(letter);
    arrays.xMin[place] = xMin;
    arrays.yMin[place] = yMin;
    arrays.xMax[place] = xMax;
    arrays.yMax[place] = yMax;
    const [originX, originY] = originOf({ xMin, yMin, xMax, yMax }, angleDegrees);
    arrays.originX[place] = originX;
    arrays.originY[place] = originY;
    arrays.sizePt[place] = sizePt;
    arrays.angleDegrees[place] = angleDegrees;
    arrays.markedContentId[place] = -1;
    arrays.count += 1;
  }
}

/** Where the letter begins on its baseline. Angles are clockwise: at 90 the text runs down, its feet to the left. */
function originOf(
  { xMin, yMin, xMax, yMax }: { xMin: number; yMin: number; xMax: number; yMax: number },
  angleDegrees: number,
): readonly [number, number] {
  switch (angleDegrees) {
    case 90:
      return [xMax - BASELINE * (xMax - xMin), yMin];
    case 180:
      return [xMax, yMax - BASELINE * (yMax - yMin)];
    case 270:
      return [xMin + BASELINE * (xMax - xMin), yMax];
    default:
      return [xMin, yMin + BASELINE * (yMax - yMin)];
  }
}
