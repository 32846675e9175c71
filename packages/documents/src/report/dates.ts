/*
 * Dates and times as JSON has them (RFC 3339, ISO 8601), shown as people write them. A time is shown as the clock that
 * it was read from, with its offset where that is not UTC.
 */

export type TimePrecision = "minute" | "second" | "millisecond";

export interface DateValue {
  readonly kind: "date" | "datetime";
  /** The clock's reading, as milliseconds of Unix time as if it were UTC. */
  readonly clockMs: number;
  /** The offset from UTC, such as `+02:00`; empty for UTC, or where the text has none. */
  readonly offset: string;
  readonly precision: TimePrecision;
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s?([Zz]|[+-]\d\d:?\d\d)?)?$/;
const LONGEST = 40;

/** Reads a date, or a date and time; undefined for other text, and for days that no calendar has. */
export function dateOf(text: string): DateValue | undefined {
  const [, day, time, seconds = "00", fraction = "", zone = ""] = (text.length <= LONGEST && DATE.exec(text)) || [];
  if (day === undefined) {
    return undefined;
  }
  const milliseconds = fraction.padEnd(3, "0").slice(0, 3);
  const clock = `${day}T${time ?? "00:00"}:${seconds}.${milliseconds}Z`;
  const clockMs = Date.parse(clock);
  // Date.parse makes the 30th of February a day of March.
  if (!Number.isFinite(clockMs) || new Date(clockMs).toISOString() !== clock) {
    return undefined;
  }
  const offset = /^(?:|z|[+-]00:?00)$/i.test(zone) ? "" : zone.replace(/(\d\d):?(\d\d)/, "$1:$2");
  const ofSeconds = seconds === "00" ? "minute" : "second";
  const precision = /[1-9]/.test(fraction) ? "millisecond" : ofSeconds;
  return { kind: time === undefined ? "date" : "datetime", clockMs, offset, precision };
}

/** The last words of members that hold points in time. */
const TIMES = new Set(
  "accessed added at atime begin birthtime canceled cancelled closed completed created ctime date datetime deleted dt due end ended exp expired expires expiration expiry finished iat issued joined modified moment mtime nbf opened paid published received registered seen sent since start started stamp submitted sunrise sunset time timestamp ts until updated visited".split(
    " ",
  ),
);
const SINCE_SECONDS = Date.UTC(2000, 0) / 1000;
const UNTIL_SECONDS = Date.UTC(2100, 0) / 1000;
const EPOCH = /^\d{9,13}(?:\.\d{1,9})?$/;

/** Returns whether the name of a member says that it is a point in time. */
export const isNameOfTime = (key: string): boolean => {
  const word = key.match(LAST_WORD)?.[0] ?? "";
  return TIMES.has(word.toLowerCase()) || /^(?:last|next|first)(?:[_ -]|\p{Lu})/u.test(key);
};

/** The last word of a name, also where only a capital begins it; what is no letter behind it is no part of it. */
const LAST_WORD = /(?:\p{Lu}\p{Ll}+|\p{Ll}+|\p{Lu}+)(?=[^\p{L}]*$)/u;

/**
 * Reads a point in time that is written as the seconds or milliseconds of Unix time, from the year 2000 up to 2100;
 * undefined for other numbers.
 */
export function epochOf(source: string): DateValue | undefined {
  if (!EPOCH.test(source)) {
    return undefined;
  }
  const number = Number(source);
  const isSeconds = number < UNTIL_SECONDS;
  const clockMs = Math.round(isSeconds ? number * 1000 : number);
  if (clockMs < SINCE_SECONDS * 1000 || clockMs >= UNTIL_SECONDS * 1000) {
    return undefined;
  }
  const ofSeconds = clockMs % 60_000 === 0 ? "minute" : "second";
  const precision = clockMs % 1000 === 0 ? ofSeconds : "millisecond";
  return { kind: "datetime", clockMs, offset: "", precision };
}

export const finer = (one: TimePrecision, other: TimePrecision): TimePrecision =>
  ORDER.indexOf(one) > ORDER.indexOf(other) ? one : other;

const ORDER: readonly TimePrecision[] = ["minute", "second", "millisecond"];

const DAY = { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" } as const;
const MINUTES = { ...DAY, hour: "2-digit", minute: "2-digit" } as const;
const SECONDS = { ...MINUTES, second: "2-digit" } as const;

const FORMATS: Readonly<Record<TimePrecision | "day", Intl.DateTimeFormatOptions>> = {
  day: DAY,
  minute: MINUTES,
  second: SECONDS,
  millisecond: { ...SECONDS, fractionalSecondDigits: 3 },
};

/** Writes dates in a language. */
export class DateWriter {
  readonly #locale: string;
  // Each takes longer to make than a hundred dates take to write.
  readonly #formats = new Map<TimePrecision | "day", Intl.DateTimeFormat>();

  constructor(locale: string) {
    this.#locale = locale;
  }

  write({ kind, clockMs, offset, precision }: DateValue, atLeast: TimePrecision = "minute"): string {
    const format = this.#format(kind === "date" ? "day" : finer(precision, atLeast));
    const text = format.format(clockMs).replaceAll("\u202f", "\u00a0");
    return offset === "" ? text : `${text} ${offset}`;
  }

  #format(name: TimePrecision | "day"): Intl.DateTimeFormat {
    const made = this.#formats.get(name) ?? new Intl.DateTimeFormat(this.#locale, FORMATS[name]);
    this.#formats.set(name, made);
    return made;
  }
}
