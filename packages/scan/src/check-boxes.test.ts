import { expect, test } from "vitest";
import { checkBoxesOf } from "./check-boxes.ts";
import type { GreyImage, PixelBox } from "./grey-image.ts";
import { rotate } from "./rotate.ts";
import { drawnPage, prose } from "./testing/drawn-page.ts";

const MARKS = ["empty", "cross", "tick", "blot", "letter x", "wide cross"] as const;
type Mark = (typeof MARKS)[number];

const X_PT = 72;
const SIDE_PT = 9;
const topPt = (at: number): number => 420 - 24 * at;

/** Returns a check box with its mark, and a label beside it, as operators of a PDF page. */
function checkBox(mark: Mark, at: number, sidePt = SIDE_PT): string {
  const [x, y, s] = [X_PT, topPt(at), sidePt];
  const line = (...points: readonly (readonly [number, number])[]): string =>
    `${points.map(([px, py], index) => `${x + px * s} ${y + py * s} ${index === 0 ? "m" : "l"}`).join(" ")} S`;
  const marks: Record<Mark, string> = {
    empty: "",
    cross: `${line([0, 0], [1, 1])} ${line([0, 1], [1, 0])}`,
    tick: `1.2 w ${line([0.2, 0.5], [0.42, 0.2], [0.85, 0.85])}`,
    blot: `${x + 0.22 * s} ${y + 0.22 * s} ${0.56 * s} ${0.56 * s} re f`,
    "letter x": `BT /F1 ${0.95 * s} Tf ${x + 0.2 * s} ${y + 0.17 * s} Td (X) Tj ET`,
    "wide cross": `1 w ${line([-0.15, -0.2], [1.2, 1.15])} ${line([-0.1, 1.2], [1.15, -0.15])}`,
  };
  return `0.7 w ${x} ${y} ${s} ${s} re S ${marks[mark]}
    BT /F1 ${1.1 * s} Tf ${x + 1.7 * s} ${y + 0.1 * s} Td (is ${mark}) Tj ET`;
}

const form = (dpi: number, sidePt?: number): GreyImage =>
  drawnPage(prose, { dpi, content: MARKS.map((mark, at) => checkBox(mark, at, sidePt)).join("\n") });

const placesOf = (image: GreyImage, dpi: number) =>
  checkBoxesOf(image, dpi).toSorted((a, b) => a.box.yMin - b.box.yMin);

/** Returns the box of a check box, in pixels of the page. */
function boxAt(at: number, dpi: number, sidePt = SIDE_PT): PixelBox {
  const px = (pt: number): number => (pt * dpi) / 72;
  const [top, bottom] = [792 - topPt(at) - sidePt - 0.35, 792 - topPt(at) + 0.35];
  return { xMin: px(X_PT - 0.35), yMin: px(top), xMax: px(X_PT + sidePt + 0.35), yMax: px(bottom) };
}

test.each([
  [150, 9],
  [150, 12],
  [200, 7],
  [200, 9],
  [300, 6],
  [300, 9],
  [300, 14],
])("check boxes at %d dpi, of %d points, are found with what is in them", (dpi, sidePt) => {
  const found = placesOf(form(dpi, sidePt), dpi);
  expect(found.map(({ isChecked }) => isChecked)).toEqual(MARKS.map((mark) => mark !== "empty"));
  for (const [at, { box }] of found.entries()) {
    const drawn = boxAt(at, dpi, sidePt);
    for (const edge of ["xMin", "yMin", "xMax", "yMax"] as const) {
      expect(Math.abs(box[edge] - drawn[edge])).toBeLessThanOrEqual(2);
    }
  }
});

test.each([-1, 1])("check boxes are found on a page askew by %d degree", (degrees) => {
  const skewed = rotate(form(200), degrees).image;
  expect(placesOf(skewed, 200).map(({ isChecked }) => isChecked)).toEqual(MARKS.map((mark) => mark !== "empty"));
});

const at = (row: number): number => 420 - 40 * row;
const text = (value: string, x: number, row: number, sizePt: number): string =>
  `BT /F1 ${sizePt} Tf ${x} ${at(row)} Td (${value}) Tj ET`;

test.each([
  ["letters", ["O D 0 Q B 8 O O", "ODOQ00 D"].map((value, row) => text(value, 72, row, 14)).join("\n")],
  ["large letters", text("O D Q 0 B", 72, 0, 30)],
  ["bullets", [0, 1, 2].map((row) => `72 ${at(row)} 7 7 re f ${text("an item", 86, row, 10)}`).join("\n")],
  ["numbers in boxes", [1, 2, 8].map((n) => `72 ${at(n)} 12 12 re S ${text(String(n), 75, n, 10)}`).join("\n")],
  ["boxes for a letter each", [0, 1, 2, 3].map((n) => `${72 + 14 * n} 420 12 12 re S`).join("\n")],
  [
    "cells of a table",
    [0, 1, 2, 3].map((n) => `72 ${400 + 12 * n} 12 12 re S 84 ${400 + 12 * n} 12 12 re S`).join("\n"),
  ],
  ["crossed cells", "72 400 12 12 re S 72 406 m 84 406 l S 110 400 12 12 re S 116 400 m 116 412 l S"],
  [
    "bricks",
    Array.from({ length: 200 }, (_, n) => `${72 + 20 * (n % 20)} ${400 - 20 * Math.floor(n / 20)} 20 20 re S`).join(
      "\n",
    ),
  ],
  [
    "round boxes",
    "80 400 m 80 403 77 406 74 406 c 71 406 68 403 68 400 c 68 397 71 394 74 394 c 77 394 80 397 80 400 c S",
  ],
  ["open boxes", "72 412 m 72 400 l 84 400 l 84 412 l S 110 412 m 98 412 l 98 400 l 110 400 l S"],
])("%s are no check boxes", (_, content) => {
  for (const dpi of [150, 200, 300]) {
    const page = drawnPage(prose, { dpi, content });
    expect(checkBoxesOf(page, dpi)).toEqual([]);
  }
});

test("letters of a page that was levelled are no check boxes", () => {
  const levelled = rotate(rotate(drawnPage([...prose, ...prose], { dpi: 200 }), 1).image, -1).image;
  expect(checkBoxesOf(levelled, 200)).toEqual([]);
});

test("a filled square is a check box beside outlined ones of its size", () => {
  const content = `0.7 w 72 400 9 9 re S ${text("no", 88, 0.5, 10)} 72 370 9 9 re B ${text("yes", 88, 1.25, 10)}`;
  expect(placesOf(drawnPage(prose, { dpi: 200, content }), 200).map(({ isChecked }) => isChecked)).toEqual([
    false,
    true,
  ]);
});

test.each([
  [1, 1],
  [3, 4000],
  [4000, 3],
])("a picture of %d x %d pixels has none", (widthPx, heightPx) => {
  const image = { widthPx, heightPx, pixels: new Uint8Array(widthPx * heightPx) };
  expect(checkBoxesOf(image, 300)).toEqual([]);
});
