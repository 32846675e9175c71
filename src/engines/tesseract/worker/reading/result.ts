import { type Affine, type GreyImage, mapBox, type PixelBox } from "@quire/scan";
import type { EngineBlock, EngineLine, EngineWord } from "../../library/text-engine.ts";
import type { RecognizedBlock, RecognizedLine } from "../../port.ts";

/** Returns the mean confidence of all words, weighted by their length: 0 to 100, and 100 where there are none. */
export function confidenceOf(blocks: readonly EngineBlock[]): number {
  let sum = 0;
  let count = 0;
  for (const word of wordsOf(blocks)) {
    sum += word.confidence * word.text.length;
    count += word.text.length;
  }
  return count === 0 ? 100 : sum / count;
}

/**
 * Returns what a reading is worth compared with another of the same page: characters weighted by their confidence,
 * guesses not at all.
 */
export function worthOf(blocks: readonly EngineBlock[]): number {
  let sum = 0;
  for (const { text, confidence } of wordsOf(blocks)) {
    sum += text.length * Math.max(0, confidence - 40);
  }
  return sum;
}

export function* wordsOf(blocks: readonly EngineBlock[]): Generator<EngineWord> {
  for (const block of blocks) {
    for (const paragraph of block.paragraphs) {
      for (const line of paragraph.lines) {
        yield* line.words;
      }
    }
  }
}

/** Returns the blocks with all their boxes as `place` has them. */
export const placed = (blocks: readonly EngineBlock[], place: (box: PixelBox) => PixelBox): readonly EngineBlock[] =>
  changed(blocks, place, (word) => ({ ...word, box: place(word.box) }));

/** Returns the blocks with each word as `change` has it. */
export const withWords = (
  blocks: readonly EngineBlock[],
  change: (word: EngineWord) => EngineWord,
): readonly EngineBlock[] => changed(blocks, (box) => box, change);

const changed = (
  blocks: readonly EngineBlock[],
  place: (box: PixelBox) => PixelBox,
  change: (word: EngineWord) => EngineWord,
): readonly EngineBlock[] =>
  blocks.map((block) => ({
    box: place(block.box),
    paragraphs: block.paragraphs.map(({ lines }) => ({
      lines: lines.map((line) => ({ box: place(line.box), words: line.words.map(change) })),
    })),
  }));

/** Returns the blocks with their boxes transformed and cut to the image. */
export function toPage(
  blocks: readonly EngineBlock[],
  transform: Affine,
  image: GreyImage,
): readonly RecognizedBlock[] {
  const place = (box: PixelBox): PixelBox => within(mapBox(transform, box), image);
  const line = (found: EngineLine): RecognizedLine => ({
    box: place(found.box),
    words: found.words.map((word) => ({
      text: word.text,
      confidence: Math.min(1, Math.max(0, word.confidence / 100)),
      box: place(word.box),
    })),
  });
  return blocks.map((block) => ({
    box: place(block.box),
    paragraphs: block.paragraphs.map((paragraph) => ({ lines: paragraph.lines.map(line) })),
  }));
}

function within(box: PixelBox, { widthPx, heightPx }: GreyImage): PixelBox {
  const xMin = Math.min(widthPx - 1, Math.max(0, Math.round(box.xMin)));
  const yMin = Math.min(heightPx - 1, Math.max(0, Math.round(box.yMin)));
  return {
    xMin,
    yMin,
    xMax: Math.min(widthPx, Math.max(xMin + 1, Math.round(box.xMax))),
    yMax: Math.min(heightPx, Math.max(yMin + 1, Math.round(box.yMax))),
  };
}
