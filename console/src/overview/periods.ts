/** A time up to now that charts may show, told apart by the hour or by the day (UTC). */
export interface Span {
  readonly id: string;
  readonly label: string;
  readonly unit: "hour" | "day";
  /** The hours or days, this one included. */
  readonly count: number;
}

export const SPANS = [
  { id: "24h", label: "Last 24 hours", unit: "hour", count: 24 },
  { id: "7", label: "Last 7 days", unit: "day", count: 7 },
  { id: "30", label: "Last 30 days", unit: "day", count: 30 },
  { id: "90", label: "Last 90 days", unit: "day", count: 90 },
  { id: "365", label: "Last 365 days", unit: "day", count: 365 },
] as const satisfies readonly Span[];

const UNIT_MS = { hour: 3_600_000, day: 86_400_000 } as const;

/** Returns a time as the API writes it: a day, or an hour by its beginning. */
const nameOf = (ms: number, unit: Span["unit"]): string => {
  const text = new Date(ms).toISOString();
  return unit === "day" ? text.slice(0, 10) : `${text.slice(0, 13)}:00:00Z`;
};

/** Returns the first and the last hour or day of a span that ends now. */
export const untilNow = ({
  unit,
  count,
}: Pick<Span, "unit" | "count">): { readonly from: string; readonly to: string } => {
  const now = Date.now();
  return { from: nameOf(now - (count - 1) * UNIT_MS[unit], unit), to: nameOf(now, unit) };
};

/** Returns every hour or day from one to another, both included. */
export function periodsBetween(from: string, to: string, unit: Span["unit"]): readonly string[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / UNIT_MS[unit]) + 1;
  return Array.from({ length: count }, (_, index) => nameOf(first + index * UNIT_MS[unit], unit));
}

const SHORT = {
  hour: new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", timeZone: "UTC" }),
  day: new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" }),
};
const LONG = {
  hour: new Intl.DateTimeFormat(undefined, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
    timeZoneName: "short",
  }),
  day: new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeZone: "UTC" }),
};

/** Returns an hour or a day in the user's language, such as `14:00` or `5 Nov`. */
export const shownShort = (period: string, unit: Span["unit"]): string => SHORT[unit].format(new Date(period));

/** Returns a day with its weekday and year, and an hour with its day and zone. */
export const shownLong = (period: string, unit: Span["unit"]): string => LONG[unit].format(new Date(period));
