import { type CMapSystemInfo, hasCidToGidMap, isIdentity, isPredefined, systemInfoOf } from "@quire/fonts";
import { type Dict, Name } from "@quire/cos";
import { type AnyRule, rule } from "../rule.ts";

const LARGEST_CID = 65_535;

/** The rules on composite fonts, CIDFonts and CMaps: ISO 19005-1, 6.3.3; -2 and -3, 6.2.11.3; -4, 6.2.10.3. */
export const COMPOSITE_RULES: readonly AnyRule[] = [
  rule({
    key: "cid-system-info",
    on: "font",
    ids: {
      "1": "6.3.3.1-1",
      "2": "6.2.11.3.1-1",
      "3": "6.2.11.3.1-1",
      "4": "6.2.10.3.1-1",
      ua1: "7.21.3.1-1",
      ua2: "8.4.5.3.1-1",
    },
    requirement:
      "CIDFont and CMap of a composite font have the same Registry and Ordering, unless the CMap is Identity-H or " +
      "Identity-V; from part 2 on the CIDFont's Supplement is not higher than that of the CMap.",
    message: "CIDFont and CMap of a composite font are of different character collections",
    hint: "Use a CMap of the CIDFont's collection, or Identity-H, as programs do that embed the whole font or a subset of it by glyph index.",
    fix: "font",
    test: ({ font, encoding }, { part }) => {
      if (encoding === undefined || isIdentity(encoding.name)) {
        return true;
      }
      const ofFont = systemInfoOf(font.descendantDict);
      const ofCMap = encoding.systemInfo;
      return (
        areCompatible(ofFont, ofCMap, part === 1) || {
          broken: `${font.label}: CIDFont ${collection(ofFont)}, CMap ${encoding.name ?? "without a name"} ${collection(ofCMap)}`,
        }
      );
    },
  }),
  rule({
    key: "cid-to-gid-map",
    on: "font",
    ids: {
      "1": "6.3.3.2-1",
      "2": "6.2.11.3.2-1",
      "3": "6.2.11.3.2-1",
      "4": "6.2.10.3.2-1",
      ua1: "7.21.3.2-1",
      ua2: "8.4.5.3.2-1",
    },
    requirement:
      "A CIDFont of type 2 that is embedded (in part 1: that text is drawn with) has a CIDToGIDMap that is a stream " +
      "or Identity.",
    message: "The CIDToGIDMap of a CIDFont is missing or invalid",
    hint: "Set /CIDToGIDMap /Identity where CIDs are glyph indices, or else to a stream that maps them.",
    fix: "font",
    test: ({ font, isRendered, program }, { part }) => {
      const isMeant = font.subtype === "CIDFontType2" && (part === 1 ? isRendered : program !== undefined);
      return !isMeant || hasCidToGidMap(font.dict) || { broken: font.label };
    },
  }),
  rule({
    key: "cmap-embedded",
    on: "font",
    ids: {
      "1": "6.3.3.3-1",
      "2": "6.2.11.3.3-1",
      "3": "6.2.11.3.3-1",
      "4": "6.2.10.3.3-1",
      ua1: "7.21.3.3-1",
      ua2: "8.4.5.4-1",
    },
    requirement:
      "The CMap of a composite font is embedded, or Identity-H, Identity-V or (not in part 1) another predefined one.",
    message: "The CMap of a composite font is neither embedded nor predefined",
    hint: "Embed the CMap, or use a predefined one of ISO 32000, 9.7.5.2, such as Identity-H or UniJIS-UTF16-H.",
    fix: "font",
    test: ({ font, encoding }, { part }) => {
      if (encoding === undefined) {
        return true;
      }
      // The CMap that an embedded one uses is a CMap of the font as well.
      const used = encoding.stream?.get("UseCMap") ?? null;
      const name = encoding.stream === undefined ? encoding.name : used instanceof Name ? used.value : undefined;
      if (encoding.stream !== undefined && name === undefined) {
        return true;
      }
      const isAllowed = part === 1 ? isIdentity(name) : isPredefined(name);
      return isAllowed || { broken: `${font.label}: CMap ${name ?? "missing"}` };
    },
  }),
  rule({
    key: "cmap-writing-mode",
    on: "font",
    ids: {
      "1": "6.3.3.3-2",
      "2": "6.2.11.3.3-2",
      "3": "6.2.11.3.3-2",
      "4": "6.2.10.3.3-2",
      ua1: "7.21.3.3-2",
      ua2: "8.4.5.4-2",
    },
    requirement: "The WMode of an embedded CMap is the same in the dictionary of its stream and in the CMap itself.",
    message: "The writing mode of an embedded CMap differs from that in its stream dictionary",
    hint: "Set /WMode of the stream dictionary to the value that the CMap defines: 0 for horizontal writing, 1 for vertical.",
    fix: "dictionary",
    test: ({ font, encoding }) => {
      const inDictionary = encoding?.stream && (encoding.stream.integer("WMode") ?? 0);
      const inCMap = encoding?.cmap?.writingModeWithin;
      return (
        inDictionary === undefined ||
        inCMap === undefined ||
        inDictionary === inCMap || { broken: `${font.label}: ${inDictionary} in the dictionary, ${inCMap} in the CMap` }
      );
    },
  }),
  rule({
    key: "cmap-use",
    on: "font",
    ids: { "2": "6.2.11.3.3-3", "3": "6.2.11.3.3-3", "4": "6.2.10.3.3-3", ua1: "7.21.3.3-3", ua2: "8.4.5.4-3" },
    requirement: "An embedded CMap refers to no other CMap, except a predefined one.",
    message: "An embedded CMap refers to a CMap that is not predefined",
    hint: "Write all mappings into the CMap itself, or refer to a predefined one with usecmap.",
    fix: "font",
    test: ({ font, encoding }) => {
      const used = encoding?.stream && usedCMap(encoding.stream);
      return (
        used === undefined ||
        isPredefined(used) || {
          broken: `${font.label}: UseCMap ${used === "" ? "without a name" : used}`,
        }
      );
    },
  }),
  // ISO 19005-1, 6.1.12; -2 and -3, 6.1.13: the limit is the largest CID of ISO 32000-1, table C.1.
  rule({
    key: "cmap-largest-cid",
    on: "font",
    ids: { "1": "6.1.12-10", "2": "6.1.13-10", "3": "6.1.13-10" },
    requirement: `CIDs of an embedded CMap are at most ${LARGEST_CID}.`,
    message: "A CMap maps codes to CIDs that are too large",
    hint: "Remove the mappings to CIDs above 65,535 from the CMap: no CIDFont has them.",
    fix: "font",
    test: ({ font, encoding }) => {
      const largest = encoding?.stream && encoding.cmap?.largestCid;
      return largest === undefined || largest <= LARGEST_CID || { broken: `${font.label}: CID ${largest}` };
    },
  }),
];

/**
 * Returns the name of the CMap in UseCMap, which is predefined or a stream; empty when that has no name, and undefined
 * without UseCMap.
 */
function usedCMap(stream: Dict): string | undefined {
  return stream.has("UseCMap") ? (stream.name("UseCMap") ?? stream.dict("UseCMap")?.name("CMapName") ?? "") : undefined;
}

function areCompatible(
  font: CMapSystemInfo | undefined,
  cmap: CMapSystemInfo | undefined,
  isAnySupplement: boolean,
): boolean {
  const isSame =
    font?.registry !== undefined &&
    font.ordering !== undefined &&
    font.registry === cmap?.registry &&
    font.ordering === cmap.ordering;
  return isSame && (isAnySupplement || (cmap.supplement !== undefined && (font.supplement ?? 0) <= cmap.supplement));
}

const collection = (info: CMapSystemInfo | undefined): string =>
  info === undefined ? "of no collection" : `${info.registry ?? "?"}-${info.ordering ?? "?"}-${info.supplement ?? "?"}`;
