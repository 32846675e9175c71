import type { Dict, Ref } from "@quire/cos";

/** An annotation of a page that is taken along (ISO 32000-2, 12.5). */
export class Annotation {
  /** Undefined when the dictionary stands in the page's array itself. */
  readonly ref: Ref | undefined;
  #dict: Dict;
  #isEdited = false;
  #isRemoved = false;

  constructor(ref: Ref | undefined, dict: Dict) {
    this.ref = ref;
    this.#dict = dict;
  }

  /** As it will be written. Not to be changed. */
  get dict(): Dict {
    return this.#dict;
  }

  get isEdited(): boolean {
    return this.#isEdited;
  }

  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  /** The dictionary, to be changed: a copy of the one that was read. */
  edit(): Dict {
    if (!this.#isEdited) {
      this.#dict = this.#dict.copy();
      this.#isEdited = true;
    }
    return this.#dict;
  }

  /** Leaves it out of the new document. */
  remove(): void {
    this.#isRemoved = true;
  }
}
