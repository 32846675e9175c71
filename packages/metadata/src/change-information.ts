import { type CosDocument, Dict } from "@quire/cos";
import { FIELD_PLACES } from "./field-places.ts";
import type { MetadataChanges } from "./options.ts";
import { storable, storedValue, textString } from "./stored-values.ts";

/**
 * Changes the information dictionary (ISO 32000-2, 14.3.3). With `addsNothing` entries that are there are changed and
 * removed, and none is added: PDF/A-4 has no such dictionary but for programs' private data (ISO 19005-4, 6.1.3).
 */
export function changeInformation(
  { trailer }: CosDocument,
  { fields, custom }: MetadataChanges,
  { addsNothing }: { readonly addsNothing: boolean },
): void {
  const information = trailer.dict("Info")?.copy() ?? new Dict();
  for (const place of FIELD_PLACES) {
    const value = fields[place.field];
    if (value !== undefined) {
      put(information, place.key, storedValue(place, value)?.string, addsNothing);
    }
  }
  for (const [key, value] of Object.entries(custom)) {
    const text = storable(value);
    put(information, keyOf(key), text === "" ? undefined : textString(text), addsNothing);
  }
  if (information.entries.size === 0) {
    trailer.delete("Info");
  } else {
    trailer.set("Info", information);
  }
}

function put(dict: Dict, key: string, value: ReturnType<typeof textString> | undefined, addsNothing: boolean): void {
  const isThere = dict.has(key);
  dict.delete(key);
  if (value !== undefined && (isThere || !addsNothing)) {
    dict.set(key, value);
  }
}

/** A name is bytes, which are read as UTF-8 (7.3.5). */
const keyOf = (name: string): string => Buffer.from(name, "utf8").toString("latin1");
