/** The number of values that each of the blending procedures leaves (Adobe Technical Note 5015, 3.2). */
const BLENDED_VALUES: Readonly<Record<number, number>> = { 14: 1, 15: 2, 16: 3, 17: 4, 18: 6 };

/**
 * Returns the results of OtherSubrs 14 to 18 of a Multiple Master program. The operands are the values of the first
 * master, and for each the differences of the other masters from it, which count by their weights. Returns undefined
 * for any other procedure.
 */
export function blended(
  procedure: number,
  operands: readonly number[],
  weights: readonly number[],
): readonly number[] | undefined {
  const count = BLENDED_VALUES[procedure];
  const others = weights.length - 1;
  if (count === undefined || others < 1 || operands.length !== count * weights.length) {
    return undefined;
  }
  return operands.slice(0, count).map((value, index) => {
    const differences = operands.slice(count + index * others, count + (index + 1) * others);
    return differences.reduce((sum, difference, other) => sum + difference * (weights[other + 1] ?? 0), value);
  });
}
