import { type CosDirect, type CosValue, Dict, Ref, resolve } from "@quire/cos";
import { destinationOf } from "../../structure/navigation-walk.ts";
import type { Validation } from "../../validation.ts";
import { type AnyRule, rule } from "../rule.ts";
import { isExempt, tagsOf } from "./annotation-tags.ts";

/** The structure destinations of the links that elements have, by element. */
const destinations = () => new Map<Dict, CosDirect>();

/** Returns the structure element that a link leads to, by its action or destination; null where there is none. */
function targetOf(link: Dict, validation: Validation): CosDirect {
  const action = link.dict("A");
  if (action !== undefined && action.name("S") !== "GoTo") {
    return null;
  }
  const written: CosValue | undefined =
    action === undefined ? link.raw("Dest") : action.has("SD") ? action.raw("SD") : action.raw("D");
  const destination = destinationOf(resolve(written), validation);
  const named = destination instanceof Dict ? destination.get("SD") : destination;
  const first = Array.isArray(named) ? named[0] : null;
  const target = resolve(first);
  return first instanceof Ref && target instanceof Dict && target.has("S") ? target : null;
}

/** The rules on links: ISO 14289-1, 7.18.5; -2, 8.2.5.20. */
export const LINK_RULES: readonly AnyRule[] = [
  rule({
    key: "link-element",
    on: "annotation",
    ids: { ua1: "7.18.5-1" },
    requirement: "A link annotation that is neither hidden nor off the page is in a Link element.",
    message: "A link is not in a Link element",
    hint: "Tag the link with a Link element that has its text and an object reference to the annotation: in Acrobat, Tags ▸ Find ▸ Unmarked Links ▸ Tag Element; exports with tags have it.",
    fix: "author",
    test(annotation, validation) {
      const { role } = tagsOf(annotation, validation);
      const isMeant = annotation.subtype === "Link" && !isExempt(annotation);
      return !isMeant || role === "Link" || { broken: `in ${role ?? "no element"}` };
    },
  }),
  rule({
    key: "link-contents",
    on: "annotation",
    ids: { ua1: "7.18.5-2" },
    requirement: "A link annotation that is neither hidden nor off the page has Contents.",
    message: "A link has no description",
    hint: "Say in Contents of the link where it leads: hyperref, Word and LibreOffice write the address or the text; in Acrobat, the link tag's object Properties.",
    fix: "author",
    test: (annotation) =>
      annotation.subtype !== "Link" ||
      isExempt(annotation) ||
      (annotation.dict.bytes("Contents")?.length ?? 0) > 0 || { broken: "no Contents" },
  }),
  rule({
    key: "link-or-reference-element",
    on: "annotation",
    ids: { ua2: "8.2.5.20-1" },
    requirement: "A link annotation that is no artifact is in a Link or Reference element.",
    message: "A link is not in a Link or Reference element",
    hint: "Tag the link with a Link or Reference element that has its text and an object reference to the annotation: exports with tags have it.",
    fix: "author",
    test(annotation, validation) {
      const { role, isReal } = tagsOf(annotation, validation);
      const isKept = annotation.subtype !== "Link" || !isReal || role === "Link" || role === "Reference";
      return isKept || { broken: `in ${role ?? "no standard type"}` };
    },
  }),
  rule({
    key: "link-targets",
    on: "annotation",
    ids: { ua2: "8.2.5.20-2" },
    requirement: "The link annotations of one element lead to the same place.",
    message: "Links that lead to different places are in one element",
    hint: "Put each link into a Link element of its own.",
    fix: "author",
    test(annotation, validation) {
      const { element } = tagsOf(annotation, validation);
      const target = annotation.subtype === "Link" ? targetOf(annotation.dict, validation) : null;
      if (element === undefined || target === null) {
        return true;
      }
      const known = validation.shared(destinations);
      const before = known.get(element);
      known.set(element, before ?? target);
      return before === undefined || before === target || { broken: "another structure destination" };
    },
  }),
];
