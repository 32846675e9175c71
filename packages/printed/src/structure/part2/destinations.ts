import {
  type CosArray,
  type CosDocument,
  type CosValue,
  Dict,
  isName,
  Name,
  type Page,
  Ref,
  resolve,
} from "@quire/cos";
import type { ContentText } from "../../content/content-text.ts";
import type { ContentParents } from "../content-parents.ts";

/** What destinations are looked up in. */
export interface Targets {
  readonly document: CosDocument;
  readonly pages: readonly Page[];
  readonly content: ContentText;
  readonly parents: ContentParents;
  /** The element for a place where there is none. */
  readonly whole: Ref;
}

/**
 * Lets all destinations in the document lead to structure elements (ISO 14289-2, 8.8), and to the same places as before in
 * readers that know none.
 */
export function leadToElements(targets: Targets): void {
  const { document, pages } = targets;
  const { bounds, catalog } = document;
  const named = catalog.dict("Dests");
  if (named !== undefined) {
    const changed = new Dict();
    for (const [name, value] of named.entries) {
      bounds.step();
      const destination = arrayOf(value);
      changed.set(name, destination === undefined ? value : withElement(destination, targets));
    }
    catalog.set("Dests", changed);
  }
  const outlines = catalog.dict("Outlines");
  if (outlines !== undefined) {
    finishOutline(outlines, targets);
  }
  for (const page of pages) {
    for (const value of page.dict.array("Annots") ?? []) {
      bounds.step();
      const annotation = resolve(value);
      if (annotation instanceof Dict) {
        leadByAction(annotation, targets);
      }
    }
  }
}

function finishOutline(outlines: Dict, targets: Targets): void {
  const seen = new Set<Dict>();
  const ahead = [outlines.dict("First")];
  for (let item = ahead.pop(); item !== undefined; item = ahead.pop()) {
    targets.document.bounds.step();
    if (!seen.has(item)) {
      seen.add(item);
      leadByAction(item, targets);
      const further = [item.dict("Next"), item.dict("First")].filter((next) => next !== undefined);
      ahead.push(...further);
    }
  }
}

/** Replaces an explicit destination by an action that has the element as well; SE is the element of an outline item. */
function leadByAction(item: Dict, targets: Targets): void {
  const action = item.dict("A");
  const goesTo = action !== undefined && isName(action.get("S"), "GoTo");
  const destination = arrayOf(goesTo ? action.raw("D") : item.raw("Dest"));
  if (destination === undefined || (action !== undefined && !goesTo)) {
    return;
  }
  const element = item.raw("SE");
  const { entries } = withElement(destination, targets, element instanceof Ref ? element : undefined);
  item.delete("Dest");
  item.set("A", new Dict([["S", new Name("GoTo")], ...entries]));
}

const arrayOf = (value: CosValue | undefined): CosArray | undefined => {
  const destination = resolve(value);
  return Array.isArray(destination) ? destination : undefined;
};

/** Returns a destination with the one of the element that stands there. */
function withElement(destination: CosArray, targets: Targets, element = elementAt(destination, targets)): Dict {
  return new Dict([
    ["D", destination],
    ["SD", [element, ...destination.slice(1)]],
  ]);
}

/** The height of a line, in points: content may begin a little above the place that leads to it. */
const LINE = 12;

/** Returns the element of the content that stands nearest below a place. */
function elementAt(destination: CosArray, { pages, content, parents, whole }: Targets): Ref {
  const [target, kind, left, top] = destination.map((value) => resolve(value));
  const page = pages.find(({ dict }) => dict === target);
  if (page === undefined) {
    return whole;
  }
  const x = isName(kind, "XYZ") && typeof left === "number" ? left : 0;
  const y = isName(kind, "XYZ") && typeof top === "number" ? top : Number.POSITIVE_INFINITY;
  const distanceTo = (point: { readonly x: number; readonly y: number }): number => {
    const below = Number.isFinite(y) ? y - point.y : -point.y;
    return Number.isFinite(y) && below < -LINE
      ? Number.POSITIVE_INFINITY
      : Math.abs(below) + Math.abs(point.x - x) / 10;
  };
  let best = { distance: Number.POSITIVE_INFINITY, element: whole };
  for (const [mcid, point] of content.pointsIn(page.dict)) {
    const element = parents.elementOf(page.dict, mcid);
    const distance = distanceTo(point);
    if (element !== undefined && distance < best.distance) {
      best = { distance, element };
    }
  }
  return best.element;
}
