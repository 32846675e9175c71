import { expect, test } from "vitest";
import { chosen } from "../../../../test/running/sampling.ts";
import type { WatermarkPosition } from "../options.ts";
import { marked, pdfOf } from "../testing/documents.ts";
import { checked, darkBox, drawnByMupdf, drawnByPoppler, reported } from "../testing/programs.ts";

/** Makes a one-page document without contents. "MARK" at 20 pt is a box of 48 by 20. */
const page = (entries: string) => pdfOf({ pages: [`${entries}/Resources<<>>`] });

/** Returns the drawn box in points from the top left of the visible page. */
const drawnBox = (pdf: Uint8Array) => darkBox(drawnByPoppler(pdf)[0]);

/** The box's position on a visible page of 300 by 400. */
const PLACES: readonly [WatermarkPosition, { left: number; top: number }][] = [
  ["center", { left: 126, top: 190 }],
  ["top", { left: 126, top: 36 }],
  ["bottom", { left: 126, top: 344 }],
  ["top-left", { left: 36, top: 36 }],
  ["top-right", { left: 216, top: 36 }],
  ["bottom-left", { left: 36, top: 344 }],
  ["bottom-right", { left: 216, top: 344 }],
];
const boxAt = ({ left, top }: { left: number; top: number }) => ({ left, top, right: left + 48, bottom: top + 20 });

const PAGES: readonly [string, string][] = [
  ["upright", "/MediaBox[0 0 300 400]"],
  ["turned by 90", "/MediaBox[0 0 400 300]/Rotate 90"],
  ["turned by 180", "/MediaBox[0 0 300 400]/Rotate 180"],
  ["turned by -90", "/MediaBox[0 0 400 300]/Rotate -90"],
  ["cropped", "/MediaBox[-50 -60 700 800]/CropBox[100 200 400 600]"],
  ["cropped and turned by 90", "/MediaBox[-50 -60 700 800]/CropBox[100 200 500 500]/Rotate 90"],
  ["cropped and turned by 270", "/MediaBox[0 0 1000 1000]/CropBox[100 900 500 600]/Rotate 270"],
];

test.each(chosen(PAGES, [0, 1, 5]))("the positions on a page that is %s", (_, entries) => {
  const files = PLACES.map(([position]) => marked(page(entries), { position }).pdf);
  expect(files.map(drawnBox)).toEqual(PLACES.map(([, place]) => boxAt(place)));
  const last = files.at(-1) ?? Buffer.alloc(0);
  expect(darkBox(drawnByMupdf(last)[0])).toEqual(drawnBox(last));
  checked(last);
});

test.each([0, 90, 180, 270])("sizes are points where the unit is not one: turned by %s", (rotate) => {
  const box = rotate % 180 === 0 ? "0 0 100 200" : "0 0 200 100";
  const { pdf } = marked(page(`/MediaBox[${box}]/UserUnit 2/Rotate ${rotate}`), { position: "bottom-right" });
  // Poppler does not apply user units: it draws 100 by 200.
  expect(darkBox(drawnByPoppler(pdf)[0])).toEqual({ left: 58, top: 172, right: 82, bottom: 182 });
  expect(darkBox(drawnByMupdf(pdf)[0])).toEqual({ left: 116, top: 344, right: 164, bottom: 364 });
});

test("the diagonal goes from the lower left to the upper right", () => {
  const { pdf } = marked(page("/MediaBox[0 0 300 400]"), { position: "diagonal", text: "MARKMARK" });
  // The text is 96 by 20, at the angle whose sine is 0.8.
  const [width, height] = [96 * 0.6 + 20 * 0.8, 96 * 0.8 + 20 * 0.6];
  const box = darkBox(drawnByPoppler(pdf, 144)[0], 250);
  expect(box?.left).toBeCloseTo(300 - width, -0.5);
  expect((box?.right ?? 0) - (box?.left ?? 0)).toBeCloseTo(width * 2, -0.5);
  expect((box?.bottom ?? 0) - (box?.top ?? 0)).toBeCloseTo(height * 2, -0.5);
  expect((box?.bottom ?? 0) + (box?.top ?? 0)).toBeCloseTo(800, -0.5);
  const [image] = drawnByPoppler(pdf);
  const inked = (left: number, top: number) =>
    image?.samples.some((sample, index) => {
      const [x, y] = [(index % 300) - left, Math.floor(index / 300) - top];
      return sample < 128 && x >= 0 && x < 100 && y >= 0 && y < 100;
    });
  // The points are around the middle, from the upper left.
  expect([inked(30, 80), inked(170, 80), inked(30, 220), inked(170, 220)]).toEqual([false, true, true, false]);
});

const turned = (position: WatermarkPosition, rotationDegrees: number) =>
  drawnBox(marked(page("/MediaBox[0 0 300 400]"), { position, rotationDegrees }).pdf);

test("a text that is turned stands at the margins with the box around it", () => {
  expect(turned("top-left", 90)).toEqual({ left: 36, top: 36, right: 56, bottom: 84 });
  expect(turned("bottom-right", -90)).toEqual({ left: 244, top: 316, right: 264, bottom: 364 });
  expect(turned("diagonal", 0)).toEqual(boxAt({ left: 126, top: 190 }));
  expect(turned("top", 360 * 5 + 180)).toEqual(boxAt({ left: 126, top: 36 }));
});

