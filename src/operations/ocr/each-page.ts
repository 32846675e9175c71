import { Failure, type FailureCode } from "../../kernel/failure.ts";
import type { Context } from "../operation.ts";
import { sharingOf } from "../page-sharing.ts";
import { mapInOrder } from "../../kernel/timing/map-in-order.ts";
import { keptOutcome, type PageForm, restoredOutcome } from "./kept-outcome.ts";
import type { PageOutcome } from "./page-outcome.ts";

export interface PageContext extends Context {
  /** Returns whether a page before this one has come to an end. */
  readonly hasBegun: () => boolean;
}

/**
 * Does `work` for each page, `atOnce` of them at the same time; yields the outcomes in the order of the pages. A page
 * that cannot be read is an outcome like any other, where `isPageFailure` says that the failure is the page's.
 * @throws Failure of what is not a page's fault; the signal's reason
 */
export function eachPage<Page>(
  pages: readonly number[],
  {
    atOnce,
    context,
    isPageFailure = ({ code }) => PAGE_FAILURES.includes(code),
    form,
  }: {
    readonly atOnce: number;
    readonly context: Context;
    readonly isPageFailure?: (failure: Failure) => boolean;
    /** The form in which pages are kept where other processes may do some of them; absent: all are done here. */
    readonly form?: PageForm<Page>;
  },
  work: (pageNumber: number, context: PageContext) => Promise<Page>,
): AsyncGenerator<PageOutcome<Page>, void, undefined> {
  let pagesDone = 0;
  const hasBegun = (): boolean => pagesDone > 0;
  const outcomeOf = async (pageNumber: number, signal: AbortSignal): Promise<PageOutcome<Page>> => {
    const outcome = await work(pageNumber, { ...context, signal, hasBegun }).then(
      (page): PageOutcome<Page> => ({ kind: "read", page }),
      (failure: unknown): PageOutcome<Page> => {
        signal.throwIfAborted();
        if (failure instanceof Failure && isPageFailure(failure)) {
          return { kind: "failed", pageNumber, failure };
        }
        throw failure;
      },
    );
    pagesDone += 1;
    return outcome;
  };
  const sharing = form === undefined ? undefined : sharingOf(context, pages);
  if (form !== undefined && sharing !== undefined) {
    return sharing.inOrder(pages, {
      atOnce,
      pagesAtATime: 1,
      async *work([pageNumber = 0], signal) {
        yield await outcomeOf(pageNumber, signal);
      },
      kept: (outcome) => keptOutcome(outcome, form),
      restored: (pageNumber, { value }) => restoredOutcome(pageNumber, value, form),
    });
  }
  return mapInOrder(pages, { atOnce, signal: context.signal }, async (pageNumber, signal) => {
    const outcome = await outcomeOf(pageNumber, signal);
    context.progress(pagesDone, pages.length);
    return outcome;
  });
}

/** The failures that a page can cause in its own reading; any other ends the request. */
export const PAGE_FAILURES: readonly FailureCode[] = [
  "document_too_complex",
  "image_too_large",
  "invalid_pdf",
  "unsupported_file_type",
];
