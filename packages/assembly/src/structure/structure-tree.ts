import { type Bounds, type CosDirect, type CosValue, Dict, Ref, resolve, Stream } from "@quire/cos";
import type { SourceDocument } from "../source-document.ts";
import { kidKind, kidsOf } from "./kids.ts";

/** A structure element (ISO 32000-2, 14.7.2) at the place where the tree has it first. */
export interface StructureElement {
  /** The reference to the element, or its dictionary when that is direct in the parent's /K. */
  readonly raw: Ref | Dict;
  /** The dictionary as it was read, which must not be changed. */
  readonly dict: Dict;
  /** The element above; undefined for those at the top. */
  readonly parent: StructureElement | undefined;
  /** The place among the kids of the parent, or of the root. */
  readonly position: number;
  readonly kids: readonly CosValue[];
  /** The index of the page of content that does not name one: that of /Pg, or of the element above. */
  readonly pageIndex: number | undefined;
  /** The place among all elements: those above it have a lower one. */
  readonly index: number;
  /** The place after that of its last descendant. */
  readonly end: number;
}

/**
 * Content that an element has on a page: the content item that is the kid at `position`. Without a position the element
 * and all below it have no content anywhere, such as the empty cell of a table, and belong to the page of the
 * neighbouring content.
 */
interface Placed {
  readonly element: StructureElement;
  readonly position: number | undefined;
}

/** The structure elements of a document, and the pages on which they have content. */
export interface StructureTree {
  /** The elements, each after the one above it. */
  readonly elements: readonly StructureElement[];
  elementOf(target: unknown): StructureElement | undefined;
  placedOn(pageIndex: number): readonly Placed[];
}

/**
 * Walks the structure tree, once for each document (`SourceDocument.memo`). An element that occurs again is left out
 * there, and so is everything that is neither an element nor content of a page.
 */
export function readStructureTree(source: SourceDocument): StructureTree {
  const walk = new Walk(source);
  walk.finish();
  return walk;
}

interface WalkedElement extends StructureElement {
  end: number;
}

/** A position of the walk in an element, or in the root. */
interface Place {
  readonly element: WalkedElement | undefined;
  readonly kids: readonly CosValue[];
  /** The page of content that does not name one: that of /Pg, or of the element above. */
  readonly page: number | undefined;
  next: number;
  /** The pages of the first and the last content that was visited. */
  firstPage: number | undefined;
  lastPage: number | undefined;
  /** The elements without content that no content precedes. */
  readonly waiting: StructureElement[];
}

class Walk implements StructureTree {
  readonly elements: StructureElement[] = [];
  readonly #source: SourceDocument;
  readonly #bounds: Bounds;
  readonly #byNumber = new Map<number, StructureElement>();
  readonly #byDict = new Map<Dict, StructureElement>();
  readonly #arrays = new Set<number>();
  readonly #placed = new Map<number, Placed[]>();
  readonly #pageOfAnnotation: ReadonlyMap<number, number>;
  readonly #way: Place[] = [];

  constructor(source: SourceDocument) {
    this.#source = source;
    this.#bounds = source.document.bounds;
    this.#pageOfAnnotation = pagesOfAnnotations(source);
    const root = source.document.catalog.dict("StructTreeRoot") ?? new Dict();
    this.#way.push(this.#placeIn(root, undefined, undefined));
  }

  elementOf(target: unknown): StructureElement | undefined {
    if (target instanceof Ref) {
      return target.source === this.#source.document ? this.#byNumber.get(target.number) : undefined;
    }
    return target instanceof Dict ? this.#byDict.get(target) : undefined;
  }

  placedOn(pageIndex: number): readonly Placed[] {
    return this.#placed.get(pageIndex) ?? [];
  }

  finish(): void {
    for (let place = this.#way.at(-1); place; place = this.#way.at(-1)) {
      this.#bounds.step();
      if (place.next < place.kids.length) {
        const position = place.next++;
        this.#visit(place.kids[position] ?? null, position, place);
      } else {
        this.#way.pop();
        this.#leave(place, this.#way.at(-1));
      }
    }
  }

