import type { CMap, ToUnicodeCMap } from "./cmap.ts";
import type { CMapFile } from "./cmap-file.ts";
import type { RangesByLength } from "./code-ranges.ts";
import { Codespace } from "./codespace.ts";

/** Makes the CMap of a file and the one that it uses, if that could be found. */
export function cmapOf(file: CMapFile, used: CMap | undefined): CMap {
  const isIncomplete = used === undefined ? file.usedName !== undefined : used.isIncomplete;
  // A file without a codespace has that of the CMap it uses; if both have one, both count.
  const codespace = new Codespace([...file.codespace, ...(used?.codespace.ranges ?? [])]);
  const mappedCid: CMap["mappedCid"] = (code, lengthBytes) =>
    valueIn(file.cids, code, lengthBytes) ?? used?.mappedCid(code, lengthBytes);
  const notdefCid: CMap["notdefCid"] = (code, lengthBytes) =>
    // All codes of the range have the same CID.
    file.notdefs.find(code, lengthBytes)?.value ?? used?.notdefCid(code, lengthBytes);
  return {
    name: file.name,
    systemInfo: file.systemInfo,
    usedName: file.usedName,
    isIncomplete,
    codespace,
    mappedCid,
    notdefCid,
    writingModeWithin: file.writingMode,
    writingMode: file.writingMode ?? used?.writingMode ?? 0,
    mappedRanges: file.cids.all,
    largestCid: largestIn(file.cids),
    eachCode: (bytes, each) => codespace.eachCode(bytes, each),
    cidOf: (code, lengthBytes) =>
      mappedCid(code, lengthBytes) ?? notdefCid(code, lengthBytes) ?? (isIncomplete ? undefined : 0),
  };
}

export function toUnicodeOf(file: CMapFile, used: ToUnicodeCMap | undefined): ToUnicodeCMap {
  return {
    name: file.name,
    usedName: file.usedName,
    isIncomplete: used === undefined ? file.usedName !== undefined : used.isIncomplete,
    isMalformed: file.isMalformed,
    textOf(code, lengthBytes) {
      const range = file.texts.find(code, lengthBytes);
      return range === undefined ? used?.textOf(code, lengthBytes) : advanced(range.value, code - range.first);
    },
    isInRow(code, lengthBytes) {
      const range = file.texts.find(code, lengthBytes);
      return range === undefined
        ? (used?.isInRow(code, lengthBytes) ?? true)
        : code >> 8 === range.first >> 8 && (code & 0xff) <= (range.last & 0xff);
    },
  };
}

function valueIn(ranges: RangesByLength<number>, code: number, lengthBytes: number): number | undefined {
  const range = ranges.find(code, lengthBytes);
  return range && range.value + (code - range.first);
}

function largestIn(ranges: RangesByLength<number>): number {
  let largest = 0;
  for (const [, { all }] of ranges.all) {
    for (const { first, last, value } of all) {
      largest = Math.max(largest, value + (last - first));
    }
  }
  return largest;
}

/** Advances the last code unit of a text, which counts up through the range (9.10.3). */
const advanced = (text: string, by: number): string =>
  by === 0 || text === ""
    ? text
    : text.slice(0, -1) + String.fromCharCode((text.charCodeAt(text.length - 1) + by) & 0xffff);
