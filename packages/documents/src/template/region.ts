import type { Labels } from "./labels.ts";

/** The locale and the time zone that a template writes numbers and dates for, and its texts in that language. */
export interface Region {
  /** The locale as a BCP 47 tag. */
  readonly locale: string;
  /** The IANA name of the time zone. */
  readonly timezone: string;
  readonly labels: Labels | undefined;
}

export function localeOf(given: unknown): string | undefined {
  return typeof given === "string" && given.length <= MAX_TAG && isUsable(() => Intl.getCanonicalLocales(given))
    ? given
    : undefined;
}

export function timezoneOf(given: unknown): string | undefined {
  return typeof given === "string" &&
    given.length <= MAX_TAG &&
    isUsable(() => new Intl.DateTimeFormat("en", { timeZone: given }))
    ? given
    : undefined;
}

const MAX_TAG = 100;

function isUsable(use: () => unknown): boolean {
  try {
    use();
    return true;
  } catch (error) {
    if (error instanceof RangeError) {
      return false;
    }
    throw error;
  }
}
