import { seededRandom } from "../../bench/measuring/random.ts";

/** Random choices for a mutation: the same for the same seed. */
export class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    // Seeds that follow each other give streams that have nothing in common.
    this.#random = seededRandom(Math.imul(seed + 1, 0x9e3779b1));
  }

  /** Returns a whole number from 0 to `limit`, exclusive. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) {
      throw new Error("There is nothing to choose from.");
    }
    return items[this.below(items.length)] as Item;
  }

  /** Returns a whole number from 1 to `most`, small ones more often. */
  size(most: number): number {
    return Math.max(1, Math.ceil(most ** this.#random()));
  }
}
