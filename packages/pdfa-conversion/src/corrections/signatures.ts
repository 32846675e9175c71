import { Dict } from "@quire/cos";
import type { Correction } from "../conversion.ts";

/**
 * Removes signatures and what rests on them: they cover the bytes of a file that is written anew (ISO 32000-2, 12.8; ISO
 * 19005-2 and -3, 6.1.12 and 6.4.3; -4, 6.1.11). The fields and their appearances stay.
 */
export const signatures: Correction = {
  document({ catalog, changes }) {
    for (const key of ["Perms", "DSS", "Legal"]) {
      if (catalog.has(key)) {
        catalog.delete(key);
        changes.note("signatures_dropped", {}, key);
      }
    }
    catalog.dict("AcroForm")?.delete("SigFlags");
  },

  dictionary(dict, found, { changes }) {
    const value = dict.get("V");
    const isSignature = value instanceof Dict && (value.has("ByteRange") || dict.name("FT") === "Sig");
    if (isSignature) {
      dict.delete("V");
      // A lock (table 236) and a seed value (table 237) are for signing.
      dict.delete("Lock");
      changes.note("signatures_dropped", found, "signature");
    }
  },
};
