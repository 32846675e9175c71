/* Writes profiles by the International Color Consortium: ICC.1:2022, and ICC.1:2001-04 for version 2. */

export type Triple = readonly [number, number, number];

/** The major version of a profile: 2 is that of ICC.1:2001-04, 4 that of ICC.1:2022. */
export type IccVersion = 2 | 4;

/** An element of a profile: its signature, and its data with their type. */
export type IccTag = readonly [signature: string, data: Buffer];

export interface IccDescription {
  readonly description: string;
  /** The class of the device, the colour space and the connection space, by their signatures of four letters. */
  readonly deviceClass: string;
  readonly space: string;
  readonly connection: string;
  readonly version: IccVersion;
}

/** The XYZ of the connection space's illuminant (ICC.1:2022, 7.2.16). */
export const D50: Triple = [0.9642, 1, 0.8249];

/** Makes a profile of these elements, its description, and what every profile has. */
export function iccProfile({ tags, ...profile }: IccDescription & { readonly tags: readonly IccTag[] }) {
  const isOld = profile.version === 2;
  const common: readonly IccTag[] = [
    ["desc", isOld ? described(profile.description) : localisedText(profile.description)],
    ["cprt", isOld ? typed("text", Buffer.from(`${COPYRIGHT}\0`)) : localisedText(COPYRIGHT)],
    ["wtpt", xyzType(D50)],
  ];
  return assembled([...common, ...tags], profile);
}

const COPYRIGHT = "No copyright, use freely.";

/** Encodes numbers as s15Fixed16 (ICC.1:2022, 4.6): signed, with 16 bits before the binary point and 16 after it. */
export function fixed(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeInt32BE(Math.round(number * 65_536), 4 * index));
  return bytes;
}

/** Makes the data of an element: the signature of its type, and what that asks for. */
export const typed = (signature: string, ...data: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(signature, "latin1"), Buffer.alloc(4), ...data]);

export const xyzType = (xyz: Triple): Buffer => typed("XYZ ", fixed(xyz));

/** Encodes a text as textDescriptionType (ICC.1:2001-04, 6.5.17), in ASCII alone. */
function described(text: string): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(text.length + 1, 0);
  // The parts for Unicode and Macintosh scripts are empty: 8 bytes, and 3 with a field of 67.
  return typed("desc", head, Buffer.from(`${text}\0`), Buffer.alloc(8 + 3 + 67));
}

/** Encodes a text as multiLocalizedUnicodeType (10.15): one record in American English, in UTF-16. */
function localisedText(text: string): Buffer {
  const letters = Buffer.from(text, "utf16le").swap16();
  const head = Buffer.alloc(20);
  head.writeUInt32BE(1, 0);
  head.writeUInt32BE(12, 4);
  head.write("enUS", 8, "latin1");
  head.writeUInt32BE(letters.length, 12);
  head.writeUInt32BE(28, 16);
  return typed("mluc", head, letters);
}

const HEADER_BYTES = 128;
const TAG_ENTRY_BYTES = 12;

/**
 * Assembles a profile (7.2, 7.3) of header, tag table and the tags' data, each aligned to a multiple of four bytes.
 * Data that several tags share are written once.
 */
function assembled(tags: readonly IccTag[], profile: IccDescription): Uint8Array<ArrayBuffer> {
  const table = Buffer.alloc(4 + TAG_ENTRY_BYTES * tags.length);
  table.writeUInt32BE(tags.length, 0);
  const offsets = new Map<Buffer, number>();
  const pieces: Buffer[] = [];
  let end = HEADER_BYTES + table.length;
  tags.forEach(([signature, data], index) => {
    const offset = offsets.get(data) ?? end;
    if (!offsets.has(data)) {
      const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
      offsets.set(data, offset);
      pieces.push(padded);
      end += padded.length;
    }
    const entry = 4 + TAG_ENTRY_BYTES * index;
    table.write(signature, entry, "latin1");
    table.writeUInt32BE(offset, entry + 4);
    table.writeUInt32BE(data.length, entry + 8);
  });
  return new Uint8Array(Buffer.concat([header(end, profile), table, ...pieces]));
}

/** Returns the header (7.2), with perceptual intent and without a profile ID. */
function header(sizeBytes: number, { version, deviceClass, space, connection }: IccDescription): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt32BE(sizeBytes, 0);
  bytes.writeUInt32BE(version === 2 ? 0x0210_0000 : 0x0420_0000, 8);
  bytes.write(`${deviceClass}${space}${connection}`, 12, "latin1");
  // 7.2.8 requires a date; it is always 1 January 2026, so that the bytes stay the same.
  [2026, 1, 1, 0, 0, 0].forEach((number, index) => bytes.writeUInt16BE(number, 24 + 2 * index));
  bytes.write("acsp", 36, "latin1");
  fixed(D50).copy(bytes, 68);
  return bytes;
}
