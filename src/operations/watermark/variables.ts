import type { WatermarkText } from "../../engines/watermark/port.ts";
import { isKnownToIntl } from "../../kernel/intl.ts";

/** The values of the variables of a text, except the page. */
export interface VariableValues {
  /** The time, in milliseconds of Unix time. */
  readonly at: number;
  /** The IANA name of a time zone. */
  readonly timeZone: string;
  readonly pages: number;
  readonly filename: string;
}

const VARIABLE = /\{\{[^\S\n]*(date|datetime|page|total_pages|filename)[^\S\n]*\}\}/;

/** Puts values in the place of variables, once: a value that looks like a variable stays. */
export function substitute(text: string, values: VariableValues): WatermarkText {
  // Since the pattern has a group, every second item is the name of a variable.
  return text
    .split(VARIABLE)
    .map((item, index) => (index % 2 === 0 ? item : valueOf(item, values)))
    .filter((part) => part !== "");
}

function valueOf(variable: string, { at, timeZone, pages, filename }: VariableValues): WatermarkText[number] {
  switch (variable) {
    case "date":
      return timeIn(timeZone, at).slice(0, "YYYY-MM-DD".length);
    case "datetime":
      return timeIn(timeZone, at);
    case "total_pages":
      return String(pages);
    case "filename":
      return filename;
    default:
      return { variable: "page" };
  }
}

/** Returns a time as `YYYY-MM-DD HH:MM:SS`. */
function timeIn(timeZone: string, at: number): string {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const joined = (separator: string, ...types: readonly Intl.DateTimeFormatPartTypes[]): string =>
    types.map((type) => parts.get(type)).join(separator);
  return `${joined("-", "year", "month", "day")} ${joined(":", "hour", "minute", "second")}`;
}

/** Returns whether `name` is that of a time zone (IANA), rather than an offset. */
export const isTimeZone = (name: string): boolean =>
  /^[a-z]/i.test(name) && isKnownToIntl(() => new Intl.DateTimeFormat("en", { timeZone: name }));
