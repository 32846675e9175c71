import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { FONT_FAMILIES, TEXT_ALIGNMENTS } from "../../engines/documents/port.ts";
import { fields } from "../../kernel/fields/fields.ts";
import { pageBlock, pageBlockAliases, requirePageBlock } from "../../kernel/pages/page-block.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { contentOperation, SYNC_BODY_BYTES } from "../operation.ts";
import { resultFilename } from "../output-filename.ts";
import { givenText } from "../printing/given-text.ts";
import { printComposed } from "../printing/print-composed.ts";
import { printedPrice } from "../printing/printed-price.ts";

const tariff = printedPrice(1);
const FILENAME = "document.pdf";

const parameters = z
  .object({
    font_family: fields
      .choice({ values: FONT_FAMILIES, default: "sans" })
      .describe("The kind of font; a character that it lacks is set in another font."),
    font_size: fields.number({ min: 6, max: 72, default: 11 }).describe("Size of the font in points."),
    font_color: fields.colour({ default: "#000000" }).describe("Colour of the text, `#RRGGBB` or `#RGB`."),
    line_height: fields
      .number({ min: 0.8, max: 3, default: 1.4 })
      .describe("Line height, as a multiple of the font size."),
    alignment: fields
      .choice({ values: TEXT_ALIGNMENTS, default: "left" })
      .describe("Alignment of lines; `left` means right for lines of right-to-left text."),
    tab_size: fields
      .integer({ min: 1, max: 16, default: 4 })
      .describe("Number of spaces from one tab stop to the next."),
    ...pageBlock({ filename: FILENAME }),
  })
  .check(({ value, issues }) => requirePageBlock(value, { issues }));

export const textToPdf = contentOperation({
  name: "text-to-pdf",
  operationId: "convert_text_to_pdf",
  path: "/api/v1/convert/text-to-pdf",
  scope: "convert",
  workClass: "browser",
  summary: "Print plain text as a PDF",
  description:
    "Sets the text as it is, in any script: its lines, blank lines, spaces and tabs. Long lines go on in the next, a " +
    "form feed begins a page, and each line has the direction of its own first letter. Control characters are left " +
    "out.",
  produces: ["application/pdf"],
  aliases: pageBlockAliases,
  parameters,
  content: {
    sources: {
      text: { kind: "text", mediaType: "text/plain", description: "The text; not empty." },
      file: {
        kind: "file",
        accepts: ["text/plain"],
        description: "The text as a file: in UTF-8, in UTF-16 with a byte order mark, or else in Windows-1252.",
      },
    },
  },
  syncBodyBytes: SYNC_BODY_BYTES,
  example: { text: "Dear reader,\n\nthis is a letter.\n", font_family: "serif", show_page_numbers: true },

  ...tariff.statement,
  quote(content) {
    // An empty text is reported before anything is held.
    givenText(content);
    return tariff.base;
  },
  resultName: (_, given) => resultFilename(given, FILENAME),

  async run(content, given, context) {
    const outputDirectory = join(context.workspace, "sections");
    await mkdir(outputDirectory);
    const composed = await context.engines.composer.text({
      input: givenText(content).path,
      style: {
        fontFamily: given.font_family,
        fontSizePt: given.font_size,
        color: given.font_color,
        lineHeight: given.line_height,
        alignment: given.alignment,
        tabSize: given.tab_size,
        language: given.language,
      },
      outputDirectory,
      maxBytes: context.limits.archiveBytes,
      ...workOf(context),
    });
    return printComposed(composed, { page: given, filename: FILENAME, hasOutline: false }, context);
  },
});
