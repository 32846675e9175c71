import { Dict } from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import type { Excerpt } from "../excerpt.ts";

/**
 * Sets /MarkInfo, in which the new document says that it is tagged (ISO 32000-2, 14.7.1). Readers ignore the structure
 * of a document that is not marked, so one marked excerpt with structure is enough. Without structure all excerpts must
 * be marked.
 */
export function carryMarkInfo({ excerpts, catalog }: Assembly, tagged: readonly Excerpt[]): void {
  const isMarked =
    tagged.length > 0
      ? tagged.some((excerpt) => says("Marked", excerpt))
      : excerpts.length > 0 && excerpts.every((excerpt) => says("Marked", excerpt));
  const info = new Dict(isMarked ? [["Marked", true]] : []);
  for (const key of ["UserProperties", "Suspects"]) {
    if (excerpts.some((excerpt) => says(key, excerpt))) {
      info.set(key, true);
    }
  }
  if (info.entries.size > 0) {
    catalog.set("MarkInfo", info);
  }
}

const says = (key: string, { source }: Excerpt): boolean =>
  source.document.catalog.dict("MarkInfo")?.boolean(key) === true;
