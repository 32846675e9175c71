import { type Bounds, type ByteSink, writeDocument } from "@quire/cos";
import { assemble } from "./assemble.ts";
import type { AssemblyWarning } from "./assembly.ts";
import { roundsOf } from "./rounds.ts";
import type { SourceDocument } from "./source-document.ts";

export interface SplitPart {
  /** The indices of the pages, from 0, in any order and possibly repeated. */
  readonly pageIndices: readonly number[];
  /** Opens the same file again; needed when a page is repeated. */
  readonly reopen?: (() => SourceDocument) | undefined;
}

/**
 * Writes a document of the pages of `part`, with what concerns them and nothing else, protected as the source is.
 * @throws CosError `too_complex` when a bound is met
 * @throws RangeError when a page is repeated and `reopen` is absent.
 */
export function writePart(
  source: SourceDocument,
  { pageIndices, reopen }: SplitPart,
  sink: ByteSink,
  bounds: Bounds,
): { readonly warnings: readonly AssemblyWarning[] } {
  const parts = roundsOf(pageIndices).map((indices, round) => ({
    source: round === 0 ? source : copyBy(reopen),
    pageIndices: indices,
  }));
  using assembled = assemble(parts, { bookmarks: "keep", bounds });
  const { trailer, warnings } = assembled;
  const { security, trailer: sourceTrailer } = source.document;
  const identifier = sourceTrailer.raw("ID");
  if (security !== undefined && identifier !== undefined) {
    // The first element is a part of the key (ISO 32000-2, 7.6.4.3).
    trailer.set("ID", identifier);
  }
  writeDocument(trailer, sink, { security }, bounds);
  return { warnings };
}

function copyBy(reopen: SplitPart["reopen"]): SourceDocument {
  if (reopen === undefined) {
    throw new RangeError("A page comes several times, and the document cannot be opened again.");
  }
  return reopen();
}
