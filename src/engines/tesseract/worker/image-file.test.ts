import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { convert } from "../../conformance/pictures/drawn-page.ts";
import { ImageDesk, withOrientation } from "../../conformance/pictures/page-images.ts";
import { decodeImage, lookAtImage } from "./image-file.ts";

const desk = new ImageDesk();
afterAll(() => desk.remove());

/** Makes an image of many colours without symmetry. */
async function colours(name: string, options: readonly string[] = []): Promise<string> {
  const path = desk.path(name);
  await convert(["-size", "300x200", "-seed", "7", "plasma:red-blue", "-depth", "8", ...options, path]);
  return path;
}

/** Returns the picture's luma on white, as ImageMagick decodes it. */
async function lumaByImageMagick(path: string): Promise<number[]> {
  const upright = ["-background", "white", "-alpha", "remove", "-auto-orient", "-colorspace", "sRGB"];
  const rgb = await convert([`${path}[0]`, ...upright, "-depth", "8", "rgb:-"]);
  return Array.from({ length: rgb.length / 3 }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(3 * index, 3 * index + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
}

async function expectSamePixels(path: string, tolerance = 1.5): Promise<void> {
  const { image } = await decodeImage(path, 1_000_000);
  const expected = await lumaByImageMagick(path);
  expect(image.pixels).toHaveLength(expected.length);
  const differences = expected.map((grey, index) => Math.abs(grey - (image.pixels[index] ?? 0)));
  expect(Math.max(...differences)).toBeLessThanOrEqual(tolerance);
  const { widthPx, heightPx } = image;
  expect(await lookAtImage(path)).toEqual({ pages: 1, isDamaged: false, widthPx, heightPx });
}

test.each<[string, string[]]>([
  ["colour.png", []],
  ["bits16.png", ["-depth", "16", "-define", "png:bit-depth=16", "-define", "png:color-type=2"]],
  ["palette.png", ["-colors", "8", "-define", "png:color-type=3"]],
  ["alpha.png", ["-alpha", "set", "-channel", "A", "-evaluate", "set", "40%", "+channel"]],
  ["grey.png", ["-colorspace", "Gray"]],
  ["grey-alpha.png", ["-colorspace", "Gray", "-alpha", "set", "-channel", "A", "-evaluate", "set", "40%", "+channel"]],
  [
    "bit.png",
    [
      "-colorspace",
      "Gray",
      "-ordered-dither",
      "o8x8",
      "-gravity",
      "South",
      "-splice",
      "0x1",
      "-define",
      "png:bit-depth=1",
    ],
  ],
  ["colour.jpg", ["-quality", "90"]],
  ["grey.jpg", ["-colorspace", "Gray"]],
  ["colour.webp", ["-quality", "90"]],
])("%s is decoded to the luma of its colours on white", async (name, options) => {
  await expectSamePixels(await colours(name, options));
});

test("CMYK comes near to what it prints as", async () => {
  // The programs use different colour profiles for CMYK.
  await expectSamePixels(await colours("cmyk.jpg", ["-colorspace", "CMYK", "-quality", "95"]), 40);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])("EXIF orientation %i is applied", async (orientation) => {
  const jpeg = readFileSync(await colours("plain.jpg", ["-quality", "90"]));
  await expectSamePixels(desk.write("turned.jpg", withOrientation(jpeg, orientation)));
});

test.each([
  [300, "300x200", 300],
  [96, "300x200", 96],
  [96, "300x3000", undefined],
  [72, "300x200", undefined],
  [2500, "300x200", undefined],
])("a density of %i dpi of %s pixels is taken for %s", async (density, size, dpi) => {
  const path = desk.path("page.png");
  await convert(["-size", size, "xc:white", "-units", "PixelsPerInch", "-density", `${density}`, path]);
  expect((await decodeImage(path, 1_000_000)).dpi).toBe(dpi);
});

/** Pictures that other programs have made: see test/fixtures/pictures/make.sh. */
const picture = (name: string): string => join(import.meta.dirname, "../../../../test/fixtures/pictures", name);
const bytesOf = (name: string): Buffer => readFileSync(picture(name));

test.each([
  ["Group 3, two-dimensional, lowest bit first", "g3-2d.tif"],
  ["Group 4 in strips", "g4.tif"],
  ["PackBits", "packbits.tif"],
  ["tiles in Deflate, highest byte first", "tiles.tif"],
  ["BigTIFF, a plane for each colour, LZW", "bigtiff.tif"],
  ["a palette", "palette.tif"],
  ["4 bits", "grey4.tif"],
  ["16 bits", "grey16.tif"],
  ["an orientation", "turned.tif"],
  ["a GIF", "page.gif"],
  ["a BMP of OS/2", "os2.bmp"],
  ["a BMP of run lengths", "runs.bmp"],
  ["a BMP of 16 bits", "565.bmp"],
  ["a BMP with alpha", "alpha.bmp"],
])("%s is decoded as another program does it", async (_, name) => {
  await expectSamePixels(picture(name), 2.5);
});

test.each(["jpeg.tif", "cmyk.tif", "page.avif", "deep.avif"])("%s comes near to what was drawn", async (name) => {
  const { image } = await decodeImage(picture(name), 1_000_000);
  const expected = await lumaByImageMagick(picture("page.png"));
  expect(image.pixels).toHaveLength(expected.length);
  const differences = expected.map((grey, index) => Math.abs(grey - (image.pixels[index] ?? 0)));
  expect(differences.reduce((sum, difference) => sum + difference, 0) / expected.length).toBeLessThan(4);
});

test("pixels of a fax that are not square are made so", async () => {
  expect(await lookAtImage(picture("fax.tif"))).toEqual({ pages: 1, isDamaged: false, widthPx: 480, heightPx: 125 });
  const { image, dpi } = await decodeImage(picture("fax.tif"), 1_000_000);
  expect([image.widthPx, image.heightPx, dpi]).toEqual([480, 125, 204]);
});

test("a TIFF has its pictures as pages, but not thumbnails of them", async () => {
  const path = picture("pages.tif");
  expect(await lookAtImage(path)).toEqual({ pages: 3, isDamaged: false, widthPx: 480, heightPx: 120 });
  for (const [page, directory, dpi] of [
    [1, 0, 200],
    [2, 2, 300],
    [3, 3, 150],
  ] as const) {
    const decoded = await decodeImage(path, 1_000_000, page);
    expect(decoded.dpi).toBe(dpi);
    const alone = desk.path("page.tif");
    await convert([`${path}[${directory}]`, alone]);
    const expected = await lumaByImageMagick(alone);
    const differences = expected.map((grey, index) => Math.abs(grey - (decoded.image.pixels[index] ?? 0)));
    expect(Math.max(...differences)).toBeLessThanOrEqual(2.5);
  }
  await expect(decodeImage(path, 1_000_000, 4)).rejects.toMatchObject({ code: "page_out_of_range" });
});

test("of a TIFF that was cut off or leads back the pages before that are there", async () => {
  const whole = bytesOf("pages.tif");
  const offsets = directoriesOf(whole);
  const behind = Buffer.from(whole);
  behind.writeUInt32LE(whole.length + 10, nextAt(whole, offsets[2]!));
  const cut = desk.write("cut.tif", behind);
  expect(await lookAtImage(cut)).toMatchObject({ pages: 2, isDamaged: true });
  await expect(decodeImage(cut, 1_000_000, 2)).resolves.toMatchObject({ dpi: 300 });
  const loop = Buffer.from(whole);
  loop.writeUInt32LE(offsets[0]!, nextAt(whole, offsets[3]!));
  expect(await lookAtImage(desk.write("loop.tif", loop))).toMatchObject({ pages: 3, isDamaged: true });
});

test("a thumbnail alone is a page", async () => {
  const alone = Buffer.from(bytesOf("pages.tif"));
  const [first = 0, thumbnail = 0] = directoriesOf(alone);
  alone.writeUInt32LE(thumbnail, 4);
  alone.writeUInt32LE(0, nextAt(alone, thumbnail));
  expect(first).not.toBe(thumbnail);
  expect(await lookAtImage(desk.write("thumbnail.tif", alone))).toMatchObject({ pages: 1, widthPx: 120, heightPx: 30 });
});

/** Returns the offset of the next directory's offset, of the directory at `offset` in a little-endian TIFF. */
const nextAt = (tiff: Buffer, offset: number): number => offset + 2 + 12 * tiff.readUInt16LE(offset);

/** Returns a little-endian TIFF with another value, a number of 32 bits, for a tag of its first directory. */
function withValue(tiff: Buffer, tag: number, value: number): Buffer {
  const changed = Buffer.from(tiff);
  const start = changed.readUInt32LE(4);
  for (let at = start + 2; at < nextAt(changed, start); at += 12) {
    if (changed.readUInt16LE(at) === tag) {
      changed.writeUInt16LE(4, at + 2);
      changed.writeUInt32LE(value, at + 8);
    }
  }
  return changed;
}

function directoriesOf(tiff: Buffer): number[] {
  const offsets: number[] = [];
  for (let offset = tiff.readUInt32LE(4); offset !== 0; offset = tiff.readUInt32LE(nextAt(tiff, offset))) {
    offsets.push(offset);
  }
  return offsets;
}

test("what cannot be decoded is refused, not taken for a blank page", async () => {
  const g4 = bytesOf("g4.tif");
  const inputs: [string, string | RegExp][] = [
    [picture("zstd.tif"), /compressed with Zstandard/],
    [desk.write("a.tif", g4.subarray(0, 200)), /no picture that can be read/],
    [desk.write("b.tif", withValue(bytesOf("fax.tif"), 273, 100_000)), ""],
    [desk.write("a.gif", bytesOf("page.gif").subarray(0, 12)), ""],
    [desk.write("a.bmp", bytesOf("runs.bmp").subarray(0, 40)), ""],
    [desk.write("b.bmp", bytesOf("565.bmp").subarray(0, 138)), /no pixels/],
    [desk.write("a.avif", bytesOf("page.avif").subarray(0, 400)), ""],
    [picture("photo.heic"), /PNG, JPEG, WebP, TIFF, GIF, BMP, AVIF/],
  ];
  for (const [input, message] of inputs) {
    await expect(decodeImage(input, 1_000_000), input).rejects.toMatchObject({
      code: "unsupported_file_type",
      message: expect.stringMatching(message),
    });
  }
});

test("sizes are refused before anything is decoded, in every format", async () => {
  const tiff = withValue(withValue(bytesOf("g4.tif"), 256, 0xff_ff_ff_ff), 257, 0xff_ff_ff_ff);
  const bmp = Buffer.from(bytesOf("runs.bmp"));
  bmp.writeInt32LE(2 ** 31 - 1, 18);
  bmp.writeInt32LE(-(2 ** 31), 22);
  for (const [name, bytes] of Object.entries({ "a.tif": tiff, "a.bmp": bmp })) {
    const path = desk.write(name, bytes);
    const { widthPx, heightPx } = await lookAtImage(path);
    expect(Math.max(widthPx, heightPx)).toBeLessThanOrEqual(2 ** 31);
    await expect(decodeImage(path, 1_000_000), name).rejects.toMatchObject({
      code: "image_too_large",
    });
  }
});
