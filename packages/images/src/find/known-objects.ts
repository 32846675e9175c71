import { type CosValue, type ObjectSource, Ref } from "@quire/cos";

/** Maps objects to values: indirect objects are identified by their numbers, direct ones by identity. */
export class KnownObjects<Value> {
  readonly #indirect = new Map<ObjectSource, Map<CosValue, Value>>();
  readonly #direct = new Map<CosValue, Value>();

  /** Returns the value of `key`, making it when there is none. */
  get(key: CosValue, make: () => Value): Value {
    const [values, at] = this.#place(key);
    const known = values.get(at);
    if (known !== undefined) {
      return known;
    }
    const value = make();
    values.set(at, value);
    return value;
  }

  /**
   * Sets the value of a key that has none.
   * @returns false when the key had a value before, which it keeps
   */
  add(key: CosValue, value: Value): boolean {
    const [values, at] = this.#place(key);
    if (values.has(at)) {
      return false;
    }
    values.set(at, value);
    return true;
  }

  has(key: CosValue): boolean {
    const [values, at] = this.#place(key);
    return values.has(at);
  }

  #place(key: CosValue): [Map<CosValue, Value>, CosValue] {
    return key instanceof Ref ? [this.#numbersOf(key.source), key.number] : [this.#direct, key];
  }

  #numbersOf(source: ObjectSource): Map<CosValue, Value> {
    let numbers = this.#indirect.get(source);
    if (!numbers) {
      numbers = new Map();
      this.#indirect.set(source, numbers);
    }
    return numbers;
  }
}
