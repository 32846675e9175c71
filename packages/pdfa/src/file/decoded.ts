import {
  type Bounds,
  type Decoded,
  type Dict,
  decodeStream,
  FULL_FILTER_NAMES,
  Name,
  resolve,
  type Stream,
} from "@quire/cos";

/** All filters of ISO 32000-2, table 6. */
const DEFINED_FILTERS: ReadonlySet<string> = new Set([
  ...FULL_FILTER_NAMES.values(),
  ...["JBIG2Decode", "JPXDecode", "Crypt"],
]);
/** The filters whose output is not bytes (ISO 32000-2, table 6). */
const IMAGE_FILTERS: ReadonlySet<string> = new Set(["DCTDecode", "JPXDecode", "CCITTFaxDecode", "JBIG2Decode"]);

/** Returns whether a stream is encoded with a filter that ISO 32000 defines for streams, or with none, or several. */
export function hasDefinedFilter({ dict }: Stream): boolean {
  const [name, ...others] = filterNames(dict);
  return name === undefined || others.length > 0 || DEFINED_FILTERS.has(name);
}

/**
 * Decodes a stream as it is written. Data that are not what their filter decodes are nothing; a single filter that ISO
 * 32000 does not define changes nothing, as veraPDF has it. Such are the abbreviations of table 92, which are for inline
 * images alone.
 * @throws CosError `too_complex` when there are too many filters or decoded bytes
 */
export function decodeLiterally(stream: Stream, bounds: Bounds): Decoded {
  if (!hasDefinedFilter(stream)) {
    return { bytes: stream.bytes.encoded(), remaining: [] };
  }
  const decoded = decodeStream(stream, bounds);
  if (decoded.isGuessed === true) {
    return { ...decoded, bytes: decoded.bytes.subarray(0, 0) };
  }
  const [next, ...later] = decoded.remaining;
  return next !== undefined && later.length === 0 && !IMAGE_FILTERS.has(next.filter)
    ? { bytes: decoded.bytes, remaining: [] }
    : decoded;
}

/**
 * Returns the bytes of a stream as it is written; undefined where its data are those of an image format, or are not what
 * their filter decodes.
 */
export function decodedBytes(stream: Stream, bounds: Bounds): Uint8Array | undefined {
  const { bytes, remaining, isGuessed } = decodeLiterally(stream, bounds);
  return remaining.length > 0 || isGuessed === true ? undefined : bytes;
}

/** Returns the bytes of a stream as it is written; none where `decodedBytes` has none. */
export const bytesAsWritten = (stream: Stream, bounds: Bounds): Uint8Array =>
  decodedBytes(stream, bounds) ?? new Uint8Array();

function filterNames(dict: Dict): readonly string[] {
  const filter = dict.get("Filter");
  return (Array.isArray(filter) ? filter : [filter]).flatMap((element) => {
    const name = resolve(element);
    return name instanceof Name ? [name.value] : [];
  });
}
