/** The locale and the time zone that a template writes numbers and dates for. */
export interface Region {
  /** BCP 47. */
  readonly locale: string;
  /** IANA name. */
  readonly timezone: string;
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
