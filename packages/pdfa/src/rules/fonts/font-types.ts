import { type Font, isFontSubtype } from "@quire/fonts";
import { type AnyRule, rule } from "../rule.ts";

/**
 * The rules that fonts are as ISO 32000, 9.5 to 9.7, describes them: ISO 19005-1, 6.3.2; -2 and -3, 6.2.11.2; -4,
 * 6.2.10.2.
 */
export const FONT_TYPE_RULES: readonly AnyRule[] = [
  rule({
    key: "font-type",
    on: "font",
    ids: { "1": "6.3.2-1", "2": "6.2.11.2-1", "3": "6.2.11.2-1", "4": "6.2.10.2-1" },
    requirement: "The Type of a font dictionary is Font.",
    message: "The Type of a font dictionary is not Font",
    hint: "Set /Type /Font in the font dictionary.",
    fix: "dictionary",
    // A composite font is known by its Subtype, and has a CIDFont with a Type of its own.
    test: ({ font }) =>
      font.kind === "composite" ||
      font.dict.name("Type") === "Font" || { broken: `${font.label}: Type ${font.dict.name("Type") ?? "missing"}` },
  }),
  rule({
    key: "font-subtype",
    on: "font",
    ids: { "1": "6.3.2-2", "2": "6.2.11.2-2", "3": "6.2.11.2-2", "4": "6.2.10.2-2" },
    requirement: "The Subtype of a font dictionary is one that ISO 32000 defines.",
    message: "The Subtype of a font dictionary is missing or unknown",
    hint: "Use a Type 0, Type 1, MMType1, TrueType or Type 3 font, or a CIDFont below a Type 0 font: the program that wrote the document has to write the font anew.",
    fix: "font",
    test: ({ font }) =>
      isFontSubtype(font.subtype) || { broken: `${font.label}: Subtype ${font.subtype ?? "missing"}` },
  }),
  rule({
    key: "font-base-font",
    on: "font",
    ids: { "1": "6.3.2-3", "2": "6.2.11.2-3", "3": "6.2.11.2-3", "4": "6.2.10.2-3" },
    requirement:
      "Every font except a Type 3 font has its PostScript name as BaseFont; a composite font by its CIDFont.",
    message: "The BaseFont of a font is missing or not a name",
    hint: "Set /BaseFont to the PostScript name of the font program.",
    fix: "dictionary",
    // The name of a composite font is that of its CIDFont (ISO 32000-1, table 121).
    test: ({ font }) => font.kind === "type3" || nameOf(font) !== undefined || { broken: `${font.label}: no BaseFont` },
  }),
  rule({
    key: "font-first-char",
    on: "font",
    ids: { "1": "6.3.2-4", "2": "6.2.11.2-4", "3": "6.2.11.2-4", "4": "6.2.10.2-4" },
    requirement: "A simple font that is not one of the standard 14 fonts has a FirstChar.",
    message: "The FirstChar of a simple font is missing",
    hint: "Write FirstChar, the code of the first entry of Widths, into the font dictionary.",
    fix: "font",
    test: ({ font }) =>
      !font.isSimple ||
      font.isStandard14 ||
      font.dict.integer("FirstChar") !== undefined || { broken: `${font.label}: no FirstChar` },
  }),
  rule({
    key: "font-last-char",
    on: "font",
    ids: { "1": "6.3.2-5", "2": "6.2.11.2-5", "3": "6.2.11.2-5", "4": "6.2.10.2-5" },
    requirement: "A simple font that is not one of the standard 14 fonts has a LastChar.",
    message: "The LastChar of a simple font is missing",
    hint: "Write LastChar, the code of the last entry of Widths, into the font dictionary.",
    fix: "font",
    test: ({ font }) =>
      !font.isSimple ||
      font.isStandard14 ||
      font.dict.integer("LastChar") !== undefined || { broken: `${font.label}: no LastChar` },
  }),
  rule({
    key: "font-widths-length",
    on: "font",
    ids: { "1": "6.3.2-6", "2": "6.2.11.2-6", "3": "6.2.11.2-6", "4": "6.2.10.2-6" },
    requirement:
      "The Widths of a simple font that is not one of the standard 14 fonts has an element for each code from " +
      "FirstChar to LastChar.",
    message: "The Widths of a simple font are missing, or their number does not match FirstChar and LastChar",
    hint: "Write one width for each code from FirstChar to LastChar.",
    fix: "font",
    test: ({ font }) => {
      if (!font.isSimple || font.isStandard14) {
        return true;
      }
      const widths = font.dict.array("Widths")?.length;
      const first = font.dict.integer("FirstChar");
      const last = font.dict.integer("LastChar");
      return (
        (widths !== undefined && widths === (last ?? 0) - (first ?? 0) + 1) || {
          broken: `${font.label}: ${widths ?? "no"} widths, FirstChar ${first ?? "missing"}, LastChar ${last ?? "missing"}`,
        }
      );
    },
  }),
  rule({
    key: "font-file-subtype",
    on: "font",
    ids: { "1": "6.3.2-7", "2": "6.2.11.2-7", "3": "6.2.11.2-7", "4": "6.2.10.2-7" },
    requirement:
      "The Subtype of an embedded font program is one that the version of PDF defines: Type1C, CIDFontType0C, or " +
      "(not in part 1) OpenType.",
    message: "The Subtype of an embedded font program is not allowed",
    hint: "Embed the font as Type1C or CIDFontType0C, or as TrueType in FontFile2: Ghostscript does when it writes the document anew (gs -sDEVICE=pdfwrite).",
    fix: "font",
    test: ({ font }, { part }) => {
      const subtype = font.fontFile?.subtype;
      const isAllowed =
        subtype === undefined ||
        subtype === "Type1C" ||
        subtype === "CIDFontType0C" ||
        (subtype === "OpenType" && part !== 1);
      return isAllowed || { broken: `${font.label}: Subtype ${subtype} of the ${font.fontFile?.key} stream` };
    },
  }),
];

const nameOf = (font: Font): string | undefined =>
  font.kind === "composite" ? font.descendantDict?.name("BaseFont") : font.baseFont;
