import { z } from "zod";
import { countWords } from "../../../kernel/word-count.ts";
import { roundTo } from "../elements.ts";
import type { AnswerPage } from "../page-outcome.ts";
import { transcriptBlocks } from "./transcript-blocks.ts";

const block = z.object({
  type: z.enum(["heading", "paragraph", "list", "table", "code", "other"]),
  text: z.string(),
});

const use = z.object({
  tokens: z.object({ input: z.number(), output: z.number() }),
  costUsd: z.number().nullable(),
  calls: z.number(),
});

/** All that is known of a page that has been dealt with: what is kept of it, so that nobody is asked for it again. */
export const transcribedPage = z.object({
  text: z.string(),
  blocks: z.array(block).readonly().exactOptional(),
  language: z.string().nullable(),
  isDoubted: z.boolean(),
  /** Null: nobody was asked. */
  use: use.nullable(),
  /** Of the picture that the model was shown. */
  widthPx: z.number(),
  heightPx: z.number(),
  dpi: z.number().nullable(),
  rotationDegrees: z.literal([0, 90, 180, 270]),
});

export type TranscribedPage = z.output<typeof transcribedPage>;

export interface TranscriptStyle {
  readonly format: "text" | "markdown" | "json";
  readonly creditsPerPage: number;
}

/** What is charged for a page: nothing where no provider was asked. */
export const creditsFor = (
  { use: used }: Pick<TranscribedPage, "use">,
  { creditsPerPage }: Pick<TranscriptStyle, "creditsPerPage">,
): number => (used === null ? 0 : creditsPerPage);

/** What an answer says of the page. A model tells no confidence, and no boxes. */
export function answerPage(pageNumber: number, page: TranscribedPage, style: TranscriptStyle): AnswerPage {
  const { widthPx, heightPx, language, isDoubted, rotationDegrees } = page;
  const dpi = page.dpi === null ? null : roundTo(page.dpi, 2);
  const size = { width: widthPx, height: heightPx };
  const blocks = transcriptBlocks(page, style.format);
  const text = style.format === "json" ? JSON.stringify({ page_number: pageNumber, blocks }) : page.text;
  return {
    pageNumber,
    text,
    wordCount: countWords(page.text.replace(/\[illegible\]/gi, " ")),
    confidence: { sum: 0, weight: 0 },
    words: [],
    dimensions: { page_number: pageNumber, ...size, dpi },
    dpi,
    languages: language === null ? [] : [language],
    remarks: isDoubted ? ["vision_doubted"] : [],
    credits: creditsFor(page, style),
    result: () => ({
      page_number: pageNumber,
      dimensions: size,
      text,
      confidence: null,
      rotation: rotationDegrees,
      language,
      blocks,
      ...(isDoubted && { doubted: true }),
    }),
  };
}
