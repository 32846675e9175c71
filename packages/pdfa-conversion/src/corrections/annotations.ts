import { type CosValue, Dict, Ref, resolve } from "@quire/cos";
import type { Conversion, Correction, Part } from "../conversion.ts";
import type { ChangePlace } from "../options.ts";

const TYPES_1: readonly string[] =
  "Text Link FreeText Line Square Circle Highlight Underline Squiggly StrikeOut Stamp Ink Popup Widget PrinterMark TrapNet".split(
    " ",
  );
const TYPES_2 = [...TYPES_1, "Polygon", "PolyLine", "Caret", "FileAttachment", "Watermark", "Redact"];

/** The types of annotations that stay: ISO 19005-1, 6.5.2; -2, -3 and -4, 6.3.1. */
const TYPES: Readonly<Record<Part, ReadonlySet<string>>> = {
  1: new Set(TYPES_1),
  2: new Set(TYPES_2),
  3: new Set(TYPES_2),
  4: new Set([...TYPES_2.filter((type) => type !== "FileAttachment"), "Projection"]),
};

/** Bits of F (ISO 32000-2, table 167). */
const INVISIBLE = 1;
const HIDDEN = 2;
const PRINT = 4;
const NO_VIEW = 32;
const TOGGLE_NO_VIEW = 256;

/**
 * Removes annotations of forbidden types and those that are not shown, and lets the others be shown and printed (ISO
 * 19005-1, 6.5.2 and 6.5.3; -2, -3 and -4, 6.3.1 and 6.3.2).
 */
export const annotations: Correction = {
  page({ dict, page }, conversion) {
    const list = dict.array("Annots");
    if (list === undefined) {
      dict.delete("Annots");
      return;
    }
    const kept = list.filter((raw) => {
      conversion.bounds.step();
      const place = { page, object: raw instanceof Ref ? raw.number : undefined };
      return isKept(resolve(raw), place, conversion) || drop(raw, conversion);
    });
    if (kept.length === 0) {
      dict.delete("Annots");
    } else if (kept.length < list.length) {
      dict.set("Annots", kept);
    }
  },
};

/** Makes the object null for whatever else refers to it: fields, structure elements, other annotations. */
function drop(raw: CosValue, { document }: Conversion): false {
  if (raw instanceof Ref) {
    document.replace(raw.number, null);
  }
  return false;
}

function isKept(annotation: unknown, place: ChangePlace, { part, changes, keepsAttachments }: Conversion): boolean {
  if (!(annotation instanceof Dict)) {
    return false;
  }
  const subtype = annotation.name("Subtype") ?? "";
  const isForbidden = !TYPES[part].has(subtype) || (subtype === "FileAttachment" && !keepsAttachments);
  if (isForbidden) {
    changes.note("annotations_dropped", place, subtype || "no type");
    return false;
  }
  const flags = annotation.integer("F") ?? 0;
  // A pop-up has no appearance of its own, and is closed until a reader opens it.
  if (subtype !== "Popup" && (flags & (HIDDEN | NO_VIEW)) !== 0) {
    changes.note("hidden_annotations_dropped", place, subtype);
    return false;
  }
  const shown = (flags & ~(INVISIBLE | HIDDEN | NO_VIEW | TOGGLE_NO_VIEW)) | PRINT;
  if (annotation.get("F") !== shown) {
    annotation.set("F", shown);
    if (subtype !== "Popup" && subtype !== "Link") {
      changes.note("annotation_flags_set", place, subtype);
    }
  }
  if (part === 1 && annotation.get("CA") !== 1) {
    // ISO 19005-1, 6.5.3: what is shown is the appearance, which has been drawn with it.
    annotation.delete("CA");
  }
  return true;
}
