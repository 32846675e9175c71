import { fieldTypeOf } from "@quire/cos";
import type { Annotation } from "../../document/annotation.ts";
import { appearanceOf, isOfNoSize, normalAppearanceKind } from "../../document/annotation.ts";
import { rule } from "../rule.ts";

/** The types of which nothing is drawn, or which the reader draws itself. */
const WITHOUT_APPEARANCE: ReadonlySet<string> = new Set(["Popup", "Link"]);

export const annotationAppearance = rule({
  key: "annotation-appearance",
  on: "annotation",
  ids: { "2": "6.3.3-1", "3": "6.3.3-1", "4": "6.3.3-1" },
  requirement:
    "Annotations have an appearance dictionary, unless they have no size, or are pop-ups, links or (in part 4) " +
    "projections.",
  message: "An annotation has no appearance",
  hint: "Give the annotation an AP entry with a normal appearance, as most editors do when it is edited and saved.",
  fix: "render",
  test: ({ dict, subtype }, { part }) =>
    WITHOUT_APPEARANCE.has(subtype) ||
    (part === 4 && subtype === "Projection") ||
    appearanceOf(dict) !== undefined ||
    isOfNoSize(dict) || { broken: subtype },
});

export const normalAppearance = rule({
  key: "annotation-normal-appearance",
  on: "annotation",
  ids: { "1": "6.5.3-4", "2": "6.3.3-2", "3": "6.3.3-2", "4": "6.3.3-2" },
  requirement: "The appearance dictionary of an annotation has the entry N, and no other.",
  message: "The appearance dictionary of an annotation has other entries than N",
  hint: "Remove the rollover and down appearances (R and D): in Acrobat, the button's Properties ▸ Options ▸ Behavior: None or Invert.",
  fix: "dictionary",
  conversion: "drops",
  test({ dict }) {
    const appearance = appearanceOf(dict);
    const keys = appearance && [...appearance.keys()].filter((key) => appearance.has(key));
    return keys === undefined || (keys.length === 1 && keys[0] === "N") || { broken: keys.join(", ") || "no entry" };
  },
});

/**
 * Returns the kind of the normal appearance for the two rules below; undefined unless the appearance dictionary keeps
 * the rule above.
 */
function normalKind({ dict }: Annotation): ReturnType<typeof normalAppearanceKind> | undefined {
  const appearance = appearanceOf(dict);
  return appearance?.entries.size === 1 && appearance.has("N") ? normalAppearanceKind(appearance) : undefined;
}

const isButton = ({ dict, subtype }: Annotation): boolean => subtype === "Widget" && fieldTypeOf(dict) === "Btn";

export const buttonAppearance = rule({
  key: "button-appearance",
  on: "annotation",
  ids: { "1": "6.5.3-5", "2": "6.3.3-3", "3": "6.3.3-3", "4": "6.3.3-3" },
  requirement: "The normal appearance of a button is a dictionary with an appearance for each of its states.",
  message: "The normal appearance of a button is not a dictionary of its states",
  hint: "Put the appearance stream into a dictionary under the name of the state, and name that in AS, as form editors do for check boxes and radio buttons that are made anew.",
  fix: "dictionary",
  conversion: "mends",
  test(annotation) {
    const kind = normalKind(annotation);
    return kind === undefined || kind === "subdictionary" || !isButton(annotation) || { broken: `N is a ${kind}` };
  },
});

export const otherAppearance = rule({
  key: "annotation-appearance-stream",
  on: "annotation",
  ids: { "1": "6.5.3-6", "2": "6.3.3-4", "3": "6.3.3-4", "4": "6.3.3-4" },
  requirement: "The normal appearance of an annotation that is not a button is a stream.",
  message: "The normal appearance of an annotation is not a stream",
  hint: "Put the appearance stream itself into the N entry: only buttons have several states. Editors write it when the annotation is saved again.",
  fix: "dictionary",
  conversion: "mends",
  test(annotation) {
    const kind = normalKind(annotation);
    return kind === undefined || kind === "stream" || isButton(annotation) || { broken: `N is a ${kind}` };
  },
});
