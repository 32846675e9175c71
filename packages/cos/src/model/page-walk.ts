import type { Bounds } from "../bounds.ts";
import { CosError } from "../cos-error.ts";
import { type CosArray, type CosValue, Dict, isName, Ref, resolve } from "../objects.ts";
import { INHERITABLE, type InheritableKey, type Inherited, Page } from "./page.ts";
import { Visited } from "./visited.ts";

/* The walk through a page tree, however damaged it is. */

/** A position of the walk: a node, and the next of its kids. */
interface Place {
  readonly node: CosValue;
  readonly kids: CosArray;
  index: number;
  readonly inherited: Inherited;
}

export class Walk {
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

export const kidsOf = (node: Dict): CosArray | undefined => node.array("Kids");

/**
 * Returns whether the catalog's /Pages is itself a page: some writers, and people who repair files by hand, leave out
 * the tree of a document with one page.
 */
export const isLonePage = (dict: Dict): boolean =>
  !dict.has("Kids") && !isName(dict.get("Type"), "Pages") && (dict.has("Contents") || dict.has("MediaBox"));

export function inheritedBy(node: Dict, above: Inherited): Inherited {
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
