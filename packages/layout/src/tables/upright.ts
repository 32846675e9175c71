import type { Box, PageContent } from "../content.ts";
import { type Rotation, turning, turningBack } from "../geometry/turning.ts";
import type { PageLines, Word } from "../words.ts";
import type { PlacedWord } from "./found-table.ts";

export const ROTATIONS: readonly Rotation[] = [0, 90, 180, 270];

/** A page turned so that the lines of one rotation read from left to right, downward. */
export interface UprightPage {
  readonly rotation: Rotation;
  readonly widthPt: number;
  readonly heightPt: number;
  /** All words of the rotation; `lines` has the same words by lines. */
  readonly words: readonly PlacedWord[];
  readonly lines: readonly (readonly PlacedWord[])[];
  /** The words of other rotations, such as labels that stand upright in the cells of a table. */
  readonly turned: readonly PlacedWord[];
  /** Turns a box into the coordinates of this page. */
  readonly placed: (box: Box) => Box;
  /** Turns a box of this page into those of the page as it is. */
  readonly asSeen: (box: Box) => Box;
}

export function uprightPage(page: PageLines, rotation: Rotation): UprightPage {
  const { content } = page;
  const isSideways = rotation === 90 || rotation === 270;
  const placed = turning(content, rotation);
  const lines: PlacedWord[][] = [];
  const turned: PlacedWord[] = [];
  let order = 0;
  for (const line of page.lines) {
    const isOwn = line.rotation === rotation;
    const words: PlacedWord[] = [];
    for (const word of line.words) {
      const box = rotation === 0 ? word : placed(word);
      const { xMin, yMin, xMax, yMax } = box;
      const baselineY = isOwn ? baselineOf(content, { word, rotation }) : yMax;
      (isOwn ? words : turned).push({ word, baselineY, sizePt: word.sizePt, order: order++, xMin, yMin, xMax, yMax });
    }
    lines.push(words);
  }
  return {
    rotation,
    widthPt: isSideways ? content.heightPt : content.widthPt,
    heightPt: isSideways ? content.widthPt : content.heightPt,
    words: lines.flat(),
    lines,
    turned,
    placed,
    asSeen: turningBack(content, rotation),
  };
}

function baselineOf(content: PageContent, { word, rotation }: { word: Word; rotation: Rotation }): number {
  if (rotation === 0) {
    return word.baselineY;
  }
  const first = word.glyphs[0] ?? 0;
  const x = content.glyphs.originX[first] ?? word.xMin;
  const y = content.glyphs.originY[first] ?? word.yMax;
  return turning(content, rotation)({ xMin: x, yMin: y, xMax: x, yMax: y }).yMax;
}
