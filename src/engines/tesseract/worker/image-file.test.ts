import { readFileSync } from "node:fs";
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
  expect(await lookAtImage(path)).toEqual({ widthPx: image.widthPx, heightPx: image.heightPx });
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
