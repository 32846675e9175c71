/** The size and components that the frame header of an image file states. */
export interface CodedSize {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly components: number;
}

const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const START_OF_SCAN = 0xda;

/**
 * Returns the size in the frame header of a JPEG file (ITU-T T.81, B.2.2); undefined when there is none. Segments
 * before it are skipped by their lengths.
 */
export function jpegSize(bytes: Uint8Array): CodedSize | undefined {
  const start = startOfImage(bytes);
  if (start < 0) {
    return undefined;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let position = start + 2;
  while (position + 4 <= bytes.length) {
    const type = bytes[position + 1] ?? 0;
    if (bytes[position] !== MARKER || type === MARKER || isAlone(type)) {
      // These are fill bytes, or bytes that should not be there.
      position += bytes[position] === MARKER && isAlone(type) ? 2 : 1;
      continue;
    }
    if (type === START_OF_SCAN) {
      return undefined;
    }
    if (isFrame(type)) {
      return position + 10 <= bytes.length ? frameAt(view, position + 4) : undefined;
    }
    position += 2 + Math.max(2, view.getUint16(position + 2));
  }
  return undefined;
}

/** Returns the offset of the SOI marker, or -1. Other bytes, mostly a line feed, may precede it. */
function startOfImage(bytes: Uint8Array): number {
  const MAX_BEFORE = 1024;
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_BEFORE)).indexOf(
    Uint8Array.of(MARKER, START_OF_IMAGE),
  );
}

/** Returns whether a marker has no segment: TEM, RSTn, SOI or EOI. */
const isAlone = (type: number): boolean => type <= 0x01 || (type >= 0xd0 && type <= 0xd9);

/** Returns whether a marker is one of SOF0 to SOF15; DHT, JPG and DAC lie among these codes. */
const isFrame = (type: number): boolean =>
  type >= 0xc0 && type <= 0xcf && type !== 0xc4 && type !== 0xc8 && type !== 0xcc;

function frameAt(view: DataView, offset: number): CodedSize | undefined {
  const heightPx = view.getUint16(offset + 1);
  const widthPx = view.getUint16(offset + 3);
  const components = view.getUint8(offset + 5);
  return widthPx > 0 && components > 0 ? { widthPx, heightPx, components } : undefined;
}
