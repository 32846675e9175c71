import { expect, test } from "vitest";
import type { ImageSize } from "../../port.ts";
import { fittedSize, pixelSize, requireDrawable, resolutionOf } from "./image-size.ts";

const A4 = { widthPt: 595.276, heightPt: 841.89 };

test.each([
  [72, [595, 842]],
  [150, [1240, 1754]],
  [300, [2480, 3508]],
  [0.01, [1, 1]],
])("A4 at %d dpi", (dpi, expected) => {
  const { widthPx, heightPx } = pixelSize(A4, { kind: "resolution", dpi });
  expect([widthPx, heightPx]).toEqual(expected);
});

test.each([
  [{ widthPx: 1000 }, [1000, 1414]],
  [{ heightPx: 1000 }, [707, 1000]],
  [{ widthPx: 1000, heightPx: 10 }, [1000, 10]],
  [{}, [595, 842]],
])("A4 in pixels: %j", (sides, expected) => {
  const { widthPx, heightPx } = pixelSize(A4, { kind: "pixels", ...sides });
  expect([widthPx, heightPx]).toEqual(expected);
});

test("a page that is very long and thin is still a pixel wide", () => {
  const thin = { widthPt: 1, heightPt: 1e6 };
  expect(pixelSize(thin, { kind: "pixels", heightPx: 100 })).toEqual({ widthPx: 1, heightPx: 100 });
});

test("the resolution of an image is the one asked for, or the one that its width makes", () => {
  const asked: ImageSize = { kind: "resolution", dpi: 150 };
  expect(resolutionOf(A4, pixelSize(A4, asked), asked)).toBe(150);
  const letter = { widthPt: 612, heightPt: 792 };
  const inPixels: ImageSize = { kind: "pixels", widthPx: 1700, heightPx: 7 };
  expect(resolutionOf(letter, pixelSize(letter, inPixels), inPixels)).toBe(200);
});

test.each([
  ["png", 1_000_000],
  ["jpeg", 65_500],
  ["webp", 16_383],
] as const)("no side of a %s has more than %i pixels", (format, side) => {
  const limits = { format, maxPixels: 2e6 };
  expect(() => requireDrawable(7, { widthPx: side, heightPx: 1 }, limits)).not.toThrow();
  expect(() => requireDrawable(7, { widthPx: 1, heightPx: side }, limits)).not.toThrow();
  expect(() => requireDrawable(7, { widthPx: side + 1, heightPx: 1 }, limits)).toThrow(/Page 7 would be/u);
  expect(() => requireDrawable(7, { widthPx: 1, heightPx: side + 1 }, limits)).toThrow(/Page 7 would be/u);
});

test.each([
  [{ dpi: 300, fits: true, maxPixels: 1e8 }, 300],
  [{ dpi: 300, fits: true, maxPixels: 1e6 }, 101],
  [{ dpi: 300, fits: false, maxPixels: 1e6 }, 300],
  // A pixel for each inch is already too many: nothing fits.
  [{ dpi: 300, fits: true, maxPixels: 50 }, 300],
])("the resolution that fits: %j", ({ dpi, fits, maxPixels }, expected) => {
  const size = fittedSize(A4, { kind: "resolution", dpi, fits }, { format: "pgm", maxPixels });
  expect(size).toMatchObject({ dpi: expected });
});
