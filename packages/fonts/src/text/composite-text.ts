import { type Bounds, Name, Stream } from "@quire/cos";
import { cidToGidOf } from "../cid-to-gid.ts";
import type { CMap } from "../cmaps/cmap.ts";
import { predefinedCMap } from "../cmaps/predefined.ts";
import { readCMap } from "../cmaps/read-cmap.ts";
import { isIdentity, systemInfoOf } from "../composite-encoding.ts";
import type { Font } from "../font.ts";
import type { FontProgram } from "../programs/font-program.ts";
import { MACINTOSH_GLYPH_NAMES } from "../programs/sfnt/macintosh-glyph-names.ts";
import { collectionText, textOfUtf16 } from "./collection-text.ts";
import { textOfGlyphName } from "./glyph-name-text.ts";
import { textOfGlyphs } from "./program-text.ts";

/** Returns the text of a code of a composite font; undefined where nothing tells it. */
export type TextOfLongCode = (code: number, lengthBytes: number) => string | undefined;

/** The encoding of a composite font: its CMap, where one is known, and the name of a predefined one. */
export interface LongCodes {
  readonly name: string | undefined;
  readonly cmap: CMap | undefined;
}

/** Returns the encoding of a composite font (ISO 32000-2, 9.7.5). */
export function longCodesOf(font: Font, bounds: Bounds): LongCodes {
  const value = font.dict.get("Encoding");
  if (value instanceof Stream) {
    return { name: undefined, cmap: readCMap(value, bounds) };
  }
  const name = value instanceof Name ? value.value : undefined;
  return { name, cmap: name === undefined ? undefined : predefinedCMap(name) };
}

/** Matches the names of the predefined CMaps whose codes are Unicode. */
const OF_UNICODE = /^Uni\w+-(?:UCS2|UTF16)-/;

/**
 * Returns the texts of the codes of a composite font (9.7) by everything but ToUnicode: a CMap whose codes are Unicode,
 * the character collection of the CIDs, the program's cmap and glyph names.
 */
export function compositeText(
  { font, cidFont, codes, program }: { font: Font; cidFont: Font; codes: LongCodes; program: FontProgram | undefined },
  bounds: Bounds,
): TextOfLongCode {
  const { name, cmap } = codes;
  const textOfCid = cidText(cidFont, cmap, program);
  const textOfGlyph = program && textOfGlyphs(program);
  const glyphOf = program && glyphLookup(cidFont, program, bounds);
  const isListed = program === undefined && isIdentity(name) && cidFont.subtype === "CIDFontType2";
  const builtIn = font.dict.name("ToUnicode");
  return (code, lengthBytes) => {
    if (OF_UNICODE.test(name ?? "") || isIdentity(builtIn)) {
      return textOfUtf16(code, lengthBytes);
    }
    const cid = cmap?.cidOf(code, lengthBytes) ?? (cmap === undefined ? code : undefined);
    if (cid === undefined || cid === 0) {
      return undefined;
    }
    const glyph = glyphOf?.(cid) ?? 0;
    return (
      textOfCid?.(cid) ?? (glyph === 0 ? undefined : textOfGlyph?.(glyph)) ?? (isListed ? listedText(cid) : undefined)
    );
  };
}

/** Returns the texts of CIDs by the collection that the CIDFont, its program or its CMap names. */
function cidText(
  cidFont: Font,
  cmap: CMap | undefined,
  program: FontProgram | undefined,
): ((cid: number) => string | undefined) | undefined {
  const infos = [systemInfoOf(cidFont.dict), program?.registryOrdering, cmap?.systemInfo];
  for (const info of infos) {
    const text = info?.registry === "Adobe" ? collectionText(info.ordering) : undefined;
    if (text !== undefined) {
      return text;
    }
  }
  return undefined;
}

function glyphLookup(cidFont: Font, program: FontProgram, bounds: Bounds): (cid: number) => number | undefined {
  if (cidFont.subtype === "CIDFontType2" || program.kind === "truetype") {
    return cidToGidOf(cidFont.dict, bounds);
  }
  return program.kind === "cid" ? (cid) => program.glyphOfCid(cid) : (cid) => cid;
}

/**
 * Returns the text of a glyph of a TrueType font that is not embedded and that nothing describes: most fonts begin with
 * the glyphs of the Macintosh, in their order.
 */
function listedText(glyph: number): string | undefined {
  const name = MACINTOSH_GLYPH_NAMES[glyph];
  return name === undefined ? undefined : textOfGlyphName(name);
}
