import { type Bounds, type CosValue, Dict, resolve, Stream } from "@quire/cos";
import type { ContentParents } from "../structure/content-parents.ts";
import { kidsOf } from "../structure/elements.ts";

/** The types of elements whose content may be drawn with paths alone, and mean something. */
const DRAWN = new Set(["Figure", "Formula", "Lbl", "Form", "Link"]);
const MAX_ANCESTORS = 1024;

/**
 * The paths that browsers tag as content of the element that they belong to: backgrounds, borders and rules. They are
 * artifacts (ISO 32000-2, 14.8.2.2), and are taken out of the structure.
 */
export class Decorations {
  readonly #parents: ContentParents | undefined;
  readonly #bounds: Bounds;
  readonly #found = new Map<Dict, Map<Dict, Set<number>>>();

  constructor(parents: ContentParents | undefined, bounds: Bounds) {
    this.#parents = parents;
    this.#bounds = bounds;
  }

  /** Returns whether content of nothing but paths decorates its element, and then notes it. */
  isDecoration(owner: Dict, mcid: number): boolean {
    const element = resolve(this.#parents?.elementOf(owner, mcid));
    if (!(element instanceof Dict) || this.#isDrawn(element)) {
      return false;
    }
    const owners = this.#found.get(element) ?? new Map<Dict, Set<number>>();
    this.#found.set(element, owners);
    owners.set(owner, (owners.get(owner) ?? new Set()).add(mcid));
    this.#parents?.setElement(owner, mcid, undefined);
    return true;
  }

  /** Takes what was noted out of the structure. */
  dropFromElements(): void {
    for (const [element, owners] of this.#found) {
      const isKept = (kid: CosValue): boolean => {
        const item = resolve(kid);
        const mcid = item instanceof Dict ? item.integer("MCID") : item;
        const owner = item instanceof Dict ? ownerOf(item, element) : element.dict("Pg");
        return typeof mcid !== "number" || owner === undefined || owners.get(owner)?.has(mcid) !== true;
      };
      const kids = kidsOf(element, this.#bounds).filter(isKept);
      if (kids.length === 0) {
        element.delete("K");
      } else {
        element.set("K", kids.length === 1 ? (kids[0] ?? null) : kids);
      }
    }
  }

  #isDrawn(element: Dict): boolean {
    let next: Dict | undefined = element;
    for (let depth = 0; next !== undefined && depth < MAX_ANCESTORS; depth++) {
      this.#bounds.step();
      if (DRAWN.has(next.name("S") ?? "")) {
        return true;
      }
      next = next.dict("P");
    }
    return false;
  }
}

function ownerOf(item: Dict, element: Dict): Dict | undefined {
  const stream = item.get("Stm");
  return stream instanceof Stream ? stream.dict : (item.dict("Pg") ?? element.dict("Pg"));
}
