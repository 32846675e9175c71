/** What the frame header of an image file says. */
export interface CodedSize {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly components: number;
}

const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const START_OF_SCAN = 0xda;

/**
 * The size in the frame header of a JPEG file (ITU-T T.81, B.2.2); undefined when there is none. Segments before it are
 * passed over by their lengths.
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
      // Fill bytes, and what should not be there.
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

/** Something may stand before it: a line feed, mostly. */
function startOfImage(bytes: Uint8Array): number {
  const MAX_BEFORE = 1024;
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_BEFORE)).indexOf(
    Uint8Array.of(MARKER, START_OF_IMAGE),
  );
}

/** Markers without a segment: TEM, RSTn, SOI, EOI. */
const isAlone = (type: number): boolean => type <= 0x01 || (type >= 0xd0 && type <= 0xd9);

/** SOF0 to SOF15, among which are DHT, JPG and DAC. */
const isFrame = (type: number): boolean =>
  type >= 0xc0 && type <= 0xcf && type !== 0xc4 && type !== 0xc8 && type !== 0xcc;

function frameAt(view: DataView, offset: number): CodedSize | undefined {
  const heightPx = view.getUint16(offset + 1);
  const widthPx = view.getUint16(offset + 3);
  const components = view.getUint8(offset + 5);
  return widthPx > 0 && components > 0 ? { widthPx, heightPx, components } : undefined;
}
