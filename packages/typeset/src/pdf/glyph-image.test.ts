import { type CosDirect, MadeObjects, Stream } from "@quire/cos";
import { encode, type ImageData } from "fast-png";
import { describe, expect, test } from "vitest";
import { glyphImage } from "./glyph-image.ts";

/** Returns the samples of the image and of its soft mask. */
function samplesOf(png: Uint8Array): { rgb: number[]; alpha: number[] } | undefined {
  const objects = new MadeObjects();
  const image = glyphImage(png, (value: CosDirect) => objects.add(value))?.value;
  if (!(image instanceof Stream)) {
    return undefined;
  }
  expect([image.dict.number("Width"), image.dict.number("Height"), image.dict.name("ColorSpace")]).toEqual([
    2,
    1,
    "DeviceRGB",
  ]);
  const mask = image.dict.stream("SMask");
  expect(mask?.dict.name("ColorSpace")).toBe("DeviceGray");
  return { rgb: [...image.bytes.encoded()], alpha: [...(mask?.bytes.encoded() ?? [])] };
}

const png = (channels: number, data: number[], more: Partial<ImageData> = {}): Uint8Array =>
  encode({ width: 2, height: 1, depth: 8, channels, data: new Uint8Array(data), ...more });

describe("an image of a PNG", () => {
  test.each([
    ["gray", png(1, [10, 20]), [10, 10, 10, 20, 20, 20], [255, 255]],
    ["gray with alpha", png(2, [10, 1, 20, 2]), [10, 10, 10, 20, 20, 20], [1, 2]],
    ["RGB", png(3, [1, 2, 3, 4, 5, 6]), [1, 2, 3, 4, 5, 6], [255, 255]],
    ["RGB with alpha", png(4, [1, 2, 3, 9, 4, 5, 6, 8]), [1, 2, 3, 4, 5, 6], [9, 8]],
  ])("in %s", (_, file, rgb, alpha) => {
    expect(samplesOf(file)).toEqual({ rgb, alpha });
  });

  test("of more than eight bits, or of a damaged file, there is none", () => {
    const deep = encode({ width: 2, height: 1, depth: 16, channels: 3, data: new Uint16Array(6) });
    const whole = png(3, [1, 2, 3, 4, 5, 6]);
    expect(samplesOf(deep)).toBeUndefined();
    expect(samplesOf(whole.subarray(0, 30))).toBeUndefined();
    expect(samplesOf(new Uint8Array(0))).toBeUndefined();
  });
});
