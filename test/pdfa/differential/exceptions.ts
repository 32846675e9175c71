import type { Flavour } from "../../../packages/pdfa/src/flavours.ts";
import type { Difference, OurVerdict } from "./compare.ts";

/** A class of differences in which the text of the standard speaks against veraPDF. */
export interface Exception {
  readonly flavours: RegExp;
  /** The rules that veraPDF alone finds broken; none where it is left out. */
  readonly missed?: readonly string[];
  /**
   * The rules that our validator alone finds broken, or a pattern of each of them; without any, on either side, it is
   * the verdict that differs.
   */
  readonly invented: readonly string[] | RegExp;
  /** What was changed in the file, or its path; anything where it is left out. */
  readonly what?: RegExp;
  /** Matches all that our validator says of the invented rules: where, and which values. */
  readonly details?: RegExp;
  /** The clause, and why it says what our validator says. */
  readonly because: string;
}

/** The part of all files, in percent, that may differ in the verdict or in a rule by an exception. */
export const MOST_EXCEPTIONS = 0.3;

const SCRIPT_NAMES = {
  details: /^Names\/JavaScript: /,
  because: "6.5.1 (part 1: 6.6.1) forbids JavaScript actions; veraPDF does not look at those of the name tree.",
};
const UNKNOWN_SUBTYPE = {
  details: /Subtype /,
  because: "ISO 32000-1, table 111: Subtype of a font is required; veraPDF takes what has none of them for no font.",
};
const STRING_FOR_NUMBER = {
  what: /\((?:text|\d)\)/,
  because: "ISO 32000-1, 7.3.4: a string is no number; for veraPDF it is the number of its bytes.",
};
const LEFT_OUT_CODE = {
  what: /^(?:operator|CMap)/,
  details: /code <[0-9A-F]{2}>$/,
  because: "CFF (Adobe 5176), 12: codes that an encoding leaves out are .notdef; veraPDF takes them for glyph 1.",
};

const LONG_RUN = {
  what: /^filter: RunLengthDecode/,
  because: "ISO 32000-1, 7.4.5: a run of up to 128 bytes is copied; veraPDF does not read all of the data.",
};

/** The rules on the glyphs that text shows. */
const GLYPH_RULES = /^(?:6\.3\.[568]-1|6\.2\.11\.(?:4\.1-2|5-1|7\.2-1|8-1)|6\.2\.10\.(?:4\.1-2|5-1|7-1|9-1))$/;

