import type { Line } from "../words.ts";

/** Lines in the order of their baselines: those near a height are found without looking at all. */
export class ByBaseline<Item extends { readonly line: Line }> {
  readonly #items: readonly Item[];

  constructor(items: readonly Item[]) {
    this.#items = items.toSorted((a, b) => a.line.baselineY - b.line.baselineY);
  }

  /** Returns the lines whose baselines are above `from` and at most at `to`. */
  between(from: number, to: number): readonly Item[] {
    return from < to ? this.#items.slice(this.#firstAbove(from), this.#firstAbove(to)) : [];
  }

  /** Returns the `count` lines whose baselines are nearest to `y`. */
  nearest(y: number, count: number): readonly Item[] {
    let from = this.#firstAbove(y);
    let to = from;
    while (to - from < count && (from > 0 || to < this.#items.length)) {
      const below = y - this.#baselineAt(from - 1);
      const above = this.#baselineAt(to) - y;
      if (from > 0 && (to === this.#items.length || below <= above)) {
        from--;
      } else {
        to++;
      }
    }
    return this.#items.slice(from, to);
  }

  /** Returns the index of the first line whose baseline is greater than `y`. */
  #firstAbove(y: number): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#baselineAt(middle) > y) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  #baselineAt(index: number): number {
    return this.#items[index]?.line.baselineY ?? 0;
  }
}
