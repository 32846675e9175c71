import { type PdfDate, parseDate } from "@quire/cos";

/**
 * Returns a date of PDF or XMP as RFC 3339, in the same offset from UTC; one that names no offset is taken as UTC. Returns
 * undefined for what is no date.
 */
export function rfc3339Of(text: string): string | undefined {
  const date = parseDate(text);
  return date === undefined ? undefined : written(date);
}

function written({ instantMs, offsetMinutes = 0 }: PdfDate): string | undefined {
  const local = new Date(instantMs + offsetMinutes * 60_000);
  const year = local.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) {
    return undefined;
  }
  const digits = local.toISOString().slice(0, 19);
  return `${digits}${offsetMinutes === 0 ? "Z" : offsetText(offsetMinutes)}`;
}

/** Writes an offset from UTC as `+01:00`. */
export function offsetText(offsetMinutes: number): string {
  const ahead = Math.abs(offsetMinutes);
  return `${offsetMinutes < 0 ? "-" : "+"}${twoDigits(Math.trunc(ahead / 60))}:${twoDigits(ahead % 60)}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");
