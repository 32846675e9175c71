import type { Bounds } from "../bounds.ts";
import { CosError } from "../cos-error.ts";
import { type CosArray, type CosValue, Dict, isName, Ref, resolve } from "../objects.ts";
import { INHERITABLE, type InheritableKey, type Inherited, Page } from "./page.ts";
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

/** A position of the walk: a node, and the next of its kids. */
interface Place {
  readonly node: CosValue;
  readonly kids: CosArray;
  index: number;
  readonly inherited: Inherited;
}

class Walk {
  readonly pages: Page[] = [];
  readonly damage: string[] = [];
  readonly #bounds: Bounds;
  /** The nodes on the path from the root to the walk's position. */
  readonly #above = new Visited();
  readonly #way: Place[] = [];
  #nodes = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  finish(): void {
    for (let place = this.#way.at(-1); place; place = this.#way.at(-1)) {
      if (place.index < place.kids.length) {
        this.#bounds.step();
        this.#visit(place.kids[place.index++] ?? null, place.inherited);
      } else {
        this.#way.pop();
        this.#above.delete(place.node);
      }
    }
  }

  enter(raw: CosValue, node: Dict, above: Inherited): void {
    if (!this.#above.add(raw)) {
      this.tell("A node of the page tree is its own descendant; it was left out there.");
      return;
    }
    this.#nodes++;
    if (this.#nodes > MAX_PAGES) {
      throw new CosError("too_complex", `The page tree has more than ${MAX_PAGES} nodes.`);
    }
    this.#bounds.checkDepth(this.#way.length);
    this.#way.push({ node: raw, kids: kidsOf(node) ?? [], index: 0, inherited: inheritedBy(node, above) });
  }

  addPage(raw: CosValue, dict: Dict, inherited: Inherited): void {
    if (this.pages.length >= MAX_PAGES) {
      throw new CosError("too_complex", `The document has more than ${MAX_PAGES} pages.`);
    }
    const ref = raw instanceof Ref ? raw : undefined;
    this.pages.push(new Page({ ref, dict, index: this.pages.length, inherited }));
  }

  tell(message: string): void {
    if (this.damage.length < MAX_DAMAGE) {
      this.damage.push(message);
    }
  }

  #visit(raw: CosValue, above: Inherited): void {
    const kid = resolve(raw);
    // A stream is not accepted: it may be one that describes the file itself, and is left out when the file is written
    // again.
    if (!(kid instanceof Dict)) {
      this.tell("A kid in the page tree is no dictionary, and was left out.");
    } else if (kidsOf(kid)) {
      this.enter(raw, kid, above);
    } else {
      if (!isName(kid.get("Type"), "Page")) {
        this.tell(`Page ${this.pages.length + 1} does not say that it is one.`);
      }
      this.addPage(raw, kid, above);
    }
  }
}

const MAX_DAMAGE = 20;
/**
 * The maximum number of pages, and of nodes above them. Other readers have the same limit. A further entry for an
 * existing page takes only six bytes of a file.
 */
const MAX_PAGES = 2 ** 20;

const kidsOf = (node: Dict): CosArray | undefined => node.array("Kids");

/**
 * Returns whether the catalog's /Pages is itself a page: some writers, and people who repair files by hand, leave out
 * the tree of a document with one page.
 */
const isLonePage = (dict: Dict): boolean =>
  !dict.has("Kids") && !isName(dict.get("Type"), "Pages") && (dict.has("Contents") || dict.has("MediaBox"));

function inheritedBy(node: Dict, above: Inherited): Inherited {
  const own = INHERITABLE.filter((key) => node.has(key));
  if (own.length === 0) {
    return above;
  }
  const inherited = new Map<InheritableKey, CosValue>(above);
  for (const key of own) {
    inherited.set(key, node.raw(key) ?? null);
  }
  return inherited;
}
