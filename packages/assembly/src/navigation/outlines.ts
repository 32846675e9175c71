import { CosString, Dict, Name, resolve } from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import type { Excerpt } from "../excerpt.ts";
import type { Bookmarks } from "../options.ts";
import type { Destinations } from "./destinations.ts";
import { NewOutline, type OutlineNode, titleString } from "./new-outline.ts";
import { type OutlineItem, outlineOf } from "./outline.ts";

/** Makes one outline of those of the excerpts, whose destinations are given in the same order. */
export function carryOutlines(assembly: Assembly, bookmarks: Bookmarks, destinations: readonly Destinations[]): void {
  if (bookmarks === "none") {
    return;
  }
  const outline = new NewOutline((value) => assembly.add(value));
  let parent = outline.root;
  for (const within of destinations) {
    if (bookmarks === "files" && !within.excerpt.continuesFile) {
      parent = fileEntry(outline, within.excerpt);
    }
    appendItems(outline, parent, within);
  }
  if (!outline.isEmpty) {
    outline.finish();
    assembly.catalog.set("Outlines", outline.root.ref);
  }
}

function fileEntry(outline: NewOutline, { source, pages }: Excerpt): OutlineNode {
  const entry = new Dict([["Title", titleString(source.title)]]);
  if (pages[0] !== undefined) {
    entry.set("Dest", [pages[0].ref, new Name("XYZ"), null, null, null]);
  }
  return outline.append(outline.root, entry, false);
}

/**
 * Returns all items of a document that is taken whole; else those that lead to pages taken, and the ones above them.
 */
function keptItems(excerpt: Excerpt): readonly OutlineItem[] {
  const { items, byPage } = outlineOf(excerpt.source);
  if (excerpt.isWhole) {
    return items;
  }
  const kept = new Set<OutlineItem>();
  for (const pageIndex of byPage.size === 0 ? [] : excerpt.pageIndices) {
    for (const item of byPage.get(pageIndex) ?? []) {
      for (let one: OutlineItem | undefined = item; one && !kept.has(one); one = one.parent) {
        kept.add(one);
      }
    }
  }
  return [...kept].toSorted((one, other) => one.index - other.index);
}

function appendItems(outline: NewOutline, top: OutlineNode, destinations: Destinations): void {
  const nodes = new Map<OutlineItem, OutlineNode>();
  for (const item of keptItems(destinations.excerpt)) {
    const parent = (item.parent && nodes.get(item.parent)) ?? top;
    nodes.set(item, outline.append(parent, newEntry(item, destinations), item.isOpen));
  }
}

/**
 * Returns the dictionary of the new entry, without links to neighbours and without entries that are not in the standard
 * (table 151).
 */
function newEntry({ dict }: OutlineItem, destinations: Destinations): Dict {
  const title = dict.get("Title");
  const entry = new Dict([["Title", title instanceof CosString ? title : titleString("")]]);
  const destination = dict.raw("Dest");
  const action = dict.raw("A");
  const values = {
    Dest: destination && destinations.destination(destination),
    A: action && destinations.action(action),
    // It would bring along the structure that it belongs to.
    SE: destinations.excerpt.source.document.catalog.has("StructTreeRoot") ? dict.raw("SE") : undefined,
    C: dict.raw("C"),
    F: dict.raw("F"),
  };
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && resolve(value) !== null) {
      entry.set(key, value);
    }
  }
  return entry;
}
