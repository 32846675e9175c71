import type { Composed } from "../composed.ts";
import { sectionsOf } from "./flow.ts";
import { directionAttribute, escapeHtml } from "./html.ts";
import { ReportLayout } from "./layout.ts";
import { readJson } from "./read-json.ts";
import type { ReportStyle } from "./report-style.ts";
import { reportStyleSheet } from "./style-sheet.ts";
import { ValueWriter } from "./value-writer.ts";

const DEFAULT_LOCALE = "en-GB";
const DEFAULT_TITLE = "Report";
/**
 * The cost of a section, in cells of tables. Larger sections take more memory to print, and more time per row; each
 * costs a start.
 */
const SECTION_COST = 6_000;

/**
 * Makes JSON a report: objects become lists of names and values, with sections for nested values; arrays of objects
 * become tables, or a record each where a table would be too wide; other arrays become lists.
 * @throws ContentError `json_invalid` for text that is not JSON, with the place; `too_complex` for more than a million
 * values
 */
export function composeReport(json: string, style: ReportStyle): Composed {
  const value = readJson(json);
  const locale = style.locale ?? DEFAULT_LOCALE;
  const writer = new ValueWriter({ locale, colorsStatus: style.colorsStatus });
  const layout = new ReportLayout({ style, writer });
  const head = headOf(style, locale);
  return {
    sections: {
      *[Symbol.iterator]() {
        let opening = titleOf(style);
        for (const body of sectionsOf(layout.flows(value), SECTION_COST)) {
          yield `${head}${opening}${body}`;
          opening = "";
        }
      },
    },
    title: style.title ?? DEFAULT_TITLE,
    language: locale,
    needsScript: false,
    contents: [],
    warnings: [],
  };
}

function headOf(style: ReportStyle, locale: string): string {
  const direction = RIGHT_TO_LEFT.has(new Intl.Locale(locale).language) ? " dir=rtl" : "";
  const title = escapeHtml(style.title ?? DEFAULT_TITLE);
  return `<!doctype html><html lang="${escapeHtml(style.language ?? locale)}"${direction}><meta charset=utf-8><title>${title}</title><style>\n${reportStyleSheet(style)}\n</style><body>\n`;
}

const RIGHT_TO_LEFT = new Set(["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]);

function titleOf({ title, subtitle }: ReportStyle): string {
  const lines = [
    ...(title === undefined ? [] : [`<h1${directionAttribute(title)}>${escapeHtml(title)}</h1>`]),
    ...(subtitle === undefined ? [] : [`<p class=subtitle${directionAttribute(subtitle)}>${escapeHtml(subtitle)}</p>`]),
  ];
  return lines.length === 0 ? "" : `<header>${lines.join("")}</header>\n`;
}
