import { z } from "zod";
import type { CorrectJob, Transcriber } from "../../engines/vision/port.ts";
import { Failure } from "../../kernel/failure.ts";
import { CREDITS_PER_PAGE_ENHANCED } from "../../kernel/prices.ts";
import type { Claimant } from "../../kernel/timing/semaphore.ts";
import { countWords } from "../../kernel/word-count.ts";
import type { Context } from "../operation.ts";
import { fromCheckpoints } from "./from-checkpoints.ts";
import type { AnswerPage, Remark } from "./page-outcome.ts";
import type { RecognitionParameters } from "./parameters.ts";
import { isOfAllPages } from "./provider-failures.ts";

/* The clean-up of text that an OCR engine read, by the configured model (contract §7, `enhance`). */

export interface Enhancer {
  readonly pagesAtOnce: number;
  /** Corrects the page's text; its words, boxes and blocks stay as they are read. */
  enhance(page: AnswerPage, claimant: Claimant): Promise<AnswerPage>;
}

type EnhancementOptions = Pick<RecognitionParameters, "enhance" | "format">;

/**
 * Returns the format in which text can be enhanced; undefined when it cannot: JSON holds positions, which a model is
 * not to change.
 */
export const enhancedFormat = ({ enhance, format }: EnhancementOptions): CorrectJob["format"] | undefined =>
  enhance && format !== "json" ? format : undefined;

/** Creates an enhancer; undefined where nothing can be enhanced. */
export function createEnhancer(
  options: EnhancementOptions,
  { engines, checkpoints, isTest }: Context,
): Enhancer | undefined {
  const { transcriber } = engines;
  const format = enhancedFormat(options);
  if (format === undefined || isTest || transcriber.unavailable() !== undefined) {
    return undefined;
  }
  let hasEnded = false;
  return {
    pagesAtOnce: transcriber.pagesAtOnce,
    async enhance(page, claimant) {
      if (page.text.trim() === "") {
        return page;
      }
      const part = { name: `enhance-${page.pageNumber}`, schema: keptText, creditsFor };
      try {
        const { text } = await fromCheckpoints(checkpoints, part, () => {
          if (hasEnded) {
            throw new NotEnhanced();
          }
          return correct(transcriber, { model: "fast", format, text: page.text, ...claimant });
        });
        return text === null ? remarked(page, "enhance_rejected") : enhanced(page, text);
      } catch (error) {
        if (!(error instanceof NotEnhanced)) {
          throw error;
        }
        hasEnded ||= error.isOfAllPages;
        return remarked(page, "enhance_failed");
      }
    },
  };
}

/** The corrected text as it is kept; null: the model's text was rejected. */
const keptText = z.object({ text: z.string().nullable() });

const creditsFor = ({ text }: z.output<typeof keptText>): number => (text === null ? 0 : CREDITS_PER_PAGE_ENHANCED);

class NotEnhanced extends Error {
  readonly isOfAllPages: boolean;

  constructor(options: { readonly cause?: unknown; readonly isOfAllPages?: boolean } = {}) {
    super("The text was not enhanced.", { cause: options.cause });
    this.isOfAllPages = options.isOfAllPages ?? false;
  }
}

/**
 * Asks the model for the corrected text.
 * @throws NotEnhanced for any failure; the signal's reason
 */
async function correct(transcriber: Transcriber, job: CorrectJob): Promise<z.output<typeof keptText>> {
  try {
    const { text = null } = await transcriber.correct(job);
    return { text };
  } catch (failure) {
    job.signal.throwIfAborted();
    if (failure instanceof Failure) {
      throw new NotEnhanced({ cause: failure, isOfAllPages: isOfAllPages(failure) });
    }
    throw failure;
  }
}

const enhanced = (page: AnswerPage, text: string): AnswerPage => ({
  ...page,
  text,
  wordCount: countWords(text),
  credits: page.credits + CREDITS_PER_PAGE_ENHANCED,
  result: () => ({ ...page.result(), text }),
});

const remarked = (page: AnswerPage, remark: Remark): AnswerPage => ({ ...page, remarks: [...page.remarks, remark] });
