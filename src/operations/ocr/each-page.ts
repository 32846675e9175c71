import { Failure, type FailureCode } from "../../kernel/failure.ts";
import type { Context } from "../operation.ts";
import { mapInOrder } from "./in-order.ts";
import type { PageOutcome } from "./page-outcome.ts";

export interface PageContext extends Context {
  /** Whether a page before this one has come to an end. */
  readonly hasBegun: () => boolean;
}

/**
 * Does `work` for each page, `atOnce` of them at the same time; gives what became of them in their order. A page that
 * cannot be read is an outcome like any other, where `isPageFailure` says that it is the page's.
 * @throws Failure of what is no page's doing; the signal's reason
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

/** What a page can do to its own reading; anything else ends the request. */
export const PAGE_FAILURES: readonly FailureCode[] = [
  "document_too_complex",
  "image_too_large",
  "invalid_pdf",
  "unsupported_file_type",
];
