import { type CosDocument, CosError, Dict, type Page, Ref, readPageTree } from "@quire/cos";

/**
 * A document that parts are taken from, one or many of them in turn. Its pages are replaced by null at the start, so
 * that no reference to one that is left out brings it along; each excerpt puts its pages back.
 */
export class SourceDocument {
  readonly document: CosDocument;
  /** The title shown to people: the name of the file, without its extension. */
  readonly title: string;
  readonly pages: readonly Page[];
  readonly #indexByNumber = new Map<number, number>();
  readonly #indexByDict = new Map<Dict, number>();
  readonly #memo = new Map<unknown, unknown>();

  /**
   * Reads the pages of the document and replaces them by null.
   * @throws CosError `too_complex` when a bound is met, and `not_pdf` for a document without pages.
   */
  constructor(document: CosDocument, title: string) {
    this.document = document;
    this.title = title;
    this.pages = readPageTree(document).pages;
    if (this.pages.length === 0) {
      throw new CosError("not_pdf", "The document has no pages.");
    }
    for (const { ref, dict, index } of this.pages) {
      if (!this.#indexByDict.has(dict)) {
        this.#indexByDict.set(dict, index);
        if (ref !== undefined) {
          this.#indexByNumber.set(ref.number, index);
          document.replace(ref.number, null);
        }
      }
    }
  }

  /**
   * Returns the index in the document of the page that `target` means, a reference to it or its dictionary; undefined
   * when it means none.
   */
  indexOf(target: unknown): number | undefined {
    if (target instanceof Ref) {
      return target.source === this.document ? this.#indexByNumber.get(target.number) : undefined;
    }
    return target instanceof Dict ? this.#indexByDict.get(target) : undefined;
  }

  /** Undoes what an excerpt changed of an object. */
  restore(number: number): void {
    if (this.#indexByNumber.has(number)) {
      this.document.replace(number, null);
    } else {
      this.document.restore(number);
    }
  }

  /**
   * Returns the result of `compute`, which is called once however many parts are taken from the document. References to
   * pages may lead to nothing by then, or to new ones: `indexOf` still finds the page that a reference means, and
   * `pages` has what was read.
   */
  memo<Result>(compute: (source: SourceDocument) => Result): Result {
    if (!this.#memo.has(compute)) {
      this.#memo.set(compute, compute(this));
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `compute` gave
    return this.#memo.get(compute) as Result;
  }
}
