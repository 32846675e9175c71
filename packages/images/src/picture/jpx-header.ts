import type { CodedSize } from "./jpeg-header.ts";

/** The markers SOC and SIZ, with which a codestream begins (ISO/IEC 15444-1, A.5.1). */
const START = Uint8Array.of(0xff, 0x4f, 0xff, 0x51);
const SIZ_BYTES = 42;

/**
 * Returns the size that the codestream of a JPEG 2000 file, or a bare codestream, states; undefined when there is none.
 */
export function jpxSize(bytes: Uint8Array): CodedSize | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(START);
  if (start < 0 || start + SIZ_BYTES > bytes.length) {
    return undefined;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, SIZ_BYTES);
  const widthPx = view.getUint32(8) - view.getUint32(16);
  const heightPx = view.getUint32(12) - view.getUint32(20);
  const components = view.getUint16(40);
  return widthPx > 0 && heightPx > 0 && components > 0 ? { widthPx, heightPx, components } : undefined;
}
