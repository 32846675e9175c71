import { decodeStream, Name, Ref, Stream } from "@quire/cos";
import type { Correction } from "../conversion.ts";
import { plainType1 } from "../fonts/plain-type1.ts";
import { type1Portions } from "../fonts/type1-portions.ts";

type FontFileKey = "FontFile" | "FontFile2" | "FontFile3";

/**
 * Embeds font programs under the key of their kind, and those of Type 1 without the headers of a file, in binary, and
 * without what only some programs read (ISO 32000-2, 9.9.1; ISO 19005-1, 6.3.4; -2 and -3, 6.2.11.4.1).
 */
export const fontPrograms: Correction = {
  dictionary(descriptor, found, { changes, document, bounds }) {
    for (const key of ["FontFile", "FontFile2", "FontFile3"] as const) {
      const stream = descriptor.has("FontName") ? descriptor.stream(key) : undefined;
      const { bytes, remaining } = stream === undefined ? NOTHING : decodeStream(stream, bounds);
      const kind = stream === undefined || remaining.length > 0 ? undefined : kindOf(bytes);
      if (stream === undefined || kind === undefined) {
        continue;
      }
      const portions = kind.key === "FontFile" ? (plainType1(bytes) ?? type1Portions(bytes)) : undefined;
      if (kind.key === key && portions === undefined) {
        continue;
      }
      const dict = stream.dict.copy();
      if (portions !== undefined) {
        for (const filtering of ["Filter", "DecodeParms", "DP"]) {
          dict.delete(filtering);
        }
        portions.lengths.forEach((length, index) => dict.set(`Length${index + 1}`, length));
      }
      if (kind.subtype !== undefined) {
        dict.set("Subtype", new Name(kind.subtype));
      }
      const made = new Stream(dict, portions?.bytes ?? stream.bytes);
      const raw = descriptor.raw(key);
      descriptor.delete(key);
      descriptor.set(kind.key, document.add(made));
      changes.note("font_programs_mended", raw instanceof Ref ? { ...found, object: raw.number } : found, kind.key);
    }
  },
};

const NOTHING = { bytes: new Uint8Array(0), remaining: [] };

/** Tells the kind of a program by its first bytes; undefined where they are those of none. */
function kindOf(bytes: Uint8Array): { readonly key: FontFileKey; readonly subtype?: string } | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(4, bytes.length)).toString("latin1");
  switch (start) {
    case "\u0000\u0001\u0000\u0000":
    case "true":
      return { key: "FontFile2" };
    case "OTTO":
      return { key: "FontFile3", subtype: "OpenType" };
    default:
      return start.startsWith("%!") || start.startsWith("\u0080\u0001") ? { key: "FontFile" } : undefined;
  }
}
