import { CosString, Dict, Stream } from "@quire/cos";
import { cidSetOf, Font, programOf } from "@quire/fonts";
import type { Correction } from "../conversion.ts";

/** Lists the glyphs of subsets, as part 1 asks for (ISO 19005-1, 6.3.5); later parts have no need of the lists. */
export const subsetLists: Correction = {
  dictionary(dict, found, conversion) {
    const { part, changes } = conversion;
    const font = part === 1 && dict.has("BaseFont") ? new Font(dict) : undefined;
    const { descriptor, isSubset, kind } = font ?? {};
    if (font === undefined || descriptor === undefined || isSubset !== true || (kind !== "type1" && kind !== "cid")) {
      return;
    }
    const program = programOf(font, conversion.bounds);
    if (program === undefined) {
      return;
    }
    if (kind === "cid") {
      descriptor.set(
        "CIDSet",
        conversion.document.add(new Stream(new Dict(), cidSetOf(font, program, conversion.bounds))),
      );
    } else {
      const names = [...program.glyphNames].filter((name) => name !== ".notdef");
      descriptor.set("CharSet", new CosString(Buffer.from(names.map((name) => `/${name}`).join(""), "latin1")));
    }
    changes.note("font_entries_mended", found, kind === "cid" ? "CIDSet" : "CharSet");
  },
};
