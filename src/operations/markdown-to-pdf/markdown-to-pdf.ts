import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { CODE_THEMES, type ComposedDocument, DEFAULT_THEME, MARKDOWN_THEMES } from "../../engines/documents/port.ts";
import { fields } from "../../kernel/fields/fields.ts";
import {
  AUTHORED_MARGIN_PT,
  marginsOf,
  pageBlock,
  pageBlockAliases,
  requirePageBlock,
  sizeOf,
} from "../../kernel/pages/page-block.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { type ContentFile, type Context, contentOperation, SYNC_BODY_BYTES } from "../operation.ts";
import { resultFilename } from "../output-filename.ts";
import { givenText } from "../printing/given-text.ts";
import { printComposed } from "../printing/print-composed.ts";
import { printedPrice } from "../printing/printed-price.ts";

const tariff = printedPrice(1);
const FILENAME = "document.pdf";

const parameters = z
  .object({
    theme: fields
      .choice({ values: MARKDOWN_THEMES, default: DEFAULT_THEME })
      .describe("How the document looks; `none` leaves that to `css`."),
    code_theme: fields
      .optionalFormChoice({ values: CODE_THEMES })
      .describe("Colours of code blocks: the name of a Shiki theme, such as `nord`. Absent: those of `theme`."),
    css: fields.optionalText().describe("Style sheet that is added after all others; it cannot use `@import`."),
    toc: fields.flag({ default: false }).describe("Whether a table of contents with page numbers comes first."),
    math: fields.flag({ default: true }).describe("Whether `$…$` and `$$…$$` are formulas, in TeX notation."),
    mermaid: fields.flag({ default: false }).describe("Whether blocks of `mermaid` are drawn as diagrams."),
    front_matter: fields
      .flag({ default: true })
      .describe("Whether YAML between lines of `---` at the beginning sets title, author and language."),
    ...pageBlock({ filename: FILENAME, marginPt: AUTHORED_MARGIN_PT }),
  })
  .check(({ value, issues }) => requirePageBlock({ ...value, defaultMarginPt: AUTHORED_MARGIN_PT }, { issues }));

type Parameters = z.output<typeof parameters>;

export const markdownToPdf = contentOperation({
  name: "markdown-to-pdf",
  operationId: "convert_markdown_to_pdf",
  path: "/api/v1/convert/markdown-to-pdf",
  scope: "convert",
  workClass: "browser",
  summary: "Print Markdown as a PDF",
  description:
    "Prints CommonMark with tables, strikethrough, task lists, autolinks, footnotes, alerts, highlighted code and " +
    "formulas. HTML is kept if it only marks up text; scripts never run. Other files of the form are images, by " +
    "their " +
    "file names; images on the web are fetched if their addresses are public. Files that could not be fetched are " +
    "listed in `X-Warnings`. A line `<!-- pagebreak -->` begins a page. `title` and `author` also stand above the " +
    "document where it has a table of contents or the theme `report`.",
  produces: ["application/pdf"],
  aliases: pageBlockAliases,
  parameters,
  content: {
    sources: {
      markdown: { kind: "text", mediaType: "text/markdown", description: "The document; not empty." },
      file: {
        kind: "file",
        accepts: ["text/markdown"],
        description: "The document as a file: in UTF-8, in UTF-16 with a byte order mark, or else in Windows-1252.",
      },
    },
    takesAssets: true,
  },
  syncBodyBytes: SYNC_BODY_BYTES,
  example: { markdown: "# Report\n\n| Month | Sales |\n| --- | ---: |\n| May | 120 |\n", theme: "report", toc: true },

  ...tariff.statement,
  quote(content) {
    // An empty text is reported before anything is held.
    givenText(content);
    return tariff.base;
  },
  resultName: (_, given) => resultFilename(given, FILENAME),

  async run(content, given, context) {
    const composed = await compose(givenText(content), given, context);
    const assets = new Map(content.assets.map(({ name, path }) => [name, path]));
    return printComposed(
      composed,
      {
        page: { ...given, defaultMarginPt: AUTHORED_MARGIN_PT },
        css: given.css,
        filename: FILENAME,
        assets,
        fitsFigures: true,
      },
      context,
    );
  },
});

async function compose(file: ContentFile, given: Parameters, context: Context): Promise<ComposedDocument> {
  const outputDirectory = join(context.workspace, "sections");
  await mkdir(outputDirectory);
  return context.engines.composer.markdown({
    input: file.path,
    theme: given.theme,
    codeTheme: given.code_theme,
    hasContents: given.toc,
    readsMath: given.math,
    drawsDiagrams: given.mermaid,
    readsFrontMatter: given.front_matter,
    title: given.title,
    author: given.author,
    language: given.language,
    textWidthPt: textWidthOf(given),
    outputDirectory,
    maxBytes: context.limits.archiveBytes,
    ...workOf(context),
  });
}

function textWidthOf(given: Parameters): number {
  const page = { ...given, defaultMarginPt: AUTHORED_MARGIN_PT };
  const { left, right } = marginsOf(page);
  return sizeOf(page).widthPt - left - right;
}
