import { asDict, type Dict, resolve } from "@quire/cos";
import type { CMap, CMapSystemInfo } from "./cmaps/cmap.ts";
import { isPredefinedName } from "./cmaps/predefined-names.ts";

/** The CMap that is the Encoding of a composite font (ISO 32000-2, 9.7.5). */
export interface CompositeEncoding {
  /** Of a predefined one, or as the dictionary of an embedded one has it. */
  readonly name: string | undefined;
  /** Of an embedded one. */
  readonly stream: Dict | undefined;
  readonly systemInfo: CMapSystemInfo | undefined;
  /** Undefined where it is neither embedded nor predefined. */
  readonly cmap: CMap | undefined;
}

const text = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString("latin1");

/** Of a CIDFont, or of the stream of a CMap, where it may be an array: then the first one counts. */
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

/** The predefined CMaps that go with every character collection (ISO 32000-2, table 116). */
export const isIdentity = (name: string | undefined): boolean => name === "Identity-H" || name === "Identity-V";

/** One of ISO 32000-2, table 116. */
export const isPredefined = (name: string | undefined): boolean =>
  name !== undefined && (isIdentity(name) || isPredefinedName(name));
