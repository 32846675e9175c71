import { describe, expect, test } from "vitest";
import { commonService } from "./service.ts";
import { type Box, blank, drawn, inkOf, marked, onlyWordOf, pagesWith, wordsOf } from "./watermarks.ts";

/*
 * Contract, section 7: the position of a watermark. The margins are 36 points from the edges of the page as it is seen.
 */

const service = commonService();
const MARGIN_PT = 36;
const SIZE_PT = 24;

const PAGES = [
  { what: "an upright page", attributes: "/MediaBox [0 0 600 800]", seen: [600, 800] },
  { what: "a page turned by 90", attributes: "/MediaBox [0 0 600 800] /Rotate 90", seen: [800, 600] },
  { what: "a page turned by 180", attributes: "/MediaBox [0 0 600 800] /Rotate 180", seen: [600, 800] },
  { what: "a page turned by 270", attributes: "/MediaBox [0 0 600 800] /Rotate 270", seen: [800, 600] },
  { what: "a page turned by -90", attributes: "/MediaBox [0 0 600 800] /Rotate -90", seen: [800, 600] },
  { what: "a landscape page", attributes: "/MediaBox [0 0 800 450]", seen: [800, 450] },
  {
    what: "a cropped page",
    attributes: "/MediaBox [0 0 700 900] /CropBox [30 80 430 680]",
    seen: [400, 600],
  },
  {
    what: "a cropped page turned by 270",
    attributes: "/MediaBox [0 0 700 900] /CropBox [30 80 430 680] /Rotate 270",
    seen: [600, 400],
  },
  {
    what: "a page whose origin is elsewhere",
    attributes: "/MediaBox [-200 300 300 900]",
    seen: [500, 600],
  },
  {
    what: "a page whose CropBox is larger than the page",
    attributes: "/MediaBox [100 100 600 700] /CropBox [0 0 2000 2000]",
    seen: [500, 600],
  },
] as const;

const POSITIONS = [
  { position: "center", across: "middle", down: "middle" },
  { position: "top", across: "middle", down: "start" },
  { position: "bottom", across: "middle", down: "end" },
  { position: "top-left", across: "start", down: "start" },
  { position: "top-right", across: "end", down: "start" },
  { position: "bottom-left", across: "start", down: "end" },
  { position: "bottom-right", across: "end", down: "end" },
] as const;
type Place = (typeof POSITIONS)[number]["across"];

/** Returns where something of `extent` begins on a side of `side` points. */
function startOf(place: Place, extent: number, side: number): number {
  switch (place) {
    case "start":
      return MARGIN_PT;
    case "middle":
      return (side - extent) / 2;
    case "end":
      return side - MARGIN_PT - extent;
  }
}

/**
 * Fails unless the word is where `place` says: exactly in the direction of its line, and roughly in its height, which
 * pdftotext does not report exactly.
 */
function expectPlace(box: Box, [across, down]: readonly [Place, Place], [width, height]: readonly [number, number]) {
  const [wordWidth, wordHeight] = [box.rightPt - box.leftPt, box.bottomPt - box.topPt];
  expect(Math.abs(box.leftPt - startOf(across, wordWidth, width)), `left of ${JSON.stringify(box)}`).toBeLessThan(0.5);
  const topDifference = Math.abs(box.topPt - startOf(down, wordHeight, height));
  expect(topDifference, `top of ${JSON.stringify(box)}`).toBeLessThan(0.1 * SIZE_PT);
}

describe.each(PAGES)("on $what", ({ attributes, seen }) => {
  test.each(POSITIONS)("$position", async ({ position, across, down }) => {
    const page = pagesWith({ attributes });
    const box = await onlyWordOf(await marked(service(), page, { text: "Confidential", position, font_size: SIZE_PT }));
    expect(box.text).toBe("Confidential");
    // The text is not turned: it is wider than it is high.
    expect(box.rightPt - box.leftPt).toBeGreaterThan(4 * SIZE_PT);
    expectPlace(box, [across, down], seen);
  });

  test("diagonal, from the lower left to the upper right", async () => {
    const [width, height] = seen;
    const fields = { text: "HHHHHHH    H", position: "diagonal", font_size: 40, opacity: 1, font_color: "#000000" };
    const ink = inkOf(await drawn(await marked(service(), pagesWith({ attributes }), fields)));
    expect(Math.abs(ink.degrees - (Math.atan2(height, width) * 180) / Math.PI)).toBeLessThan(0.5);
    expect(Math.hypot(ink.centrePt[0] - width / 2, ink.centrePt[1] - height / 2)).toBeLessThan(4);
    // The text begins at the left.
    expect(ink.leanPt).toBeLessThan(-10);
    expect(ink.lengthPt).toBeGreaterThan(200);
  });
});

