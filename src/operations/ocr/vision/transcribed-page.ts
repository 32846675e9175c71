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

/** The schema of all that is known of a page that is done, as it is kept, so that no provider is asked for it again. */
export const transcribedPage = z.object({
  text: z.string(),
  blocks: z.array(block).readonly().exactOptional(),
  language: z.string().nullable(),
  isDoubted: z.boolean(),
  /** The use of the model; null: no model was asked. */
  use: use.nullable(),
  /** The size of the picture that was shown to the model. */
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

/** Returns the charge for a page: nothing where no provider was asked. */
export const creditsFor = (
  { use: used }: Pick<TranscribedPage, "use">,
  { creditsPerPage }: Pick<TranscriptStyle, "creditsPerPage">,
): number => (used === null ? 0 : creditsPerPage);

/** Returns the answer's content for the page. A model reports no confidence, and no boxes. */
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
