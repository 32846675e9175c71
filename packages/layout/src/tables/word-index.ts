import type { Box } from "../content.ts";
import { firstFrom, inOrderOf } from "../geometry/statistics.ts";
import type { PlacedWord } from "./found-table.ts";

/** Words sorted by their height, to find those of a box without looking at all of the page. */
export class WordIndex {
  readonly #words: readonly PlacedWord[];
  readonly #middles: Float64Array;

  constructor(words: readonly PlacedWord[]) {
    this.#words = inOrderOf(words, ({ yMin, yMax }) => yMin + yMax);
    this.#middles = Float64Array.from(this.#words, (word) => (word.yMin + word.yMax) / 2);
  }

  /** Returns the words whose middle is within a box, from the top. */
  within({ xMin, yMin, xMax, yMax }: Box): PlacedWord[] {
    const found: PlacedWord[] = [];
    for (let at = firstFrom(this.#middles, yMin); at < this.#words.length && (this.#middles[at] ?? 0) <= yMax; at++) {
      const word = this.#words[at];
      const x = word === undefined ? Number.NaN : (word.xMin + word.xMax) / 2;
      if (word !== undefined && x >= xMin && x <= xMax) {
        found.push(word);
      }
    }
    return found;
  }
}