test.each([
  { position: "top-left", edge: "leftPt", at: 36 },
  { position: "bottom-right", edge: "rightPt", at: 600 - 36 },
] as const)("of several lines, the shorter ones stand where the longest does: $position", async (given) => {
  const { position, edge, at } = given;
  const pdf = await marked(service(), blank(600, 800), { text: "Longest-line\nshort\n\nmiddling", position });
  const words = await wordsOf(pdf);
  expect(words.map(({ text }) => text)).toEqual(["Longest-line", "short", "middling"]);
  for (const word of words) {
    expect(Math.abs(word[edge] - at), word.text).toBeLessThan(0.5);
  }
  const [first, second, third] = words.map(({ topPt }) => topPt);
  // An empty line is as high as any other.
  expect(Number(third) - Number(second)).toBeCloseTo(2 * (Number(second) - Number(first)), 1);
});

test.each(["center", "top", "bottom"])(
  "of several lines, the shorter ones stand in the middle: %s",
  async (position) => {
    const pdf = await marked(service(), blank(600, 800), { text: "Longest-line\r\nshort\rmiddling", position });
    const words = await wordsOf(pdf);
    expect(words.map(({ text }) => text)).toEqual(["Longest-line", "short", "middling"]);
    for (const { leftPt, rightPt, text } of words) {
      expect(Math.abs((leftPt + rightPt) / 2 - 300), text).toBeLessThan(0.5);
    }
  },
);

test.each([
  { rotation: 30, degrees: 30 },
  { rotation: -45.5, degrees: -45.5 },
  { rotation: 360, degrees: 0 },
  { rotation: -360, degrees: 0 },
  { rotation: 0, degrees: 0 },
])("a rotation of $rotation is counter-clockwise, about the middle", async ({ rotation, degrees }) => {
  for (const position of ["diagonal", "center"]) {
    const fields = { text: "HHHHHHH    H", position, rotation, font_size: 40, opacity: 1, font_color: "#000" };
    const page = pagesWith({ attributes: "/MediaBox [0 0 600 800] /Rotate 90" });
    const ink = inkOf(await drawn(await marked(service(), page, fields)));
    expect(Math.abs(ink.degrees - degrees), position).toBeLessThan(0.5);
    expect(Math.hypot(ink.centrePt[0] - 400, ink.centrePt[1] - 300), position).toBeLessThan(4);
    expect(ink.leanPt, position).toBeLessThan(-10);
  }
});

test("turned by 180 degrees, text begins at the right", async () => {
  const fields = { text: "HHHHHHH    H", position: "center", rotation: 180, font_size: 40, opacity: 1 };
  const ink = inkOf(await drawn(await marked(service(), blank(600, 800), { ...fields, font_color: "#000" })));
  expect(Math.abs(ink.degrees)).toBeLessThan(0.5);
  expect(ink.leanPt).toBeGreaterThan(10);
});

test.each(["top-left", "top-right", "bottom-left", "bottom-right"])(
  "turned text keeps the margins, too: %s",
  async (position) => {
    const fields = { text: "HHHHHH", position, rotation: 90, font_size: 40, opacity: 1, font_color: "#000" };
    const { degrees, centrePt, lengthPt } = inkOf(await drawn(await marked(service(), blank(600, 800), fields)));
    expect(Math.abs(degrees)).toBeGreaterThan(89.5);
    const [, y] = centrePt;
    // An H has little room at its sides.
    const edge = position.startsWith("top") ? MARGIN_PT + lengthPt / 2 : 800 - MARGIN_PT - lengthPt / 2;
    expect(Math.abs(y - edge)).toBeLessThan(6);
  },
);

test("the same place on pages of all kinds of one document", async () => {
  const pdf = await marked(service(), pagesWith(...PAGES), {
    text: "Confidential",
    position: "top-right",
    font_size: 24,
  });
  for (const [index, { seen }] of PAGES.entries()) {
    const box = await onlyWordOf(pdf, index + 1);
    expectPlace(box, ["end", "start"], seen);
  }
});
