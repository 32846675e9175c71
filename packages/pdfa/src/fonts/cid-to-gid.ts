import { type Bounds, type Dict, decodeStream, Name, Stream } from "@quire/cos";

/** Glyph indices of CIDs (ISO 32000-2, table 115); undefined for a CID that the map is too short for. */
export type CidToGid = (cid: number) => number | undefined;

/** Identity where the entry is missing. */
export function cidToGidOf(cidFont: Dict, bounds: Bounds): CidToGid {
  const stream = cidFont.stream("CIDToGIDMap");
  if (stream === undefined) {
    return (cid) => cid;
  }
  const { bytes } = decodeStream(stream, bounds);
  return (cid) => {
    const high = bytes[2 * cid];
    const low = bytes[2 * cid + 1];
    return high === undefined || low === undefined ? undefined : high * 256 + low;
  };
}

/** Is it there, as a stream or the name Identity? */
export function hasCidToGidMap(cidFont: Dict): boolean {
  const value = cidFont.get("CIDToGIDMap");
  return value instanceof Stream || (value instanceof Name && value.value === "Identity");
}
