import type { PixelBox } from "@quire/scan";
import type { EngineBlock, EngineLine, EngineWord } from "../../library/text-engine.ts";
import { unionOf } from "./boxes.ts";

/** The text of a leader, however long it is. */
const dots = "....";

/**
 * Puts leaders that were removed before reading back into their lines, as four dots: at the end of the word that they
 * directly follow, or as a separate word. The text that they lead to joins the line, since without the dots it was
 * often taken for another column.
 */
export function withLeaders(blocks: readonly EngineBlock[], leaders: readonly PixelBox[]): readonly EngineBlock[] {
  if (leaders.length === 0) {
    return blocks;
  }
  const page = blocks.map(({ box, paragraphs }) => ({
    box,
    paragraphs: paragraphs.map(({ lines }) => ({
      lines: lines.map(({ box: around, words }) => ({ around, words: [...words] })),
    })),
  }));
  const lines = page.flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
  for (const leader of leaders) {
    joinBy(leader, lines);
  }
  return page
    .map(({ box, paragraphs }) => ({
      box,
      paragraphs: paragraphs
        .map((paragraph) => ({ lines: paragraph.lines.filter(({ words }) => words.length > 0).map(lineOf) }))
        .filter((paragraph) => paragraph.lines.length > 0),
    }))
    .filter(({ paragraphs }) => paragraphs.length > 0)
    .map(({ box, paragraphs }) => ({
      box: unionOf([box, ...paragraphs.flatMap((paragraph) => paragraph.lines.map((line) => line.box))]),
      paragraphs,
    }));
}

interface OpenLine {
  readonly around: PixelBox;
  words: EngineWord[];
}

function joinBy(leader: PixelBox, lines: readonly OpenLine[]): void {
  const beside = lines.filter(({ words }) => words.some(({ box }) => isBeside(box, leader)));
  const left = nearest(beside, (word) => leader.xMin - word.box.xMax, leader);
  if (left === undefined) {
    return;
  }
  const before = left.line.words.slice(0, left.at);
  const heightPx = left.word.box.yMax - left.word.box.yMin;
  const attached = leader.xMin - left.word.box.xMax < 0.4 * heightPx;
  const led: readonly EngineWord[] = attached
    ? [{ ...left.word, text: `${left.word.text}${dots}`, box: unionOf([left.word.box, leader]) }]
    : [left.word, { text: dots, confidence: left.word.confidence, box: leader }];
  const rest = left.line.words.slice(left.at + 1);
  const right = nearest(beside, (word) => word.box.xMin - leader.xMax, leader);
  let target: readonly EngineWord[] = [];
  if (right !== undefined && right.line !== left.line && right.word.box.xMin - leader.xMax < 4 * heightPx) {
    // A line that begins behind the leader belongs to it as a whole.
    target = right.line.words.slice(right.at);
    right.line.words = right.line.words.slice(0, right.at);
  }
  left.line.words = [...before, ...led, ...rest, ...target];
}

/** Returns whether a word stands on the line of dots. */
function isBeside(box: PixelBox, leader: PixelBox): boolean {
  const heightPx = box.yMax - box.yMin;
  const baseline = leader.yMax;
  return baseline > box.yMin + heightPx / 3 && baseline < box.yMax + heightPx / 3;
}

interface Place {
  readonly line: OpenLine;
  readonly at: number;
  readonly word: EngineWord;
}

/** Returns the word next to the leader that is nearest by `distanceOf`, but not beyond it. */
function nearest(
  lines: readonly OpenLine[],
  distanceOf: (word: EngineWord) => number,
  leader: PixelBox,
): Place | undefined {
  const tolerance = -(leader.yMax - leader.yMin) * 2;
  let place: Place | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    for (const [at, word] of line.words.entries()) {
      const distance = distanceOf(word);
      if (isBeside(word.box, leader) && distance >= tolerance && distance < least) {
        least = distance;
        place = { line, at, word };
      }
    }
  }
  return place;
}

const lineOf = ({ around, words }: OpenLine): EngineLine => ({
  box: unionOf(words.length > 0 ? words.map(({ box }) => box) : [around]),
  words,
});
