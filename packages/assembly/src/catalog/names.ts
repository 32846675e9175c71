import { Dict } from "@quire/cos";
import type { Assembly } from "../assembly.ts";

/** The name dictionary of the new document (ISO 32000-2, 7.7.4), to be changed: it is made when it is first asked for. */
export function namesOf({ catalog }: Assembly): Dict {
  const known = catalog.get("Names");
  if (known instanceof Dict) {
    return known;
  }
  const names = new Dict();
  catalog.set("Names", names);
  return names;
}
