import type { Bounds } from "../bounds.ts";
import { type CosDirect, type CosValue, Dict, Stream } from "../objects.ts";

/**
 * Yields the dictionary that an object is or that its stream has, and those nested in it without a reference.
 * @throws CosError `too_complex`
 */
export function* dictionariesIn(object: CosDirect, bounds: Bounds): Generator<Dict> {
  const pending: CosValue[] = [object];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    bounds.step();
    const dict = value instanceof Stream ? value.dict : value;
    if (dict instanceof Dict) {
      yield dict;
    }
    const inner = dict instanceof Dict ? dict.entries.values() : Array.isArray(dict) ? dict : [];
    for (const element of inner) {
      if (element instanceof Dict || Array.isArray(element)) {
        pending.push(element);
      }
    }
  }
}
