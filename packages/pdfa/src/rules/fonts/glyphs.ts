import { describe } from "../../fonts/glyph-facts.ts";
import type { ShownGlyph } from "../../fonts/subjects.ts";
import { type AnyRule, rule } from "../rule.ts";

/** The allowed difference of widths, in thousandths of text space. */
const WIDTH_TOLERANCE = 1;
/** The error of the division by the units per em. */
const ROUNDING = 1e-6;

const glyphIn = ({ font, facts }: ShownGlyph): string => `${font.label}, ${describe(facts)}`;
const rounded = (width: number): string => String(Math.round(width * 100) / 100);

/** The rules on each glyph that is shown. */
export const GLYPH_RULES: readonly AnyRule[] = [
  // The clauses are ISO 19005-1, 6.3.5; -2 and -3, 6.2.11.4.1; -4, 6.2.10.4.1.
  rule({
    key: "glyph-present",
    on: "glyph",
    ids: {
      "1": "6.3.5-1",
      "2": "6.2.11.4.1-2",
      "3": "6.2.11.4.1-2",
      "4": "6.2.10.4.1-2",
      ua1: "7.21.4.1-2",
      ua2: "8.4.5.5.1-2",
    },
    requirement: "An embedded font program has all glyphs that are drawn with it.",
    message: "A glyph that is drawn is not in the embedded font program",
    hint: "Embed a program that has the glyph: the whole font, or a subset of all glyphs that are used. Two documents with different subsets of one name may have been merged: merge them again and keep both fonts.",
    fix: "font",
    test: (glyph) => !glyph.isRendered || glyph.facts.isPresent !== false || { broken: glyphIn(glyph) },
  }),
  // The clauses are ISO 19005-1, 6.3.6; -2 and -3, 6.2.11.5; -4, 6.2.10.5. Only widths of horizontal writing are
  // compared.
  rule({
    key: "glyph-width",
    on: "glyph",
    ids: { "1": "6.3.6-1", "2": "6.2.11.5-1", "3": "6.2.11.5-1", "4": "6.2.10.5-1", ua1: "7.21.5-1", ua2: "8.4.5.6-1" },
    requirement: "The width of a glyph that is drawn is the same in the font dictionary and in the font program.",
    message: "The width of a glyph differs between font dictionary and font program",
    hint: "Write the widths of the font program into Widths, or W and DW, of the font dictionary. They differ where a font was replaced by another one of its name: export on a machine that has the right one.",
    fix: "font",
    test: (glyph) => {
      const { widthInDictionary, widthInProgram, isPresent } = glyph.facts;
      if (!glyph.isRendered || widthInDictionary === undefined) {
        return true;
      }
      if (widthInProgram === undefined) {
        const inDictionary = `${rounded(widthInDictionary)} in the dictionary`;
        return isPresent !== true || { broken: `${glyphIn(glyph)}: ${inDictionary}, no readable width in the program` };
      }
      return (
        Math.abs(widthInDictionary - widthInProgram) <= WIDTH_TOLERANCE + ROUNDING || {
          broken: `${glyphIn(glyph)}: ${rounded(widthInDictionary)} in the dictionary, ${rounded(widthInProgram)} in the program`,
        }
      );
    },
  }),
  // The clauses are ISO 19005-2 and -3, 6.2.11.8; -4, 6.2.10.9. They also concern text that is not drawn.
  rule({
    key: "glyph-notdef",
    on: "glyph",
    ids: { "2": "6.2.11.8-1", "3": "6.2.11.8-1", "4": "6.2.10.9-1", ua1: "7.21.8-1", ua2: "8.4.5.9-1" },
    requirement: "No text shows the .notdef glyph, in any rendering mode.",
    message: "Text shows the .notdef glyph",
    hint: "Leave out characters that the font has no glyph for, or choose a font that has one: an empty box on the page shows where. Tabs and soft hyphens from a source are common ones.",
    fix: "font",
    test: (glyph) => !glyph.facts.isNotdef || { broken: glyphIn(glyph) },
  }),
];
