import { expect, test } from "vitest";
import type { PageLayout } from "../options.ts";
import { placed } from "./placement.ts";

const LAYOUT: PageLayout = { size: "fit", orientation: "auto", marginPt: 0, fit: "contain", dpi: 72 };
const PAPER = { widthPt: 600, heightPt: 800 };
const image = { widthPx: 400, heightPx: 200, orientation: 1, resolution: undefined };
const resolution = (x: number, y: number, isAbsolute = true) => ({ ...image, resolution: { x, y, isAbsolute } });

/** Returns the sides of the page, then left, bottom, width and height of the image. */
function numbersOf(of: Parameters<typeof placed>[0], layout: Partial<PageLayout> = {}): number[] {
  const { page, image: area } = placed(of, { ...LAYOUT, ...layout });
  const { leftPt, bottomPt, widthPt, heightPt } = area;
  return [page.widthPt, page.heightPt, leftPt, bottomPt, widthPt, heightPt].map((n) => Math.round(n * 1000) / 1000);
}

test.each([
  ["the dpi of the caller", image, [400, 200]],
  ["its own resolution", resolution(144, 144), [200, 100]],
  ["both axes of its own", resolution(144, 72), [200, 200]],
  ["turned by its orientation", { ...resolution(144, 72), orientation: 6 }, [200, 200]],
  ["turned", { ...image, orientation: 8 }, [200, 400]],
  ["the shape of pixels alone", resolution(2, 1, false), [400, 400]],
  ["no resolution that cannot be", resolution(1, 1), [400, 200]],
  ["no dot per millimetre", resolution(25.4, 25.4), [400, 200]],
  ["no shape that cannot be", resolution(600, 72), [400, 200]],
])("a page fits its image by %s", (_, of, [widthPt = 0, heightPt = 0]) => {
  expect(numbersOf(of)).toEqual([widthPt, heightPt, 0, 0, widthPt, heightPt]);
  expect(numbersOf(of, { marginPt: 10 })).toEqual([widthPt + 20, heightPt + 20, 10, 10, widthPt, heightPt]);
});

test("pages are no larger and no smaller than readers take, and keep the shape of their images", () => {
  const huge = { ...image, widthPx: 40_000, heightPx: 20_000 };
  expect(numbersOf(huge)).toEqual([14_400, 7200, 0, 0, 14_400, 7200]);
  expect(numbersOf(huge, { marginPt: 100 })).toEqual([14_400, 7300, 100, 100, 14_200, 7100]);
  expect(numbersOf({ ...image, widthPx: 2, heightPx: 1 })).toEqual([6, 3, 0, 0, 6, 3]);
  expect(numbersOf({ ...image, widthPx: 60_000, heightPx: 1 })).toEqual([14_400, 3, 0, 1.38, 14_400, 0.24]);
  expect(placed(huge, LAYOUT).isBounded).toBe(true);
  expect(placed(image, LAYOUT).isBounded).toBe(false);
});

test.each([
  ["contain", { fit: "contain", marginPt: 50 }, [800, 600, 50, 125, 700, 350], undefined],
  ["cover", { fit: "cover" }, [800, 600, -200, 0, 1200, 600], [0, 0, 800, 600]],
  ["stretch", { fit: "stretch", marginPt: 50 }, [800, 600, 50, 50, 700, 500], undefined],
  ["none", { fit: "none" }, [800, 600, 200, 200, 400, 200], undefined],
  ["portrait", { orientation: "portrait" }, [600, 800, 0, 250, 600, 300], undefined],
] as const)("on paper, %s", (_, layout, expected, clip) => {
  expect(numbersOf(image, { size: PAPER, ...layout })).toEqual(expected);
  const area = placed(image, { ...LAYOUT, size: PAPER, ...layout }).clip;
  expect(area && [area.leftPt, area.bottomPt, area.widthPt, area.heightPt]).toEqual(clip);
});

test("paper lies as its image does, and stays for one that is square", () => {
  const square = { ...image, widthPx: 200 };
  const landscape = { widthPt: 800, heightPt: 600 };
  expect(numbersOf({ ...image, orientation: 6 }, { size: landscape }).slice(0, 2)).toEqual([600, 800]);
  expect(numbersOf(square, { size: landscape }).slice(0, 2)).toEqual([800, 600]);
  expect(numbersOf(square, { size: landscape, orientation: "portrait" }).slice(0, 2)).toEqual([600, 800]);
});
