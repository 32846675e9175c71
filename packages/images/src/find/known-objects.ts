import { type CosValue, type ObjectSource, Ref } from "@quire/cos";

/** Values of objects: indirect ones are known by their numbers, direct ones by themselves. */
export class KnownObjects<Value> {
  readonly #indirect = new Map<ObjectSource, Map<CosValue, Value>>();
  readonly #direct = new Map<CosValue, Value>();

  /** The value of `key`, made when there is none. */
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

  /** @returns false when the key had a value before; it keeps that one */
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
