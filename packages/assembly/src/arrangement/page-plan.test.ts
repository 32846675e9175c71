import type { PageShape, Rectangle } from "@quire/cos";
import { mappedRectangle } from "@quire/cos";
import { describe, expect, test } from "vitest";
import { PagePlan } from "./page-plan.ts";
import type { Sheet } from "./planned-page.ts";

const box = (left: number, bottom: number, right: number, top: number): Rectangle => ({ left, bottom, right, top });
const page = (change: Partial<PageShape> = {}): PageShape => ({
  cropBox: box(0, 0, 100, 200),
  rotate: 0,
  userUnit: 1,
  ...change,
});
/** A page whose sides are nearly as those of ISO paper. */
const TALL = page({ cropBox: box(0, 0, 100, 140) });
const planOf = (...pages: PageShape[]): PagePlan => new PagePlan(pages);
const ALL_SIDES = (pt: number) => ({ topPt: pt, rightPt: pt, bottomPt: pt, leftPt: pt });
const paper = (widthPt: number, heightPt: number) => ({ widthPt, heightPt });

/** Returns for each page that a sheet shows its index and where it is on the sheet, rounded. */
function shownOn(sheet: unknown): [number, number[]][] {
  return (sheet as Sheet).placements.map(({ pageIndex, matrix, clip }) => {
    const { left, bottom, right, top } = mappedRectangle(matrix, clip);
    return [pageIndex, [left, bottom, right, top].map((side) => Math.round(side * 100) / 100 + 0)];
  });
}

const GRID = { size: "page", orientation: "auto", order: "across", gapPt: 0, marginPt: 0, hasBorder: false } as const;

describe("crops are of the page as it is seen", () => {
  test.each([
    [0, box(10, 10, 90, 170)],
    [90, box(30, 10, 90, 190)],
    [180, box(10, 30, 90, 190)],
    [270, box(10, 10, 70, 190)],
  ] as const)("turned by %i", (rotate, cropBox) => {
    const plan = planOf(page({ rotate }));
    plan.crop([0], { margins: { ...ALL_SIDES(10), topPt: 30 } });
    expect(plan.pages[0]).toMatchObject({ kind: "own", boxes: "cropped", cropBox });
  });

  test("in points whatever the unit, from the upper left, within what was seen", () => {
    const plan = planOf(page({ userUnit: 2, cropBox: box(10, 10, 100, 200) }));
    plan.crop([0], { box: { leftPt: 20, topPt: 20, widthPt: 1000, heightPt: 100 } });
    expect(plan.pages[0]).toMatchObject({ cropBox: box(20, 140, 100, 190) });
    expect(() => plan.crop([0], { margins: ALL_SIDES(50) })).toThrow(
      "nothing is left of page 1, which is 160 by 100 points",
    );
  });
});

test("rotations add up, and a sheet is turned as a page is", () => {
  const plan = planOf(page({ rotate: 270 }), page());
  plan.rotate([0], 180, false);
  plan.rotate([1], 180, true);
  expect(plan.pages.map(({ rotate }) => rotate)).toEqual([90, 180]);
  plan.nUp({ ...GRID, perSheet: 2 });
  plan.rotate([0], 90, false);
  expect(plan.pages.map(({ rotate }) => rotate)).toEqual([90]);
});

test("pages are upright in the largest cells that the sheet allows", () => {
  const plan = planOf(TALL, TALL, page({ cropBox: box(0, 0, 140, 100), rotate: 90 }));
  plan.nUp({ ...GRID, perSheet: 2 });
  expect(plan.pages.map(({ cropBox }) => cropBox)).toEqual([box(0, 0, 140, 100), box(0, 0, 140, 100)]);
  expect(plan.pages.map(shownOn)).toEqual([
    [
      [0, [0, 1, 70, 99]],
      [1, [70, 1, 140, 99]],
    ],
    [[2, [0, 1, 70, 99]]],
  ]);
});

test("sheets on sheets show pages, each with the part that is seen of it", () => {
  const plan = planOf(TALL, TALL, TALL, TALL);
  plan.nUp({ ...GRID, perSheet: 2 });
  plan.crop([0], { margins: { ...ALL_SIDES(0), leftPt: 35 } });
  plan.nUp({ ...GRID, perSheet: 2, size: paper(200, 200) });
  const [sheet] = plan.pages;
  expect((sheet as Sheet).placements.map(({ pageIndex }) => pageIndex)).toEqual([0, 1, 2, 3]);
  expect((sheet as Sheet).placements[0]?.clip.left).toBeCloseTo(50, 6);
  expect(plan.shownPages).toBe(4);
});

test("a spread is cut where it is seen, a sheet too, and each half has what is on it", () => {
  const plan = planOf(page({ rotate: 90 }), TALL, TALL);
  plan.splitSpreads([0, 1, 2], "left_to_right");
  expect(plan.pages.slice(0, 2)).toMatchObject([
    { boxes: "cut", cropBox: box(0, 0, 100, 100) },
    { boxes: "cut", cropBox: box(0, 100, 100, 200) },
  ]);
  plan.take([2, 3]);
  plan.nUp({ ...GRID, perSheet: 2 });
  plan.splitSpreads([0], "right_to_left");
  expect(plan.pages.map(shownOn).map(([shown]) => shown?.[0])).toEqual([2, 1]);
});

test("paper of the page's own size leaves the page as it is", () => {
  const plan = planOf(page());
  const options = { fit: "contain", orientation: "auto", margins: ALL_SIDES(0) } as const;
  plan.scale([0], { ...options, size: paper(200, 100) });
  expect(plan.pages[0]?.kind).toBe("own");
  plan.scale([0], { ...options, size: paper(200, 100), fit: "cover", orientation: "landscape" });
  expect(plan.pages.map(shownOn)).toEqual([[[0, [0, 0, 200, 100]]]]);
});

test("pages of sizes that nobody can show come to sizes that readers do", () => {
  const plan = planOf(page({ cropBox: box(0, 0, 1e300, 1e-300) }));
  plan.insertBlank([1], 1, "page");
  plan.nUp({ ...GRID, perSheet: 2 });
  expect(plan.pages[0]?.cropBox).toEqual(box(0, 0, 14_400, 1));
});
