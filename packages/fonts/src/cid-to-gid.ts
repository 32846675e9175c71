import { type Bounds, type Dict, decodeStream, Name, Stream } from "@quire/cos";

/** Returns the glyph index of a CID (ISO 32000-2, table 115); undefined for a CID beyond the end of the map. */
export type CidToGid = (cid: number) => number | undefined;

/** Returns the map of a CIDFont; Identity where the entry is missing. */
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

/** Returns whether the entry is present, as a stream or the name Identity. */
export function hasCidToGidMap(cidFont: Dict): boolean {
  const value = cidFont.get("CIDToGIDMap");
  return value instanceof Stream || (value instanceof Name && value.value === "Identity");
}
