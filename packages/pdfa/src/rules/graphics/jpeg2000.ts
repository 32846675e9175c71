import type { ColourSpecification } from "../../jpeg2000/jpeg2000.ts";
import { type AnyRule, rule } from "../rule.ts";

const COLOUR_CHANNELS: ReadonlySet<number | undefined> = new Set([1, 3, 4]);
/** The methods of ISO/IEC 15444-1, table I.9, and 15444-2, table M.22: enumerated, restricted ICC, any ICC. */
const METHODS: ReadonlySet<number> = new Set([1, 2, 3]);
/** The EnumCS value of CIEJab (ISO/IEC 15444-2, table M.25). */
const ENUMERATED_CIEJAB = 19;
/** The APPROX value of a colour that is given exactly (ISO/IEC 15444-2, table M.23). */
const APPROXIMATION_EXACT = 1;
const MAX_BITS = 38;
/** The fault of data that are a bare codestream, not a JP2 or JPX file (ISO 32000-2, 7.4.9). */
const NO_HEADER = "no image header";

/** The rules of ISO 19005-2 and -3, 6.2.8.3; -4, 6.2.7.3. */
export const JPEG2000_RULES: readonly AnyRule[] = [
  rule({
    key: "jpeg2000-colour-channels",
    on: "jpeg2000",
    ids: { "2": "6.2.8.3-1", "3": "6.2.8.3-1", "4": "6.2.7.3-1" },
    requirement: "JPEG 2000 data have 1, 3 or 4 channels.",
    message: "JPEG 2000 data do not have 1, 3 or 4 channels",
    hint: "Encode the image again in gray, RGB or CMYK, with opacity in an SMask: as JPEG 2000 with 1, 3 or 4 channels, or as JPEG.",
    fix: "re-encode",
    test: ({ facts }) =>
      COLOUR_CHANNELS.has(facts?.components) || {
        broken: facts === undefined ? NO_HEADER : `${facts.components} channels`,
      },
  }),
  rule({
    key: "jpeg2000-colour-specifications",
    on: "jpeg2000",
    ids: { "2": "6.2.8.3-2", "3": "6.2.8.3-2", "4": "6.2.7.3-2" },
    requirement: "Where there are several colour specifications in JPEG 2000 data, exactly one of them has APPROX 1.",
    message: "JPEG 2000 data have several colour specifications, and not exactly one of them has APPROX 1",
    hint: "Keep only one colour specification box in the JPEG 2000 file, or set APPROX of one of them to 1; or encode the image as JPEG.",
    fix: "re-encode",
    test: ({ facts }) => {
      const specifications = facts?.colourSpecifications ?? [];
      const exact = specifications.filter(({ approximation }) => approximation === APPROXIMATION_EXACT).length;
      return (
        specifications.length <= 1 ||
        exact === 1 || { broken: `${specifications.length} specifications, ${exact} of them with APPROX 1` }
      );
    },
  }),
  rule({
    key: "jpeg2000-colour-method",
    on: "jpeg2000",
    ids: { "2": "6.2.8.3-3", "3": "6.2.8.3-3", "4": "6.2.7.3-3" },
    requirement: "The method of the colour specification in JPEG 2000 data is 1, 2 or 3.",
    message: "The method of the colour specification in JPEG 2000 data is not 1, 2 or 3",
    hint: "Give the colour space as an enumerated one (method 1) or as an ICC profile (2, 3), or in the image dictionary; or encode the image as JPEG.",
    fix: "re-encode",
    test: ({ facts, hasColorSpace }) => {
      const used = hasColorSpace ? undefined : usedSpecification(facts?.colourSpecifications ?? []);
      return used === undefined || METHODS.has(used.method) || { broken: `METH ${used.method}` };
    },
  }),
  rule({
    key: "jpeg2000-ciejab",
    on: "jpeg2000",
    ids: { "2": "6.2.8.3-4", "3": "6.2.8.3-4", "4": "6.2.7.3-4" },
    requirement: "JPEG 2000 data do not use the enumerated colour space CIEJab.",
    message: "JPEG 2000 data use CIEJab",
    hint: "Encode the image again in sRGB, gray or CMYK: JPEG 2000 in CIEJab is forbidden.",
    fix: "re-encode",
    test: ({ facts, hasColorSpace }) => {
      const used = hasColorSpace ? undefined : usedSpecification(facts?.colourSpecifications ?? []);
      return used?.enumerated !== ENUMERATED_CIEJAB || { broken: `EnumCS ${ENUMERATED_CIEJAB}` };
    },
  }),
  rule({
    key: "jpeg2000-bit-depth",
    on: "jpeg2000",
    ids: { "2": "6.2.8.3-5", "3": "6.2.8.3-5", "4": "6.2.7.3-5" },
    requirement: "All channels of JPEG 2000 data have the same bit depth, of 1 to 38.",
    message: "The channels of JPEG 2000 data differ in bit depth, or have one outside 1 to 38",
    hint: "Encode the image again with one bit depth for all channels, or as JPEG.",
    fix: "re-encode",
    test: ({ facts }) => {
      const [bits, ...others] = new Set(facts?.bitDepths);
      const isKept = bits !== undefined && bits <= MAX_BITS && facts?.hasDepthsBox === false;
      return isKept || { broken: bits === undefined ? NO_HEADER : [bits, ...others].join(", ") };
    },
  }),
];

/** Returns the colour specification that counts: the one that says that it is exact, or else the first. */
const usedSpecification = (specifications: readonly ColourSpecification[]): ColourSpecification | undefined =>
  specifications.find(({ approximation }) => approximation === APPROXIMATION_EXACT) ?? specifications[0];
