import { type CosDocument, type CosValue, Dict, pagesOf, Ref, resolve } from "@quire/cos";
import { MAX_DESTINATIONS } from "../wire.ts";

/**
 * Returns names and pages of the destinations that a browser wrote: in the catalog's /Dests (ISO 32000-2, 12.3.2.4),
 * under the names of fragments of URLs.
 */
export function printedDestinations(document: CosDocument): [string, number][] {
  const numbers = new Map(
    pagesOf(document).flatMap(({ ref, index }) => (ref ? [[ref.number, index + 1] as const] : [])),
  );
  const destinations: [string, number][] = [];
  for (const [name, value] of document.catalog.dict("Dests")?.entries ?? []) {
    document.bounds.step();
    const page = numbers.get(pageNumberOf(value) ?? Number.NaN);
    if (page !== undefined && destinations.length < MAX_DESTINATIONS) {
      destinations.push([decoded(name), page]);
    }
  }
  return destinations;
}

/** Returns the object number of the page that an explicit destination names (12.3.2.2). */
function pageNumberOf(value: CosValue): number | undefined {
  const given = resolve(value);
  const array = given instanceof Dict ? given.get("D") : given;
  const page = Array.isArray(array) ? array[0] : undefined;
  return page instanceof Ref ? page.number : undefined;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
