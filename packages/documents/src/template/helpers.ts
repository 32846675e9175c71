import { ContentError } from "../composed.ts";
import { parseTime, writeTime } from "./dates.ts";
import type { Formatters } from "./formatters.ts";
import { labelOf } from "./labels.ts";
import { localeOf, type Region, timezoneOf } from "./region.ts";
import type { HelperName } from "./template-tree.ts";

/* The helpers. A value that does not suit a helper is shown unchanged; options that are wrong do not count. */

export interface HelperCall {
  readonly helper: HelperName;
  readonly values: readonly unknown[];
  readonly names: ReadonlyMap<string, unknown>;
}

/**
 * Returns the result of a helper for its values, the first of which is the one to write.
 * @throws ContentError `template_error` when an option is wrong
 */
export function help({ helper, values, names }: HelperCall, region: Region, formatters: Formatters): unknown {
  const [value, option] = values;
  const locale = localeOf(names.get("locale")) ?? region.locale;
  const decimal = (number: number): string => formatters.number(locale, { maximumFractionDigits: 10 }).format(number);
  switch (helper) {
    case "default":
      return value === undefined || value === null || value === "" ? option : value;
    case "join":
      return linesOf(value)?.join(typeof option === "string" ? option : ", ") ?? value;
    case "paragraphs":
      return typeof value === "string"
        ? value.split(/\n[^\S\n]*\n/).filter((paragraph) => paragraph.trim() !== "")
        : value;
    case "t": {
      const key = option === undefined ? shown(value) : `${shown(value)}_${shown(option)}`;
      const written = [...names].map(([name, given]) => [name, shown(inNumbers(given, decimal))] as const);
      return labelOf(region.labels, key, new Map(written));
    }
    case "upper":
      return typeof value === "string" ? value.toLocaleUpperCase(locale) : value;
    case "number": {
      const decimals = decimalsOf(names.get("decimals") ?? option);
      return inNumbers(value, (number) =>
        decimals === undefined ? decimal(number) : formatters.number(locale, decimals).format(number),
      );
    }
    case "currency": {
      const code = names.get("code") ?? names.get("currency") ?? option ?? "USD";
      const options = { style: "currency", currency: currencyOf(code), ...decimalsOf(names.get("decimals")) } as const;
      return inNumbers(value, (number) => formatters.number(locale, options).format(number));
    }
    case "date": {
      const time = parseTime(value);
      const format = names.get("format") ?? option;
      const timezone = timezoneOf(names.get("timezone")) ?? region.timezone;
      return time === undefined
        ? value
        : writeTime(time, typeof format === "string" ? format : "medium", { locale, timezone }, formatters);
    }
  }
}

/** Returns the lines of a text without those that are blank, or the items of a list of texts; undefined for other values. */
const linesOf = (value: unknown): readonly string[] | undefined =>
  (typeof value === "string" ? value.split("\n") : Array.isArray(value) ? value.map(shown) : undefined)
    ?.map((line) => line.trim())
    .filter((line) => line !== "");

const shown = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

function inNumbers(value: unknown, write: (number: number) => string): unknown {
  const isText = typeof value === "string" && NUMBER.test(value.trim());
  const number = isText ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? write(number) : value;
}

const NUMBER = /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:e[+-]?\d{1,3})?$/i;
const MAX_DECIMALS = 20;

function decimalsOf(
  given: unknown,
): Pick<Intl.NumberFormatOptions, "minimumFractionDigits" | "maximumFractionDigits"> | undefined {
  const decimals = typeof given === "string" && /^\d{1,2}$/.test(given) ? Number(given) : given;
  return typeof decimals === "number" && Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS
    ? { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    : undefined;
}

/**
 * Returns an ISO 4217 code in capitals.
 * @throws ContentError `template_error` for other values
 */
function currencyOf(code: unknown): string {
  if (typeof code === "string" && /^[A-Za-z]{3}$/.test(code)) {
    return code.toUpperCase();
  }
  throw new ContentError("template_error", "The helper currency needs a code of three letters, such as EUR.");
}
