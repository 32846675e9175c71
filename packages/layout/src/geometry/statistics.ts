/** Returns the median of numbers, the upper one of two; `otherwise` where there are none. */
export function median(numbers: readonly number[], otherwise: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
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
