/** Returns a number of bytes as people read it, such as `1.4 MB`. */
export function shownBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** Returns a value of JSON as people read it: text as it is, everything else as JSON; nothing for a value that is absent. */
export const shownValue = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);

const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Returns a number with the separators of the user's language. */
export const shownNumber = (value: number): string => NUMBER.format(value);

/** Returns a time of the API (RFC 3339) in the user's language and zone; a dash where there is none. */
export const shownTime = (time: string | null | undefined): string => (time ? TIME.format(new Date(time)) : "–");

/** Returns a span of time as people read it, such as `3.2 s` or `4 min`. */
export function shownDuration(ms: number): string {
  if (ms < 1000) {
    return `${Math.round(ms)} ms`;
  }
  const seconds = ms / 1000;
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : seconds < 3600
      ? `${Math.round(seconds / 60)} min`
      : `${(seconds / 3600).toFixed(1)} h`;
}
