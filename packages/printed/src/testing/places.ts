import { asDict, CosDocument, type CosValue, Dict, NumberTree, pagesOf, resolve } from "@quire/cos";

export interface Place {
  readonly pageIndex: number;
  /** The marked-content identifier. */
  readonly content: number;
  /** Whether the element that the page's parent tree entry names holds the content. */
  readonly isThere: boolean;
  /** Whether the parent tree says that the content belongs to no element. */
  readonly isArtifact: boolean;
}

/** Lists the marked content of the pages that /ParentTree has entries for (ISO 32000-2, 14.7.5.4). */
export function placesOfContent(pdf: Uint8Array): Place[] {
  const document = CosDocument.open(pdf);
  const root = document.catalog.dict("StructTreeRoot")?.dict("ParentTree") ?? new Dict();
  const tree = new NumberTree(root, document.bounds);
  return pagesOf(document).flatMap(({ dict, index }) => {
    const elements = resolve(tree.get(dict.integer("StructParents") ?? -1));
    return (Array.isArray(elements) ? elements : []).map((element, content) => ({
      pageIndex: index,
      content,
      isThere: hasContent(element, content, dict),
      isArtifact: resolve(element) === null,
    }));
  });
}

/**
 * Returns whether the element holds the content (14.7.5.2): as a number, on the element's page, or as a dictionary that
 * may name its own page.
 */
function hasContent(element: CosValue, content: number, page: Dict): boolean {
  const dict = asDict(resolve(element)) ?? new Dict();
  const kids = dict.get("K");
  return (Array.isArray(kids) ? kids : [kids]).some((kid) => {
    const value = resolve(kid);
    return value instanceof Dict
      ? value.integer("MCID") === content && (value.get("Pg") ?? dict.get("Pg")) === page
      : value === content && dict.get("Pg") === page;
  });
}
