import type { Dict } from "@quire/cos";
import type { Conversion, Correction } from "../conversion.ts";
import type { ChangePlace } from "../options.ts";

/**
 * Removes the transparency groups of pages and forms in part 1 (ISO 19005-1, 6.4): where nothing in them is transparent they
 * change nothing. What is transparent stays, and the document does then not conform.
 */
export const transparency: Correction = {
  page({ dict, page, ref }, conversion) {
    dropGroup(dict, { page, object: ref.number }, conversion);
  },

  stream(stream, found, conversion) {
    if (stream.dict.name("Subtype") === "Form") {
      dropGroup(stream.dict, found, conversion);
    }
    return stream;
  },
};

function dropGroup(dict: Dict, place: ChangePlace, { part, changes }: Conversion): void {
  if (part === 1 && dict.dict("Group")?.name("S") === "Transparency") {
    dict.delete("Group");
    changes.note("transparency_groups_dropped", place);
  }
}
