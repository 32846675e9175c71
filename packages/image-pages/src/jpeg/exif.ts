import type { ImageFacts, Resolution } from "../page-image.ts";

/* The entries of Exif 2.32 that say how an image is shown. They are those of a TIFF file. */

const ORIENTATION = 0x0112;
const X_RESOLUTION = 0x011a;
const Y_RESOLUTION = 0x011b;
const RESOLUTION_UNIT = 0x0128;
const SHORT = 3;
const RATIONAL = 5;
const ENTRY_BYTES = 12;
/** The most entries that are looked at; cameras write some dozen. */
const MAX_ENTRIES = 1000;
/** The units of resolution, in inches: inch, and centimetre. */
const UNITS: Readonly<Record<number, number>> = { 2: 1, 3: 1 / 2.54 };

/** The facts of an image that says nothing of itself. */
export const NO_FACTS: ImageFacts = { orientation: 1, resolution: undefined };

/** Reads the first directory of Exif data, which begin with the header of a TIFF; what is damaged counts as absent. */
export function readExif(bytes: Uint8Array): ImageFacts {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const order = data.toString("latin1", 0, 2);
  if (data.length < 8 || (order !== "II" && order !== "MM")) {
    return NO_FACTS;
  }
  const values = valuesOf(data, order === "II");
  const orientation = values.get(ORIENTATION) ?? 1;
  return {
    orientation: Number.isInteger(orientation) && orientation >= 1 && orientation <= 8 ? orientation : 1,
    resolution: resolutionOf(values),
  };
}

function valuesOf(data: Buffer, isLittle: boolean): ReadonlyMap<number, number> {
  const uint = (at: number, size: 2 | 4): number => {
    if (at + size > data.length) {
      return 0;
    }
    return isLittle ? data.readUIntLE(at, size) : data.readUIntBE(at, size);
  };
  const start = uint(4, 4);
  const values = new Map<number, number>();
  for (let index = 0; index < Math.min(uint(start, 2), MAX_ENTRIES); index++) {
    const entry = start + 2 + ENTRY_BYTES * index;
    const [tag, type] = [uint(entry, 2), uint(entry + 2, 2)];
    if (type === SHORT) {
      values.set(tag, uint(entry + 8, 2));
    } else if (type === RATIONAL) {
      const at = uint(entry + 8, 4);
      values.set(tag, uint(at, 4) / uint(at + 4, 4));
    }
  }
  return values;
}

function resolutionOf(values: ReadonlyMap<number, number>): Resolution | undefined {
  const [x = 0, y = 0] = [values.get(X_RESOLUTION), values.get(Y_RESOLUTION)];
  const inches = UNITS[values.get(RESOLUTION_UNIT) ?? 2];
  return x > 0 && y > 0 && Number.isFinite(x + y)
    ? { x: x / (inches ?? 1), y: y / (inches ?? 1), isAbsolute: inches !== undefined }
    : undefined;
}
