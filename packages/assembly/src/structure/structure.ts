import type { Assembly } from "../assembly.ts";
import type { Excerpt } from "../excerpt.ts";
import { dropRemovedObjects } from "./dropped-references.ts";
import { keyHoldersOf } from "./key-holders.ts";
import { carryMarkInfo } from "./mark-info.ts";
import { NewStructure } from "./new-structure.ts";
import { ownLanguage, rootOf } from "./structure-root.ts";

/**
 * Takes over the logical structure (ISO 32000-2, 14.7): one structure tree is made of those of all excerpts, with one
 * parent tree. Elements without content on pages that are taken are left out. The tree of one document that is taken
 * whole is left as it is.
 * @throws CosError `too_complex` when a bound is met.
 */
export function carryStructure(assembly: Assembly): void {
  const tagged = assembly.excerpts.filter((excerpt) => rootOf(excerpt) !== undefined);
  const untagged = assembly.excerpts.filter((excerpt) => rootOf(excerpt) === undefined);
  carryMarkInfo(assembly, tagged);
  const [first] = tagged;
  if (!first) {
    return;
  }
  const isAlone = tagged.length === 1 && first.isWhole && !first.hasSheets;
  if (isAlone && ownLanguage(first, assembly) === undefined) {
    assembly.catalog.set("StructTreeRoot", first.source.document.catalog.raw("StructTreeRoot") ?? null);
    dropRemovedObjects(first);
  } else {
    joinStructures(tagged, assembly);
  }
  for (const excerpt of untagged) {
    dropKeys(excerpt, assembly);
  }
}

function joinStructures(tagged: readonly Excerpt[], assembly: Assembly): void {
  const structure = new NewStructure(tagged, assembly);
  for (const excerpt of tagged) {
    structure.take(excerpt);
  }
  structure.finish();
}

/** Removes the keys of a structure that was lost, which would lead to elements of another document. */
function dropKeys(excerpt: Excerpt, { bounds }: Assembly): void {
  for (const holder of keyHoldersOf(excerpt, bounds)) {
    holder.setKey(undefined);
  }
}
