import type { CMap } from "../cmaps/cmap.ts";
import { predefinedCMap } from "../cmaps/predefined.ts";
import { isBetter } from "./program-text.ts";

/** Returns the text of a CID; undefined for one that the collection has no character for. */
export type TextOfCid = (cid: number) => string | undefined;

/**
 * The CMaps from Unicode to the CIDs of Adobe's character collections, by Ordering. A CID has the text of the first that
 * has it; the later ones have forms for vertical writing and of half width.
 */
const UNICODE_CMAPS: Readonly<Record<string, readonly string[]>> = {
  Japan1: ["UniJIS-UTF16-H", "UniJIS-UCS2-H", "UniJIS-UTF16-V", "UniJIS-UCS2-HW-H"],
  GB1: ["UniGB-UTF16-H", "UniGB-UCS2-H", "UniGB-UTF16-V"],
  CNS1: ["UniCNS-UTF16-H", "UniCNS-UCS2-H", "UniCNS-UTF16-V"],
  Korea1: ["UniKS-UTF16-H", "UniKS-UCS2-H", "UniKS-UTF16-V"],
};

const made = new Map<string, TextOfCid>();

/**
 * Returns the texts of the CIDs of a character collection of Adobe (ISO 32000-2, 9.7.3), by the predefined CMaps from
 * Unicode read backwards; undefined for any other collection.
 */
export function collectionText(ordering: string | undefined): TextOfCid | undefined {
  if (ordering === undefined || !Object.hasOwn(UNICODE_CMAPS, ordering)) {
    return undefined;
  }
  let text = made.get(ordering);
  if (text === undefined) {
    const texts = textsByCid(UNICODE_CMAPS[ordering] ?? []);
    text = (cid) => texts.get(cid);
    made.set(ordering, text);
  }
  return text;
}

function textsByCid(names: readonly string[]): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (const name of names) {
    const ofThis = new Map<number, string>();
    for (
      let cmap = predefinedCMap(name);
      cmap !== undefined;
      cmap = cmap.usedName === undefined ? undefined : predefinedCMap(cmap.usedName)
    ) {
      addTexts(ofThis, cmap);
    }
    for (const [cid, text] of ofThis) {
      if (!texts.has(cid)) {
        texts.set(cid, text);
      }
    }
  }
  return texts;
}

function addTexts(texts: Map<number, string>, cmap: CMap): void {
  for (const [lengthBytes, { all }] of cmap.mappedRanges) {
    for (const { first, last, value } of all) {
      for (let code = first; code <= last; code++) {
        const text = textOfUtf16(code, lengthBytes);
        const cid = value + (code - first);
        const known = texts.get(cid);
        if (known === undefined || isBetter(text, known)) {
          texts.set(cid, text);
        }
      }
    }
  }
}

/** Returns the text of a code in UTF-16 with the high byte first: of one unit, or of a pair of surrogates. */
export const textOfUtf16 = (code: number, lengthBytes: number): string =>
  lengthBytes === 4 ? String.fromCharCode(Math.floor(code / 0x1_00_00), code & 0xff_ff) : String.fromCharCode(code);
