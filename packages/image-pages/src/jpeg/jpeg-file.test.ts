import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { ImageFault } from "../image-fault.ts";
import { isDctDecodable } from "./jpeg-image.ts";
import { readJpeg } from "./jpeg-file.ts";

const made = (change: (image: Sharp) => Sharp = (image) => image): Promise<Buffer> =>
  change(sharp(Buffer.alloc(3 * 40 * 30, 90), { raw: { width: 40, height: 30, channels: 3 } }))
    .jpeg()
    .toBuffer();

/** Returns a segment with its marker and length. */
function segment(code: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Returns a JPEG with segments behind its first marker, in place of JFIF's. */
async function withSegments(...segments: readonly Buffer[]): Promise<Buffer> {
  const file = await made();
  return Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(4 + file.readUInt16BE(4))]);
}

const jfif = (unit: number, x: number, y: number): Buffer =>
  segment(0xe0, Buffer.from([...Buffer.from("JFIF\0"), 1, 1, unit, x >> 8, x & 255, y >> 8, y & 255, 0, 0]));

test("a file is read up to its end, whatever follows it", async () => {
  const file = await made();
  const expected = {
    widthPx: 40,
    heightPx: 30,
    bitsPerComponent: 8,
    frame: 0xc0,
    components: [1, 2, 3],
    orientation: 1,
  };
  expect(readJpeg(file)).toMatchObject(expected);
  expect(readJpeg(Buffer.concat([file, Buffer.from("a film\xff\xd8", "latin1")]))).toMatchObject(expected);
  expect(isDctDecodable(readJpeg(file))).toBe(true);
});

test("every shorter file is a fault, and nothing else", async () => {
  const file = await made();
  for (let length = 2; length < file.length; length++) {
    expect(() => readJpeg(file.subarray(0, length)), String(length)).toThrow(ImageFault);
  }
});

test("orientation, resolution and profile", async () => {
  const file = await made((image) => image.withMetadata({ orientation: 6, density: 250 }).withIccProfile("p3"));
  const { orientation, resolution, profile } = readJpeg(file);
  expect([orientation, resolution]).toEqual([6, { x: 250, y: 250, isAbsolute: true }]);
  expect(Buffer.from(profile ?? []).toString("latin1", 36, 40)).toBe("acsp");
});

test.each([
  [jfif(1, 300, 150), { x: 300, y: 150, isAbsolute: true }],
  [jfif(2, 100, 100), { x: expect.closeTo(254), y: expect.closeTo(254), isAbsolute: true }],
  [jfif(0, 2, 1), { x: 2, y: 1, isAbsolute: false }],
  [jfif(0, 1, 1), undefined],
  [jfif(1, 0, 0), undefined],
])("JFIF's density %#", async (first, expected) => {
  expect(readJpeg(await withSegments(first)).resolution).toEqual(expected);
});

const part = (number: number, data: string): Buffer =>
  segment(0xe2, Buffer.from(`ICC_PROFILE\0${String.fromCharCode(number, 2)}${data}`, "latin1"));

test("a profile of several parts counts when all of them are there, in any order", async () => {
  const whole = readJpeg(await withSegments(part(2, "profile"), part(1, "a "))).profile;
  expect(Buffer.from(whole ?? []).toString()).toBe("a profile");
  expect(readJpeg(await withSegments(part(2, "profile"))).profile).toBeUndefined();
});
