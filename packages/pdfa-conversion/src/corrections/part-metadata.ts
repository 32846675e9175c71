import type { Correction } from "../conversion.ts";
import { isValidPacket } from "../metadata/valid-properties.ts";

/**
 * Removes the metadata of pages, images and other parts of the document that are no valid XMP (ISO 19005-2 and -3,
 * 6.6.2; -4, 6.7.2).
 */
export const partMetadata: Correction = {
  dictionary(dict, found, conversion) {
    const { catalog, changes, part } = conversion;
    if (dict === catalog || !dict.has("Metadata")) {
      return;
    }
    const stream = dict.stream("Metadata");
    if (stream === undefined || (part !== 1 && !isValidPacket(stream, conversion))) {
      dict.delete("Metadata");
      changes.note("metadata_dropped", found);
    }
  },
};
