import { type Bounds, CosString, type CosValue, Dict, Name, Ref, resolve, Stream } from "@quire/cos";

/**
 * Returns whether two values are equal, with everything that they refer to. Values that are large or refer to
 * themselves are taken for different rather than compared to the end.
 * @throws CosError `too_complex` when a bound is met.
 */
export function isSameObject(first: CosValue, second: CosValue, bounds: Bounds): boolean {
  return new Comparison(bounds).isSame(first, second);
}

const MAX_VALUES = 20_000;

class Comparison {
  readonly #bounds: Bounds;
  #values = 0;
  #depth = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  isSame(first: CosValue, second: CosValue): boolean {
    this.#bounds.step();
    this.#values++;
    if (first === second || isSameRef(first, second)) {
      return true;
    }
    if (this.#values > MAX_VALUES || this.#depth >= MAX_DEPTH) {
      return false;
    }
    this.#depth++;
    const isSame = this.#isSameContent(resolve(first), resolve(second));
    this.#depth--;
    return isSame;
  }

  #isSameContent(first: CosValue, second: CosValue): boolean {
    if (first instanceof Name) {
      return second instanceof Name && first.value === second.value;
    }
    if (first instanceof CosString) {
      return second instanceof CosString && isSameBytes(first.bytes, second.bytes);
    }
    if (Array.isArray(first)) {
      return (
        Array.isArray(second) &&
        first.length === second.length &&
        first.every((element, index) => this.isSame(element, second[index] ?? null))
      );
    }
    if (first instanceof Dict) {
      return second instanceof Dict && this.#isSameDict(first, second);
    }
    if (first instanceof Stream) {
      return second instanceof Stream && this.#isSameDict(first.dict, second.dict) && this.#hasSameBytes(first, second);
    }
    return first === second;
  }

  #hasSameBytes(first: Stream, second: Stream): boolean {
    this.#bounds.look();
    return isSameBytes(first.bytes.encoded(), second.bytes.encoded());
  }

  #isSameDict(first: Dict, second: Dict): boolean {
    return (
      first.entries.size === second.entries.size &&
      [...first.entries].every(([key, value]) => this.isSame(value, second.raw(key) ?? null))
    );
  }
}

/** The greatest depth of comparison: fonts with their descriptors, encodings and programs are less deep. */
const MAX_DEPTH = 16;

const isSameRef = (first: CosValue, second: CosValue): boolean =>
  first instanceof Ref &&
  second instanceof Ref &&
  first.source === second.source &&
  first.number === second.number &&
  first.generation === second.generation;

const isSameBytes = (first: Uint8Array, second: Uint8Array): boolean => Buffer.compare(first, second) === 0;
