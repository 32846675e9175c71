import { type Bounds, type Dict, decodeStream, FULL_FILTER_NAMES, Name, resolve, type Stream } from "@quire/cos";

/**
 * Returns the bytes of a stream; undefined where its data are those of an image format, are not what their filter
 * decodes, or are encoded with a filter that no reader has to know: the abbreviations of ISO 32000-2, table 92, are for
 * inline images alone.
 */
export function decodedBytes(stream: Stream, bounds: Bounds): Uint8Array | undefined {
  const { bytes, remaining, isGuessed } = decodeStream(stream, bounds);
  return remaining.length > 0 || isGuessed === true || isAbbreviated(stream.dict) ? undefined : bytes;
}

function isAbbreviated(dict: Dict): boolean {
  const filter = dict.get("Filter");
  const names = Array.isArray(filter) ? filter : [filter];
  return names.some((element) => {
    const name = resolve(element);
    return name instanceof Name && FULL_FILTER_NAMES.has(name.value);
  });
}
