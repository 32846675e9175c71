import { z } from "zod";
import { CHARTS, TABLE_STYLES } from "../../engines/documents/port.ts";
import { addFault, valueError } from "../../kernel/faults.ts";
import { fields } from "../../kernel/fields/fields.ts";
import { isKnownToIntl } from "../../kernel/intl.ts";
import { pageBlock, requirePageBlock } from "../../kernel/pages/page-block.ts";
import { reportColumns } from "./columns.ts";

const ORIENTATIONS = ["portrait", "landscape"] as const;
const MAX_TAG = 100;
const MAX_SUBTITLE = 1000;

export const FILENAME = "report.pdf";

export const parameters = z
  .object({
    ...pageBlock({ filename: FILENAME }),
    orientation: fields
      .optionalFormChoice({ values: ORIENTATIONS })
      .meta({ default: "portrait" })
      .describe("Absent: `portrait`, or `landscape` where a table has too many columns for it."),
    font_size: fields.number({ min: 8, max: 16, default: 10 }).describe("Size of the text in points."),
    header_font_size: fields
      .number({ min: 10, max: 18, default: 12 })
      .describe("Size of column names in points; headings are scaled with it."),
    title_font_size: fields.number({ min: 12, max: 36, default: 20 }).describe("Size of the title in points."),
    subtitle: fields.optionalText({ maxLength: MAX_SUBTITLE }).describe("Subtitle, below the title."),
    table_style: fields
      .choice({ values: TABLE_STYLES, default: "default" })
      .describe("How tables look: with rules around every cell, with few rules, or airy."),
    max_nesting_depth: fields
      .integer({ min: 1, max: 5, default: 2 })
      .describe("Depth to which nested objects and lists are laid out; deeper data is in an appendix."),
    header_bg_color: fields
      .cssColour({ default: "navy", value: "#000080" })
      .describe("Background of the column names, which are black or white: a CSS colour name, `#RRGGBB` or `#RGB`."),
    alternate_row_color: fields.optionalCssColour().describe("Background of every other table row."),
    border_color: fields.cssColour({ default: "#e0e0e0", value: "#e0e0e0" }).describe("Colour of table rules."),
    status_colors: fields
      .flag({ default: true })
      .describe("Whether status words, such as active, pending and failed, are coloured."),
    charts: fields
      .choice({ values: CHARTS, default: "none" })
      .describe(
        "`auto` draws a chart above each table that is a series: a line for each measure over time, or bars over up to " +
          "16 names.",
      ),
    columns: reportColumns()
      .meta({ examples: ['[{"key": "price", "label": "Price", "format": "currency", "total": true}]'] })
      .describe(
        "The columns of tables, instead of all columns in the data: a JSON array of objects with `key` (`a.b`: a " +
          "member " +
          "of a member), `label`, `align` (left, center, right), `format` (text, number, integer, currency, percent, " +
          "date, datetime, boolean), `width` (length or percentage of CSS) and `total` (the sum below the table).",
      ),
    locale: fields
      .optionalText({ maxLength: MAX_TAG })
      .meta({ examples: ["de-DE"] })
      .describe("Language of dates and numbers, such as `de-DE`; absent: English."),
  })
  .superRefine((given, context) => {
    requirePageBlock({ ...given, orientation: given.orientation ?? "portrait" }, context);
    const { locale } = given;
    if (typeof locale === "string" && !isKnownToIntl(() => new Intl.Locale(locale))) {
      addFault(context, valueError("expected a language tag such as en-GB"), { path: ["locale"], input: locale });
    }
  });

export type JsonToPdfParameters = z.output<typeof parameters>;
