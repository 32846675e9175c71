import { type CMap, type CompositeEncoding, type Font, predefinedCMap, readCMap, systemInfoOf } from "@quire/fonts";
import { Name, Stream } from "@quire/cos";
import { bytesAsWritten } from "../file/decoded.ts";
import type { Validation } from "../validation.ts";
import { collectionOfCMap } from "./character-collections.ts";

/** Returns the CMap of a composite font, by its Encoding (ISO 32000-2, table 119). */
export function compositeEncodingOf(font: Font, validation: Validation): CompositeEncoding {
  const value = font.dict.get("Encoding");
  if (value instanceof Stream) {
    const cmap = embeddedCMap(value, validation);
    // ISO 19005-1, 6.3.3.1, speaks of the CMap's dictionary; table 118 requires the entry.
    const systemInfo = systemInfoOf(value.dict);
    return { name: value.dict.name("CMapName"), stream: value.dict, systemInfo, cmap };
  }
  const name = value instanceof Name ? value.value : undefined;
  const cmap = name === undefined ? undefined : predefinedCMap(name);
  const systemInfo = name === undefined ? undefined : collectionOfCMap(name, validation.part);
  return { name, stream: undefined, systemInfo, cmap };
}

/** Returns an embedded CMap. Several fonts may share one, so it is read once. */
function embeddedCMap(stream: Stream, validation: Validation): CMap {
  const known = validation.shared(embeddedCMaps);
  const cmap = known.get(stream) ?? readCMap(stream, validation.bounds, bytesAsWritten);
  known.set(stream, cmap);
  return cmap;
}

const embeddedCMaps = (): Map<Stream, CMap> => new Map();
