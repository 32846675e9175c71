import type { GlyphFacts } from "../../fonts/glyph-facts.ts";
import { charSetOf, cidMissingIn, cidNotIn, cidSetOf, glyphMissingIn, glyphNotIn } from "../../fonts/subset-lists.ts";
import { type AnyRule, rule } from "../rule.ts";

/** Returns the glyphs that the program has and that are not .notdef. */
const present = (glyphs: readonly GlyphFacts[]): readonly GlyphFacts[] =>
  glyphs.filter(({ isPresent, isNotdef }) => isPresent === true && !isNotdef);

/**
 * The rules on CharSet and CIDSet of subsets: ISO 19005-1, 6.3.5; -2 and -3, 6.2.11.4.2. In part 1 they are required,
 * and list the glyphs that are shown; later they are optional, and list exactly the glyphs of the program. Part 4 has
 * neither, as PDF 2.0 deprecates them.
 */
export const SUBSET_RULES: readonly AnyRule[] = [
  rule({
    key: "font-char-set",
    on: "font",
    ids: { "1": "6.3.5-2", "2": "6.2.11.4.2-1", "3": "6.2.11.4.2-1", ua1: "7.21.4.2-1" },
    requirement:
      "In part 1 a subset of a Type 1 font has a CharSet with the names of all glyphs that are shown; in later parts " +
      "a CharSet, if there is one, has the names of all glyphs of the program, and no others.",
    message: "The CharSet of a Type 1 font is missing or does not list the glyphs",
    hint: "List the names of all glyphs of the embedded program in CharSet, or (not in part 1) remove it; pdfTeX omits it with \\pdfomitcharset=1.",
    fix: "dictionary",
    test: ({ font, program, glyphs }, { part }) => {
      if (font.kind !== "type1" || !font.isSubset || (font.fontFile === undefined && part !== 1)) {
        return true;
      }
      const charSet = charSetOf(font);
      if (charSet === undefined) {
        return part === 1 ? { broken: `${font.label}: no CharSet` } : true;
      }
      if (part === 1 && program === undefined) {
        return { broken: `${font.label}: no program whose glyphs CharSet lists` };
      }
      const missing =
        part === 1
          ? present(glyphs).find(({ name }) => name !== undefined && !charSet.has(name))?.name
          : program && glyphMissingIn(charSet, program);
      if (missing !== undefined) {
        return { broken: `${font.label}: /${missing} is not in CharSet` };
      }
      const tooMany = part === 1 || program === undefined ? undefined : glyphNotIn(program, charSet);
      return tooMany === undefined || { broken: `${font.label}: /${tooMany} of CharSet is not in the program` };
    },
  }),
  rule({
    key: "font-cid-set",
    on: "font",
    ids: { "1": "6.3.5-3", "2": "6.2.11.4.2-2", "3": "6.2.11.4.2-2", ua1: "7.21.4.2-2" },
    requirement:
      "In part 1 a subset of a CIDFont has a CIDSet with all CIDs that are shown; in later parts a CIDSet, if there " +
      "is one, has all CIDs of the program, and no others.",
    message: "The CIDSet of a CIDFont is missing or does not list the CIDs",
    hint: "Set the bits of all CIDs of the embedded program in CIDSet, or (not in part 1) remove it.",
    fix: "dictionary",
    conversion: "mends",
    test: ({ font, program, glyphs }, { part, bounds }) => {
      if (font.kind !== "cid" || !font.isSubset || (font.fontFile === undefined && part !== 1)) {
        return true;
      }
      const cidSet = cidSetOf(font, bounds);
      if (cidSet === undefined) {
        return part === 1 ? { broken: `${font.label}: no CIDSet` } : true;
      }
      if (part === 1 && program === undefined) {
        return { broken: `${font.label}: no program whose CIDs CIDSet lists` };
      }
      const missing =
        part === 1
          ? present(glyphs).find(({ cid }) => cid !== undefined && !cidSet.has(cid))?.cid
          : program && cidMissingIn(cidSet, { font, program, bounds });
      if (missing !== undefined) {
        return { broken: `${font.label}: CID ${missing} is not in CIDSet` };
      }
      const tooMany = part === 1 || program === undefined ? undefined : cidNotIn({ font, program, bounds }, cidSet);
      return tooMany === undefined || { broken: `${font.label}: CID ${tooMany} of CIDSet is not in the program` };
    },
  }),
];
