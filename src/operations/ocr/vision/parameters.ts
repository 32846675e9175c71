import { z } from "zod";
import type { VisionModel } from "../../../engines/vision/port.ts";
import { documentPassword, fields } from "../../../kernel/fields.ts";
import { CREDITS_PER_PAGE_READ } from "../../../kernel/prices.ts";

/** The published names of the models, and the credits that a page costs for which they are asked (contract §5). */
export const MODELS = {
  "vendor-sonnet-4-20250514": { model: "accurate", creditsPerPage: CREDITS_PER_PAGE_READ.accurate },
  "vendor-haiku-4-20250514": { model: "fast", creditsPerPage: CREDITS_PER_PAGE_READ.fast },
} as const satisfies Record<string, { readonly model: VisionModel; readonly creditsPerPage: number }>;

export const visionSchema = z.object({
  output: fields
    .choice({ values: ["simple", "detailed"], default: "simple" })
    .describe("`detailed` adds what was found page by page, and what it took."),
  format: fields
    .choice({ values: ["text", "markdown", "json"], default: "text" })
    .describe("What `data.text` holds: plain text, Markdown, or JSON of pages and blocks."),
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
        "administrator says which models of which provider they are.",
    ),
  language: fields
    .optionalText({ maxLength: 100 })
    .meta({ examples: ["de", "German"] })
    .describe("What the model is told of the text's language, in any words."),
  pages: fields
    .pages({ default: "all" })
    .describe("Pages to read: all, first, last, odd, even, or a list such as 1-3,5."),
  prompt: fields
    .optionalText({ maxLength: 2000 })
    .meta({ examples: ["Leave out the stamps."] })
    .describe("What else the model is told of how to transcribe."),
  password: documentPassword(),
});

export type VisionParameters = z.output<typeof visionSchema>;
