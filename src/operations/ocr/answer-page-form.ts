import { z } from "zod";
import type { PageForm } from "./kept-outcome.ts";
import type { AnswerPage } from "./page-outcome.ts";

const anyObject = z.custom<object>((value) => typeof value === "object" && value !== null);

const keptPage = z.object({
  text: z.string(),
  wordCount: z.int().min(0),
  confidence: z.object({ sum: z.number(), weight: z.number() }),
  words: z.array(anyObject),
  dimensions: anyObject,
  dpi: z.number().nullable(),
  languages: z.array(z.string()),
  remarks: z.array(z.enum(["dpi_reduced", "vision_doubted", "enhance_rejected", "enhance_failed"])),
  credits: z.int().min(0),
  result: anyObject.nullable(),
});

/** Returns the form of a page of an answer, with its element of `data.page_results` where the answer has these. */
export const answerPageForm = ({ isDetailed }: { readonly isDetailed: boolean }): PageForm<AnswerPage> => ({
  kept: ({ result, ...page }) => ({ ...page, result: isDetailed ? result() : null }),
  restored(pageNumber, value) {
    const parsed = keptPage.safeParse(value);
    if (!parsed.success || (isDetailed && parsed.data.result === null)) {
      return undefined;
    }
    const { result, ...page } = parsed.data;
    return { ...page, pageNumber, result: () => result ?? {} };
  },
});
