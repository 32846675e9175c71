import { expect, test } from "vitest";
import { withoutJpegMetadata } from "./strip-jpeg.ts";

function segment(marker: number, content: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, Buffer.from(content, "latin1")]);
}

const START = Buffer.from([0xff, 0xd8]);
const SCAN = Buffer.concat([segment(0xda, "\x01\x01\0\0?\0"), Buffer.from([0x00, 0xff, 0x00, 0xff, 0xfe, 0xff, 0xd9])]);
const NEEDED = [
  segment(0xe0, "JFIF\0"),
  segment(0xe2, "ICC_PROFILE\0"),
  segment(0xee, "Adobe"),
  segment(0xdb, "table"),
];

test("what the image says of itself goes, all that its look depends on stays, the scan byte for byte", () => {
  const said = [segment(0xe1, "Exif\0\0"), segment(0xe1, "http://ns.adobe.com/xap/1.0/\0"), segment(0xed, "IPTC")];
  const file = Buffer.concat([START, ...NEEDED, ...said, segment(0xfe, "by Ada"), SCAN]);
  expect(withoutJpegMetadata(file)).toEqual(new Uint8Array(Buffer.concat([START, ...NEEDED, SCAN])));
});

test.each([
  ["nothing of the kind", Buffer.concat([START, ...NEEDED, SCAN])],
  ["no JPEG", Buffer.from("GIF89a, but no JPEG")],
  ["nothing at all", Buffer.alloc(0)],
  ["a segment that is longer than the file", Buffer.concat([START, Buffer.from([0xff, 0xe1, 0xff, 0xff, 0x00])])],
  ["a segment of an impossible length", Buffer.concat([START, Buffer.from([0xff, 0xe1, 0x00, 0x00, 0xff, 0xd9])])],
])("%s stays as it is", (_what, bytes) => {
  expect(withoutJpegMetadata(bytes)).toBeUndefined();
});
