import type { Warning } from "../../kernel/failure.ts";
import { type PageList } from "../../kernel/pages/page-list.ts";
import { type PageSelection, requireSelection, resolvePages } from "../../kernel/pages/page-ranges.ts";
import type { Context, Outcome, UploadedFile } from "../operation.ts";
import { type AnswerShape, type WrittenAnswer, writeAnswer } from "./answer.ts";
import type { PageOutcome, Remark } from "./page-outcome.ts";

/* The steps around the reading of pages that the engines of text recognition have in common. */

/**
 * Returns the pages to read.
 * @throws Failure `page_out_of_range` also when nothing is selected
 */
export const selectPages = (
  file: Pick<UploadedFile, "pages">,
  { pages: list }: { readonly pages: PageList },
): PageSelection =>
  requireSelection(resolvePages(list, file.pages, { repeats: "once", maxPages: file.pages }), file.pages);

export interface Delivery {
  readonly context: Context;
  readonly selection: PageSelection;
  /** The time at which the work began, on the clock of `performance.now()`. */
  readonly startedMs: number;
  /** The warnings in addition to those about the pages. */
  readonly warnings?: readonly Warning[];
}

/**
 * Writes the answer while `outcomes` come. `usage.credits` is what the pages cost.
 * @throws what `writeAnswer` throws
 */
export async function deliver(
  outcomes: AsyncIterable<PageOutcome>,
  shape: AnswerShape,
  { context, selection, startedMs, warnings = [] }: Delivery,
): Promise<Outcome> {
  const elapsedMs = (): number => performance.now() - startedMs;
  const answer = await writeAnswer(outcomes, shape, { context, elapsedMs });
  return {
    result: { kind: "json file", path: answer.path },
    warnings: [...selectionWarnings(selection), ...warnings, ...pageWarnings(answer)],
    usage: { pages: answer.pagesRead, credits: answer.credits },
  };
}

/** Returns the credits that `deliver` counted. */
export const creditsUsed = ({ usage }: Pick<Outcome, "usage">): number => usage?.["credits"] ?? 0;

const selectionWarnings = ({ clipped }: PageSelection): readonly Warning[] =>
  clipped ? [{ code: "pages_clipped" }] : [];

const REMARKS: readonly Remark[] = ["dpi_reduced", "vision_doubted", "enhance_rejected", "enhance_failed"];

function pageWarnings({ remarks, pagesFailed }: Pick<WrittenAnswer, "remarks" | "pagesFailed">): readonly Warning[] {
  const counts = [
    ...REMARKS.map((code) => ({ code, pages: remarks.get(code) ?? 0 })),
    { code: "pages_failed", pages: pagesFailed },
  ];
  return counts
    .filter(({ pages }) => pages > 0)
    .map(({ code, pages }) => ({ code, parameters: { pages: String(pages) } }));
}
