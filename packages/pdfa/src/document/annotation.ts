import { asDict, Dict, type Page, resolve, Stream } from "@quire/cos";

/** An annotation of a page (ISO 32000-2, 12.5.2). */
export interface Annotation {
  readonly dict: Dict;
  readonly page: Page;
  /** Empty where there is none. */
  readonly subtype: string;
}

/** Bits of the /F entry (ISO 32000-2, table 167). */
export const AnnotationFlag = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 } as const;

export const annotationOf = (dict: Dict, page: Page): Annotation => ({
  dict,
  page,
  subtype: dict.name("Subtype") ?? "",
});

/** No width and no height: there is nothing to be seen of it. */
export function isOfNoSize(dict: Dict): boolean {
  const rectangle = dict.array("Rect")?.map(resolve);
  return rectangle?.length === 4 && rectangle[0] === rectangle[2] && rectangle[1] === rectangle[3];
}

/** /FT, perhaps of a field above (ISO 32000-2, 12.7.4.1). */
export function fieldTypeOf(widget: Dict): string | undefined {
  let field: Dict | undefined = widget;
  for (let depth = 0; field !== undefined && depth < MAX_DEPTH; depth++) {
    const type = field.name("FT");
    if (type !== undefined) {
      return type;
    }
    field = field.dict("Parent");
  }
  return undefined;
}

/** Fields are not nested deeper in any form that is filled in. */
const MAX_DEPTH = 64;

export const appearanceOf = (dict: Dict): Dict | undefined => asDict(dict.get("AP"));

/** What the /N entry of an appearance dictionary is (ISO 32000-2, 12.5.5): a subdictionary has a stream for each state. */
export function normalAppearanceKind(
  appearance: Dict,
): "stream" | "subdictionary" | "subdictionary without streams" | "neither" {
  const normal = appearance.get("N");
  if (normal instanceof Stream) {
    return "stream";
  }
  if (!(normal instanceof Dict)) {
    return "neither";
  }
  const hasStream = [...normal.entries.values()].some((state) => resolve(state) instanceof Stream);
  return hasStream ? "subdictionary" : "subdictionary without streams";
}
