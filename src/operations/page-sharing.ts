/*
 * Long documents are done by several processes: an operation whose work goes page by page states it as `PageWork` and asks
 * `PageSharing` for the results, in the order of the pages. Who does which pages is the platform's matter. A process that
 * helps runs the same operation, which gets no results there: its `inOrder` does pages that the job's owner offers, keeps
 * their results for the owner, and then throws.
 */

/** The result of a page as it is kept for the process that puts the results together. */
export interface KeptPage {
  /** A JSON value. */
  readonly value: object;
  /** The path of a file that belongs to the result; the file must not be written to any more. */
  readonly path?: string | undefined;
}

/** Work that goes page by page, where no page depends on another. */
export interface PageWork<Result> {
  /** The number of pieces that are worked on at the same time in one process. */
  readonly atOnce: number;
  /** The number of pages that a piece has at most. */
  readonly pagesAtATime: number;
  /** Does a piece: yields one result for each of `pages`, in their order. */
  work(pages: readonly number[], signal: AbortSignal): AsyncIterable<Result>;
  kept(result: Result): KeptPage;
  /** Returns the result that was kept; undefined when it is not what `kept` returns. */
  restored(page: number, kept: KeptPage): Result | undefined;
}

export interface PageSharing {
  /**
   * Yields the results of `pages`, in this order, whichever process makes them; called once in a run.
   * @throws what `work` throws here; the reason of the run's signal
   */
  inOrder<Result>(pages: readonly number[], work: PageWork<Result>): AsyncGenerator<Result, void, undefined>;
}

/** The number of pages below which it takes longer to share them than to do them. */
const MIN_SHARED_PAGES = 4;

/** Returns the sharing of a run where there is one and `pages` are enough for it. */
export const sharingOf = (
  { sharing }: { readonly sharing?: PageSharing | undefined },
  pages: readonly number[],
): PageSharing | undefined => (pages.length < MIN_SHARED_PAGES ? undefined : sharing);
