import { type CosValue, Dict, resolve } from "@quire/cos";
import type { Conversion, Correction } from "../conversion.ts";

/**
 * Leaves of the interactive form the fields, with the appearances that they have (ISO 19005-1, 6.9; -2, -3 and -4, 6.4).
 * Fields whose widgets were removed go with them.
 */
export const forms: Correction = {
  document(conversion) {
    const { catalog, changes } = conversion;
    const form = catalog.dict("AcroForm");
    if (form === undefined) {
      catalog.delete("AcroForm");
      return;
    }
    if (form.has("XFA")) {
      form.delete("XFA");
      changes.note("form_behaviour_dropped");
    }
    if (form.boolean("NeedAppearances") === true) {
      changes.note("need_appearances_dropped");
    }
    form.delete("NeedAppearances");
    // The order of calculations (ISO 32000-2, table 224) is of actions, which are gone.
    if (conversion.part !== 4) {
      form.delete("CO");
    }
  },

  end(conversion) {
    const form = conversion.catalog.dict("AcroForm");
    if (form?.has("Fields") === true) {
      form.set("Fields", keptFields(form.array("Fields") ?? [], conversion));
    }
  },
};

/** Returns the fields of a list that exist and, if they had kids, still have some. */
function keptFields(list: readonly CosValue[], conversion: Conversion, depth = 0, seen = new Set<Dict>()): CosValue[] {
  conversion.bounds.checkDepth(depth);
  return list.filter((raw) => {
    conversion.bounds.step();
    const field = resolve(raw);
    if (!(field instanceof Dict) || seen.has(field)) {
      return false;
    }
    seen.add(field);
    const kids = field.array("Kids");
    if (kids === undefined || kids.length === 0) {
      return true;
    }
    const kept = keptFields(kids, conversion, depth + 1, seen);
    field.set("Kids", kept);
    return kept.length > 0;
  });
}
