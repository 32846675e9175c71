import { Dict } from "@quire/cos";
import type { Assembly } from "../assembly.ts";

/** Returns the name dictionary of the new document (ISO 32000-2, 7.7.4) for changes; the first call makes it. */
export function namesOf({ catalog }: Assembly): Dict {
  const known = catalog.get("Names");
  if (known instanceof Dict) {
    return known;
  }
  const names = new Dict();
  catalog.set("Names", names);
  return names;
}
