import { createHash } from "node:crypto";
import type { Bounds, Stream } from "@quire/cos";
import { decodedBytes } from "../file/decoded.ts";

/** The fields in the header of an ICC profile (ICC.1:2010, 7.2) that PDF/A concerns. */
export interface IccHeader {
  /** The major version of the format: 2 in profiles of ICC.1:2001, 4 in those of ICC.1:2010. */
  readonly majorVersion: number;
  readonly minorVersion: number;
  /** The signature of four characters: `mntr`, `prtr`, `scnr`, `spac`. */
  readonly deviceClass: string;
  /** The signature of four characters: `RGB `, `CMYK`, `GRAY`, `Lab `. */
  readonly colourSpace: string;
}

/** A stream that should be an ICC profile. */
export interface IccProfile {
  readonly stream: Stream;
  /** The /N entry of the stream's dictionary. */
  readonly declaredComponents: number | undefined;
  /** The header; undefined where the stream has no header of a profile. */
  readonly header: IccHeader | undefined;
  /** Whether its data end before they name a colour space. */
  readonly isTooShort: boolean;
  /** A digest of the decoded bytes, by which equal profiles are recognised. */
  readonly digest: string;
}

/** The length of a header up to its last field that PDF/A concerns. */
const LEAST_BYTES = 20;
/** The signature at bytes 36 to 39 of every profile (7.2.11). */
const FILE_SIGNATURE = "acsp";

/** The number of components of the colour spaces that PDF has profiles for (ISO 32000-2, 8.6.5.5). */
export const ICC_COMPONENTS: ReadonlyMap<string, number> = new Map([
  ["GRAY", 1],
  ["RGB ", 3],
  ["Lab ", 3],
  ["CMYK", 4],
]);

const profiles = new WeakMap<Stream, IccProfile>();

/** Returns the profile that a stream is, read once. */
export function iccProfileOf(stream: Stream, bounds: Bounds): IccProfile {
  const known = profiles.get(stream);
  if (known !== undefined) {
    return known;
  }
  const bytes = decodedBytes(stream, bounds);
  const profile: IccProfile = {
    stream,
    declaredComponents: stream.dict.integer("N"),
    header: bytes && readIccHeader(bytes),
    isTooShort: (bytes?.length ?? 0) < LEAST_BYTES,
    digest: createHash("sha256")
      .update(bytes ?? stream.bytes.encoded())
      .digest("base64"),
  };
  profiles.set(stream, profile);
  return profile;
}

/**
 * Reads the header of a profile; returns undefined where there is none.
 * @internal Exported for tests.
 */
export function readIccHeader(bytes: Uint8Array): IccHeader | undefined {
  const hasOtherSignature = bytes.length >= 40 && signatureAt(bytes, 36) !== FILE_SIGNATURE;
  if (bytes.length < LEAST_BYTES || hasOtherSignature) {
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
