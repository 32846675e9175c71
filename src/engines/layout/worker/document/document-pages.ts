import { type CosDocument, type CosValue, Dict, type Page, pagesOf, Ref } from "@quire/cos";

/** The pages of a document, to be found by what leads to them. */
export class DocumentPages {
  readonly pages: readonly Page[];
  readonly #byNumber = new Map<number, number>();
  readonly #byDict = new Map<Dict, number>();

  /** @throws CosError `too_complex` */
  constructor(document: CosDocument) {
    this.pages = pagesOf(document);
    // A page that the tree has twice is known by its first place.
    for (const { ref, dict, index } of this.pages.toReversed()) {
      if (ref === undefined) {
        this.#byDict.set(dict, index + 1);
      } else {
        this.#byNumber.set(ref.number, index + 1);
      }
    }
  }

  /** Its number, from 1, of a reference to it or of its dictionary. */
  numberOf(value: CosValue | undefined): number | undefined {
    if (value instanceof Ref) {
      return this.#byNumber.get(value.number);
    }
    return value instanceof Dict ? this.#byDict.get(value) : undefined;
  }

  get(page: number): Page | undefined {
    return this.pages[page - 1];
  }
}
