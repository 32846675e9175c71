import { asDict, CosDocument, type CosValue, Dict, NumberTree, pagesOf, resolve } from "@quire/cos";

export interface Place {
  readonly pageIndex: number;
  /** The number of the marked content. */
  readonly content: number;
  /** Whether the element that the page names has it. */
  readonly isThere: boolean;
}

/** The marked content of the pages, as /ParentTree has it (ISO 32000-2, 14.7.5.4). */
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
    }));
  });
}

/** 14.7.5.2: as a number, on the page of the element; or as a dictionary with a page of its own. */
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
