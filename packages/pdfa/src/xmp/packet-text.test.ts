import { expect, test } from "vitest";
import { decodePacket } from "./packet-text.ts";

const TEXT = '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><é𝄞/>';

const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");
const utf32 = (text: string): Buffer =>
  Buffer.concat(Array.from(text, (character) => Buffer.from(Uint32Array.of(character.codePointAt(0) ?? 0).buffer)));
const swapped = (bytes: Buffer, width: 2 | 4): Buffer =>
  width === 2 ? Buffer.from(bytes).swap16() : Buffer.from(bytes).swap32();

test.each([
  ["UTF-8", (text: string) => Buffer.from(text)],
  ["UTF-16LE", utf16],
  ["UTF-16BE", (text: string) => swapped(utf16(text), 2)],
  ["UTF-32LE", utf32],
  ["UTF-32BE", (text: string) => swapped(utf32(text), 4)],
])("a packet in %s is read with and without a byte order mark", (encoding, encode) => {
  expect(decodePacket(encode(TEXT))).toEqual({ encoding, text: TEXT });
  expect(decodePacket(encode(`\ufeff${TEXT}`))).toEqual({ encoding, text: TEXT });
});

test.each([
  ["Latin-1", [0x41, 0xe9, 0x42], "A\u00e9B"],
  ["windows-1252", [0x93, 0x81, 0xff], "\u201c \u00ff"],
  ["both", [0xc3, 0xa9, 0xe9, 0xe2, 0x82, 0xac, 0xe2, 0x82], "\u00e9\u00e9\u20ac\u00e2\u201a"],
])("bytes of %s are read where they are no UTF-8", (_name, bytes, text) => {
  const packet = Buffer.concat([Buffer.from("<a>"), Uint8Array.from(bytes), Buffer.from("</a>")]);
  expect(decodePacket(packet)).toEqual({ encoding: "UTF-8", text: `<a>${text}</a>` });
});
