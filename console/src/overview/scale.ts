/** Returns the round number at which an axis that must reach `most` ends: 1, 2 or 5 times a power of ten. */
export function roundTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= most) ?? 10) * power;
}
