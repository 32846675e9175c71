/**
 * Returns the delay that a Retry-After header asks for, in milliseconds from `now` (RFC 9110, 10.2.3: seconds or a
 * date). Some servers send fractions of seconds. A date that has passed is 0.
 * @returns undefined for a value that is neither
 */
export function retryAfterMs(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) {
    return Math.ceil(Number(text) * 1000);
  }
  // Date.parse takes much that is no date of HTTP, such as a bare year.
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The preferred form (IMF-fixdate) alone: the two obsolete ones are not sent by anything that has a model. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
