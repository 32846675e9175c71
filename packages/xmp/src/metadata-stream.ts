import { Bounds, CosError, Dict, decodeStream, Name, Stream } from "@quire/cos";
import { readPacket, type XmpPacket } from "./packet.ts";

/** The largest packet that is read; none that people edit is as large. */
const MAX_BYTES = 8 * 2 ** 20;

/**
 * Reads the packet of a metadata stream (ISO 32000-2, 14.3.2); returns undefined for one that cannot be edited safely.
 */
export function readMetadata(stream: Stream, bounds: Bounds): XmpPacket | undefined {
  try {
    const { bytes, remaining } = decodeStream(stream, new Bounds({ maxStreamBytes: MAX_BYTES }));
    return remaining.length > 0 || bytes.length > MAX_BYTES ? undefined : readPacket(bytes, bounds);
  } catch (error) {
    if (error instanceof CosError) {
      return undefined;
    }
    throw error;
  }
}

/** Makes a metadata stream of the packet `text`. */
export function metadataStream(text: string): Stream {
  const dict = new Dict([
    ["Type", new Name("Metadata")],
    ["Subtype", new Name("XML")],
  ]);
  return new Stream(dict, Buffer.from(text, "utf8"));
}
