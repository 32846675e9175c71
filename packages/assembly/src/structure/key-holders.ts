import { type Bounds, Dict, Ref, Stream } from "@quire/cos";
import type { Excerpt } from "../excerpt.ts";

/** A page, annotation or XObject with a key to its elements in the parent tree (ISO 32000-2, 14.7.5.4). */
export interface KeyHolder {
  readonly key: number;
  /** Sets the key; undefined removes it, when the parent tree has no entry for it. */
  setKey(key: number | undefined): void;
}

/**
 * Returns the key holders of the pages that are taken: the pages, their annotations, and the XObjects that either draw.
 */
export function keyHoldersOf(excerpt: Excerpt, bounds: Bounds): KeyHolder[] {
  const holders: KeyHolder[] = [];
  const xObjects = new XObjects(excerpt, bounds);
  for (const { dict, annotations } of excerpt.pages) {
    holders.push(...holdersIn(dict, ["StructParents"], () => dict));
    xObjects.addResources(dict.dict("Resources"));
    for (const annotation of annotations) {
      bounds.step();
      if (!annotation.isRemoved) {
        holders.push(...holdersIn(annotation.dict, ["StructParent"], () => annotation.edit()));
        xObjects.addAppearances(annotation.dict.dict("AP"));
      }
    }
  }
  xObjects.finish();
  for (const ref of xObjects.found) {
    const { value } = ref;
    if (value instanceof Stream) {
      holders.push(...holdersIn(value.dict, ["StructParent", "StructParents"], () => editStream(excerpt, ref, value)));
    }
  }
  return holders;
}

function holdersIn(dict: Dict, names: readonly string[], edit: () => Dict): KeyHolder[] {
  return names.flatMap((name) => {
    const key = dict.number(name);
    if (key === undefined) {
      return [];
    }
    const setKey = (changed: number | undefined): void => {
      if (changed === undefined) {
        edit().delete(name);
      } else if (changed !== key) {
        edit().set(name, changed);
      }
    };
    return [{ key, setKey }];
  });
}

function editStream(excerpt: Excerpt, ref: Ref, read: Stream): Dict {
  const current = ref.value;
  const { dict, bytes } = current instanceof Stream ? current : read;
  const copy = dict.copy();
  excerpt.change(ref, new Stream(copy, bytes));
  return copy;
}

/** Collects the XObjects of the document that are drawn by way of resources, each once. */
class XObjects {
  readonly found: Ref[] = [];
  readonly #excerpt: Excerpt;
  readonly #bounds: Bounds;
  readonly #numbers = new Set<number>();
  readonly #resources = new Set<Dict>();
  readonly #waiting: Dict[] = [];

  constructor(excerpt: Excerpt, bounds: Bounds) {
    this.#excerpt = excerpt;
    this.#bounds = bounds;
  }

  addResources(resources: Dict | undefined): void {
    if (resources && !this.#resources.has(resources)) {
      this.#resources.add(resources);
      this.#waiting.push(resources);
    }
  }

  /** Adds appearances (12.5.5): streams, or dictionaries of streams by states. */
  addAppearances(appearances: Dict | undefined): void {
    for (const raw of appearances?.entries.values() ?? []) {
      this.#add(raw);
      const states = raw instanceof Ref ? raw.value : raw;
      if (states instanceof Dict) {
        this.#addAll(states);
      }
    }
  }

  finish(): void {
    for (let resources = this.#waiting.pop(); resources; resources = this.#waiting.pop()) {
      this.#addAll(resources.dict("XObject"));
    }
  }

  #addAll(streams: Dict | undefined): void {
    for (const raw of streams?.entries.values() ?? []) {
      this.#bounds.step();
      this.#add(raw);
    }
  }

  #add(raw: unknown): void {
    if (!(raw instanceof Ref) || raw.source !== this.#excerpt.source.document || this.#numbers.has(raw.number)) {
      return;
    }
    this.#numbers.add(raw.number);
    const { value } = raw;
    if (value instanceof Stream) {
      this.found.push(raw);
      this.addResources(value.dict.dict("Resources"));
    }
  }
}
