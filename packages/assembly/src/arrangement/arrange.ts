import { type Bounds, type ByteSink, writeDocument } from "@quire/cos";
import { assemble } from "../assemble.ts";
import type { AssemblyWarning } from "../assembly.ts";
import type { SourceDocument } from "../source-document.ts";
import type { PagePlan } from "./page-plan.ts";
import { SheetLayout } from "./sheet-layout.ts";

export interface ArrangedDocument {
  readonly source: SourceDocument;
  /** Opens the same file again; called for pages that the plan has several times. */
  readonly reopen: () => SourceDocument;
}

/**
 * Writes the document with its pages as `plan` has them, which was made for the pages of `source`, unprotected. All that
 * belongs to pages follows them: outlines, links, destinations, forms, structure, labels.
 * @throws CosError `too_complex` when a bound is met.
 */
export function writeArranged(
  { source, reopen }: ArrangedDocument,
  plan: PagePlan,
  sink: ByteSink,
  bounds: Bounds,
): { readonly warnings: readonly AssemblyWarning[] } {
  const layout = new SheetLayout(plan.pages);
  const parts = layout.parts.map((pageIndices, round) => ({
    source: round === 0 ? source : reopen(),
    pageIndices,
    continuesFile: round > 0,
  }));
  using assembled = assemble(parts, { bookmarks: "keep", bounds, layout });
  writeDocument(assembled.trailer, sink, {}, bounds);
  return { warnings: assembled.warnings };
}
