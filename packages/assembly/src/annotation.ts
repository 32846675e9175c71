import type { Dict, Ref } from "@quire/cos";

/** An annotation of a page that is taken into the new document (ISO 32000-2, 12.5). */
export class Annotation {
  /** The reference to the annotation; undefined when the dictionary is direct in the page's array. */
  readonly ref: Ref | undefined;
  #dict: Dict;
  #isEdited = false;
  #isRemoved = false;

  constructor(ref: Ref | undefined, dict: Dict) {
    this.ref = ref;
    this.#dict = dict;
  }

  /** The dictionary as it will be written; `edit` returns one that may be changed. */
  get dict(): Dict {
    return this.#dict;
  }

  get isEdited(): boolean {
    return this.#isEdited;
  }

  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  /** Returns the dictionary for changes, a copy of the one that was read. */
  edit(): Dict {
    if (!this.#isEdited) {
      this.#dict = this.#dict.copy();
      this.#isEdited = true;
    }
    return this.#dict;
  }

  /** Leaves the annotation out of the new document. */
  remove(): void {
    this.#isRemoved = true;
  }
}
