/**
 * A date (ISO 32000-2, 7.9.4) in local time, as it is written. Parts that are left out have the clause's default
 * values.
 */
export interface PdfDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** The number of minutes by which local time is ahead of UTC; undefined when the date does not say. */
  readonly offsetMinutes: number | undefined;
  /** Milliseconds since 1970 UTC; a date without an offset is taken as UTC. */
  readonly instantMs: number;
  /**
   * Whether the date has the clause's form, or that of earlier versions with an apostrophe at the end, not one that
   * readers merely accept.
   */
  readonly isStandard: boolean;
}

/**
 * Reads a date in the standard's form, or in a form that writers put in its place: no `D:`, white-space, an offset
 * without apostrophes or with a colon, the years 19100 and after, ISO 8601, and the form of C's asctime. Returns
 * undefined for what is not a date, such as one of the 31st of February.
 */
export function parseDate(text: string): PdfDate | undefined {
  if (text.length > LONGEST) {
    return undefined;
  }
  const standard = STANDARD.exec(text);
  if (standard) {
    return dateOf(standard.groups, true);
  }
  const trimmed = text.replaceAll("\0", " ").trim();
  for (const form of FORGIVEN) {
    const match = form.exec(trimmed);
    const date = match && dateOf(match.groups, false);
    if (date) {
      return date;
    }
  }
  return undefined;
}

/**
 * Formats an instant as `D:20260131235959+01'00'`, with `Z` for UTC: the form that both PDF 1.4 and PDF 2.0 allow.
 * Fractions of a second are cut off.
 * @throws RangeError when the year does not have four digits.
 */
export function formatDate(instant: Date, offsetMinutes = 0): string {
  const local = new Date(instant.getTime() + offsetMinutes * MINUTE_MS);
  const year = local.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) {
    throw new RangeError("The year of a date has four digits.");
  }
  const parts = [local.getUTCMonth() + 1, local.getUTCDate(), local.getUTCHours(), local.getUTCMinutes()];
  const digits = [...parts, local.getUTCSeconds()].map(twoDigits).join("");
  return `D:${String(year).padStart(4, "0")}${digits}${formatOffset(offsetMinutes)}`;
}

const MINUTE_MS = 60_000;
/** The length beyond which a text is not read: more than any form below has. */
const LONGEST = 64;

const STANDARD =
  /^D:(?<year>\d{4})(?:(?<month>\d\d)(?:(?<day>\d\d)(?:(?<hour>\d\d)(?:(?<minute>\d\d)(?:(?<second>\d\d)(?:(?<sign>[-+Z])(?:(?<offsetHour>\d\d)(?:'(?:(?<offsetMinute>\d\d)'?)?)?)?)?)?)?)?)?)?$/;

const FORGIVEN = [
  // This is the standard's form with liberties. Some writers counted years on from 1900 as text: 19100 is 2000.
  // oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
  /^(?:[Dd]?\s*:)?\s*(?<year>19(?=1\d\d(?:\d\d)+(?:\D|$))1\d\d|\d{4})(?:(?<month>\d\d)(?:(?<day>\d\d)(?:\s*(?<hour>\d\d)(?:(?<minute>\d\d)(?:(?<second>\d\d))?)?)?)?)?(?:\.\d+)?\s*(?:(?<sign>[-+Zz])(?:\s*(?<offsetHour>\d\d)\s*[':’]?\s*(?<offsetMinute>\d\d)?\s*['’]?)?)?$/,
  /^(?:[Dd]:)?(?<year>\d{4})-(?<month>\d\d?)(?:-(?<day>\d\d?)(?:[T ]+(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?\s*(?:(?<sign>[-+Zz])(?:(?<offsetHour>\d\d):?(?<offsetMinute>\d\d)?)?)?)?)?$/,
  /^(?:[Dd]:)?(?:[A-Z][a-z]{2},? +)?(?<monthName>[A-Z][a-z]{2}) +(?<day>\d\d?) +(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d))?(?: +(?<sign>[-+Z])(?:(?<offsetHour>\d\d):?(?<offsetMinute>\d\d)?)?)? +(?<year>\d{4})$/,
] as const;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function dateOf(groups: Record<string, string> | undefined, isStandard: boolean): PdfDate | undefined {
  const part = (name: string, otherwise: number) => Number(groups?.[name] ?? otherwise);
  const parts = {
    year: yearOf(groups?.["year"] ?? ""),
    month: groups?.["monthName"] ? MONTHS.indexOf(groups["monthName"]) + 1 : part("month", 1),
    day: part("day", 1),
    hour: part("hour", 0),
    minute: part("minute", 0),
    second: part("second", 0),
  };
  const ahead = part("offsetHour", 0) * 60 + part("offsetMinute", 0);
  const sign = groups?.["sign"];
  const offsetMinutes = sign === undefined ? undefined : sign === "-" ? 0 - ahead : ahead;
  const isOffset = part("offsetHour", 0) < 24 && part("offsetMinute", 0) < 60;
  const local = localTime(parts);
  if (!isOffset || local === undefined) {
    return undefined;
  }
  // Universal time has no offset: only zeros may follow `Z`.
  const isUniversal = sign !== "Z" || ahead === 0;
  const instantMs = local - (offsetMinutes ?? 0) * MINUTE_MS;
  return { ...parts, offsetMinutes, instantMs, isStandard: isStandard && isUniversal };
}

const yearOf = (digits: string) => (digits.length === 5 ? 1900 + Number(digits.slice(2)) : Number(digits));

/**
 * Returns the local time as if it were UTC, in milliseconds; undefined when a part is out of its range, because
 * JavaScript would count on to the next month.
 */
function localTime(parts: Omit<PdfDate, "offsetMinutes" | "instantMs" | "isStandard">): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(parts.year, parts.month - 1, parts.day);
  const isDay = date.getUTCMonth() === parts.month - 1 && date.getUTCDate() === parts.day;
  if (!isDay || parts.hour > 23 || parts.minute > 59 || parts.second > 59) {
    return undefined;
  }
  return date.setUTCHours(parts.hour, parts.minute, parts.second);
}

function formatOffset(offsetMinutes: number): string {
  if (offsetMinutes === 0) {
    return "Z";
  }
  const ahead = Math.abs(offsetMinutes);
  return `${offsetMinutes < 0 ? "-" : "+"}${twoDigits(Math.trunc(ahead / 60))}'${twoDigits(ahead % 60)}'`;
}

const twoDigits = (value: number) => String(value).padStart(2, "0");
