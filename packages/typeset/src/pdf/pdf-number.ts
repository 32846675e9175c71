/**
 * Returns a number as a content stream has it: with three decimals, which are more than is visible, and no exponent.
 */
export function pdfNumber(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  // "-0" is a number as well, but not a short one.
  return rounded === 0 ? "0" : String(rounded);
}
