import { type Dict, Dict as Dictionary, NumberTree, resolve } from "@quire/cos";
import type { ShownText } from "../content/subjects.ts";
import { hasTags } from "../flavours.ts";
import type { Validation } from "../validation.ts";

/** Structure elements may be nested this deep before nobody looks further up. */
const MAX_ANCESTORS = 256;

/** Tells whether shown text has an ActualText (ISO 32000-2, 14.9.4), its own or that of its structure element. */
export function actualTextReader(validation: Validation): (text: ShownText) => boolean {
  // Only levels 2a and 3a ask for it (ISO 19005-2, 6.2.11.7.3).
  const parents = hasTags(validation.flavour) && validation.part !== 1 ? parentTreeOf(validation) : undefined;
  const known = new Map<string, boolean>();
  return ({ actualText, structParents, mcid }) => {
    if (actualText !== undefined || parents === undefined || structParents === undefined || mcid === undefined) {
      return actualText !== undefined;
    }
    const key = `${structParents}/${mcid}`;
    let has = known.get(key);
    if (has === undefined) {
      has = hasActualText(elementOf(parents, structParents, mcid), validation);
      known.set(key, has);
    }
    return has;
  };
}

function parentTreeOf({ document, bounds }: Validation): NumberTree | undefined {
  const root = document.catalog.dict("StructTreeRoot")?.dict("ParentTree");
  return root && new NumberTree(root, bounds);
}

/** 14.7.5.4: the parent tree has an array for a content stream, with the element of each MCID. */
function elementOf(parents: NumberTree, structParents: number, mcid: number): Dict | undefined {
  const elements = resolve(parents.get(structParents));
  const element = Array.isArray(elements) ? resolve(elements[mcid]) : null;
  return element instanceof Dictionary ? element : undefined;
}

/** The text of an element stands for that of all elements in it. */
function hasActualText(innermost: Dict | undefined, { bounds }: Validation): boolean {
  let element = innermost;
  for (let height = 0; element !== undefined && height < MAX_ANCESTORS; height++) {
    bounds.step();
    if (element.bytes("ActualText") !== undefined) {
      return true;
    }
    element = element.dict("P");
  }
  return false;
}
