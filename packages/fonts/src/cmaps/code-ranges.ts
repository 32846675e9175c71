/** A range of codes of one length with the value of its first code, from which those of the others are derived. */
export interface CodeRange<Value> {
  readonly first: number;
  readonly last: number;
  readonly value: Value;
}

/** Finds the range of a code; of overlapping ranges, the one that was added last counts. */
export class CodeRanges<Value> {
  readonly #added: CodeRange<Value>[] = [];
  #sorted: { readonly ranges: readonly CodeRange<Value>[]; readonly overlap: boolean } | undefined;

  get all(): readonly CodeRange<Value>[] {
    return this.#added;
  }

  add(first: number, last: number, value: Value): void {
    if (last >= first) {
      this.#added.push({ first, last, value });
      this.#sorted = undefined;
    }
  }

  find(code: number): CodeRange<Value> | undefined {
    this.#sorted ??= sorted(this.#added);
    const { ranges, overlap } = this.#sorted;
    if (overlap) {
      return this.#added.findLast(({ first, last }) => code >= first && code <= last);
    }
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.last ?? 0) < code) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const range = ranges[low];
    return range !== undefined && range.first <= code ? range : undefined;
  }
}

function sorted<Value>(added: readonly CodeRange<Value>[]): {
  readonly ranges: readonly CodeRange<Value>[];
  readonly overlap: boolean;
} {
  const ranges = added.toSorted((one, other) => one.first - other.first);
  const overlap = ranges.some(({ first }, index) => first <= (ranges[index - 1]?.last ?? -1));
  return { ranges, overlap };
}

/** Groups ranges by the length of their codes: <20> and <0020> are different codes. */
export class RangesByLength<Value> {
  readonly #byLength = new Map<number, CodeRanges<Value>>();

  get all(): Iterable<readonly [lengthBytes: number, ranges: CodeRanges<Value>]> {
    return this.#byLength;
  }

  of(lengthBytes: number): CodeRanges<Value> {
    let ranges = this.#byLength.get(lengthBytes);
    if (ranges === undefined) {
      ranges = new CodeRanges();
      this.#byLength.set(lengthBytes, ranges);
    }
    return ranges;
  }

  find(code: number, lengthBytes: number): CodeRange<Value> | undefined {
    return this.#byLength.get(lengthBytes)?.find(code);
  }
}
