import { type Dict, decodeStream, FULL_FILTER_NAMES, filtersOf, Name, Stream } from "@quire/cos";
import type { Conversion, Correction, Found } from "../conversion.ts";

/**
 * Encodes streams anew that are encoded with LZW, and removes references to data in other files (ISO 19005-1, 6.1.7 and
 * 6.1.10; -2 and -3, 6.1.7; -4, 6.1.6). What cannot be decoded stays as it is.
 */
export const streams: Correction = {
  stream(stream, found, conversion) {
    dropExternal(stream.dict, found, conversion);
    const { filters } = filtersOf(stream.dict, conversion.bounds);
    if (filters.some(({ filter }) => filter === "LZWDecode")) {
      return decoded(stream, found, conversion);
    }
    nameInFull(stream.dict);
    return stream;
  },
};

/** The entries of data that are in another file (ISO 32000-2, table 5). */
const EXTERNAL = ["F", "FFilter", "FDecodeParms"] as const;

function dropExternal(dict: Dict, found: Found, { changes }: Conversion): void {
  for (const key of EXTERNAL) {
    if (dict.has(key)) {
      dict.delete(key);
      changes.note("external_streams_dropped", found, key);
    }
  }
}

/** Returns the stream without the filters that are decoded here; the writer deflates what is left without any. */
function decoded(stream: Stream, found: Found, { bounds, changes }: Conversion): Stream {
  const { bytes, remaining } = decodeStream(stream, bounds);
  const dict = stream.dict.copy();
  dict.delete("Filter");
  dict.delete("DecodeParms");
  dict.delete("DP");
  if (remaining.length > 0) {
    dict.set(
      "Filter",
      remaining.map(({ filter }) => new Name(filter)),
    );
    dict.set(
      "DecodeParms",
      remaining.map(({ parameters }) => parameters ?? null),
    );
  }
  changes.note("streams_encoded", found);
  return new Stream(dict, bytes);
}

/** Names filters in full: their abbreviations are for inline images only. */
function nameInFull(dict: Dict): void {
  const filter = dict.get("Filter");
  const full = FULL_FILTER_NAMES.get(filter instanceof Name ? filter.value : "");
  if (full !== undefined) {
    dict.set("Filter", new Name(full));
  } else if (Array.isArray(filter)) {
    dict.set(
      "Filter",
      filter.map((raw) => {
        const name = raw instanceof Name ? FULL_FILTER_NAMES.get(raw.value) : undefined;
        return name === undefined ? raw : new Name(name);
      }),
    );
  }
}
