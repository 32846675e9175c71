import { asDict, type CosDirect, type CosValue, Dict, Name, Ref } from "../objects.ts";
import { INHERITABLE, type InheritableKey, type Page } from "./page.ts";
import { rectangleArray, rectangleOf } from "./rectangle.ts";
import { piecesOf } from "./sorted-tree.ts";

/**
 * Makes an object indirect and returns the reference. `replaces` is the page whose new dictionary `value` is: a
 * document that is changed may keep the page's number for it, so that destinations and annotations still lead to it; a
 * new document notes which reference took the page's place.
 */
export type AddObject = (value: CosDirect, replaces?: Ref) => Ref;

export interface BuiltPageTree {
  /** The root of the tree, the value of the catalog's /Pages. */
  readonly root: Ref;
  /** The pages in the order given. */
  readonly pages: readonly BuiltPage[];
}

/** A page as it is written: its dictionary, and the reference that leads to it. */
export interface BuiltPage {
  readonly ref: Ref;
  readonly dict: Dict;
}

/**
 * Builds a balanced page tree (ISO 32000-2, 7.7.3) of pages of one or several documents. Every page gets its inherited
 * attributes directly; the dictionaries that were read are not changed. A page that is given more than once is copied,
 * and only its first copy replaces it.
 */
export function buildPageTree(pages: readonly Page[], add: AddObject): BuiltPageTree {
  const replaced = new Set<Dict>();
  const dicts = standalonePages(pages, add);
  const built = pages.flatMap((page, index): BuiltPage[] => {
    const dict = dicts[index];
    if (dict === undefined) {
      return [];
    }
    const ref = add(dict, replaced.has(page.dict) ? undefined : page.ref);
    replaced.add(page.dict);
    return [{ ref, dict }];
  });
  return { root: treeOfPages(built, add), pages: built };
}

/** Returns copies of the pages' dictionaries with inherited attributes in them; what these share stays shared. */
export function standalonePages(pages: readonly Page[], add: AddObject): Dict[] {
  const shared = new SharedResources(add);
  return pages.map((page) => standalonePage(page, shared));
}

/** Builds a balanced page tree above pages that inherit nothing, sets their /Parent, and returns its root. */
export function treeOfPages(pages: readonly BuiltPage[], add: AddObject): Ref {
  let level: Node[] = pages.map(({ ref, dict }) => ({ ref, dict, count: 1 }));
  do {
    level = piecesOf(level, NODE_LENGTH).map((kids) => nodeOf(kids, add));
  } while (level.length > 1);
  const root = level[0] ?? nodeOf([], add);
  return root.ref;
}

/** The maximum number of kids of a node: a reader that uses /Count finds any of 60,000 pages in three steps. */
const NODE_LENGTH = 40;

interface Node {
  readonly ref: Ref;
  readonly dict: Dict;
  readonly count: number;
}

function nodeOf(kids: readonly Node[], add: AddObject): Node {
  const count = kids.reduce((sum, kid) => sum + kid.count, 0);
  const dict = new Dict([
    ["Type", new Name("Pages")],
    ["Kids", kids.map((kid) => kid.ref)],
    ["Count", count],
  ]);
  const ref = add(dict);
  for (const kid of kids) {
    kid.dict.set("Parent", ref);
  }
  return { ref, dict, count };
}

function standalonePage(page: Page, shared: SharedResources): Dict {
  const dict = page.dict.copy().set("Type", new Name("Page"));
  for (const key of INHERITABLE) {
    const value = ownValue(page, key, shared);
    if (value === undefined) {
      dict.delete(key);
    } else {
      dict.set(key, value);
    }
  }
  // Both are required (table 31), and missing in documents that readers show nevertheless.
  if (!dict.has("MediaBox")) {
    dict.set("MediaBox", rectangleArray(page.mediaBox));
  }
  if (!dict.has("Resources")) {
    dict.set("Resources", new Dict());
  }
  return dict;
}

/**
 * Returns the value of an inheritable attribute for the page's dictionary. An inherited box or angle is normalised;
 * undefined when it is absent or means nothing.
 */
function ownValue(page: Page, key: InheritableKey, shared: SharedResources): CosValue | undefined {
  if (page.dict.has(key)) {
    return page.dict.raw(key);
  }
  switch (key) {
    case "Resources": {
      const raw = page.rawAttribute(key);
      return raw === undefined ? undefined : shared.refTo(raw);
    }
    case "MediaBox":
    case "CropBox": {
      const box = rectangleOf(page.attribute(key));
      return box && rectangleArray(box);
    }
    case "Rotate":
      return page.rotate === 0 ? undefined : page.rotate;
    default:
      return key satisfies never;
  }
}

/** Makes the resources of a node above many pages one indirect object, so that the pages do not have a copy each. */
class SharedResources {
  readonly #add: AddObject;
  readonly #refs = new Map<Dict, Ref>();

  constructor(add: AddObject) {
    this.#add = add;
  }

  refTo(resources: CosValue): CosValue | undefined {
    if (resources instanceof Ref) {
      return resources;
    }
    const dict = asDict(resources);
    if (!dict) {
      return undefined;
    }
    const ref = this.#refs.get(dict) ?? this.#add(dict);
    this.#refs.set(dict, ref);
    return ref;
  }
}
