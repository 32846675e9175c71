import type { Correction } from "../conversion.ts";
import { isIntent } from "./graphics-state.ts";

/**
 * Removes from images their alternates, placeholders and smoothing (ISO 19005-1, 6.2.4; -2 and -3, 6.2.8; -4, 6.2.7.1),
 * and unknown rendering intents.
 */
export const images: Correction = {
  stream(stream, found, { changes }) {
    const { dict } = stream;
    if (dict.name("Subtype") !== "Image") {
      return stream;
    }
    for (const key of ["Alternates", "OPI"]) {
      if (dict.has(key)) {
        dict.delete(key);
        changes.note("image_substitutes_dropped", found, key);
      }
    }
    if (dict.boolean("Interpolate") === true) {
      dict.delete("Interpolate");
      changes.note("interpolation_dropped", found);
    }
    if (dict.has("Intent") && !isIntent(dict.name("Intent"))) {
      dict.delete("Intent");
      changes.note("invalid_values_mended", found, "Intent");
    }
    return stream;
  },
};
