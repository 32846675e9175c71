import type { PixelBox } from "@quire/scan";
import { Blocks } from "./blocks.ts";
import type { EngineBlock } from "./text-engine.ts";

/** The number of a level in Tesseract's tab-separated values; 1 is the page. */
const BLOCK = 2;
const PARAGRAPH = 3;
const LINE = 4;
const WORD = 5;

/**
 * Reads the output of `TessBaseAPIGetTsvText`: lines of level, five numbers of page, block, paragraph, line and word,
 * left, top, width, height, confidence and text. Each thing comes before its parts.
 */
export function blocksOfTsv(tsv: string): readonly EngineBlock[] {
  const blocks = new Blocks();
  for (const row of tsv.split("\n")) {
    const [level, , , , , , left, top, width, height, confidence, text = ""] = row.split("\t");
    const box = boxOf(Number(left), Number(top), Number(width), Number(height));
    switch (Number(level)) {
      case BLOCK:
        blocks.beginBlock(box);
        break;
      case PARAGRAPH:
        blocks.beginParagraph();
        break;
      case LINE:
        blocks.beginLine(box);
        break;
      case WORD:
        blocks.addWord({ text, confidence: Number(confidence), box });
        break;
      default:
        break;
    }
  }
  return blocks.written();
}

const boxOf = (left: number, top: number, width: number, height: number): PixelBox => ({
  xMin: left,
  yMin: top,
  xMax: left + width,
  yMax: top + height,
});
