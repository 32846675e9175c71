import { type CosArray, type Dict, resolve } from "@quire/cos";

/** Returns the kids of an element or of the root, which are in an array or alone (table 355). */
export function kidsOf(dict: Dict): CosArray {
  const raw = dict.raw("K") ?? null;
  const value = resolve(raw);
  if (Array.isArray(value)) {
    return value;
  }
  return value === null ? [] : [raw];
}

export type KidKind = "element" | "markedContent" | "object";

/**
 * Returns the kind of a dictionary among the kids, by its /Type or, without one, by its entries; undefined for any
 * other dictionary.
 */
export function kidKind(dict: Dict): KidKind | undefined {
  switch (dict.name("Type")) {
    case "StructElem":
      return "element";
    case "MCR":
      return "markedContent";
    case "OBJR":
      return "object";
    case undefined:
      return dict.has("S") ? "element" : dict.has("MCID") ? "markedContent" : dict.has("Obj") ? "object" : undefined;
    default:
      return undefined;
  }
}
