import { z } from "zod";
import type { Engines } from "../../engines/engines.ts";
import type { RecognizeJob } from "../../engines/tesseract/port.ts";
import { type Fault, InvalidContent } from "../../kernel/faults.ts";
import { documentPassword, fields } from "../../kernel/fields/fields.ts";
import { isScript, parseLanguages } from "../../kernel/languages.ts";

const DEFAULT_LANGUAGE = "eng";

/**
 * Makes the schema of the parameters of text recognition; `dpi` is the default resolution at which PDF pages are drawn.
 */
export const recognitionSchema = ({ dpi }: { readonly dpi: number }) =>
  z.object({
    output: fields
      .choice({ values: ["simple", "detailed"], default: "simple" })
      .describe("`detailed` adds the result of each page, and how it was read."),
    format: fields
      .choice({ values: ["text", "markdown", "json"], default: "text" })
      .describe("Format of `data.text`: plain text, Markdown, or JSON of pages and blocks."),
    enhance: fields
      .flag({ default: false })
      .describe(
        "Whether the configured model corrects misread words in text and Markdown; without a model the text stays as " +
          "it is. The key needs the scope `vision`.",
      ),
    language: fields
      .optionalText({ maxLength: 200 })
      .transform((given) => given ?? DEFAULT_LANGUAGE)
      .meta({ default: DEFAULT_LANGUAGE, examples: [DEFAULT_LANGUAGE, "deu+eng", "fr", "auto"] })
      .describe(
        "Languages of the text, joined by `+` or commas, as `/api/v1/ocr/languages` lists them or in two letters; " +
          "`auto`: those of the installed ones that each page appears to be in.",
      ),
    pages: fields
      .pages({ default: "all" })
      .describe("Pages to read: all, first, last, odd, even, or a list such as 1-3,5."),
    dpi: fields
      .integer({ min: 72, max: 600, default: dpi })
      .describe("Resolution at which PDF pages are rendered, in dots per inch; images are read as they are."),
    deskew: fields.flag({ default: true }).describe("Whether sloping lines are levelled before reading."),
    denoise: fields
      .flag({ default: false })
      .describe("Whether noise is always removed; else only on pages with much noise."),
    auto_rotate: fields
      .flag({ default: true })
      .describe("Whether pages that lie on their side or upside down are turned."),
    password: documentPassword(),
  });

export type RecognitionParameters = z.output<ReturnType<typeof recognitionSchema>>;

/** Returns the fault of languages as they were sent, given those that are installed. */
export function languageFault(value: string, { recognizer }: Engines): Fault | undefined {
  const installed = recognizer.languages();
  // Without any language no parameter is wrong: the engine is missing.
  const parsed = installed.length === 0 ? { value: "auto" } : parseLanguages(value, installed);
  return "fault" in parsed ? parsed.fault : undefined;
}

/**
 * Returns the languages to read.
 * @throws InvalidContent for a language that has been uninstalled since it was asked for
 */
export function languagesOf(
  { language }: Pick<RecognitionParameters, "language">,
  { recognizer }: Engines,
): RecognizeJob["languages"] {
  const installed = recognizer.languages();
  const first = installed.find((code) => !isScript(code)) ?? installed[0];
  if (first === undefined) {
    return [DEFAULT_LANGUAGE];
  }
  if (language === DEFAULT_LANGUAGE && !installed.includes(DEFAULT_LANGUAGE)) {
    return [first];
  }
  const parsed = parseLanguages(language, installed);
  if ("fault" in parsed) {
    throw new InvalidContent([{ fault: parsed.fault, path: ["language"] }]);
  }
  return parsed.value;
}
