import { decodeStream, type Dict, Dict as Dictionary, resolve, type Stream } from "@quire/cos";
import { srgbOutputIntent } from "@quire/printed/colour";
import type { Conversion, Correction } from "../conversion.ts";

/**
 * Leaves the document the output intent that it has for PDF/A, or gives it that of sRGB, which is what viewers take device
 * colours for (ISO 19005-1, 6.2.2; -2, -3 and -4, 6.2.3).
 */
export const outputIntents: Correction = {
  document(conversion) {
    const { catalog, document, part, changes } = conversion;
    const given = (catalog.array("OutputIntents") ?? []).map(resolve).filter((intent) => intent instanceof Dictionary);
    const kept = given.find((intent) => intent.name("S") === "GTS_PDFA1" && hasUsableProfile(intent, conversion));
    if (kept !== undefined) {
      catalog.set("OutputIntents", [kept]);
      return;
    }
    catalog.set("OutputIntents", [srgbOutputIntent(document, part === 1 ? 2 : 4)]);
    if (given.length > 0) {
      changes.note("output_intent_replaced", {}, given[0]?.name("S"));
    }
  },

  page({ dict }) {
    // Only part 4 knows output intents of pages, and viewers do not use them.
    dict.delete("OutputIntents");
  },
};

const HEADER_BYTES = 128;
const COMPONENTS: Readonly<Record<string, number>> = { "RGB ": 3, GRAY: 1, CMYK: 4 };

/** Returns whether the profile is one that an output intent may have, with the number of its components. */
function hasUsableProfile(intent: Dict, { bounds, part }: Conversion): boolean {
  const stream = intent.stream("DestOutputProfile");
  const header = stream && headerOf(stream, bounds);
  return (
    header !== undefined &&
    stream?.dict.integer("N") === COMPONENTS[header.space] &&
    (header.deviceClass === "prtr" || header.deviceClass === "mntr") &&
    header.major >= 2 &&
    header.major <= (part === 1 ? 2 : 4)
  );
}

function headerOf(stream: Stream, bounds: Conversion["bounds"]) {
  const { bytes, remaining } = decodeStream(stream, bounds);
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEADER_BYTES));
  return remaining.length > 0 || header.length < HEADER_BYTES || header.toString("latin1", 36, 40) !== "acsp"
    ? undefined
    : {
        major: header.readUInt8(8),
        deviceClass: header.toString("latin1", 12, 16),
        space: header.toString("latin1", 16, 20),
      };
}
