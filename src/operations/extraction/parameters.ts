import { z } from "zod";
import { documentPassword, fields } from "../../kernel/fields/fields.ts";
import { type PageSelection, requireSelection, resolvePages } from "../../kernel/pages/page-ranges.ts";
import { recognitionSchema } from "../ocr/parameters.ts";
import type { UploadedFile } from "../operation.ts";

/** The resolution at which pages are drawn to be read, in dots per inch. */
export const OCR_DPI = 300;

/** The fields of all operations that extract text. */
export const extractionFields = {
  pages: fields
    .pages({ default: "all" })
    .describe("Pages: all, first, last, odd, even, or a list such as 1-3,5; results are in the document's order."),
  ocr: fields
    .choice({ values: ["auto", "never", "force"], default: "auto" })
    .describe("Which pages are read by OCR; `never` and `force` take precedence over `enable_ocr`."),
  enable_ocr: fields
    .flag({ default: true })
    .describe("Whether pages that are images without usable text are read by OCR."),
  ocr_engine: fields
    .choice({ values: ["auto", "tesseract", "openai", "simple", "advanced", "vision"], default: "auto" })
    .describe(
      "Engine for scanned pages: `advanced` (also named `auto` and `tesseract`), `simple`, or `vision` (also named " +
        "`openai`): a model provider, which is used only if it is named here and the key has the scope `vision`.",
    ),
  language: recognitionSchema({ dpi: OCR_DPI }).shape.language,
  password: documentPassword(),
  output: fields
    .choice({ values: ["json", "file"], default: "json" })
    .describe(
      "`file` answers with the extracted content alone, as a file; so does an `Accept` header that lists only its " +
        "media type.",
    ),
} as const;

const schema = z.object(extractionFields);
export type ExtractionParameters = z.output<typeof schema>;

/**
 * Returns the selected pages in the order of the document, since what is extracted is one text.
 * @throws Failure `page_out_of_range` also when nothing is selected
 */
export function selectPages(
  file: Pick<UploadedFile, "pages">,
  { pages: list }: Pick<ExtractionParameters, "pages">,
): PageSelection {
  const selection = resolvePages(list, file.pages, { repeats: "once", maxPages: file.pages });
  const { pages, clipped } = requireSelection(selection, file.pages);
  return { pages: pages.toSorted((a, b) => a - b), clipped };
}
