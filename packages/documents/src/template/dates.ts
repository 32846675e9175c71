import { ContentError } from "../composed.ts";
import type { Formatters } from "./formatters.ts";
import type { Region } from "./region.ts";

/** A point in time, and whether it is a reading of a clock on the wall, which no time zone changes. */
export interface Time {
  readonly date: Date;
  readonly isLocal: boolean;
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;
/**
 * The number that parts seconds of Unix time from milliseconds: seconds are less until the year 5138, milliseconds more
 * since 1973.
 */
const LEAST_MS = 1e11;

/** Reads a time of ISO 8601, or of Unix time in seconds or milliseconds; undefined for other values. */
export function parseTime(value: unknown): Time | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  const number = /^\d{9,13}$/.test(text) ? Number(text) : value;
  if (typeof number === "number") {
    return inRange(new Date(Math.abs(number) < LEAST_MS ? number * 1000 : number), false);
  }
  const [, day, clock, zone] = ISO.exec(text) ?? [];
  if (day === undefined) {
    return undefined;
  }
  const date = new Date(`${day}T${clock ?? "00:00"}${zone ?? "Z"}`);
  // The 30th of February becomes the 2nd of March otherwise.
  const isDay = new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(8));
  return isDay ? inRange(date, zone === undefined) : undefined;
}

const inRange = (date: Date, isLocal: boolean): Time | undefined =>
  Number.isNaN(date.getTime()) ? undefined : { date, isLocal };

const STYLES = ["short", "medium", "long", "full"] as const;

/**
 * Writes a time.
 * @param format a style of Intl, or a pattern of Unicode's date fields: `yyyy-MM-dd`, `d. MMMM yyyy 'at' HH:mm`
 * @throws ContentError `template_error` when the pattern is too long or has unknown fields
 */
export function writeTime(
  { date, isLocal }: Time,
  format: string,
  region: Pick<Region, "locale" | "timezone">,
  formatters: Formatters,
): string {
  const { locale } = region;
  const timeZone = isLocal ? "UTC" : region.timezone;
  const dateStyle = STYLES.find((style) => style === format);
  return dateStyle === undefined
    ? inPattern(date, format, { locale, timeZone }, formatters)
    : formatters.time(locale, { dateStyle, timeZone }).format(date);
}

const MAX_PATTERN = 100;
const TOKEN = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/g;

interface Zone {
  readonly locale: string;
  readonly timeZone: string;
}

function inPattern(date: Date, pattern: string, zone: Zone, formatters: Formatters): string {
  if (pattern.length > MAX_PATTERN) {
    throw wrongFormat();
  }
  const numbers = numbersOf(date, zone.timeZone, formatters);
  const worded = (type: Intl.DateTimeFormatPartTypes, options: Intl.DateTimeFormatOptions): string =>
    partsOf(formatters.time(zone.locale, { ...options, timeZone: zone.timeZone }), date).get(type) ?? "";
  return pattern.replaceAll(TOKEN, (token: string, quoted: string | undefined, letter: string | undefined) => {
    if (quoted !== undefined) {
      return quoted === "" ? "'" : quoted.replaceAll("''", "'");
    }
    if (letter === undefined) {
      return token;
    }
    const field = FIELDS[token];
    if (field === undefined) {
      throw wrongFormat();
    }
    return field(numbers, worded);
  });
}

const wrongFormat = (): ContentError =>
  new ContentError(
    "template_error",
    "The format of a date in the template should be short, medium, long, full, or a pattern such as yyyy-MM-dd " +
      "HH:mm with the fields yyyy, yy, MMMM, MMM, MM, M, dd, d, EEEE, EEE, HH, H, hh, h, mm, m, ss, s and a, and " +
      "text is in quotes.",
  );

type Field = (
  numbers: Numbers,
  worded: (type: Intl.DateTimeFormatPartTypes, options: Intl.DateTimeFormatOptions) => string,
) => string;

const digits =
  (name: string, width: number): Field =>
  (numbers) =>
    String(numbers[name] ?? 0).padStart(width, "0");

const YEAR: Field = digits("year", 4);
const YEAR_2: Field = (numbers) => YEAR(numbers, () => "").slice(-2);

/**
 * The date fields of Unicode Technical Standard 35, part 4, "Date Field Symbol Table"; with YYYY and DD, as many write
 * them.
 */
const FIELDS: Readonly<Record<string, Field | undefined>> = Object.assign(Object.create(null), {
  yyyy: YEAR,
  YYYY: YEAR,
  y: digits("year", 1),
  yy: YEAR_2,
  YY: YEAR_2,
  MMMM: (_, worded) => worded("month", { day: "numeric", month: "long" }),
  MMM: (_, worded) => worded("month", { day: "numeric", month: "short" }),
  MM: digits("month", 2),
  M: digits("month", 1),
  dd: digits("day", 2),
  DD: digits("day", 2),
  d: digits("day", 1),
  D: digits("day", 1),
  EEEE: (_, worded) => worded("weekday", { weekday: "long" }),
  EEE: (_, worded) => worded("weekday", { weekday: "short" }),
  HH: digits("hour", 2),
  H: digits("hour", 1),
  hh: digits("hour12", 2),
  h: digits("hour12", 1),
  mm: digits("minute", 2),
  m: digits("minute", 1),
  ss: digits("second", 2),
  s: digits("second", 1),
  a: (_, worded) => worded("dayPeriod", { hour: "numeric", hourCycle: "h12" }),
} satisfies Record<string, Field>);

type Numbers = Readonly<Record<string, number>>;

function numbersOf(date: Date, timeZone: string, formatters: Formatters): Numbers {
  const numbers = timeZone === "UTC" ? utcNumbers(date) : zonedNumbers(date, timeZone, formatters);
  const hour = numbers["hour"] ?? 0;
  return { ...numbers, hour12: hour % 12 === 0 ? 12 : hour % 12 };
}

const utcNumbers = (date: Date): Numbers => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
  hour: date.getUTCHours(),
  minute: date.getUTCMinutes(),
  second: date.getUTCSeconds(),
});

function zonedNumbers(date: Date, timeZone: string, formatters: Formatters): Numbers {
  const options = {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  } as const;
  const parts = partsOf(formatters.time("en-US", { ...options, hourCycle: "h23", timeZone }), date);
  return Object.fromEntries([...parts].map(([type, text]) => [type, Number(text)]));
}

const partsOf = (format: Intl.DateTimeFormat, date: Date): ReadonlyMap<Intl.DateTimeFormatPartTypes, string> =>
  new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
