import { documentWalk } from "../document/walk.ts";
import {
  annotationAppearance,
  buttonAppearance,
  normalAppearance,
  otherAppearance,
} from "./annotations/appearances.ts";
import { annotationColour, annotationFlags, annotationFlagsPresent, annotationOpacity } from "./annotations/entries.ts";
import { annotationType, threeDimensionalStream } from "./annotations/types.ts";
import type { RuleGroup } from "./rule-group.ts";

/** The rules of ISO 19005-1, 6.5; ISO 19005-2, -3 and -4, 6.3. */
export const annotations: RuleGroup = {
  name: "annotations",
  rules: [
    annotationType,
    threeDimensionalStream,
    annotationOpacity,
    annotationFlagsPresent,
    annotationFlags,
    annotationColour,
    annotationAppearance,
    normalAppearance,
    buttonAppearance,
    otherAppearance,
  ],
  begin: documentWalk,
};
