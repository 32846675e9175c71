/* What to do about a text that is no number. */

/** Words that programs write where they have no value. */
const NO_VALUE = /^(?:undefined|null|none|nan|nil|\[object \w{1,30}\])$/i;
const WITH_UNIT = /^[+-]?\d{1,20}(?:\.\d{1,20})?\s{0,3}(?:%|°|[a-z]{1,10})$/i;
const SEVERAL = /^\d{1,20}\s{0,3}[-,;:]\s{0,3}\d/;

/**
 * Returns what to do about a value that a number was expected of and that is none; undefined when the mistake is not one
 * of those that are known: no value at all, a unit, a decimal comma, several numbers.
 */
export function numberAdvice(raw: unknown): string | undefined {
  if (typeof raw !== "string") {
    return undefined;
  }
  if (NO_VALUE.test(raw)) {
    return "A program has written that in place of a value: leave it out where there is none.";
  }
  if (WITH_UNIT.test(raw)) {
    return "Write the number alone, without a unit.";
  }
  if (/^\d{1,20},\d{1,20}$/.test(raw)) {
    return "The decimal separator is a point, not a comma, and only one number can be given.";
  }
  return SEVERAL.test(raw) ? "Only one number can be given." : undefined;
}
