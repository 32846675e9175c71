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

test("bytes that are no UTF-8 are reported", () => {
  expect(decodePacket(Buffer.from("<a>Andr\u00e9</a>", "latin1")).encoding).toBe("unknown");
});
