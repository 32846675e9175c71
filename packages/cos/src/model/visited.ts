import { type CosValue, type ObjectSource, Ref } from "../objects.ts";

/**
 * The values that a walk has visited. Indirect objects are identified by their numbers, because a source may read an
 * object newly each time; every way back to a direct one leads over an indirect one.
 */
export class Visited {
  readonly #numbers = new Map<ObjectSource, Set<number>>();
  readonly #direct = new Set<CosValue>();

  /** Marks a value as visited. Returns false when it was visited before. */
  add(value: CosValue): boolean {
    return value instanceof Ref ? addTo(this.#numbersOf(value.source), value.number) : addTo(this.#direct, value);
  }

  delete(value: CosValue): void {
    if (value instanceof Ref) {
      this.#numbersOf(value.source).delete(value.number);
    } else {
      this.#direct.delete(value);
    }
  }

  #numbersOf(source: ObjectSource): Set<number> {
    let numbers = this.#numbers.get(source);
    if (!numbers) {
      numbers = new Set();
      this.#numbers.set(source, numbers);
    }
    return numbers;
  }
}

function addTo<Item>(known: Set<Item>, item: Item): boolean {
  const before = known.size;
  known.add(item);
  return known.size > before;
}
