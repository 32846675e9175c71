import type { CodeRanges } from "./code-ranges.ts";
import type { Codespace } from "./codespace.ts";

/** The character collection of a CIDFont or a CMap (ISO 32000-2, 9.7.3). */
export interface CMapSystemInfo {
  readonly registry: string | undefined;
  readonly ordering: string | undefined;
  readonly supplement: number | undefined;
}

/** A CMap (ISO 32000-2, 9.7.5; Adobe Technical Note 5014), which maps codes of one to four bytes to CIDs. */
export interface CMap {
  readonly name: string | undefined;
  readonly systemInfo: CMapSystemInfo | undefined;
  /** The WMode of the file itself; undefined where it has none. */
  readonly writingModeWithin: number | undefined;
  /** The writing mode, 0 or 1: the WMode of the file, or else of the CMap that it uses, or else 0. */
  readonly writingMode: number;
  /** The name before `usecmap`. */
  readonly usedName: string | undefined;
  /** Whether the CMap that it uses was not found; then codes that it does not map itself are unknown. */
  readonly isIncomplete: boolean;
  /** The largest CID that a range of this file ends with; 0 without any. */
  readonly largestCid: number;
  readonly codespace: Codespace;
  /** The ranges of cidchar and cidrange in this file alone. */
  readonly mappedRanges: Iterable<readonly [lengthBytes: number, ranges: CodeRanges<number>]>;
  /** Splits a shown string into codes by the codespace ranges; bytes that are in none are handled as in 9.7.6.3. */
  eachCode(bytes: Uint8Array, each: (code: number, lengthBytes: number) => void): void;
  /** Returns the CID of a code by cidchar and cidrange; undefined for a code that is not mapped. */
  mappedCid(code: number, lengthBytes: number): number | undefined;
  /** Returns the CID of a code by notdefchar and notdefrange; undefined for a code that is in none. */
  notdefCid(code: number, lengthBytes: number): number | undefined;
  /**
   * Returns `mappedCid`, or else the CID of notdefrange, or else 0 (9.7.6.3); undefined where the CMap is incomplete
   * and has none.
   */
  cidOf(code: number, lengthBytes: number): number | undefined;
}

/** A ToUnicode CMap (9.10.3), which maps codes to text. */
export interface ToUnicodeCMap {
  readonly name: string | undefined;
  readonly usedName: string | undefined;
  readonly isIncomplete: boolean;
  /** See CMapFile. */
  readonly isMalformed: boolean;
  /** Returns the text of a code by bfchar and bfrange, as UTF-16; undefined for a code that the CMap leaves out. */
  textOf(code: number, lengthBytes: number): string | undefined;
  /**
   * Returns whether the range of a code may reach as far as to it: the codes of a bfrange differ in their last byte
   * alone (Adobe Technical Note 5411, 1.4.1).
   */
  isInRow(code: number, lengthBytes: number): boolean;
}
