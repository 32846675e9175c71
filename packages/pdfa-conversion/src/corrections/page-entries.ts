import { Ref, resolve } from "@quire/cos";
import { isUnusableBox } from "./page-boxes.ts";
import type { Correction } from "../conversion.ts";

/**
 * Removes from pages what they may not have: presentation steps (ISO 19005-2 and -3, 6.10; -4, 6.11) and boundaries for
 * printing presses whose sides are too short or too long (-2 and -3, 6.1.13).
 */
export const pageEntries: Correction = {
  page({ dict, page, ref }, { changes, part }) {
    const place = { page, object: ref.number };
    if (part !== 1 && dict.has("PresSteps")) {
      dict.delete("PresSteps");
      changes.note("presentation_dropped", place, "PresSteps");
    }
    for (const key of ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"]) {
      const corners = dict.array(key);
      if (corners?.some((corner) => corner instanceof Ref) === true) {
        // Some programs read no boundary whose numbers are objects of their own.
        dict.set(key, corners.map(resolve));
      }
    }
    for (const key of ["BleedBox", "TrimBox", "ArtBox"]) {
      if (dict.has(key) && isUnusableBox(dict.get(key))) {
        dict.delete(key);
        changes.note("page_boundaries_dropped", place, key);
      }
    }
  },
};
