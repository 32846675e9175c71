import { Failure, type FailureCode } from "../../kernel/failure.ts";
import type { Context } from "../operation.ts";
import { mapInOrder } from "./in-order.ts";
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
  }: {
    readonly atOnce: number;
    readonly context: Context;
    readonly isPageFailure?: (failure: Failure) => boolean;
  },
  work: (pageNumber: number, context: PageContext) => Promise<Page>,
): AsyncGenerator<PageOutcome<Page>, void, undefined> {
  let pagesDone = 0;
  const hasBegun = (): boolean => pagesDone > 0;
  return mapInOrder(
    pages,
    { atOnce, signal: context.signal },
    async (pageNumber, signal): Promise<PageOutcome<Page>> => {
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
      context.progress(pagesDone, pages.length);
      return outcome;
    },
  );
}

/** The failures that a page can cause in its own reading; any other ends the request. */
export const PAGE_FAILURES: readonly FailureCode[] = [
  "document_too_complex",
  "image_too_large",
  "invalid_pdf",
  "unsupported_file_type",
];
