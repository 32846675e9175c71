import type { PixelBox } from "@quire/scan";
import type { EngineBlock, EngineLine, EngineWord } from "../../library/text-engine.ts";

/** Returns the box around boxes, of which there is at least one. */
export function unionOf(boxes: readonly PixelBox[]): PixelBox {
  return {
    xMin: boxes.reduce((least, { xMin }) => Math.min(least, xMin), Number.POSITIVE_INFINITY),
    yMin: boxes.reduce((least, { yMin }) => Math.min(least, yMin), Number.POSITIVE_INFINITY),
    xMax: boxes.reduce((most, { xMax }) => Math.max(most, xMax), Number.NEGATIVE_INFINITY),
    yMax: boxes.reduce((most, { yMax }) => Math.max(most, yMax), Number.NEGATIVE_INFINITY),
  };
}

/** Returns a line of words, of which there is at least one. */
export const lineOf = (words: readonly EngineWord[]): EngineLine => ({
  box: unionOf(words.map(({ box }) => box)),
  words,
});

/** Returns a block of paragraphs without those that have no lines; undefined where none is left. */
export function blockOf(paragraphs: EngineBlock["paragraphs"]): EngineBlock | undefined {
  const written = paragraphs.filter(({ lines }) => lines.length > 0);
  const boxes = written.flatMap(({ lines }) => lines.map(({ box }) => box));
  return boxes.length === 0 ? undefined : { box: unionOf(boxes), paragraphs: written };
}

export const linesOfBlock = ({ paragraphs }: EngineBlock): readonly EngineLine[] =>
  paragraphs.flatMap(({ lines }) => lines);

export const heightOf = ({ yMin, yMax }: PixelBox): number => yMax - yMin;

/** Returns the median, the upper one of two; 0 where there are no values. */
export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
