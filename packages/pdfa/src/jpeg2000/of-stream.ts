import { type Bounds, decodeStream, Name, resolve, type Stream } from "@quire/cos";
import { type Jpeg2000Facts, readJpeg2000 } from "./jpeg2000.ts";

const FILTER = "JPXDecode";

const known = new WeakMap<Stream, Jpeg2000Facts | undefined>();

/**
 * Returns the facts in the JPEG 2000 data of a stream, read once; undefined when it has no such data, or none that can
 * be read.
 */
export function jpeg2000Of(stream: Stream, bounds: Bounds): Jpeg2000Facts | undefined {
  if (known.has(stream)) {
    return known.get(stream);
  }
  const facts = isJpeg2000(stream) ? readFacts(stream, bounds) : undefined;
  known.set(stream, facts);
  return facts;
}

/** Returns whether JPXDecode is the last of a stream's filters. */
export function isJpeg2000({ dict }: Stream): boolean {
  const filter = dict.get("Filter");
  if (!Array.isArray(filter)) {
    return dict.name("Filter") === FILTER;
  }
  const last = resolve(filter.at(-1));
  return last instanceof Name && last.value === FILTER;
}

function readFacts(stream: Stream, bounds: Bounds): Jpeg2000Facts | undefined {
  const { bytes, remaining } = decodeStream(stream, bounds);
  return remaining[0]?.filter === FILTER ? readJpeg2000(bytes) : undefined;
}
