import type { CMapSystemInfo } from "@quire/fonts";
import type { Part } from "../flavours.ts";

/**
 * The supplements of the character collections of predefined CMaps in PDF 1.7 (ISO 32000-1, table 119), by the names of
 * the CMaps without their writing modes.
 */
const SUPPLEMENTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  GB1: { "GB-EUC": 0, "GBpc-EUC": 0, "GBK-EUC": 2, "GBKp-EUC": 2, GBK2K: 4, "UniGB-UCS2": 4, "UniGB-UTF16": 4 },
  CNS1: {
    B5pc: 0,
    "HKscs-B5": 3,
    "ETen-B5": 0,
    "ETenms-B5": 0,
    "CNS-EUC": 0,
    "UniCNS-UCS2": 3,
    "UniCNS-UTF16": 4,
  },
  Japan1: {
    "83pv-RKSJ": 1,
    "90ms-RKSJ": 2,
    "90msp-RKSJ": 2,
    "90pv-RKSJ": 1,
    "Add-RKSJ": 1,
    EUC: 1,
    "Ext-RKSJ": 2,
    "": 1,
    "UniJIS-UCS2": 4,
    "UniJIS-UCS2-HW": 4,
    "UniJIS-UTF16": 5,
  },
  Korea1: {
    "KSC-EUC": 0,
    "KSCms-UHC": 1,
    "KSCms-UHC-HW": 1,
    "KSCpc-EUC": 0,
    "UniKS-UCS2": 1,
    "UniKS-UTF16": 2,
  },
};

/** The collections of PDF 2.0 (ISO 32000-2, table 117), in which all predefined CMaps of a script share one. */
const IN_PDF_2: Readonly<Record<string, CMapSystemInfo>> = {
  GB1: { registry: "Adobe", ordering: "GB1", supplement: 5 },
  CNS1: { registry: "Adobe", ordering: "CNS1", supplement: 7 },
  Japan1: { registry: "Adobe", ordering: "Japan1", supplement: 7 },
  Korea1: { registry: "Adobe", ordering: "KR", supplement: 9 },
};

/** The number of characters of the collections that text can be extracted from (ISO 32000-2, 9.10.2). */
const SIZES: Readonly<Record<string, number>> = {
  GB1: 30_284,
  CNS1: 19_179,
  Japan1: 23_060,
  Korea1: 18_352,
  KR: 22_897,
};

/**
 * Returns the character collection of a predefined CMap in the version of PDF that a part of ISO 19005 stands on;
 * undefined for a name that is not predefined there, and for Identity-H and Identity-V, which have none of their own.
 */
export function collectionOfCMap(name: string, part: Part): CMapSystemInfo | undefined {
  // PDF 1.4, which part 1 stands on, has no CMaps for UTF-16.
  const found = name.includes("UTF16") && part === 1 ? undefined : COLLECTIONS.get(name);
  return part === 4 ? IN_PDF_2[found?.ordering ?? ""] : found;
}

const COLLECTIONS: ReadonlyMap<string, CMapSystemInfo> = new Map(
  Object.entries(SUPPLEMENTS).flatMap(([ordering, supplements]) =>
    Object.entries(supplements).flatMap(([name, supplement]) => {
      const info = { registry: "Adobe", ordering, supplement };
      return ["H", "V"].map((mode) => [name === "" ? mode : `${name}-${mode}`, info] as const);
    }),
  ),
);

/** Returns whether text is known for a CID of a collection, which is one of Adobe's for Chinese, Japanese or Korean. */
export const hasText = (info: CMapSystemInfo | undefined, cid: number | undefined): boolean =>
  info?.registry === "Adobe" && (cid ?? 0) < (SIZES[info.ordering ?? ""] ?? 0);
