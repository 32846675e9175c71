import type { Assembly } from "../assembly.ts";
import { namesOf } from "../catalog/names.ts";
import type { Bookmarks } from "../options.ts";
import { DestinationNames } from "./destination-names.ts";
import { Destinations } from "./destinations.ts";
import { carryLinks } from "./links.ts";
import { carryOutlines } from "./outlines.ts";

export interface NavigationChoice {
  readonly bookmarks: Bookmarks;
  /**
   * What pages are that are taken again: parts of a document of their own, with entries in the outline, and links among
   * themselves; or copies within one, without entries, whose links also lead to pages that are taken once.
   */
  readonly copies: "apart" | "within";
}

/**
 * Takes over outlines, named destinations, and links and actions that lead to pages (ISO 32000-2, 12.3, 12.5.6.5,
 * 12.6). Those of each excerpt lead to its pages; names that several documents have are made different.
 */
export function carryNavigation(assembly: Assembly, { bookmarks, copies }: NavigationChoice): void {
  const names = new DestinationNames();
  // All names must be known before the first use of one is rewritten.
  const destinations = assembly.excerpts.map((excerpt) => new Destinations(excerpt, assembly, { names, copies }));
  for (const within of destinations) {
    carryLinks(within, assembly.bounds);
  }
  const listed = copies === "apart" ? destinations : destinations.filter(({ excerpt }) => !excerpt.continuesFile);
  carryOutlines(assembly, bookmarks, listed);
  const tree = names.tree((value) => assembly.add(value));
  if (tree !== undefined) {
    namesOf(assembly).set("Dests", assembly.add(tree));
  }
}
