import { asDict, type CosDirect, CosString, type CosValue, Name, resolve } from "@quire/cos";
import { contentKey } from "./content-key.ts";

/**
 * Returns a key that is equal for file specifications (ISO 32000-2, 7.11.3) of the same embedded bytes, file name and
 * description. Bytes are compared as they are encoded.
 */
export function embeddedFileKey(value: CosValue): string {
  const dict = asDict(resolve(value));
  const parts = DESCRIBING.map((key) => textOf(dict?.get(key) ?? null));
  const embedded = dict?.dict("EF");
  const stream = embedded?.stream("UF") ?? embedded?.stream("F");
  const filter = stream?.dict.get("Filter") ?? null;
  const filters = Array.isArray(filter) ? filter.slice(0, MAX_FILTERS).map(resolve) : [filter];
  return JSON.stringify([...parts, stream && contentKey(stream), ...filters.map(textOf)]);
}

const DESCRIBING = ["F", "UF", "Desc", "AFRelationship"];
const MAX_FILTERS = 8;

function textOf(value: CosDirect): string | undefined {
  if (value instanceof CosString) {
    return contentKey(value);
  }
  return value instanceof Name ? `/${value.value}` : undefined;
}
