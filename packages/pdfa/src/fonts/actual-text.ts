import { type Dict, Dict as Dictionary, NumberTree, resolve } from "@quire/cos";
import type { MarkedContent, ShownText } from "../content/subjects.ts";
import { hasTags, isAccessibility } from "../flavours.ts";
import type { Validation } from "../validation.ts";

/** The number of ancestors of a structure element that are searched. */
const MAX_ANCESTORS = 256;

/**
 * Returns a function that decides whether shown text has an ActualText (ISO 32000-2, 14.9.4), its own or that of its
 * structure element. For accessibility an Alt is as good (ISO 14289-2, 8.4.3), and text that is not of a page needs none.
 */
export function actualTextReader(validation: Validation): (text: ShownText) => boolean {
  // Only levels 2a and 3a require it (ISO 19005-2, 6.2.11.7.3).
  const acceptsAlt = isAccessibility(validation.flavour);
  const isMeant = acceptsAlt || (hasTags(validation.flavour) && validation.part !== 1);
  const keys = acceptsAlt ? ["ActualText", "Alt"] : ["ActualText"];
  const parents = isMeant ? parentTreeOf(validation) : undefined;
  const known = new Map<string, boolean>();
  return ({ actualText, structParents, mcid, markedContent, context }) => {
    if (acceptsAlt && (!context.isPageContent || markedContent.some(hasAlt))) {
      return true;
    }
    if (actualText !== undefined || parents === undefined || structParents === undefined || mcid === undefined) {
      return actualText !== undefined;
    }
    const key = `${structParents}/${mcid}`;
    let has = known.get(key);
    if (has === undefined) {
      has = hasText(elementOf(parents, structParents, mcid), keys, validation);
      known.set(key, has);
    }
    return has;
  };
}

function parentTreeOf({ document, bounds }: Validation): NumberTree | undefined {
  const root = document.catalog.dict("StructTreeRoot")?.dict("ParentTree");
  return root && new NumberTree(root, bounds);
}

/**
 * Returns the structure element of an MCID: the parent tree has an array of elements for a content stream (14.7.5.4).
 */
function elementOf(parents: NumberTree, structParents: number, mcid: number): Dict | undefined {
  const elements = resolve(parents.get(structParents));
  const element = Array.isArray(elements) ? resolve(elements[mcid]) : null;
  return element instanceof Dictionary ? element : undefined;
}

const hasAlt = ({ properties }: MarkedContent): boolean => properties?.bytes("Alt") !== undefined;

/**
 * Returns whether an element or an ancestor has one of these texts: the text of an element replaces that of all elements
 * in it.
 */
function hasText(innermost: Dict | undefined, keys: readonly string[], { bounds }: Validation): boolean {
  let element = innermost;
  for (let height = 0; element !== undefined && height < MAX_ANCESTORS; height++) {
    bounds.step();
    for (const key of keys) {
      if (element.bytes(key) !== undefined) {
        return true;
      }
    }
    element = element.dict("P");
  }
  return false;
}
