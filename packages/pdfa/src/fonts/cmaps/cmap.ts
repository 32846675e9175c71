import type { CodeRanges } from "./code-ranges.ts";
import type { Codespace } from "./codespace.ts";

/** What a CIDFont or a CMap says of its characters (ISO 32000-2, 9.7.3). */
export interface CMapSystemInfo {
  readonly registry: string | undefined;
  readonly ordering: string | undefined;
  readonly supplement: number | undefined;
}

/** What a CMap file says (ISO 32000-2, 9.7.5; Adobe Technical Note 5014): codes of one to four bytes, and their CIDs. */
export interface CMap {
  readonly name: string | undefined;
  readonly systemInfo: CMapSystemInfo | undefined;
  /** WMode of the file itself; undefined where it has none. */
  readonly writingModeWithin: number | undefined;
  /** 0 or 1: WMode of the file, or else of the one that it uses, or else 0. */
  readonly writingMode: number;
  /** The name after which `usecmap` stands. */
  readonly usedName: string | undefined;
  /** Could the CMap that it uses not be found? Then codes that it does not map itself are not known. */
  readonly isIncomplete: boolean;
  /** The largest CID that a range of this file ends with; 0 without any. */
  readonly largestCid: number;
  readonly codespace: Codespace;
  /** By cidchar and cidrange of this file alone. */
  readonly mappedRanges: Iterable<readonly [lengthBytes: number, ranges: CodeRanges<number>]>;
  /** Splits a shown string into codes by the codespace ranges; bytes that are in none are taken as 9.7.6.3 says. */
  eachCode(bytes: Uint8Array, each: (code: number, lengthBytes: number) => void): void;
  /** By cidchar and cidrange; undefined for a code that is not mapped. */
  mappedCid(code: number, lengthBytes: number): number | undefined;
  /** By notdefchar and notdefrange; undefined for a code that is in none. */
  notdefCid(code: number, lengthBytes: number): number | undefined;
  /** `mappedCid`, or else by notdefrange, or else 0 (9.7.6.3); undefined where the CMap is incomplete and has none. */
  cidOf(code: number, lengthBytes: number): number | undefined;
}

/** A ToUnicode CMap (9.10.3): text by code. */
export interface ToUnicodeCMap {
  readonly name: string | undefined;
  readonly usedName: string | undefined;
  readonly isIncomplete: boolean;
  /** By bfchar and bfrange: text as UTF-16; undefined for a code that it leaves out. */
  textOf(code: number, lengthBytes: number): string | undefined;
}