  #visit(raw: CosValue, position: number, place: Place): void {
    const value = resolve(raw);
    const { element, page } = place;
    if (typeof value === "number") {
      this.#place(place, position, page);
    } else if (value instanceof Dict) {
      const kind = kidKind(value);
      if (kind === "element") {
        this.#enter(raw instanceof Ref ? raw : value, value, { parent: element, position, page });
      } else if (kind === "markedContent") {
        this.#place(place, position, this.#source.indexOf(value.raw("Pg")) ?? page);
      } else if (kind === "object") {
        this.#place(place, position, this.#pageOfObject(value, page));
      }
    }
  }

  #enter(
    raw: Ref | Dict,
    dict: Dict,
    { parent, position, page }: Pick<StructureElement, "parent" | "position"> & Pick<Place, "page">,
  ): void {
    if (this.elementOf(raw) || (raw instanceof Ref && raw.source !== this.#source.document)) {
      return;
    }
    const place = this.#placeIn(dict, { raw, dict, parent, position, index: this.elements.length }, page);
    if (place.element) {
      this.elements.push(place.element);
      if (raw instanceof Ref) {
        this.#byNumber.set(raw.number, place.element);
      } else {
        this.#byDict.set(raw, place.element);
      }
    }
    this.#way.push(place);
  }

  #placeIn(
    dict: Dict,
    own: Omit<StructureElement, "kids" | "pageIndex" | "end"> | undefined,
    above: number | undefined,
  ): Place {
    const kids = this.#isOtherArray(dict.raw("K")) ? kidsOf(dict) : [];
    const page = this.#source.indexOf(dict.raw("Pg")) ?? above;
    return {
      element: own && { ...own, kids, pageIndex: page, end: own.index + 1 },
      kids,
      page,
      next: 0,
      firstPage: undefined,
      lastPage: undefined,
      waiting: [],
    };
  }

  /**
   * Returns whether the array of kids was not visited before: one that many elements share would be walked many times.
   */
  #isOtherArray(kids: CosValue | undefined): boolean {
    if (!(kids instanceof Ref && Array.isArray(kids.value))) {
      return true;
    }
    const before = this.#arrays.size;
    return this.#arrays.add(kids.number).size > before;
  }

  #leave({ element, firstPage, lastPage }: Place, above: Place | undefined): void {
    if (!element || !above) {
      return;
    }
    element.end = this.elements.length;
    if (firstPage !== undefined) {
      this.#reportContent(above, firstPage, lastPage ?? firstPage);
    } else if (above.lastPage !== undefined) {
      this.#add(above.lastPage, { element, position: undefined });
    } else {
      above.waiting.push(element);
    }
  }

  #place(place: Place, position: number, page: number | undefined): void {
    if (page !== undefined && place.element) {
      this.#reportContent(place, page, page);
      this.#add(page, { element: place.element, position });
    }
  }

  #reportContent(place: Place, firstPage: number, lastPage: number): void {
    place.firstPage ??= firstPage;
    place.lastPage = lastPage;
    for (const element of place.waiting.splice(0)) {
      this.#add(firstPage, { element, position: undefined });
    }
  }

  #add(page: number, placed: Placed): void {
    const known = this.#placed.get(page);
    if (known) {
      known.push(placed);
    } else {
      this.#placed.set(page, [placed]);
    }
  }

  /**
   * Returns the page of an object: an annotation is on the page that has it, whatever /Pg says; one that no page has is
   * on none.
   */
  #pageOfObject(reference: Dict, inherited: number | undefined): number | undefined {
    const target = reference.raw("Obj");
    const own = target instanceof Ref ? this.#pageOfAnnotation.get(target.number) : undefined;
    if (own !== undefined) {
      return own;
    }
    const object: CosDirect = resolve(target);
    return object instanceof Stream ? (this.#source.indexOf(reference.raw("Pg")) ?? inherited) : undefined;
  }
}

function pagesOfAnnotations({ pages, document: { bounds } }: SourceDocument): Map<number, number> {
  const found = new Map<number, number>();
  for (const { dict, index } of pages) {
    for (const annotation of dict.array("Annots") ?? []) {
      bounds.step();
      if (annotation instanceof Ref && !found.has(annotation.number)) {
        found.set(annotation.number, index);
      }
    }
  }
  return found;
}
