/** The pages that show something, of which the first are named. */
export class PageSet {
  readonly pages: number[] = [];
  pageCount = 0;
  #last = 0;
  readonly #maxPages: number;

  constructor(maxPages: number) {
    this.#maxPages = maxPages;
  }

  /** Adds a page; pages come in ascending order. */
  add(page: number): void {
    if (page === this.#last) {
      return;
    }
    this.#last = page;
    this.pageCount += 1;
    if (this.pages.length < this.#maxPages) {
      this.pages.push(page);
    }
  }
}
