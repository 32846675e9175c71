import { asDict, type CosDirect, type CosValue, Dict, Name, Ref } from "../objects.ts";
import { INHERITABLE, type InheritableKey, type Page } from "./page.ts";
import { rectangleArray, rectangleOf } from "./rectangle.ts";
import { piecesOf } from "./sorted-tree.ts";

/**
 * Makes an object indirect. `replaces` is the page whose new dictionary `value` is: a document that is changed may take
 * the value under the same number, so that destinations and annotations go on meaning it; a new document notes which
 * reference took its place.
 */
export type AddObject = (value: CosDirect, replaces?: Ref) => Ref;

export interface BuiltPageTree {
  /** For /Pages of the catalog. */
  readonly root: Ref;
  /** In the order given. */
  readonly pages: readonly BuiltPage[];
}

interface BuiltPage {
  readonly ref: Ref;
  readonly dict: Dict;
}

/**
 * A balanced page tree (ISO 32000-2, 7.7.3) of pages of one or several documents. Every page has its inherited attributes
 * itself; the dictionaries that were read are left as they are. A page that is given again is a copy: it replaces none.
 */
export function buildPageTree(pages: readonly Page[], add: AddObject): BuiltPageTree {
  const shared = new SharedResources(add);
  const replaced = new Set<Dict>();
  const built: BuiltPage[] = [];
  let level: Node[] = pages.map((page) => {
    const dict = standalonePage(page, shared);
    const ref = add(dict, replaced.has(page.dict) ? undefined : page.ref);
    replaced.add(page.dict);
    built.push({ ref, dict });
    return { ref, dict, count: 1 };
  });
  do {
    level = piecesOf(level, NODE_LENGTH).map((kids) => nodeOf(kids, add));
  } while (level.length > 1);
  const root = level[0] ?? nodeOf([], add);
  return { root: root.ref, pages: built };
}

/** Kids of a node: a reader that goes by /Count comes to any of 60,000 pages in three steps. */
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
  // Both are required (table 31), and missing in documents that readers show all the same.
  if (!dict.has("MediaBox")) {
    dict.set("MediaBox", rectangleArray(page.mediaBox));
  }
  if (!dict.has("Resources")) {
    dict.set("Resources", new Dict());
  }
  return dict;
}

/** The attribute as the page may have it itself; boxes and angles of any form only as far as they mean something. */
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

/** The resources of a node above many pages are made one object, lest each of them has a copy. */
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
