import { newId } from "../../store/ids.ts";
import type { JobPart } from "../../store/job-part-store.ts";

/** The number of parts that a document is divided into: enough for some nodes, whose pages differ, to end together. */
const PARTS = 24;
/** The most pages of a part: what is lost with a node, and what the last one of several to end has yet to do. */
const MAX_PAGES = 8;

/** Divides pages into parts of even length, in their order, of `minPages` at least. */
export function partsOf(pages: readonly number[], minPages: number): readonly JobPart[] {
  const length = Math.max(minPages, Math.min(MAX_PAGES, Math.ceil(pages.length / PARTS)));
  return Array.from({ length: Math.ceil(pages.length / length) }, (_, index) => ({
    id: newId.part(),
    pages: pages.slice(index * length, (index + 1) * length),
  }));
}
