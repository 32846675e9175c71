import { z } from "zod";
import type { VisionModel } from "../../../engines/vision/port.ts";
import { documentPassword, fields } from "../../../kernel/fields/fields.ts";
import { CREDITS_PER_PAGE_READ } from "../../../kernel/prices.ts";

/** The published names of the models, and the credits that a page costs for which they are asked (contract §5). */
export const MODELS = {
  "vendor-sonnet-4-20250514": { model: "accurate", creditsPerPage: CREDITS_PER_PAGE_READ.accurate },
  "vendor-haiku-4-20250514": { model: "fast", creditsPerPage: CREDITS_PER_PAGE_READ.fast },
} as const satisfies Record<string, { readonly model: VisionModel; readonly creditsPerPage: number }>;

export const visionSchema = z.object({
  output: fields
    .choice({ values: ["simple", "detailed"], default: "simple" })
    .describe("`detailed` adds the result of each page, and the model, tokens and cost."),
  format: fields
    .choice({ values: ["text", "markdown", "json"], default: "text" })
    .describe("Format of `data.text`: plain text, Markdown, or JSON of pages and blocks."),
  model: fields
    .choice({
      values: ["vendor-sonnet-4-20250514", "vendor-haiku-4-20250514"],
      default: "vendor-sonnet-4-20250514",
      aliases: {
        "claude-sonnet-4-20250514": "vendor-sonnet-4-20250514",
        "claude-haiku-4-20250514": "vendor-haiku-4-20250514",
      },
    })
    .describe(
      "`vendor-sonnet-4-20250514` is more accurate, `vendor-haiku-4-20250514` faster and cheaper; the service's " +
        "administrator chooses the provider's models behind these names.",
    ),
  language: fields
    .optionalText({ maxLength: 100 })
    .meta({ examples: ["de", "German"] })
    .describe("Hint about the language of the text for the model, in any words."),
  pages: fields
    .pages({ default: "all" })
    .describe("Pages to read: all, first, last, odd, even, or a list such as 1-3,5."),
  prompt: fields
    .optionalText({ maxLength: 2000 })
    .meta({ examples: ["Leave out the stamps."] })
    .describe("Additional instructions for the model on how to transcribe."),
  password: documentPassword(),
});

export type VisionParameters = z.output<typeof visionSchema>;
