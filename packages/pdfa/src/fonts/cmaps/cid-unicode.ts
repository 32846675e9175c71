import { predefinedCMap } from "./predefined.ts";

/** The predefined CMap from UTF-16 of each character collection. */
const FROM_UTF16: Readonly<Record<string, string>> = {
  GB1: "UniGB-UTF16-H",
  CNS1: "UniCNS-UTF16-H",
  Japan1: "UniJIS-UTF16-H",
  Korea1: "UniKS-UTF16-H",
};

const made = new Map<string, ReadonlyMap<number, string>>();

/**
 * Returns the text of a CID in a character collection of Adobe: GB1, CNS1, Japan1 or Korea1; undefined where it is not
 * known.
 */
export function unicodeOfCid(ordering: string, cid: number): string | undefined {
  let texts = made.get(ordering);
  if (texts === undefined) {
    texts = textsOf(ordering);
    made.set(ordering, texts);
  }
  return texts.get(cid);
}

/** Returns the texts by CID; of several codes of a CID, the lowest counts. */
function textsOf(ordering: string): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  const cmap = Object.hasOwn(FROM_UTF16, ordering) ? predefinedCMap(FROM_UTF16[ordering] ?? "") : undefined;
  for (const [lengthBytes, ranges] of cmap?.mappedRanges ?? []) {
    for (const { first, last, value } of ranges.all) {
      for (let code = first; code <= last; code++) {
        const cid = value + (code - first);
        if (!texts.has(cid)) {
          texts.set(
            cid,
            lengthBytes === 4 ? String.fromCharCode(code >>> 16, code & 0xffff) : String.fromCharCode(code),
          );
        }
      }
    }
  }
  return texts;
}
