import { asDict, CosString, type CosValue, Dict, Name, resolve } from "@quire/cos";
import type { Assembly } from "../assembly.ts";

/**
 * Returns the developers' extensions (ISO 32000-2, 7.12) that the documents use, of each developer the one of the
 * highest level; undefined when there are none.
 */
export function joinedExtensions({ excerpts, bounds }: Assembly): Dict | undefined {
  const joined = new Map<string, Extension>();
  for (const { source } of excerpts) {
    for (const [developer, value] of source.document.catalog.dict("Extensions")?.entries ?? []) {
      bounds.step();
      const extension = extensionOf(value);
      if (extension !== undefined && extension.level > (joined.get(developer)?.level ?? Number.NEGATIVE_INFINITY)) {
        joined.set(developer, extension);
      }
    }
  }
  return joined.size === 0
    ? undefined
    : new Dict(Array.from(joined, ([developer, { dict }]) => [developer, dict] as const));
}

interface Extension {
  readonly level: number;
  readonly dict: Dict;
}

const DESCRIBING = ["URL", "ExtensionRevision"];

/**
 * Reads an extension; undefined when it is incomplete. Its entries are made direct objects (7.12.3). PDF 2.0 allows
 * several for one developer, of which the last counts.
 */
function extensionOf(raw: CosValue): Extension | undefined {
  const value = resolve(raw);
  const original = asDict(Array.isArray(value) ? resolve(value.at(-1)) : value);
  const base = original?.name("BaseVersion");
  const level = original?.integer("ExtensionLevel");
  if (original === undefined || base === undefined || level === undefined) {
    return undefined;
  }
  const dict = new Dict().set("BaseVersion", new Name(base)).set("ExtensionLevel", level);
  for (const key of DESCRIBING) {
    const text = original.get(key);
    if (text instanceof CosString) {
      dict.set(key, text);
    }
  }
  return { level, dict };
}
