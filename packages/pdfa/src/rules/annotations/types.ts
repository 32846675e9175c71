import type { RuleFlavour } from "../../flavours.ts";
import { rule } from "../rule.ts";

/**
 * The types that ISO 19005-1, 6.5.2, permits: those of PDF Reference 1.4, table 8.16, except FileAttachment, Sound and
 * Movie.
 */
const TYPES_1: readonly string[] = (
  "Text Link FreeText Line Square Circle Highlight Underline Squiggly StrikeOut Stamp Ink " +
  "Popup Widget PrinterMark TrapNet"
).split(" ");
/** The types that ISO 19005-2, 6.3.1, permits: those of ISO 32000-1, table 169, except 3D, Sound, Screen and Movie. */
const TYPES_2 = [...TYPES_1, "Polygon", "PolyLine", "Caret", "FileAttachment", "Watermark", "Redact"];
/**
 * The types that ISO 19005-4, 6.3.1, permits: those of ISO 32000-2, table 171, of which more are reserved for 4e or 4f.
 */
const TYPES_4 = [...TYPES_2.filter((type) => type !== "FileAttachment"), "Projection"];

const TYPES: Readonly<Partial<Record<RuleFlavour, ReadonlySet<string>>>> = {
  "1a": new Set(TYPES_1),
  "1b": new Set(TYPES_1),
  "2a": new Set(TYPES_2),
  "2b": new Set(TYPES_2),
  "2u": new Set(TYPES_2),
  "3a": new Set(TYPES_2),
  "3b": new Set(TYPES_2),
  "3u": new Set(TYPES_2),
  "4": new Set(TYPES_4),
  // Annex B adds these.
  "4e": new Set([...TYPES_4, "3D", "RichMedia"]),
  // Annex A adds this one.
  "4f": new Set([...TYPES_4, "FileAttachment"]),
};

export const annotationType = rule({
  key: "annotation-type",
  on: "annotation",
  ids: { "1": "6.5.2-1", "2": "6.3.1-1", "3": "6.3.1-1", "4": "6.3.1-1" },
  requirement: "Annotations have only the types that this part of PDF/A permits.",
  message: "An annotation is of a type that is not permitted",
  hint: "Remove the annotation, or replace it by one of a permitted type, such as Text or Stamp. Sounds, films and 3D models are mostly embedded by Insert ▸ Media of an authoring program: export without them.",
  fix: "dictionary",
  conversion: "drops",
  test: ({ subtype }, { flavour }) => TYPES[flavour]?.has(subtype) === true || { broken: subtype || "no type" },
});

export const threeDimensionalStream = rule({
  key: "3d-stream-format",
  on: "annotation",
  ids: { "4e": "6.1.6.1-3" },
  requirement: "Three-dimensional artwork is in U3D or PRC format.",
  message: "Three-dimensional artwork is not in U3D or PRC format",
  hint: "Convert the artwork to U3D (ECMA-363) or PRC (ISO 14739-1) in the CAD program's 3D PDF export.",
  fix: "re-encode",
  conversion: "drops",
  test({ dict, subtype }) {
    // ISO 32000-2, 13.6.2: the artwork is a stream, or a reference dictionary that has it.
    const artwork = dict.stream("3DD") ?? dict.dict("3DD")?.stream("3DD");
    if (subtype !== "3D" || artwork === undefined) {
      return true;
    }
    const format = artwork.dict.name("Subtype");
    return format === "U3D" || format === "PRC" || { broken: format ?? "no Subtype" };
  },
});
