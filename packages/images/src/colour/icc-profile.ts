import { type Bounds, decodeStream, type Stream } from "@quire/cos";

const HEADER_BYTES = 128;
const MAX_BYTES = 16 * 2 ** 20;

/** Returns the ICC profile of a stream; undefined unless it is complete and its colours have that many components. */
export function profileOf(stream: Stream, components: 1 | 3, bounds: Bounds): Uint8Array | undefined {
  const { bytes, remaining } = decodeStream(stream, bounds);
  if (remaining.length > 0 || bytes.length < HEADER_BYTES || bytes.length > MAX_BYTES) {
    return undefined;
  }
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const size = header.readUInt32BE(0);
  const isProfile = header.toString("latin1", 36, 40) === "acsp" && size >= HEADER_BYTES && size <= bytes.length;
  const isOfColours = header.toString("latin1", 16, 20) === (components === 1 ? "GRAY" : "RGB ");
  return isProfile && isOfColours ? bytes.subarray(0, size) : undefined;
}
