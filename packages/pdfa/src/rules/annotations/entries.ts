import { AnnotationFlag } from "../../document/annotation.ts";
import type { Part } from "../../flavours.ts";
import { documentOutputIntents } from "../../graphics/output-intents.ts";
import { rule } from "../rule.ts";

export const annotationOpacity = rule({
  key: "annotation-opacity",
  on: "annotation",
  ids: { "1": "6.5.3-1" },
  requirement: "Annotations are opaque: CA is 1 or absent.",
  message: "An annotation is not opaque",
  hint: "Set CA to 1, and draw the appearance without transparency: in Acrobat, Properties ▸ Appearance ▸ Opacity 100 %. Or aim for PDF/A-2, which has transparency.",
  fix: "dictionary",
  conversion: "mends",
  test({ dict }) {
    const opacity = dict.number("CA");
    return opacity === undefined || opacity === 1 || { broken: `CA ${opacity}` };
  },
});

/**
 * The test of F's presence in parts 2 to 4, which have two tests of F. ISO 19005-1, 6.5.3, makes no exception; later
 * parts do for pop-ups (6.3.2).
 */
export const annotationFlagsPresent = rule({
  key: "annotation-flags-present",
  on: "annotation",
  ids: { "2": "6.3.2-1", "3": "6.3.2-1", "4": "6.3.2-1" },
  requirement: "Every annotation except a pop-up has an F entry that is an integer.",
  message: "An annotation has no flags",
  hint: "Add an F entry with the value 4 (Print). LaTeX's hyperref does for links with the option pdfa.",
  fix: "dictionary",
  conversion: "mends",
  test: ({ dict, subtype }) =>
    subtype === "Popup" || dict.number("F") !== undefined || { broken: `${subtype} without F` },
});

const { invisible, hidden, print, noView, toggleNoView } = AnnotationFlag;
const FLAGS = Object.entries(AnnotationFlag);
const MUST_BE_CLEAR: Readonly<Record<Part, number>> = {
  1: invisible | hidden | noView,
  2: invisible | hidden | noView | toggleNoView,
  3: invisible | hidden | noView | toggleNoView,
  4: invisible | hidden | noView | toggleNoView,
};

export const annotationFlags = rule({
  key: "annotation-flags",
  on: "annotation",
  ids: { "1": "6.5.3-2", "2": "6.3.2-2", "3": "6.3.2-2", "4": "6.3.2-2" },
  requirement: "Annotations are shown and printed: their flag Print is set, and the flags that hide them are not.",
  message: "The flags of an annotation do not let it be shown and printed",
  hint: "Set the F entry to 4 (Print), with neither Hidden, Invisible, NoView nor ToggleNoView: in Acrobat, Properties ▸ General ▸ Visible for form fields. Or remove the annotation.",
  fix: "dictionary",
  conversion: "mends",
  test({ dict }, { part }) {
    // A real number counts without its fraction.
    const flags = dict.number("F");
    if (flags === undefined) {
      return part > 1 || { broken: "no F that is an integer" };
    }
    const wrong = (flags & MUST_BE_CLEAR[part]) | (~flags & print);
    return (
      wrong === 0 || {
        broken: `F ${flags}: ${FLAGS.filter(([, bit]) => wrong & bit)
          .map(flagFault)
          .join(", ")}`,
      }
    );
  },
});

const flagFault = ([name, bit]: readonly [string, number]): string => (bit === print ? "Print is not set" : name);

export const annotationColour = rule({
  key: "annotation-colour",
  on: "annotation",
  ids: { "1": "6.5.3-3" },
  requirement:
    "Annotations have C and IC entries, which are colours in DeviceRGB, only where the output intent is RGB.",
  message: "An annotation has a colour, but the output intent is not an RGB one",
  hint: "Remove C and IC from the annotation, or give the document an RGB output intent: LibreOffice and Word do with PDF/A in their export options.",
  fix: "dictionary",
  conversion: "mends",
  test({ dict }, validation) {
    const colours = ["C", "IC"].filter((key) => dict.has(key));
    if (colours.length === 0) {
      return true;
    }
    const space = documentOutputIntents(validation).profile?.header?.colourSpace;
    return space === "RGB " || { broken: `${colours.join(", ")}; output intent ${space?.trim() ?? "none"}` };
  },
});
