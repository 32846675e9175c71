import type { Composed } from "../composed.ts";
import { sectionsOf } from "./flow.ts";
import { directionAttribute, escapeHtml } from "./html.ts";
import { type LayoutSetting, ReportLayout } from "./layout.ts";
import type { JsonValue } from "./json-value.ts";
import { readJson } from "./read-json.ts";
import type { ReportStyle } from "./report-style.ts";
import { reportStyleSheet } from "./style-sheet.ts";
import type { KnownTables } from "./table-layout.ts";
import { formatsOf } from "./value-writer.ts";
import { wordsOf } from "./words.ts";

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
export function composeReport(json: string, given: ReportStyle): Composed {
  const value = readJson(json);
  const locale = given.locale ?? DEFAULT_LOCALE;
  const known: KnownTables = new WeakMap();
  const language = { formats: formatsOf(locale), words: wordsOf(locale) };
  const isTurned = given.turned !== undefined && isCramped(value, { ...language, style: given, known });
  const style = isTurned ? { ...given, ...given.turned, turned: undefined } : { ...given, turned: undefined };
  // What is known of tables below rows is of the width that they have.
  const layout = new ReportLayout({ ...language, style, known: isTurned ? new WeakMap() : known });
  const head = headOf(style, locale);
  return {
    sections: {
      *[Symbol.iterator]() {
        let opening = titleOf(style);
        for (const body of sectionsOf(layout.flows(value), SECTION_COST)) {
          yield `${head}${opening}${withoutDeadLinks(body)}`;
          opening = "";
        }
      },
    },
    ...(isTurned && { isLandscape: true }),
    title: style.title ?? DEFAULT_TITLE,
    language: locale,
    needsScript: false,
    contents: [],
    warnings: [],
  };
}

/** The number of parts of a report that are asked whether its paper should be turned. */
const MOST_ASKED = 2000;

/** Returns whether a table of the report would fit better on turned paper. */
function isCramped(value: JsonValue, setting: LayoutSetting): boolean {
  const layout = new ReportLayout(setting);
  let asked = 0;
  for (const _ of layout.flows(value)) {
    asked += 1;
    if (layout.isCramped || asked > MOST_ASKED) {
      break;
    }
  }
  return layout.isCramped;
}

/** Removes links to places in other sections, which are other documents as long as they are printed. */
function withoutDeadLinks(body: string): string {
  if (!body.includes('<a href="#')) {
    return body;
  }
  const places = new Set(Array.from(body.matchAll(/ id=([A-Z]+\d+)[ >]/g), ([, name]) => name));
  return body.replaceAll(/<a href="#([A-Z]+\d+)">([^<]*)<\/a>/g, (link, name: string, text: string) =>
    places.has(name) ? link : text,
  );
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
