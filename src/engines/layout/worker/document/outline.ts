import {
  asDict,
  type CosDocument,
  CosString,
  type CosValue,
  type Dict,
  decodeTextString,
  Name,
  NameTree,
  Ref,
  resolve,
} from "@quire/cos";
import type { OutlineItem } from "@quire/layout";
import { pageView, yOf } from "../../../pdfium/worker/text/geometry.ts";
import type { DocumentPages } from "./document-pages.ts";

/** Returns the outline of a document (ISO 32000-2, 12.3.3), each item once, in reading order. */
export function readOutline(document: CosDocument, pages: DocumentPages): OutlineItem[] {
  const root = document.catalog.dict("Outlines");
  const destinations = new Destinations(document, pages);
  const items: OutlineItem[] = [];
  const seen = new Set<number | CosValue>();
  // The next item of each level on the way down.
  const way: (CosValue | undefined)[] = [root?.raw("First")];
  while (way.length > 0 && items.length < MAX_ITEMS) {
    document.bounds.step();
    const raw = way.at(-1);
    const item = asDict(resolve(raw));
    const isKnown = raw === undefined || item === undefined || !isNew(seen, raw);
    if (isKnown) {
      way.pop();
      continue;
    }
    items.push({ title: titleOf(item), level: way.length, ...destinations.placeOf(item) });
    way[way.length - 1] = item.raw("Next");
    if (item.has("First") && way.length < MAX_LEVEL) {
      way.push(item.raw("First"));
    }
  }
  return items;
}

const MAX_ITEMS = 100_000;
const MAX_LEVEL = 32;
const MAX_TITLE = 2000;

function isNew(seen: Set<number | CosValue>, raw: CosValue): boolean {
  const before = seen.size;
  seen.add(raw instanceof Ref ? raw.number : raw);
  return seen.size > before;
}

function titleOf(item: Dict): string {
  const title = item.bytes("Title");
  return title === undefined ? "" : decodeTextString(title).slice(0, MAX_TITLE).replaceAll(/\s+/g, " ").trim();
}

type Place = Pick<OutlineItem, "page" | "yPt">;

/** Resolves the destinations of items (12.3.2), given directly or by a go-to action. */
class Destinations {
  readonly #document: CosDocument;
  readonly #pages: DocumentPages;
  readonly #named: NameTree | undefined;

  constructor(document: CosDocument, pages: DocumentPages) {
    const tree = document.catalog.dict("Names")?.dict("Dests");
    this.#document = document;
    this.#pages = pages;
    this.#named = tree && new NameTree(tree, document.bounds);
  }

  placeOf(item: Dict): Place {
    const action = item.dict("A");
    const value = item.get("Dest") ?? (action?.name("S") === "GoTo" ? action.get("D") : null);
    const explicit = value instanceof Name || value instanceof CosString ? this.#byName(value) : value;
    const array = Array.isArray(explicit) ? explicit : asDict(resolve(explicit ?? null))?.array("D");
    const [target, ...view] = array ?? [];
    const page = this.#pageOf(target);
    return { page, yPt: page === undefined ? undefined : this.#yOf(page, view.map(resolve)) };
  }

  /** Returns the destination of a name. Readers look for either kind of name in both places. */
  #byName(name: Name | CosString): CosValue {
    const bytes = name instanceof Name ? Buffer.from(name.value, "latin1") : name.bytes;
    const text = name instanceof Name ? name.value : Buffer.from(name.bytes).toString("latin1");
    return resolve(this.#named?.get(bytes) ?? this.#document.catalog.dict("Dests")?.raw(text) ?? null);
  }

  /**
   * Returns the page of a target. A page number is only correct for pages of other documents; readers accept it for
   * those of this one, too.
   */
  #pageOf(target: CosValue | undefined): number | undefined {
    const byObject = this.#pages.numberOf(target);
    if (byObject !== undefined || typeof target !== "number") {
      return byObject;
    }
    return this.#pages.get(target + 1) && target + 1;
  }

  /** Returns the upper edge of the view to show (table 149), in points from the page's top. */
  #yOf(page: number, [kind, ...numbers]: readonly unknown[]): number | undefined {
    const found = this.#pages.get(page);
    const places = kind instanceof Name ? EDGES[kind.value] : undefined;
    if (found === undefined || places === undefined) {
      return undefined;
    }
    const { left, bottom, right, top } = found.cropBox;
    const [x, y] = places.map((index) => numbers[index]);
    const { matrix, heightPt } = pageView(
      { xMin: left, yMin: bottom, xMax: right, yMax: top },
      found.rotate / 90,
      found.userUnit,
    );
    // On a page that lies on its side, the left edge is on top.
    const isGiven = typeof (matrix.d === 0 ? x : y) === "number";
    const yPt = yOf(matrix, typeof x === "number" ? x : left, typeof y === "number" ? y : top);
    return isGiven && Number.isFinite(yPt) ? Math.min(Math.max(0, yPt), heightPt) : undefined;
  }
}

/** The positions of the left and the upper edge after the name of the view; -1 for none. */
const EDGES: Readonly<Record<string, readonly [number, number]>> = {
  XYZ: [0, 1],
  FitH: [-1, 0],
  FitBH: [-1, 0],
  FitV: [0, -1],
  FitBV: [0, -1],
  FitR: [0, 3],
};
