/** Returns the median of numbers, the upper one of two; `otherwise` where there are none. */
export function median(numbers: readonly number[], otherwise: number): number {
  const sorted = Float64Array.from(numbers).toSorted();
  return sorted[sorted.length >> 1] ?? otherwise;
}

/**
 * Returns the index of the first of ascending numbers that is not less than `value`; their count where there is none.
 */
export function firstFrom(sorted: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/**
 * Returns values in ascending order of the number that each has; equal ones stay in their order. Numbers are asked for
 * once, and values that are in order already, as words mostly are, cost no more than that.
 */
export function inOrderOf<Value>(values: readonly Value[], numberOf: (value: Value) => number): readonly Value[] {
  const numbers = new Float64Array(values.length);
  let isInOrder = true;
  for (const [index, value] of values.entries()) {
    const number = numberOf(value);
    numbers[index] = number;
    isInOrder &&= index === 0 || (numbers[index - 1] ?? 0) <= number;
  }
  return isInOrder
    ? values
    : values
        .map((value, index) => ({ value, number: numbers[index] ?? 0 }))
        .toSorted((a, b) => a.number - b.number)
        .map(({ value }) => value);
}

/** Counts by key, from which the most frequent key is found. */
export class Tally<Key> {
  readonly counts = new Map<Key, number>();

  add(key: Key, count = 1): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + count);
  }

  /** Returns the key with the highest count, the first of equals; undefined where nothing was counted. */
  most(): Key | undefined {
    let best: Key | undefined;
    let bestCount = 0;
    for (const [key, count] of this.counts) {
      if (count > bestCount) {
        best = key;
        bestCount = count;
      }
    }
    return best;
  }

  total(): number {
    let sum = 0;
    for (const count of this.counts.values()) {
      sum += count;
    }
    return sum;
  }
}
