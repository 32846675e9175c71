import type { Dict } from "@quire/cos";
import type { Correction } from "../conversion.ts";

/**
 * Removes what the catalog may not have: alternate presentations, requirements and pages that a form makes (ISO 19005-2
 * and -3, 6.4.2, 6.10 and 6.11; -4, 6.11 and 6.12). The version of the file is in its header.
 */
export const documentEntries: Correction = {
  document({ catalog, changes }) {
    catalog.delete("Version");
    // Extensions to PDF that a developer declares (ISO 32000-2, 7.12) are of no use to later readers.
    catalog.delete("NeedsRendering");
    const names = catalog.dict("Names");
    for (const [dict, key] of [
      [names, "AlternatePresentations"],
      [catalog, "Requirements"],
    ] as const) {
      if (dict?.has(key) === true) {
        dict.delete(key);
        changes.note("presentation_dropped", {}, key);
      }
    }
    dropEmpty(catalog, "Names");
  },
};

/** Removes a dictionary that has no entries any more. */
export function dropEmpty(owner: Dict, key: string): void {
  if (owner.dict(key)?.entries.size === 0) {
    owner.delete(key);
  }
}