/** The differences that stay. Each names the text; where that is silent, our validator follows veraPDF. */
const EXCEPTIONS: readonly Exception[] = [
  { flavours: /^1/, invented: ["6.6.1-1"], ...SCRIPT_NAMES },
  { flavours: /^[23]/, invented: ["6.5.1-1"], ...SCRIPT_NAMES },
  { flavours: /^4/, invented: ["6.6.1-1"], ...SCRIPT_NAMES },
  { flavours: /^1/, invented: ["6.3.2-2"], ...UNKNOWN_SUBTYPE },
  { flavours: /^[23]/, invented: ["6.2.11.2-2"], ...UNKNOWN_SUBTYPE },
  { flavours: /^4/, invented: ["6.2.10.2-2"], ...UNKNOWN_SUBTYPE },
  { flavours: /^4/, invented: ["6.2.10.2-2"], missed: ["6.2.2-3"], ...UNKNOWN_SUBTYPE },
  { flavours: /^1/, invented: ["6.3.2-1", "6.3.2-2"], ...UNKNOWN_SUBTYPE, details: /Subtype|Type missing/ },
  { flavours: /./, invented: ["6.3.2-1"], missed: ["6.3.2-2"], details: / without F$/, ...STRING_FOR_NUMBER },
  { flavours: /./, invented: ["6.3.2-1"], details: / without F$/, ...STRING_FOR_NUMBER },
  { flavours: /^[23]/, invented: ["6.2.11.2-4"], ...STRING_FOR_NUMBER },
  { flavours: /^[23]/, invented: ["6.2.11.2-5"], ...STRING_FOR_NUMBER },
  { flavours: /^[23]/, invented: ["6.2.11.3.1-1"], ...STRING_FOR_NUMBER },
  { flavours: /^1a/, invented: ["6.3.8-1"], ...LEFT_OUT_CODE },
  {
    flavours: /./,
    invented: GLYPH_RULES,
    what: /1 2 \(A\) "/,
    because: "ISO 32000-1, table 109: the string is the last operand of the operator; veraPDF looks at the first.",
  },
  {
    flavours: /^1a/,
    missed: ["6.3.8-1"],
    invented: [],
    what: /ToUnicod/,
    because: "ISO 19005-1, 6.3.8: fonts that use Identity-H or Identity-V need no ToUnicode.",
  },
  { flavours: /^4/, missed: ["6.9-3"], invented: [], ...LONG_RUN },
  { flavours: /^1/, missed: ["6.7.9-1", "6.7.11-1"], invented: [], ...LONG_RUN },
  { flavours: /^[23]/, missed: ["6.6.2.1-4", "6.6.2.1-5", "6.6.4-1"], invented: [], ...LONG_RUN },
  { flavours: /^4/, missed: ["6.7.2.1-4", "6.7.2.1-5", "6.7.3-1"], invented: [], ...LONG_RUN },
  {
    flavours: /^1/,
    invented: ["6.2.4-5"],
    what: /ImageMask true/,
    because: "PDF Reference 1.4, table 4.35: BitsPerComponent of a mask is 1; veraPDF tests only those in Mask.",
  },
  {
    flavours: /./,
    invented: /^6\.2\.(?:3\.3-1|4\.3-2)$/,
    details: /^(?:Contents|Pattern\/\w+): (?:fill|stroke) colour; /,
    what: /issue11473/,
    because: "ISO 32000-1, 8.7.3.3: an uncoloured pattern is painted in its underlying colour space, here DeviceRGB.",
  },
  {
    flavours: /^[34]/,
    missed: ["6.2.11.7.2-2"],
    invented: [],
    what: /issue3566/,
    because: "CFF (Adobe 5176), 12: a supplement of an encoding has SIDs; veraPDF takes them for glyphs.",
  },
  {
    flavours: /^4/,
    missed: ["6.2.10.7-1"],
    invented: [],
    what: /issue3566/,
    because: "CFF (Adobe 5176), 12: a supplement of an encoding has SIDs; veraPDF takes them for glyphs.",
  },
  {
    flavours: /./,
    invented: /^6\.(?:2\.(?:3\.3-3|4\.3-4)|3\.4-1|2\.1[01]\.4\.1-1)$/,
    what: /issue7665/,
    because: "ISO 32000-1, 7.6.5: crypt filters may be indirect; veraPDF decrypts nothing of this file.",
  },
  {
    flavours: /^[23]/,
    missed: ["6.1.13-11"],
    invented: [],
    what: /issue7872/,
    because: "ISO 32000-1, 7.3.10: the numbers of a rectangle may be indirect; for veraPDF they are 0.",
  },
];

/** What is known of a file besides the difference. */
export interface Known {
  readonly what: string;
  readonly ours: OurVerdict | undefined;
}

/** Returns the exception that a difference is; undefined where it is none. */
export const exceptionOf = (flavour: Flavour, { missed, invented }: Difference, known: Known): Exception | undefined =>
  EXCEPTIONS.find(
    (one) =>
      one.flavours.test(flavour) &&
      isSet(one.invented, invented) &&
      areSame(one.missed ?? [], missed) &&
      isMeant(one, invented, known),
  );

function isMeant({ what, details }: Exception, invented: readonly string[], known: Known): boolean {
  const said = invented.flatMap((rule) => known.ours?.details.get(rule) ?? []);
  return (
    (what === undefined || what.test(known.what)) && (details === undefined || said.every((one) => details.test(one)))
  );
}

const isSet = (meant: readonly string[] | RegExp, rules: readonly string[]): boolean =>
  meant instanceof RegExp ? rules.length > 0 && rules.every((rule) => meant.test(rule)) : areSame(meant, rules);

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((rule) => others.includes(rule));
