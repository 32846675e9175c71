import { asDict, Dict, type Page, resolve, Stream } from "@quire/cos";

/** An annotation of a page (ISO 32000-2, 12.5.2). */
export interface Annotation {
  readonly dict: Dict;
  readonly page: Page;
  /** The subtype; empty where there is none. */
  readonly subtype: string;
}

/** The bits of the /F entry (ISO 32000-2, table 167). */
export const AnnotationFlag = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 } as const;

export const annotationOf = (dict: Dict, page: Page): Annotation => ({
  dict,
  page,
  subtype: dict.name("Subtype") ?? "",
});

/** Returns whether an annotation has neither width nor height, so that nothing of it is visible. */
export function isOfNoSize(dict: Dict): boolean {
  const rectangle = dict.array("Rect")?.map(resolve);
  return rectangle?.length === 4 && rectangle[0] === rectangle[2] && rectangle[1] === rectangle[3];
}

export const appearanceOf = (dict: Dict): Dict | undefined => asDict(dict.get("AP"));

/**
 * Returns the kind of an appearance dictionary's /N entry (ISO 32000-2, 12.5.5): a subdictionary has a stream for each
 * state.
 */
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
