import { codesByName, codeTable, lazy } from "./code-table.ts";
import {
  MAC_EXPERT,
  MAC_OS_ADDITIONS,
  MAC_ROMAN,
  PDF_DOC,
  STANDARD,
  SYMBOL,
  WIN_ANSI,
  ZAPF_DINGBATS,
} from "./encoding-tables.ts";

/** Glyph names by code. */
export type Encoding = ReadonlyMap<number, string>;

/** The names of the encodings of ISO 32000-2, annex D; Symbol and ZapfDingbats are those built into these two fonts. */
export type EncodingName =
  | "StandardEncoding"
  | "MacRomanEncoding"
  | "WinAnsiEncoding"
  | "PDFDocEncoding"
  | "MacExpertEncoding"
  | "Symbol"
  | "ZapfDingbats";

const TABLES: Readonly<Record<EncodingName, () => Encoding>> = {
  StandardEncoding: lazy(() => codeTable(STANDARD)),
  MacRomanEncoding: lazy(() => codeTable(MAC_ROMAN)),
  WinAnsiEncoding: lazy(() => codeTable(WIN_ANSI)),
  PDFDocEncoding: lazy(() => codeTable(PDF_DOC)),
  MacExpertEncoding: lazy(() => codeTable(MAC_EXPERT)),
  Symbol: lazy(() => codeTable(SYMBOL)),
  ZapfDingbats: lazy(() => codeTable(ZAPF_DINGBATS)),
};

const isEncodingName = (name: string): name is EncodingName => Object.hasOwn(TABLES, name);

/** Returns the encoding of a name; undefined for a name that is none of them. */
export const encodingNamed = (name: string | undefined): Encoding | undefined =>
  name !== undefined && isEncodingName(name) ? TABLES[name]() : undefined;

/** Returns the code of a name in the encoding of Mac OS (9.6.5.4): MacRomanEncoding and the additions of table 113. */
export const macOsCodeOf = (name: string): number | undefined => macOsCodes().get(name);

const macOsCodes = lazy(() => codesByName(new Map([...TABLES.MacRomanEncoding(), ...codeTable(MAC_OS_ADDITIONS)])));

/** Returns whether a name is in the character set of Symbol (D.5). */
export const isSymbolName = (name: string): boolean => symbolNames().has(name);

const symbolNames = lazy(() => new Set(TABLES.Symbol().values()));
