import {
  buildPageTree,
  type CosDirect,
  type CosDocument,
  Dict,
  INHERITABLE,
  type Page,
  type Ref,
  readPageTree,
} from "@quire/cos";

/** A page that gets a text. */
export interface MarkedPage {
  /** The page as it was read. */
  readonly page: Page;
  /** The page's dictionary in the document that is written, which may be changed. */
  readonly dict: Dict;
}

export interface PageSelection {
  /** The page numbers, counted from 1. */
  readonly pages: readonly number[];
  readonly textOf: (page: number) => string;
}

/**
 * Returns the chosen pages, each dictionary once. The page tree stays as it is, unless it is damaged, has pages that
 * are no indirect objects, or has one page at several places that are marked differently: then it is rebuilt.
 */
export function markedPages(
  document: CosDocument,
  selection: PageSelection,
  add: (value: CosDirect) => Ref,
): readonly MarkedPage[] {
  const { pages, damage } = readPageTree(document);
  const places = placesOf(pages);
  const isBroken = damage.length > 0 || pages.some(({ ref }) => ref === undefined);
  const dicts =
    isBroken || hasDifferentMarks(places, selection)
      ? rebuilt(document, pages, places, add)
      : pages.map(({ dict }) => dict);
  const chosen = selection.pages.flatMap((number): MarkedPage[] => {
    const page = pages[number - 1];
    const dict = dicts[number - 1];
    return page === undefined || dict === undefined ? [] : [{ page, dict }];
  });
  const seen = new Set<Dict>();
  return chosen.filter(({ dict }) => !seen.has(dict) && seen.add(dict));
}

/** Returns the pages that the tree has several times, by their dictionary. */
function placesOf(pages: readonly Page[]): ReadonlyMap<Dict, readonly Page[]> {
  const first = new Map<Dict, Page>();
  const several = new Map<Dict, Page[]>();
  for (const page of pages) {
    const earlier = first.get(page.dict);
    if (earlier === undefined) {
      first.set(page.dict, page);
    } else {
      const all = several.get(page.dict) ?? [earlier];
      all.push(page);
      several.set(page.dict, all);
    }
  }
  return several;
}

function hasDifferentMarks(places: ReadonlyMap<Dict, readonly Page[]>, { pages, textOf }: PageSelection): boolean {
  const chosen = new Set(places.size === 0 ? [] : pages);
  const chosenText = (page: Page) => (chosen.has(page.index + 1) ? textOf(page.index + 1) : undefined);
  return [...places.values()].some(([first, ...others]) => {
    const text = first && chosenText(first);
    return others.some(
      (other) =>
        chosenText(other) !== text || INHERITABLE.some((one) => other.rawAttribute(one) !== first?.rawAttribute(one)),
    );
  });
}

function rebuilt(
  document: CosDocument,
  pages: readonly Page[],
  places: ReadonlyMap<Dict, readonly Page[]>,
  add: (value: CosDirect) => Ref,
): readonly Dict[] {
  for (const dict of places.keys()) {
    shareResources(dict, add);
  }
  const { root, pages: built } = buildPageTree(pages, (value, replaces) => {
    if (replaces === undefined) {
      return add(value);
    }
    document.replace(replaces.number, value);
    return replaces;
  });
  document.catalog.set("Pages", root);
  return built.map(({ dict }) => dict);
}

/**
 * Makes a page's own resources an indirect object, so that the copies of the page share them instead of each having its
 * own with the additions of all others.
 */
function shareResources(dict: Dict, add: (value: CosDirect) => Ref): void {
  const resources = dict.raw("Resources");
  if (resources instanceof Dict) {
    dict.set("Resources", add(resources));
  }
}
