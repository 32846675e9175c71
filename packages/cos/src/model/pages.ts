import type { Bounds } from "../bounds.ts";
import { Dict, isName, Ref, resolve } from "../objects.ts";
import { type Inherited, Page } from "./page.ts";
import { inheritedBy, isLonePage, kidsOf, Walk } from "./page-walk.ts";
import { Visited } from "./visited.ts";

export interface PageTree {
  /** The pages in the order of the tree. */
  readonly pages: readonly Page[];
  /**
   * Whether the pages were found among all objects because the tree leads to none; their order is that of their
   * numbers.
   */
  readonly areStray: boolean;
  /** The faults of the tree that were worked around, as sentences; the first 20 when there are more. */
  readonly damage: readonly string[];
}

/** The parts of a document that finding its pages needs. */
export interface PageSource {
  readonly catalog: Dict;
  readonly bounds: Bounds;
  objectNumbers(): Iterable<number>;
  ref(number: number): Ref;
}

export const pagesOf = (document: PageSource): readonly Page[] => readPageTree(document).pages;

/**
 * Walks the page tree (ISO 32000-2, 7.7.3). A node is a page when it has no /Kids, as in other readers, whatever /Type
 * says; /Count is not trusted. A page that the tree has twice is returned twice. Where the tree leads to no page, all
 * objects of type Page are taken, in the order of their numbers.
 * @throws CosError `too_complex` when the tree is too deep, or has too many nodes or pages.
 */
export function readPageTree(document: PageSource): PageTree {
  const { catalog, bounds } = document;
  const walk = new Walk(bounds);
  const root = catalog.raw("Pages") ?? null;
  const dict = resolve(root);
  if (!(dict instanceof Dict)) {
    walk.tell("The catalog has no page tree.");
  } else if (kidsOf(dict)) {
    walk.enter(root, dict, new Map());
    walk.finish();
  } else if (isLonePage(dict)) {
    walk.tell("The catalog has a page in place of a page tree.");
    walk.addPage(root, dict, new Map());
  }
  if (dict instanceof Dict && walk.pages.length !== dict.get("Count") && !isLonePage(dict)) {
    walk.tell(`The page tree has ${walk.pages.length} pages, and says another number of them.`);
  }
  const hasPages = walk.pages.length > 0;
  if (!hasPages) {
    addStrayPages(document, walk);
  }
  return { pages: walk.pages, areStray: !hasPages && walk.pages.length > 0, damage: walk.damage };
}

/**
 * Adds all objects of type Page. Their inherited attributes are looked up along their /Parent entries, because no path
 * leads down to them.
 */
function addStrayPages(document: PageSource, walk: Walk): void {
  for (const number of document.objectNumbers()) {
    document.bounds.step();
    const ref = document.ref(number);
    const { value } = ref;
    if (value instanceof Dict && isName(value.get("Type"), "Page")) {
      walk.addPage(ref, value, inheritedUpwards(value, document.bounds));
    }
  }
  if (walk.pages.length > 0) {
    walk.tell("The page tree leads to no page: pages were looked for among all objects.");
  }
}

function inheritedUpwards(page: Dict, bounds: Bounds): Inherited {
  const nodes: Dict[] = [];
  const visited = new Visited();
  for (let node = page.raw("Parent") ?? null; visited.add(node) && nodes.length < bounds.maxDepth; ) {
    const dict = resolve(node);
    if (!(dict instanceof Dict)) {
      break;
    }
    nodes.push(dict);
    node = dict.raw("Parent") ?? null;
  }
  return nodes.reduceRight<Inherited>((above, node) => inheritedBy(node, above), new Map());
}
