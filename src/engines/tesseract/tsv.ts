import type { PixelBox } from "@quire/scan";
import type { EngineBlock, EngineLine, EngineWord } from "./text-engine.ts";

/** A level of Tesseract's tab-separated values; 1 is the page. */
const BLOCK = 2;
const PARAGRAPH = 3;
const LINE = 4;
const WORD = 5;

/**
 * Reads what `TessBaseAPIGetTsvText` tells: lines of level, five numbers of page, block, paragraph, line and word, left,
 * top, width, height, confidence and text. Each thing stands before its parts. Pictures and rules are blocks too, with a
 * word of nothing but blanks; they are left out.
 */
export function blocksOfTsv(tsv: string): readonly EngineBlock[] {
  const blocks: { box: PixelBox; paragraphs: { lines: { box: PixelBox; words: EngineWord[] }[] }[] }[] = [];
  for (const row of tsv.split("\n")) {
    const [level, , , , , , left, top, width, height, confidence, text = ""] = row.split("\t");
    const box = boxOf(Number(left), Number(top), Number(width), Number(height));
    switch (Number(level)) {
      case BLOCK:
        blocks.push({ box, paragraphs: [] });
        break;
      case PARAGRAPH:
        blocks.at(-1)?.paragraphs.push({ lines: [] });
        break;
      case LINE:
        blocks.at(-1)?.paragraphs.at(-1)?.lines.push({ box, words: [] });
        break;
      case WORD:
        if (text.trim() !== "") {
          const word = { text, confidence: Math.min(100, Math.max(0, Number(confidence))), box };
          blocks.at(-1)?.paragraphs.at(-1)?.lines.at(-1)?.words.push(word);
        }
        break;
      default:
        break;
    }
  }
  return blocks.flatMap(({ box, paragraphs }) => {
    const written = paragraphs.map(({ lines }) => ({ lines: lines.filter(hasWords) })).filter(hasLines);
    return written.length === 0 ? [] : [{ box, paragraphs: written }];
  });
}

const hasWords = ({ words }: EngineLine): boolean => words.length > 0;
const hasLines = ({ lines }: { readonly lines: readonly EngineLine[] }): boolean => lines.length > 0;

const boxOf = (left: number, top: number, width: number, height: number): PixelBox => ({
  xMin: left,
  yMin: top,
  xMax: left + width,
  yMax: top + height,
});
