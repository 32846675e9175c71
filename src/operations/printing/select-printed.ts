import { join } from "node:path";
import { Failure, type Warning } from "../../kernel/failure.ts";
import { type PageList } from "../../kernel/pages/page-list.ts";
import { resolvePages } from "../../kernel/pages/page-ranges.ts";
import { workOf } from "../../kernel/timing/work.ts";
import type { Context } from "../operation.ts";
import { needsSelection } from "./printed-pages.ts";

/* The selection of printed pages, where the browser could not make it. */

/** Selects the pages that could not be named before they were counted. */
export async function select(
  list: PageList | undefined,
  printed: string,
  context: Context,
): Promise<{ readonly path: string; readonly warnings: readonly Warning[] }> {
  if (list === undefined || !needsSelection(list)) {
    return { path: printed, warnings: [] };
  }
  const { pages: count } = await context.engines.facts.inspect({ input: printed, ...workOf(context) });
  const { pages } = resolvePages(list, count, { repeats: "once", maxPages: count });
  if (pages.length === 0) {
    return { path: printed, warnings: [{ code: "empty_selection" }] };
  }
  const output = join(context.workspace, "selected.pdf");
  const { warnings } = await context.engines.assembler.merge({
    sources: [{ input: printed, title: "", pages }],
    bookmarks: "keep",
    information: {},
    maxBytes: context.limits.archiveBytes,
    output,
    ...workOf(context),
  });
  return { path: output, warnings: warnings.map(({ code }) => ({ code })) };
}

/**
 * Checks the number of pages.
 * @throws Failure `too_many_pages`
 */
export function requirePageCount(pages: number, { limits: { pagesPerDocument } }: Context): void {
  if (pages > pagesPerDocument) {
    throw new Failure("too_many_pages", `The document has ${pages} pages; the limit is ${pagesPerDocument}.`, {
      facts: { pages },
    });
  }
}
