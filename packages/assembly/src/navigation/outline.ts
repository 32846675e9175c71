import { type CosValue, Dict, isName, resolve } from "@quire/cos";
import type { SourceDocument } from "../source-document.ts";
import { pageIndexOf } from "./named-destinations.ts";

/** An entry of a document's outline (ISO 32000-2, 12.3.3). */
export interface OutlineItem {
  readonly dict: Dict;
  readonly parent: OutlineItem | undefined;
  /** The place among all items, from 0; an item comes before those beneath it. */
  readonly index: number;
  readonly isOpen: boolean;
  /** The index of the page that the item leads to; undefined when it leads to no page of the document. */
  readonly pageIndex: number | undefined;
}

export interface Outline {
  /** The items in the order in which they are shown. */
  readonly items: readonly OutlineItem[];
  readonly byPage: ReadonlyMap<number, readonly OutlineItem[]>;
}

/**
 * Returns the outline of `source`, which is read once. At an item that was met before, the walk leaves out that item
 * and what follows it.
 */
export const outlineOf = (source: SourceDocument): Outline => source.memo(readOutline);

function readOutline(source: SourceDocument): Outline {
  const { catalog, bounds } = source.document;
  const root = catalog.dict("Outlines");
  const items: OutlineItem[] = [];
  const byPage = new Map<number, OutlineItem[]>();
  const visited = new Set(root && [root]);
  const way: Level[] = [{ parent: undefined, next: root?.raw("First") }];
  for (let level = way.at(-1); level; level = way.at(-1)) {
    bounds.step();
    const dict = resolve(level.next);
    if (!(dict instanceof Dict) || visited.has(dict)) {
      way.pop();
      continue;
    }
    visited.add(dict);
    level.next = dict.raw("Next");
    const item = itemOf(source, { dict, parent: level.parent, index: items.length });
    items.push(item);
    if (item.pageIndex !== undefined) {
      const ofPage = byPage.get(item.pageIndex) ?? [];
      ofPage.push(item);
      byPage.set(item.pageIndex, ofPage);
    }
    // Deeper nesting is of no use, and each part of a document visits all items above those that it keeps.
    if (way.length < bounds.maxDepth) {
      way.push({ parent: item, next: dict.raw("First") });
    }
  }
  return { items, byPage };
}

/** The position of the walk among the items of the same parent. */
interface Level {
  readonly parent: OutlineItem | undefined;
  next: CosValue | undefined;
}

function itemOf(source: SourceDocument, item: Pick<OutlineItem, "dict" | "parent" | "index">): OutlineItem {
  const { dict } = item;
  const action = dict.dict("A");
  const goesTo = isName(action?.get("S") ?? null, "GoTo") ? action?.raw("D") : undefined;
  const pageIndex = pageIndexOf(source, dict.raw("Dest")) ?? pageIndexOf(source, goesTo);
  return { ...item, isOpen: (dict.number("Count") ?? 0) > 0, pageIndex };
}
