import { type Dict, resolve } from "@quire/cos";
import { Font, readToUnicode } from "@quire/fonts";
import type { Conversion, Correction } from "../conversion.ts";
import { codeTexts } from "../fonts/code-texts.ts";
import { toUnicodeOf } from "../fonts/to-unicode.ts";

/**
 * Tells the text of a font's codes where the level asks for it and the font does not, by all that encoding, program and
 * names of glyphs say (ISO 19005-2 and -3, 6.2.11.7.2).
 */
export const unicodeValues: Correction = {
  dictionary(dict, found, conversion) {
    const { target, changes } = conversion;
    if ((target !== "2u" && target !== "3u") || (!dict.has("BaseFont") && !dict.has("CharProcs"))) {
      return;
    }
    const font = new Font(dict);
    const isComposite = font.kind === "composite";
    if (font.kind === "cid" || font.kind === "other" || isComplete(dict, isComposite, conversion)) {
      return;
    }
    const texts = codeTexts(dict, conversion.bounds);
    if (texts.length > 0) {
      dict.set("ToUnicode", conversion.document.add(toUnicodeOf(texts)));
      changes.note("font_entries_mended", found, "ToUnicode");
    }
  },
};

/** Returns whether the font has a ToUnicode that tells all codes that have a width. */
function isComplete(dict: Dict, isComposite: boolean, { bounds }: Conversion): boolean {
  const stream = dict.stream("ToUnicode");
  if (stream === undefined || isComposite) {
    return stream !== undefined;
  }
  const given = readToUnicode(stream, bounds);
  const first = dict.integer("FirstChar") ?? 0;
  return (dict.array("Widths") ?? []).every((width, index) => {
    const code = first + index;
    return resolve(width) === 0 || (given?.textOf(code, 1) ?? given?.textOf(code, 2)) !== undefined;
  });
}
