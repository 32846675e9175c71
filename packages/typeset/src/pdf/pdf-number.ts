/** A number of a content stream: three decimals, which are less than is to be seen, and no exponent. */
export function pdfNumber(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  // "-0" is a number as well, but not a short one.
  return rounded === 0 ? "0" : String(rounded);
}
