import { isUtf8 } from "node:buffer";
import { decodeMixed } from "./mixed-text.ts";

/** The encodings that XML allows for XMP packets (ISO 16684-1, 7.1; XMP Specification 2004, page 32). */
type PacketEncoding = "UTF-8" | "UTF-16LE" | "UTF-16BE" | "UTF-32LE" | "UTF-32BE";

export interface PacketText {
  readonly encoding: PacketEncoding;
  /** The text without a byte order mark. */
  readonly text: string;
}

/**
 * Decodes a packet. The byte order mark determines its encoding, or else the form of `<`, which is its first character.
 * In one of UTF-8, bytes that are not are read as the XMP toolkit of Adobe reads them (mixed-text.ts).
 */
export function decodePacket(bytes: Uint8Array): PacketText {
  const encoding = encodingOf(bytes);
  const text = decoded(bytes, encoding);
  return { encoding, text: text.startsWith("\ufeff") ? text.slice(1) : text };
}

function decoded(bytes: Uint8Array, encoding: PacketEncoding): string {
  if (encoding.startsWith("UTF-32")) {
    return decodeUtf32(bytes, encoding);
  }
  return encoding === "UTF-8" && !isUtf8(bytes) ? decodeMixed(bytes) : new TextDecoder(encoding).decode(bytes);
}

/** The bytes at the beginning of a packet, those of the wider encodings first: FF FE begins two of them. */
const BEGINNINGS: readonly (readonly [PacketEncoding, readonly number[]])[] = [
  ["UTF-32BE", [0, 0, 0xfe, 0xff]],
  ["UTF-32LE", [0xff, 0xfe, 0, 0]],
  ["UTF-32BE", [0, 0, 0, 0x3c]],
  ["UTF-32LE", [0x3c, 0, 0, 0]],
  ["UTF-16BE", [0xfe, 0xff]],
  ["UTF-16LE", [0xff, 0xfe]],
  ["UTF-16BE", [0, 0x3c]],
  ["UTF-16LE", [0x3c, 0]],
];

function encodingOf(bytes: Uint8Array): PacketEncoding {
  const found = BEGINNINGS.find(([, beginning]) => beginning.every((byte, index) => bytes[index] === byte));
  return found?.[0] ?? "UTF-8";
}

function decodeUtf32(bytes: Uint8Array, encoding: PacketEncoding): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units: string[] = [];
  for (let offset = 0; offset + 4 <= bytes.length; offset += 4) {
    const code = view.getUint32(offset, encoding === "UTF-32LE");
    units.push(code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd");
  }
  return units.join("");
}
