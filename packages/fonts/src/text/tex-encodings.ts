import { codeTable, lazy } from "../encodings/code-table.ts";
import { LASY, MSA, MSB, OML, OMS, OMX, OT1, OT1_TYPEWRITER } from "./tex-encoding-tables.ts";

/** The names of fonts, without a subset's tag, and the encoding that they have. */
const ENCODINGS: readonly (readonly [names: RegExp, names: () => ReadonlyMap<number, string>])[] = [
  [/^(?:cm|lm|lmmath)b?sy\d{0,2}(?:-|$)/i, lazy(() => codeTable(OMS))],
  [/^(?:cm|lm)ex\d{0,2}(?:-|$)/i, lazy(() => codeTable(OMX))],
  [/^(?:cm|lm)mib?\d{0,2}(?:-|$)/i, lazy(() => codeTable(OML))],
  [/^lasyb?\d{0,2}$/i, lazy(() => codeTable(LASY))],
  [/^msam\d{0,2}$/i, lazy(() => codeTable(MSA))],
  [/^msbm\d{0,2}$/i, lazy(() => codeTable(MSB))],
  [/^cm(?:sl|it)?tt\d{0,2}$/i, lazy(() => codeTable(OT1_TYPEWRITER))],
  [/^cm(?:r|b|bx|ti|sl|ss|ssbx|ssi|ssq|bxti|bxsl|csc|dunh)\d{0,2}$/i, lazy(() => codeTable(OT1))],
];

/**
 * Returns the glyph names by code in the built-in encoding of a font of TeX.
 * @param name the name of the font without the tag of a subset
 * @returns undefined for any other font
 */
export function texEncodingOf(name: string): ((code: number) => string | undefined) | undefined {
  const names = ENCODINGS.find(([pattern]) => pattern.test(name))?.[1];
  return names && ((code) => names().get(code < 128 ? code : REPEATED.indexOf(code)));
}

/** The codes at which Type 1 programs repeat those from 0 to 32, for readers that cannot show these. */
const REPEATED: readonly number[] = Array.from({ length: 33 }, (_, code) => code + (code < 10 ? 161 : 163));
