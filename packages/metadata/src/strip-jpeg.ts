/*
 * JPEG files (ITU-T T.81, annex B) say things about themselves in segments before the scan: Exif and XMP in APP1, IPTC in
 * APP13, comments. None of them is needed to draw the image.
 */

const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
const APP0 = 0xe0;
const APP15 = 0xef;
/** JFIF, the ICC profile, and Adobe's transformation of colours, which decide how the image looks. */
const NEEDED: ReadonlySet<number> = new Set([0xe0, 0xe2, 0xee]);

/** Returns the file without what it says about itself, its image data untouched; undefined where there is nothing of the kind. */
export function withoutJpegMetadata(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] !== MARKER || bytes[1] !== START_OF_IMAGE) {
    return undefined;
  }
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let isChanged = false;
  let position = 2;
  while (position + 4 <= bytes.length) {
    const type = bytes[position + 1] ?? 0;
    if (bytes[position] !== MARKER || type < 0xc0 || type === MARKER) {
      // What follows is no segment: all of it stays.
      break;
    }
    const end = position + 2 + ((bytes[position + 2] ?? 0) << 8) + (bytes[position + 3] ?? 0);
    if (type === START_OF_SCAN || end <= position + 3 || end > bytes.length) {
      break;
    }
    if (saysSomething(type)) {
      isChanged = true;
    } else {
      kept.push(bytes.subarray(position, end));
    }
    position = end;
  }
  kept.push(bytes.subarray(position));
  return isChanged ? new Uint8Array(Buffer.concat(kept)) : undefined;
}

const saysSomething = (type: number): boolean =>
  type === COMMENT || (type >= APP0 && type <= APP15 && !NEEDED.has(type));
