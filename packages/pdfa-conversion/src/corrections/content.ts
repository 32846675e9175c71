import { contentOperations, Dict, decodeStream, resolve, Stream } from "@quire/cos";
import type { Conversion, Correction } from "../conversion.ts";

/**
 * Removes operators that PDF does not define, with their operands, from contents (ISO 19005-1, 6.2.10; -2, -3 and -4,
 * 6.2.2): viewers pass over them.
 */
export const content: Correction = {
  page({ dict, page, ref }, conversion) {
    const value = dict.get("Contents");
    const streams = (Array.isArray(value) ? value.map(resolve) : [value]).filter((one) => one instanceof Stream);
    const parts = streams.map((stream) => decodeStream(stream, conversion.bounds));
    if (parts.some(({ remaining }) => remaining.length > 0)) {
      return;
    }
    // An operator and its operands may be in different streams, between which there is white space.
    const joined = Buffer.concat(parts.flatMap(({ bytes }) => [bytes, LINE_FEED]));
    const kept = withoutUnknown(joined, conversion);
    if (kept !== undefined) {
      dict.set("Contents", conversion.document.add(kept));
      conversion.changes.note("operators_dropped", { page, object: ref.number });
    }
  },

  stream(stream, found, conversion) {
    const { dict } = stream;
    if (dict.name("Subtype") !== "Form" && dict.get("PatternType") !== 1) {
      return stream;
    }
    const { bytes, remaining } = decodeStream(stream, conversion.bounds);
    const kept = remaining.length > 0 ? undefined : withoutUnknown(bytes, conversion);
    if (kept === undefined) {
      return stream;
    }
    conversion.changes.note("operators_dropped", found);
    const ofKept = dict.copy();
    for (const filtering of ["Filter", "DecodeParms", "DP"]) {
      ofKept.delete(filtering);
    }
    return new Stream(ofKept, kept.bytes);
  },
};

const LINE_FEED = Buffer.from("\n");

/** Returns the content without what is no operator; undefined where there is no such thing. */
function withoutUnknown(bytes: Uint8Array, { document, bounds }: Conversion): Stream | undefined {
  const pieces: Uint8Array[] = [];
  let end = 0;
  for (const { problems, offset, endOffset } of contentOperations(bytes, { source: document, bounds })) {
    if (problems.includes("unknown-operator")) {
      pieces.push(bytes.subarray(end, offset), LINE_FEED);
      end = endOffset;
    }
  }
  return pieces.length === 0 ? undefined : new Stream(new Dict(), Buffer.concat([...pieces, bytes.subarray(end)]));
}
