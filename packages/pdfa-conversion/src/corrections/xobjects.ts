import { Dict, Name, Stream } from "@quire/cos";
import type { Correction } from "../conversion.ts";

/**
 * Removes PostScript and references to pages elsewhere from XObjects (ISO 19005-1, 6.2.5 to 6.2.7; -2 and -3, 6.2.9; -4,
 * 6.2.8). A PostScript XObject, of which viewers draw nothing, becomes an empty form.
 */
export const xobjects: Correction = {
  stream(stream, found, { changes, part }) {
    const { dict } = stream;
    const subtype = dict.name("Subtype");
    if (subtype === "PS" && found.parentKey === "XObject") {
      changes.note("postscript_dropped", found, "XObject");
      return new Stream(EMPTY_FORM.copy(), new Uint8Array(0));
    }
    if (subtype !== "Form") {
      return stream;
    }
    if (dict.has("PS") || dict.name("Subtype2") === "PS") {
      dict.delete("PS");
      dict.delete("Subtype2");
      changes.note("postscript_dropped", found, "PS");
    }
    for (const key of ["OPI", "Ref"]) {
      if (dict.has(key)) {
        dict.delete(key);
        changes.note("image_substitutes_dropped", found, key);
      }
    }
    if (part === 1) {
      dict.delete("SMask");
    }
    return stream;
  },
};

const EMPTY_FORM = new Dict([
  ["Type", new Name("XObject")],
  ["Subtype", new Name("Form")],
  ["BBox", [0, 0, 1, 1]],
  ["Resources", new Dict()],
]);
