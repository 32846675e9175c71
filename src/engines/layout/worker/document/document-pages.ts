import { type CosDocument, type CosValue, Dict, type Page, pagesOf, Ref } from "@quire/cos";

/** The pages of a document, which can be found by references and dictionaries. */
export class DocumentPages {
  readonly pages: readonly Page[];
  readonly #byNumber = new Map<number, number>();
  readonly #byDict = new Map<Dict, number>();

  /**
   * Collects the pages.
   * @throws CosError `too_complex`
   */
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

  /** Returns the number of a page, from 1, by a reference to it or by its dictionary. */
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
