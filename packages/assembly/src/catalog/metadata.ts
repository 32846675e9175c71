import { CosString, Dict, encodeTextString, Name } from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import type { SourceDocument } from "../source-document.ts";
import { carryXmp } from "./xmp/xmp-metadata.ts";

/**
 * Takes over the XMP metadata (ISO 32000-2, 14.3) of the first document and returns its document information
 * dictionary, with `values` in place of its values: title, author, subject, keywords, creator, producer. An empty value
 * removes the entry. Dates stay as they are, and no entry is invented. Undefined when there is no entry.
 */
export function carryMetadata(assembly: Assembly, values: Readonly<Record<string, string>>): Dict | undefined {
  const [first] = assembly.excerpts;
  if (first === undefined) {
    return undefined;
  }
  carryXmp(assembly, values);
  const info = first.source.memo(informationOf).copy();
  for (const [name, key] of ENTRIES) {
    const value = values[name];
    if (value !== undefined) {
      info.delete(key);
    }
    if (value) {
      info.set(key, new CosString(encodeTextString(value)));
    }
  }
  if (assembly.excerpts.some(({ source }) => trappedOf(source) !== trappedOf(first.source))) {
    info.delete("Trapped");
  }
  return info.entries.size > 0 ? info : undefined;
}

const ENTRIES = [
  ["title", "Title"],
  ["author", "Author"],
  ["subject", "Subject"],
  ["keywords", "Keywords"],
  ["creator", "Creator"],
  ["producer", "Producer"],
] as const;

/**
 * Returns the strings and names of the dictionary, except for claims to be PDF/X-1 to X-3, which do not have object
 * streams.
 */
function informationOf({ document: { trailer, bounds } }: SourceDocument): Dict {
  const information = new Dict();
  const dict = trailer.dict("Info") ?? new Dict();
  for (const key of dict.keys()) {
    bounds.step();
    const value = dict.get(key);
    if ((value instanceof CosString || value instanceof Name) && !key.startsWith("GTS_PDFX")) {
      information.set(key, value);
    }
  }
  return information;
}

const trappedOf = (source: SourceDocument): string | undefined => source.memo(informationOf).name("Trapped");
