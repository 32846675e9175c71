import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { ReportStyle } from "../../engines/documents/port.ts";
import { assert } from "../../kernel/assert.ts";
import type { Warning } from "../../kernel/failure.ts";
import { asContentOf } from "../../kernel/faults.ts";
import { unknownMember } from "../../kernel/nearest.ts";
import { pageBlockAliases, sizeOf } from "../../kernel/pages/page-block.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { type Content, type ContentFile, contentOperation, SYNC_BODY_BYTES } from "../operation.ts";
import { resultFilename } from "../output-filename.ts";
import { printComposed } from "../printing/print-composed.ts";
import { edgeLayoutOf } from "../printing/print-document.ts";
import { printedPrice } from "../printing/printed-price.ts";
import { COLUMN_MEMBERS } from "./columns.ts";
import { FILENAME, type JsonToPdfParameters, parameters } from "./parameters.ts";

const tariff = printedPrice(1);

export const jsonToPdf = contentOperation({
  name: "json-to-pdf",
  operationId: "convert_json_to_pdf",
  path: "/api/v1/convert/json-to-pdf",
  scope: "convert",
  workClass: "browser",
  summary: "Print JSON as a report",
  description:
    "Lays out any JSON: a list of objects as a table with a repeated header and aligned numbers, an object as names " +
    "and values, nested data as sections, a list of values as a list. Tables that are too wide turn the paper, are set " +
    "in smaller type or in parts, or else one record at a time. Dates and numbers are formatted for the language, and numbers of any length " +
    "keep their digits.",
  produces: ["application/pdf"],
  aliases: { data: "json_data", max_depth: "max_nesting_depth", ...pageBlockAliases },
  parameters,
  content: {
    sources: {
      json_data: { kind: "json", description: "The data: an object, an array, or a text that holds JSON." },
    },
  },
  syncBodyBytes: SYNC_BODY_BYTES,
  example: {
    json_data: [
      { item: "Oak table", quantity: 2, price: 1249.5, status: "active" },
      { item: "Chair", quantity: 8, price: 189, status: "pending" },
    ],
    title: "Stock",
    show_page_numbers: true,
  },

  ...tariff.statement,
  quote: () => tariff.base,
  resultName: (_, given) => resultFilename(given, FILENAME),

  async run(content, given, context) {
    const data = dataOf(content);
    const outputDirectory = join(context.workspace, "sections");
    await mkdir(outputDirectory);
    const composed = await asContentOf(data, () =>
      context.engines.composer.report({
        input: data.path,
        style: styleOf(given),
        outputDirectory,
        maxBytes: context.limits.archiveBytes,
        ...workOf(context),
      }),
    );
    const page = { ...given, orientation: given.orientation ?? (composed.isLandscape ? "landscape" : "portrait") };
    const outcome = await printComposed(composed, { page, filename: FILENAME }, context);
    return { ...outcome, warnings: [...unknownMembers(given), ...(outcome.warnings ?? [])] };
  },
});

function dataOf({ file }: Content): ContentFile {
  assert(file !== undefined, "the only source is given");
  return file;
}

/** Returns the measures of the text on paper of an orientation. */
function textSizeOf(
  given: JsonToPdfParameters,
  orientation: "portrait" | "landscape",
): Pick<ReportStyle, "textWidthPt" | "textHeightPt"> {
  const page = { ...given, orientation };
  const { widthPt, heightPt } = sizeOf(page);
  const { left, right, top, bottom } = edgeLayoutOf({ page }).marginsPt;
  return { textWidthPt: widthPt - left - right, textHeightPt: heightPt - top - bottom };
}

function styleOf(given: JsonToPdfParameters): ReportStyle {
  const { orientation } = given;
  return {
    title: textOrNone(given.title),
    subtitle: textOrNone(given.subtitle),
    titleFontSizePt: given.title_font_size,
    fontSizePt: given.font_size,
    headerFontSizePt: given.header_font_size,
    tableStyle: given.table_style,
    headerColor: given.header_bg_color,
    alternateRowColor: given.alternate_row_color,
    borderColor: given.border_color,
    colorsStatus: given.status_colors,
    maxNestingDepth: given.max_nesting_depth,
    charts: given.charts,
    columns: (given.columns ?? []).flatMap((item) => (item === undefined ? [] : [item.column])),
    locale: given.locale,
    language: given.language,
    ...textSizeOf(given, orientation ?? "portrait"),
    turned: orientation === undefined ? textSizeOf(given, "landscape") : undefined,
  };
}

const textOrNone = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

const unknownMembers = ({ columns = [] }: JsonToPdfParameters): Warning[] =>
  columns.flatMap((item, index) =>
    (item?.unknown ?? []).map((name) => unknownMember(name, COLUMN_MEMBERS, `columns[${index}]`)),
  );
