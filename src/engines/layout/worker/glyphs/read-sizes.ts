/**
 * Returns the sizes of lines that were read, made equal where they are of one type: ink differs by a pixel or two, and
 * faces by the height of their letters, so that the same type is a tenth larger in one line than in another.
 * @returns in the order of `heights`
 */
export function sizesOfType(heights: readonly number[]): readonly number[] {
  const sizes = new Map<number, number>();
  let left = heights.toSorted((a, b) => a - b);
  while (left.length > 0) {
    const { start, end } = mostFrequent(left);
    const size = left[Math.floor((start + end - 1) / 2)] ?? 0;
    for (const height of left.slice(start, end)) {
      sizes.set(height, size);
    }
    left = [...left.slice(0, start), ...left.slice(end)];
  }
  return heights.map((height) => sizes.get(height) ?? height);
}

/** The ratio by which one type differs at most from line to line. */
const SPREAD = 1.15;

/**
 * Returns the part of sorted heights that has the most of them within `SPREAD`; of equal ones the highest, whose ink is
 * whole.
 */
function mostFrequent(sorted: readonly number[]): { readonly start: number; readonly end: number } {
  let best = { start: 0, end: 0 };
  let start = 0;
  for (const [index, height] of sorted.entries()) {
    while ((sorted[start] ?? height) * SPREAD < height) {
      start++;
    }
    if (index + 1 - start >= best.end - best.start) {
      best = { start, end: index + 1 };
    }
  }
  return best;
}
