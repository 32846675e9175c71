import type { RecognizedPage, RecognizedWord, TextBox } from "../../engines/tesseract/port.ts";
import type { Compatibility } from "../../kernel/compatibility.ts";
import { countWords } from "../../kernel/word-count.ts";
import { toMarkdown } from "./markdown.ts";
import type { AnswerPage } from "./page-outcome.ts";
import { confidenceSum, meanConfidence, pageText, wordsOf } from "./page-text.ts";
import type { RecognitionParameters } from "./parameters.ts";
import { type TextBlock, textBlocks } from "./text-blocks.ts";

/* The elements of an answer for a page and its words, in the published interface's shapes (contract §7, OCR). */

export interface ElementStyle {
  readonly format: RecognitionParameters["format"];
  readonly hasBoxes: boolean;
  readonly compatibility: Compatibility;
  readonly creditsPerPage: number;
}

export function recognizedPage(
  pageNumber: number,
  { page, isReduced }: { readonly page: RecognizedPage; readonly isReduced: boolean },
  style: ElementStyle,
): AnswerPage {
  const blocks = textBlocks(page);
  const recognized = wordsOf(page);
  const confidence = confidenceSum(recognized);
  const text = formattedText(blocks, { page, pageNumber, format: style.format });
  const words = style.hasBoxes ? recognized.map((word) => wordElement(word, { pageNumber, page, style })) : [];
  return {
    pageNumber,
    text,
    wordCount: countWords(pageText(page)),
    confidence,
    words,
    dimensions: dimensionsElement(pageNumber, page),
    dpi: page.dpi,
    languages: page.languages,
    remarks: isReduced ? ["dpi_reduced"] : [],
    credits: style.creditsPerPage,
    result: () => ({
      page_number: pageNumber,
      dimensions: { width: page.widthPx, height: page.heightPx },
      text,
      confidence: confidenceOf(meanConfidence(confidence), style.compatibility),
      rotation: page.rotationDegrees,
      language: page.languages.join("+"),
      ...(style.hasBoxes && { words }),
      blocks: blocks.map((block) => ({
        ...plainBlock(block),
        ...(style.hasBoxes && { bbox: boxElement(block.box, page) }),
      })),
    }),
  };
}

const dimensionsElement = (pageNumber: number, { widthPx, heightPx, dpi }: RecognizedPage): object => ({
  page_number: pageNumber,
  width: widthPx,
  height: heightPx,
  dpi: roundTo(dpi, 2),
});

/** Returns a fraction as a confidence from 0 to 1, or to 100. */
export const confidenceOf = (fraction: number | null, { confidence }: Compatibility): number | null =>
  fraction === null ? null : confidence === "percent" ? roundTo(100 * fraction, 2) : roundTo(fraction, 4);

export const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits));

function formattedText(
  blocks: readonly TextBlock[],
  { page, pageNumber, format }: { page: RecognizedPage; pageNumber: number; format: RecognitionParameters["format"] },
): string {
  switch (format) {
    case "text":
      return pageText(page);
    case "markdown":
      return toMarkdown(blocks);
    case "json":
      return JSON.stringify({ page_number: pageNumber, blocks: blocks.map(plainBlock) });
  }
}

const plainBlock = ({ type, lines }: TextBlock): object => ({ type, text: lines.join("\n") });

interface WordPlace {
  readonly pageNumber: number;
  readonly page: RecognizedPage;
  readonly style: ElementStyle;
}

const wordElement = ({ text, confidence, box }: RecognizedWord, { pageNumber, page, style }: WordPlace): object => ({
  text,
  confidence: confidenceOf(confidence, style.compatibility),
  page_number: pageNumber,
  bbox: boxElement(box, page),
});

/** Returns a box in whole pixels within the page's image, origin top left. */
const boxElement = ({ xMin, yMin, xMax, yMax }: TextBox, { widthPx, heightPx }: RecognizedPage): object => ({
  x_min: within(xMin, widthPx),
  y_min: within(yMin, heightPx),
  x_max: within(xMax, widthPx),
  y_max: within(yMax, heightPx),
});

const within = (value: number, max: number): number => Math.min(Math.max(Math.round(value), 0), max);
