import { isUtf8 } from "node:buffer";
import { type Dict, Name } from "@quire/cos";
import { Font, hasCidToGidMap } from "@quire/fonts";
import type { Conversion, Correction, Found } from "../conversion.ts";

/**
 * Mends the entries of font dictionaries that viewers do not need, and in which writers err (ISO 19005-1, 6.3; -2 and -3,
 * 6.2.11; -4, 6.2.10).
 */
export const fonts: Correction = {
  dictionary(dict, found, conversion) {
    if (dict.has("FontName") && dict.has("Flags")) {
      dropLists(dict, found, conversion);
    }
    if (found.parentKey === "Font" || found.key === "DescendantFonts" || dict.name("Type") === "Font") {
      mendFont(dict, found, conversion);
    }
    for (const key of ["BaseFont", "FontName"]) {
      mendName(dict, key);
    }
  },
};

/** CharSet and CIDSet are optional from part 2 on (ISO 19005-2, 6.2.11.4.2), and have to be right if they are there. */
function dropLists(descriptor: Dict, found: Found, { part, changes }: Conversion): void {
  for (const key of ["CharSet", "CIDSet"]) {
    if (part !== 1 && descriptor.has(key)) {
      descriptor.delete(key);
      changes.note("font_lists_dropped", found, key);
    }
  }
}

function mendFont(dict: Dict, found: Found, { changes }: Conversion): void {
  const font = new Font(dict);
  if (font.kind === "other") {
    return;
  }
  if (dict.name("Type") !== "Font") {
    dict.set("Type", new Name("Font"));
    changes.note("font_entries_mended", found, "Type");
  }
  // ISO 32000-2, table 115: Identity is the default.
  if (font.subtype === "CIDFontType2" && font.fontFile !== undefined && !hasCidToGidMap(dict)) {
    dict.set("CIDToGIDMap", new Name("Identity"));
    changes.note("font_entries_mended", found, "CIDToGIDMap");
  }
  const widths = dict.array("Widths");
  const first = dict.integer("FirstChar");
  if (font.isSimple && widths !== undefined && widths.length > 0 && first !== undefined) {
    const last = first + widths.length - 1;
    if (dict.integer("LastChar") !== last) {
      dict.set("LastChar", last);
      changes.note("font_entries_mended", found, "LastChar");
    }
  }
}

/** Writes the bytes of a name that is no UTF-8 as digits where they are no ASCII (ISO 19005-2, 6.1.8). */
function mendName(dict: Dict, key: string): void {
  const name = dict.name(key);
  if (name !== undefined && !isUtf8(Buffer.from(name, "latin1"))) {
    dict.set(key, new Name(name.replaceAll(/[\x80-\xff]/g, digits)));
  }
}

const digits = (character: string): string => `x${character.charCodeAt(0).toString(16).toUpperCase()}`;
