import { createHash } from "node:crypto";
import { type Bounds, decodeStream, type Stream } from "@quire/cos";

/** What PDF/A asks of the header of an ICC profile (ICC.1:2010, 7.2). */
export interface IccHeader {
  /** Of the format: 2 in profiles of ICC.1:2001, 4 in those of ICC.1:2010. */
  readonly majorVersion: number;
  readonly minorVersion: number;
  /** Signature of four characters: `mntr`, `prtr`, `scnr`, `spac`. */
  readonly deviceClass: string;
  /** Signature of four characters: `RGB `, `CMYK`, `GRAY`, `Lab `. */
  readonly colourSpace: string;
}

/** A stream that should be an ICC profile. */
export interface IccProfile {
  readonly stream: Stream;
  /** /N of its dictionary. */
  readonly declaredComponents: number | undefined;
  /** Undefined where the stream has no header of a profile. */
  readonly header: IccHeader | undefined;
  /** The same for profiles of the same bytes. */
  readonly digest: string;
}

const HEADER_BYTES = 128;
/** 7.2.11: at bytes 36 to 39 of every profile. */
const FILE_SIGNATURE = "acsp";

/** The components of the colour spaces that PDF has profiles for (ISO 32000-2, 8.6.5.5). */
export const ICC_COMPONENTS: ReadonlyMap<string, number> = new Map([
  ["GRAY", 1],
  ["RGB ", 3],
  ["Lab ", 3],
  ["CMYK", 4],
]);

const profiles = new WeakMap<Stream, IccProfile>();

/** The profile that a stream is, read once. */
export function iccProfileOf(stream: Stream, bounds: Bounds): IccProfile {
  const known = profiles.get(stream);
  if (known !== undefined) {
    return known;
  }
  const { bytes, remaining } = decodeStream(stream, bounds);
  const profile: IccProfile = {
    stream,
    declaredComponents: stream.dict.integer("N"),
    header: remaining.length === 0 ? readIccHeader(bytes) : undefined,
    digest: createHash("sha256").update(bytes).digest("base64"),
  };
  profiles.set(stream, profile);
  return profile;
}

/**
 * The header of a profile; undefined where there is none.
 * @internal Exported for its tests alone.
 */
export function readIccHeader(bytes: Uint8Array): IccHeader | undefined {
  if (bytes.length < HEADER_BYTES || signatureAt(bytes, 36) !== FILE_SIGNATURE) {
    return undefined;
  }
  return {
    majorVersion: bytes[8] ?? 0,
    minorVersion: (bytes[9] ?? 0) >> 4,
    deviceClass: signatureAt(bytes, 12),
    colourSpace: signatureAt(bytes, 16),
  };
}

const signatureAt = (bytes: Uint8Array, offset: number): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + 4));
