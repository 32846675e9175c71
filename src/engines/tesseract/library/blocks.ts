import type { PixelBox } from "@quire/scan";
import type { EngineBlock, EngineLine, EngineWord } from "./text-engine.ts";

interface OpenBlock {
  readonly box: PixelBox;
  readonly paragraphs: { readonly lines: { readonly box: PixelBox; readonly words: EngineWord[] }[] }[];
}

/** Collects blocks as Tesseract lists them: each thing before its parts. */
export class Blocks {
  readonly #blocks: OpenBlock[] = [];

  beginBlock(box: PixelBox): void {
    this.#blocks.push({ box, paragraphs: [] });
  }

  beginParagraph(): void {
    this.#blocks.at(-1)?.paragraphs.push({ lines: [] });
  }

  beginLine(box: PixelBox): void {
    this.#blocks.at(-1)?.paragraphs.at(-1)?.lines.push({ box, words: [] });
  }

  /**
   * Adds a word, with its confidence limited to 0 to 100. Pictures and rules are blocks too, with a word of nothing but
   * blanks, which is ignored.
   */
  addWord(word: EngineWord): void {
    if (word.text.trim() !== "") {
      const confidence = Math.min(100, Math.max(0, word.confidence));
      this.#blocks
        .at(-1)
        ?.paragraphs.at(-1)
        ?.lines.at(-1)
        ?.words.push({ ...word, confidence });
    }
  }

  /** Returns the blocks that have words, without lines and paragraphs that have none. */
  written(): readonly EngineBlock[] {
    return this.#blocks.flatMap(({ box, paragraphs }) => {
      const written = paragraphs.map(({ lines }) => ({ lines: lines.filter(hasWords) })).filter(hasLines);
      return written.length === 0 ? [] : [{ box, paragraphs: written }];
    });
  }
}

const hasWords = ({ words }: EngineLine): boolean => words.length > 0;
const hasLines = ({ lines }: { readonly lines: readonly EngineLine[] }): boolean => lines.length > 0;
