import type { Flavour } from "../../../packages/pdfa/src/flavours.ts";
import type { Difference } from "./compare.ts";

/** A class of differences in which the text of the standard speaks against veraPDF. */
export interface Exception {
  readonly flavours: RegExp;
  /** The rules that veraPDF alone finds broken; none where it is left out. */
  readonly missed?: readonly string[];
  /**
   * The rules that our validator alone finds broken; without any, on either side, it is the verdict that differs.
   */
  readonly invented: readonly string[];
  /** The clause, and why it says what our validator says. */
  readonly because: string;
}

/** The differences that stay. Each names the text; where that is silent, our validator follows veraPDF. */
const EXCEPTIONS: readonly Exception[] = [
  {
    flavours: /^[23]/,
    invented: ["6.5.1-1"],
    because: "ISO 19005-2, 6.5.1: JavaScript actions are forbidden; veraPDF does not look at those of the name tree.",
  },
  {
    flavours: /^1/,
    invented: ["6.6.1-1"],
    because: "ISO 19005-1, 6.6.1: JavaScript actions are forbidden; veraPDF does not look at those of the name tree.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.1.9-1"],
    because: "ISO 19005-2, 6.1.9: an end-of-line marker stands before and after endobj; veraPDF accepts `58endobj`.",
  },
  {
    flavours: /^[14]/,
    invented: ["6.1.8-1"],
    because: "ISO 19005-1 and -4, 6.1.8: an end-of-line marker stands before and after endobj.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.2.4.2-1"],
    because: "ISO 19005-2, 6.2.4.2, with ISO 32000-1, 8.6.5.5: N is the number of the profile's components.",
  },
  {
    flavours: /^4/,
    invented: ["6.2.4.2-1"],
    because: "ISO 19005-4, 6.2.4.2, with ISO 32000-2, 8.6.5.5: N is the number of the profile's components.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.2.11.2-2"],
    because: "ISO 19005-2, 6.2.11.2: fonts have a Subtype that is defined; veraPDF does not see fonts without one.",
  },
  {
    flavours: /^1/,
    invented: ["6.3.2-2"],
    because: "ISO 19005-1, 6.3.2: fonts have a Subtype that is defined; veraPDF does not see fonts without one.",
  },
  {
    flavours: /^4/,
    invented: ["6.2.10.2-2"],
    because: "ISO 19005-4, 6.2.10.2: fonts have a Subtype that is defined; veraPDF does not see fonts without one.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.2.11.2-3"],
    because: "ISO 19005-2, 6.2.11.2, with ISO 32000-1, table 121: a composite font has a BaseFont of its own.",
  },
  {
    flavours: /^1/,
    invented: ["6.3.2-3"],
    because: "ISO 19005-1, 6.3.2, with PDF Reference 1.4, table 5.17: a composite font has a BaseFont of its own.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.2.11.6-3"],
    because: "ISO 19005-2, 6.2.11.6: a symbolic TrueType font has no Encoding, nor one that is a dictionary.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.2.11.8-1"],
    because: "ISO 19005-2, 6.2.11.8: text does not refer to .notdef, which is glyph 0, by CIDToGIDMap either.",
  },
  {
    flavours: /^4/,
    invented: ["6.2.10.9-1"],
    because: "ISO 19005-4, 6.2.10.9: text does not refer to .notdef, which is glyph 0, by CIDToGIDMap either.",
  },
  {
    flavours: /^[23]/,
    invented: ["6.2.11.4.2-2"],
    because: "ISO 19005-2, 6.2.11.4.2: CIDSet has all CIDs; veraPDF counts those of glyphs with a width of their own.",
  },
  {
    flavours: /^1a/,
    missed: ["6.3.8-1"],
    invented: [],
    because: "ISO 19005-1, 6.3.8: fonts that use Identity-H or Identity-V need no ToUnicode.",
  },
  {
    flavours: /^1/,
    invented: ["6.2.10-1"],
    because: "ISO 19005-1, 6.2.10: content has no unknown operators; veraPDF skips content that is not well-formed.",
  },
  {
    flavours: /^[234]/,
    invented: ["6.2.2-1"],
    because:
      "ISO 19005-2 and -4, 6.2.2: content has no unknown operators; veraPDF skips content that is not well-formed.",
  },
  {
    flavours: /./,
    invented: [],
    because: "ISO 32000-1, 7.3.8: whether content conforms is not known that no filter decodes; it is not said to.",
  },
];

/** Returns the exception that a difference is; undefined where it is none. */
export const exceptionOf = (flavour: Flavour, { missed, invented }: Difference): Exception | undefined =>
  EXCEPTIONS.find(
    (one) => one.flavours.test(flavour) && areSame(one.invented, invented) && areSame(one.missed ?? [], missed),
  );

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((rule) => others.includes(rule));
