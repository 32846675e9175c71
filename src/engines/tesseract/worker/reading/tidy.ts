import type { EngineBlock, EngineLine, EngineWord } from "../../library/text-engine.ts";

/**
 * Returns the blocks without what is no text: specks, rules and pictures that were taken for letters. Dot leaders,
 * which are read as any row of small letters, become four dots.
 */
export function tidied(blocks: readonly EngineBlock[]): readonly EngineBlock[] {
  return blocks
    .map((block) => ({
      box: block.box,
      paragraphs: block.paragraphs
        .map(({ lines }) => ({ lines: lines.map(tidiedLine).filter((line) => line.words.length > 0) }))
        .filter(({ lines }) => lines.length > 0),
    }))
    .filter((block) => block.paragraphs.length > 0);
}

function tidiedLine(line: EngineLine): EngineLine {
  const words = line.words.filter((word) => !isGarbage(word, line)).map(withShortLeaders);
  return { box: line.box, words };
}

const hasLetterOrDigit = /[\p{L}\p{N}]/u;
const onlyStrokes = /^[|_—–\-=~.,'‘’`´:;°·•"“”!\\/[\]{}()]+$/u;

function isGarbage({ text, confidence, box }: EngineWord, line: EngineLine): boolean {
  if (hasLetterOrDigit.test(text)) {
    return false;
  }
  const widthPx = box.xMax - box.xMin;
  const heightPx = box.yMax - box.yMin;
  // A rule next to or under text, or the frame of a table, is a line by itself or one that is far higher than wide.
  const alone = line.words.length === 1;
  const rule = onlyStrokes.test(text) && (heightPx > 8 * widthPx || (alone && widthPx > 12 * heightPx));
  return confidence < 20 || rule || (alone && confidence < 50 && onlyStrokes.test(text));
}

const leader = /[.·…]{5,}|(?:[.·…]+[cesoan_:,-]*){4,}[.·…]/gu;

function withShortLeaders(word: EngineWord): EngineWord {
  const text = word.text.replace(leader, "....");
  return text === word.text ? word : { ...word, text };
}
