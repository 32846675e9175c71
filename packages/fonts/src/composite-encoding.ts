import { asDict, type Dict, resolve } from "@quire/cos";
import type { CMap, CMapSystemInfo } from "./cmaps/cmap.ts";
import { isPredefinedName } from "./cmaps/predefined-names.ts";

/** The CMap that is the Encoding of a composite font (ISO 32000-2, 9.7.5). */
export interface CompositeEncoding {
  /** The name of a predefined CMap, or the one in the dictionary of an embedded CMap. */
  readonly name: string | undefined;
  /** The stream dictionary of an embedded CMap. */
  readonly stream: Dict | undefined;
  readonly systemInfo: CMapSystemInfo | undefined;
  /** The CMap; undefined where it is neither embedded nor predefined. */
  readonly cmap: CMap | undefined;
}

const text = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString("latin1");

/**
 * Returns the CIDSystemInfo of a CIDFont, or of the stream of a CMap, where it may be an array, of which the first one
 * counts.
 */
export function systemInfoOf(dict: Dict | undefined): CMapSystemInfo | undefined {
  const value = dict?.get("CIDSystemInfo");
  const info = asDict(Array.isArray(value) ? resolve(value[0]) : (value ?? null));
  return (
    info && {
      registry: text(info.bytes("Registry")),
      ordering: text(info.bytes("Ordering")),
      supplement: info.integer("Supplement"),
    }
  );
}

/** Returns whether a CMap is one of the two that fit every character collection (ISO 32000-2, table 116). */
export const isIdentity = (name: string | undefined): boolean => name === "Identity-H" || name === "Identity-V";

/** Returns whether a CMap is predefined (ISO 32000-2, table 116). */
export const isPredefined = (name: string | undefined): boolean =>
  name !== undefined && (isIdentity(name) || isPredefinedName(name));
