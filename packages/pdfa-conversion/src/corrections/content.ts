import { contentOperations, Dict, decodeStream, resolve, Stream } from "@quire/cos";
import type { Conversion, Correction } from "../conversion.ts";

/**
 * Removes operators that PDF does not define, with their operands, from contents (ISO 19005-1, 6.2.10; -2, -3 and -4,
 * 6.2.2): viewers pass over them. In part 4 inline images are given their lengths (6.1.9).
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
    const kept = corrected(joined, conversion);
    if (kept !== undefined) {
      dict.set("Contents", conversion.document.add(kept));
      conversion.changes.note("operators_dropped", { page, object: ref.number });
    }
  },

  stream(stream, found, conversion) {
    const { dict } = stream;
    if (dict.name("Subtype") !== "Form" && dict.get("PatternType") !== 1 && found.parentKey !== "CharProcs") {
      return stream;
    }
    const { bytes, remaining } = decodeStream(stream, conversion.bounds);
    const kept = remaining.length > 0 ? undefined : corrected(bytes, conversion);
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

/** The length of the keyword before the data of an inline image, with the white space after it. */
const ID_BYTES = "ID ".length;

/** Returns the content with what it lacks and without what is no operator; undefined where nothing is to be changed. */
function corrected(bytes: Uint8Array, { document, bounds, part }: Conversion): Stream | undefined {
  const pieces: Uint8Array[] = [];
  let end = 0;
  for (const { problems, offset, endOffset, inlineImage } of contentOperations(bytes, { source: document, bounds })) {
    if (problems.includes("unknown-operator")) {
      pieces.push(bytes.subarray(end, offset), LINE_FEED);
      end = endOffset;
    } else if (
      part === 4 &&
      inlineImage !== undefined &&
      !inlineImage.dict.has("L") &&
      !inlineImage.dict.has("Length")
    ) {
      const keyword = inlineImage.data.byteOffset - bytes.byteOffset - ID_BYTES;
      pieces.push(bytes.subarray(end, keyword), Buffer.from(` /L ${inlineImage.data.length} `));
      end = keyword;
    }
  }
  return pieces.length === 0 ? undefined : new Stream(new Dict(), Buffer.concat([...pieces, bytes.subarray(end)]));
}
