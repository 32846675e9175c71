/**
 * A map that keeps computed values and is emptied when it has many, because texts and names of families come from
 * callers.
 */
export class BoundedMap<V> {
  readonly #values = new Map<string, V>();

  get(key: string, make: () => V): V {
    const known = this.#values.get(key);
    if (known !== undefined) {
      return known;
    }
    const made = make();
    if (key.length <= MAX_KEY_LENGTH) {
      if (this.#values.size >= MAX_VALUES) {
        this.#values.clear();
      }
      this.#values.set(key, made);
    }
    return made;
  }
}

const MAX_VALUES = 4096;

/** The longest key that is kept, in UTF-16 code units: a grapheme cluster may have any number of marks. */
const MAX_KEY_LENGTH = 200;
