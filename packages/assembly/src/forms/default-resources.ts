import { type Bounds, type CosValue, Dict, resolve } from "@quire/cos";
import type { NameEndings } from "./default-appearance.ts";
import { isSameObject } from "./same-object.ts";

/** The joined default resources of interactive forms (ISO 32000-2, 12.7.3, table 224: DR). */
export class DefaultResources {
  readonly dict = new Dict();
  readonly #bounds: Bounds;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Adds the resources of one more form. A name that already means something else gets an ending; the endings are
   * returned.
   */
  add(resources: Dict): NameEndings {
    const endings = new Map<string, ReadonlyMap<string, string>>();
    for (const [category, value] of resources.entries) {
      this.#bounds.step();
      const named = resolve(value);
      const joined = this.dict.raw(category);
      if (!(named instanceof Dict)) {
        // /ProcSet is a list, and any one will do: it has no meaning any more (14.2).
        this.dict.set(category, joined ?? value);
      } else if (joined instanceof Dict) {
        const ofCategory = this.#join(joined, named);
        if (ofCategory.size > 0) {
          endings.set(category, ofCategory);
        }
      } else {
        this.dict.set(category, named.copy());
      }
    }
    return endings;
  }

  #join(joined: Dict, named: Dict): Map<string, string> {
    const endings = new Map<string, string>();
    for (const [name, value] of named.entries) {
      this.#bounds.step();
      const ending = this.#endingOf(name, value, { joined, named });
      joined.set(name + ending, value);
      if (ending !== "") {
        endings.set(name, ending);
      }
    }
    return endings;
  }

  /** Returns the first ending with which the name is free, or has this meaning already. */
  #endingOf(name: string, value: CosValue, { joined, named }: { readonly joined: Dict; readonly named: Dict }): string {
    for (let number = 1; ; number++) {
      const ending = number === 1 ? "" : `_${number}`;
      const present = joined.raw(name + ending);
      const isFree = number === 1 || !named.entries.has(name + ending);
      if (isFree && (present === undefined || isSameObject(present, value, this.#bounds))) {
        return ending;
      }
    }
  }
}
