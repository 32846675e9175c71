import { USAGE_HOURS_KEPT_MS, type UsageQuery } from "../../../store/account-store.ts";
import { invalidValue } from "../faults.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEFAULT_DAYS = 30;
const DEFAULT_HOURS = 24;

/** The most days that one request may ask usage of, and the most where it asks for hours. */
export const MAX_DAYS = 366;
export const MAX_HOUR_DAYS = 31;

interface Asked {
  /** Days `YYYY-MM-DD` or hours `YYYY-MM-DDTHH`, in UTC. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly group_by: UsageQuery["groupBy"];
}

/**
 * Returns the days or hours that are asked for, in order: hours where they are to be told apart, or one end is an hour.
 * `now` is in milliseconds of Unix time.
 * @throws InvalidRequest when they are in the wrong order, too many, or no longer kept
 */
export const spanOf = (asked: Asked, now: number): Pick<UsageQuery, "unit" | "first" | "last"> =>
  asked.group_by === "hour" || [asked.from, asked.to].some((end) => end !== undefined && isHour(end))
    ? { unit: "hour", ...hoursOf(asked, now) }
    : { unit: "day", ...daysOf(asked, now) };

/** Returns the beginning of an hour as RFC 3339 has it. */
export const rfc3339 = (hour: string): string => `${hour}:00:00Z`;

const isHour = (end: string): boolean => end.includes("T");
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const hourOf = (ms: number): string => new Date(ms).toISOString().slice(0, 13);
const startOf = (end: string): number => Date.parse(isHour(end) ? rfc3339(end) : `${end}T00:00:00Z`);

type Ends = Pick<UsageQuery, "first" | "last">;

function daysOf({ from, to }: Asked, now: number): Ends {
  const last = to ?? dayOf(now);
  const first = from ?? dayOf(startOf(last) - (DEFAULT_DAYS - 1) * DAY_MS);
  requireOrder({ first, last });
  if ((startOf(last) - startOf(first)) / DAY_MS >= MAX_DAYS) {
    throw wrongStart(`from and to should be at most ${MAX_DAYS} days apart, both included`, first);
  }
  return { first, last };
}

const firstHourOf = (end: string): string => (isHour(end) ? end : `${end}T00`);
const lastHourOf = (end: string): string => (isHour(end) ? end : `${end}T23`);

function hoursOf({ from, to }: Asked, now: number): Ends {
  const last = to === undefined ? hourOf(now) : lastHourOf(to);
  const first = from === undefined ? hourOf(startOf(last) - (DEFAULT_HOURS - 1) * HOUR_MS) : firstHourOf(from);
  requireOrder({ first, last });
  if ((startOf(last) - startOf(first)) / DAY_MS >= MAX_HOUR_DAYS) {
    throw wrongStart(
      `from and to should be at most ${MAX_HOUR_DAYS} days apart, both included, where hours are asked for`,
      first,
    );
  }
  const kept = hourOf(now - USAGE_HOURS_KEPT_MS);
  if (first < kept) {
    throw wrongStart(
      `hours are kept for ${USAGE_HOURS_KEPT_MS / DAY_MS} days: from should be ${rfc3339(kept)} or later; ask for days ` +
        "before that",
      first,
    );
  }
  return { first, last };
}

function requireOrder({ first, last }: Ends): void {
  if (first > last) {
    throw wrongStart(`from should not be after to, which is ${shown(last)}`, first);
  }
}

const wrongStart = (error: string, first: string) => invalidValue(["query", "from"], error, shown(first));

/** Returns a day as it is, and an hour as a time. */
const shown = (end: string): string => (isHour(end) ? rfc3339(end) : end);
