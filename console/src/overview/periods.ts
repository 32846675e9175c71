const DAY_MS = 86_400_000;

/** Returns the day (UTC) of a time as the API writes it. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the first and the last of as many days (UTC), of which today is the last. */
export const daysUntilToday = (days: number): { readonly from: string; readonly to: string } => ({
  from: dayOf(Date.now() - (days - 1) * DAY_MS),
  to: dayOf(Date.now()),
});

/** Returns every day from one to another, both included. */
export function daysBetween(from: string, to: string): readonly string[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => dayOf(first + index * DAY_MS));
}

const SHORT = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
const LONG = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeZone: "UTC" });

/** Returns a day in the user's language, such as `5 Nov`. */
export const shownDay = (day: string): string => SHORT.format(new Date(day));

/** Returns a day with its weekday and year. */
export const shownLongDay = (day: string): string => LONG.format(new Date(day));
