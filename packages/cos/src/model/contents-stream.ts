import type { Bounds } from "../bounds.ts";
import { encodeFlate } from "../filters/flate.ts";
import { type CosDirect, Dict, Name, resolve, Stream } from "../objects.ts";
import type { Page } from "./page.ts";

/**
 * Returns the page's contents as one stream, whose dictionary has nothing but its filters. A single stream stays encoded as
 * it is; several are decoded and joined.
 * @throws CosError `too_complex` when they are longer than the bounds allow.
 */
export function contentsStream(page: Page, bounds: Bounds): Stream {
  const contents = page.dict.get("Contents");
  const only = Array.isArray(contents) && contents.length === 1 ? resolve(contents[0]) : contents;
  if (only instanceof Stream) {
    const filters = ["Filter", "DecodeParms"].map((key): [string, CosDirect] => [key, only.dict.get(key)]);
    return new Stream(new Dict(filters.filter(([, value]) => value !== null)), only.bytes);
  }
  return new Stream(new Dict([["Filter", new Name("FlateDecode")]]), encodeFlate(page.contents(bounds).bytes));
}