test("rotation is counter-clockwise, as the page is seen", () => {
  const upwards = marked(page("/MediaBox[0 0 400 300]/Rotate 90"), { rotationDegrees: 90, text: "M   K" }).pdf;
  const words = [...reported("pdftotext", ["-bbox", "%", "-"], upwards).text.matchAll(/yMin="([\d.]+)".*>(\w)</g)];
  const [first, second] = words.map(([, y, word]) => ({ y: Number(y), word }));
  expect(words.length).toBe(2);
  const m = first?.word === "M" ? first : second;
  const k = first?.word === "K" ? first : second;
  expect(m?.y).toBeGreaterThan(k?.y ?? Number.NaN);
});

const long = "a long text, wider than the page";

const drawn = (position: WatermarkPosition) => {
  const { pdf, warnings } = marked(page("/MediaBox[0 0 300 400]"), { position, text: long });
  expect(warnings).toEqual(["text_clipped"]);
  return drawnBox(pdf);
};

test("a text that is too wide keeps its size, and overhangs on the side away from its anchor", () => {
  expect(drawn("center")).toEqual({ left: 0, top: 190, right: 300, bottom: 210 });
  expect(drawn("top-left")).toEqual({ left: 36, top: 36, right: 300, bottom: 56 });
  expect(drawn("bottom-right")).toEqual({ left: 0, top: 344, right: 264, bottom: 364 });
});

const shrunk = (position: WatermarkPosition, text: string) => {
  const { pdf, warnings } = marked(page("/MediaBox[0 0 300 400]"), { position, text, fit: true });
  const box = darkBox(drawnByPoppler(pdf, 288)[0], 200);
  const [width, height] = [(box?.right ?? 0) - (box?.left ?? 0), (box?.bottom ?? 0) - (box?.top ?? 0)];
  return { warnings, width: width / 4, height: height / 4 };
};

test("a text is shrunk to 95 % of the room there is, not below 8 pt, and this is reported", () => {
  expect(shrunk("center", "M".repeat(26)).width).toBeCloseTo(285, 0);
  expect(shrunk("center", "M".repeat(26)).warnings).toEqual(["text_shrunk"]);
  expect(shrunk("top", "M".repeat(26)).width).toBeCloseTo(228 * 0.95, 0);
  expect(shrunk("top", "MARK")).toMatchObject({ warnings: [], width: 48 });
  expect(shrunk("diagonal", "M".repeat(60)).width).toBeCloseTo(285, -0.5);
  const smallest = shrunk("center", "M".repeat(100));
  expect(smallest).toMatchObject({ warnings: ["text_shrunk", "text_clipped"], width: 300 });
  expect(smallest.height).toBeCloseTo(8, 0);
});

test("the smallest and the largest pages", () => {
  const small = marked(page("/MediaBox[0 0 3 3]"), { position: "bottom-left", fit: true });
  expect(small.warnings).toEqual(["text_shrunk", "text_clipped"]);
  // The margin is 0.75 points, at 72 pixels a point.
  const box = darkBox(drawnByPoppler(small.pdf, 72 * 72)[0]);
  expect(box).toMatchObject({ left: 54, bottom: 162, right: 216 });
  const large = marked(page("/MediaBox[0 0 14400 14400]"), { position: "top-right", sizePt: 200 });
  expect(darkBox(drawnByPoppler(large.pdf, 3.6)[0])).toEqual({ left: 694, top: 2, right: 718, bottom: 12 });
});

test("boxes larger than all numbers", () => {
  for (const entries of [
    "/MediaBox[-1e38 -1e38 1e38 1e38]",
    `/MediaBox[0 0 ${"9".repeat(300)} ${"9".repeat(300)}]`,
    "/MediaBox[0 0 300 400]/UserUnit 0.000000000000000000000000000000000001",
    "/MediaBox[0 0 300 400]/UserUnit 99999999999999999999999999999999999999",
  ]) {
    for (const position of ["diagonal", "top-right"] as const) {
      const { pdf } = marked(page(entries), { position, fit: true });
      expect(reported("qpdf", ["--check", "%"], pdf).text).toContain("No syntax or stream encoding errors");
      const content = reported("qpdf", ["--qdf", "%", "-"], pdf).text;
      expect(content).toMatch(/q( -?[\d.]+){6} cm/);
    }
  }
});

const STRIP = { leftPt: 30, rightPt: 50, bottomPt: 10, heightPt: 40 };

test.each(chosen(PAGES, [0, 6]))("in a strip: %s", (_, entries) => {
  const boxes = (["left", "center", "right"] as const).map((align) =>
    drawnBox(marked(page(entries), { position: { ...STRIP, align } }).pdf),
  );
  // The box is centred in the height; 220 of the width is left.
  expect(boxes).toEqual([30, 116, 202].map((left) => boxAt({ left, top: 360 })));
});

test("a text in a strip is marked as a footer", () => {
  const content = (position: WatermarkPosition | (typeof STRIP & { align: "left" })) =>
    reported("qpdf", ["--qdf", "%", "-"], marked(page("/MediaBox[0 0 300 400]"), { position }).pdf).text;
  expect(content({ ...STRIP, align: "left" })).toContain("/Subtype /Footer");
  expect(content("bottom")).toContain("/Subtype /Watermark");
});
