import {
  type CidToGid,
  cidToGidOf,
  type CompositeEncoding,
  type Font,
  type FontProgram,
  cidWidths,
} from "@quire/fonts";
import type { Validation } from "../validation.ts";
import type { GlyphFacts } from "./glyph-facts.ts";
import { type GlyphReader, hexCode } from "./glyph-reader.ts";
import { unicodeReader } from "./unicode.ts";

export interface CompositeParts {
  readonly font: Font;
  readonly cidFont: Font;
  readonly program: FontProgram | undefined;
  readonly encoding: CompositeEncoding;
}

/**
 * Returns a reader of a composite font's glyphs (ISO 32000-2, 9.7): the CMap maps codes to CIDs, the CIDFont maps CIDs
 * to glyphs.
 */
export function compositeGlyphs(parts: CompositeParts, validation: Validation): GlyphReader {
  const { font, cidFont, program, encoding } = parts;
  const widths = cidWidths(cidFont.dict, validation.bounds);
  const toGlyph = program && glyphLookup(cidFont, program, validation);
  const unicodeOf = unicodeReader({ font, cidFont, encoding, validation });
  const shortest = encoding.cmap?.codespace.ranges[0]?.low.length ?? 1;
  return {
    program,
    cidFont,
    encoding,
    eachCode(bytes, each) {
      encoding.cmap?.eachCode(bytes, each);
    },
    factsOf(shown, shownBytes): GlyphFacts {
      const isWhole = shownBytes >= shortest;
      // ISO 32000 does not say what a string shows that ends within a code: veraPDF fills the code with ones.
      const code = isWhole ? shown : (shown + 1) * 256 ** (shortest - shownBytes) - 1;
      const lengthBytes = isWhole ? shownBytes : shortest;
      const cid = encoding.cmap?.cidOf(code, lengthBytes);
      const glyph = cid === undefined ? undefined : toGlyph?.(cid);
      // 9.7.6.3: a code in none of the ranges stands for .notdef, whatever it is mapped to.
      const isCode = encoding.stream === undefined || (encoding.cmap?.codespace.has(code, lengthBytes) ?? true);
      const isThere = isCode ? isPresent({ program, cidFont, code, cid, glyph }) : program && true;
      return {
        code: hexCode(shown, shownBytes),
        cid,
        name: undefined,
        // 9.7.6.3: a code without a glyph is shown as .notdef.
        // It is the glyph of CID 0; what CIDToGIDMap has for other CIDs has no name.
        isNotdef: cid === 0 || isThere === false || !isCode || (glyph === 0 && !hasGlyphsByIndex(cidFont)),
        // Code 0 may stand for .notdef, which every program has.
        isPresent: program && code === 0 ? true : isThere,
        widthInDictionary: cid === undefined ? undefined : widths(cid),
        widthInProgram: cid === undefined ? undefined : program && widthOf(glyph, { program, cidFont }),
        unicode: unicodeOf({ code, lengthBytes, name: undefined, cid }),
      };
    },
  };
}

/**
 * Returns whether the program has the glyph; undefined where that is unknown. Only code 0 may stand for .notdef, which
 * every program has; any other code stands for a separate glyph, unless the map of a TrueType program says so.
 */
function isPresent({
  program,
  cidFont,
  code,
  cid,
  glyph,
}: {
  readonly program: FontProgram | undefined;
  readonly cidFont: Font;
  readonly code: number;
  readonly cid: number | undefined;
  readonly glyph: number | undefined;
}): boolean | undefined {
  if (program === undefined || cid === undefined) {
    return undefined;
  }
  const isNotdef = hasGlyphsByIndex(cidFont) ? cid === 0 : glyph === 0;
  return glyph !== undefined && glyph < program.glyphCount && (!isNotdef || code === 0);
}

/** The default of DW (ISO 32000-2, table 115). */
const USUAL_DEFAULT_WIDTH = 1000;

/** Returns the width of a glyph; of one that CFF does not have, which none can differ from, it is the default width. */
function widthOf(
  glyph: number | undefined,
  { program, cidFont }: { readonly program: FontProgram; readonly cidFont: Font },
): number | undefined {
  const isThere = glyph !== undefined && glyph < program.glyphCount;
  return isThere || hasGlyphsByIndex(cidFont)
    ? program.widthOf(glyph ?? 0)
    : (cidFont.dict.number("DW") ?? USUAL_DEFAULT_WIDTH);
}

/** Returns whether CIDToGIDMap leads to the glyphs, as it does for all but bare CFF in a CIDFont of type 2. */
const hasGlyphsByIndex = ({ subtype, fontFile }: Font): boolean =>
  subtype === "CIDFontType2" && fontFile?.subtype !== "CIDFontType0C";

/**
 * Returns the lookup from CIDs to glyphs (9.7.4.2): by the CIDs of a program that has them, else by CIDToGIDMap, or
 * CIDs are glyph indices.
 */
function glyphLookup(cidFont: Font, program: FontProgram, { bounds }: Validation): CidToGid {
  if (hasGlyphsByIndex(cidFont)) {
    return cidToGidOf(cidFont.dict, bounds);
  }
  return program.kind === "cid" ? (cid) => program.glyphOfCid(cid) : (cid) => cid;
}
