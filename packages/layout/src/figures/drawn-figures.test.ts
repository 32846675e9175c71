import { describe, expect, test } from "vitest";
import type { Box, Rule, Shape } from "../content.ts";
import { type BuiltText, builtLines, builtPage, CODE } from "../testing/built-page.ts";
import { prose, shownPages } from "../testing/shown.ts";

const rule = (xMin: number, yMin: number, xMax: number, yMax: number): Rule => ({
  xMin,
  yMin,
  xMax,
  yMax,
  thicknessPt: 0.5,
  color: 0,
  isArtifact: false,
});

const shape = (box: Box, isRectangle: boolean): Shape => ({
  ...box,
  fill: undefined,
  stroke: 0,
  isRectangle,
  isArtifact: false,
  markedContentId: -1,
});

const curve = (xMin: number, yMin: number, xMax: number, yMax: number): Shape =>
  shape({ xMin, yMin, xMax, yMax }, false);
const frame = (xMin: number, yMin: number, xMax: number, yMax: number): Shape =>
  shape({ xMin, yMin, xMax, yMax }, true);

const label = (text: string, x: number, y: number, rest: Partial<BuiltText> = {}): BuiltText => ({
  text,
  x,
  y,
  sizePt: 8,
  ...rest,
});

/** Axes from 200 to 400 and from 200 to 300, with ticks and a curve. */
const AXES = [
  rule(200, 300, 400, 300),
  rule(200, 200, 200, 300),
  ...[0, 1, 2, 3].map((at) => rule(197, 300 - 30 * at, 203, 300 - 30 * at)),
];
const NUMBERS = [0, 1, 2, 3].map((at) => label(`${at}0`, 184, 303 - 30 * at));
const AROUND = [...builtLines(prose(5)), ...builtLines(prose(5), { y: 370 })];
const CURVE = curve(202, 210, 395, 290);

/** The blocks of a page with so many drawings in rows of twelve. */
const drawings = (count: number): string[] => {
  const places = Array.from({ length: count }, (_, at) => ({
    x: 20 + 90 * (at % 12),
    y: 400 + 90 * Math.floor(at / 12),
  }));
  const shapes = places.flatMap(({ x, y }) => [curve(x, y, x + 50, y + 50), curve(x + 10, y + 10, x + 40, y + 40)]);
  const texts = places.flatMap(({ x, y }) => [label("ab", x + 5, y + 15), label("cd", x + 30, y + 40)]);
  return blocksOf([...AROUND, ...texts], { shapes });
};

describe("a plot", () => {
  const texts = [
    ...AROUND,
    ...NUMBERS,
    label("supply", 320, 230),
    label("tons", 175, 265, { angle: 270 }),
    label("time", 290, 312),
  ];

  test("is one figure, with its labels row by row and those that are turned at the end", () => {
    const lines = shownPages(builtPage(texts, { rules: AXES, shapes: [CURVE] }));
    expect(lines.slice(1, -1)).toEqual([
      "figure undefined",
      "label 30",
      "label supply",
      "label 20 10 00",
      "label time",
      "label tons",
    ]);
    expect(lines).toHaveLength(8);
  });

  test("takes the caption beneath it, which is none of its labels", () => {
    const caption = label("Figure 1: Supply", 200, 330, { sizePt: 10 });
    const lines = shownPages(builtPage([...texts, caption], { rules: AXES, shapes: [CURVE] }));
    expect(lines.slice(1, 4)).toEqual(["figure undefined", "caption Figure 1: Supply", "label 30"]);
  });

  test("with numbers in columns is no table", () => {
    const grid = [1, 2, 3, 4].flatMap((row) =>
      [1, 2, 3].map((at) => label(`${row}${at}`, 150 + 60 * at, 190 + 25 * row)),
    );
    const lines = shownPages(builtPage([...AROUND, ...grid], { rules: AXES, shapes: [CURVE] }));
    expect(lines.filter((line) => /^(?:table|figure)/u.test(line))).toEqual(["figure undefined"]);
  });
});

test("boxes with arrows between them are a figure, and the lines of a box are one label", () => {
  const boxes = [0, 1, 2].map((at) => frame(100 + 130 * at, 200, 200 + 130 * at, 240));
  const arrows = [0, 1].map((at) => rule(200 + 130 * at, 220, 226 + 130 * at, 220));
  const heads = [0, 1].map((at) => curve(225 + 130 * at, 217, 230 + 130 * at, 223));
  const texts = ["Read|the file", "Find|its words", "Write|the page"].flatMap((name, at) =>
    name.split("|").map((text, row) => label(text, 120 + 130 * at, 215 + 12 * row, { sizePt: 10 })),
  );
  const page = builtPage([...AROUND, ...texts], { rules: arrows, shapes: [...boxes, ...heads] });
  expect(shownPages(page).slice(1, -1)).toEqual([
    "figure undefined",
    "label Read the file Find its words Write the page",
  ]);
});

const blocksOf = (
  texts: readonly BuiltText[],
  drawn: { rules?: readonly Rule[]; shapes?: readonly Shape[] },
): string[] => shownPages(builtPage(texts, drawn)).filter((line) => line.startsWith("figure"));

describe("no figure is", () => {
  test("a frame with round corners around a text", () => {
    const texts = [...builtLines(prose(3)), ...builtLines(prose(4), { x: 70, y: 230 })];
    expect(blocksOf(texts, { shapes: [curve(60, 210, 560, 280), curve(60, 210, 75, 225)] })).toEqual([]);
  });

  test("a table with rules on all sides, even with a sign drawn in a cell", () => {
    const rules = [0, 1, 2, 3].flatMap((at) => [
      rule(100, 200 + 20 * at, 400, 200 + 20 * at),
      rule(100 + 100 * at, 200, 100 + 100 * at, 260),
    ]);
    const texts = [0, 1, 2].flatMap((row) =>
      [0, 1, 2].map((at) => label(`Item ${row}${at}`, 110 + 100 * at, 214 + 20 * row, { sizePt: 10 })),
    );
    const tick = curve(180, 206, 188, 214);
    expect(blocksOf([...AROUND, ...texts], { rules, shapes: [tick] })).toEqual([]);
  });

  test("a table with rules on all sides and arrows in its cells", () => {
    const rules = [0, 1, 2, 3].flatMap((at) => [
      rule(100, 200 + 30 * at, 400, 200 + 30 * at),
      rule(100 + 100 * at, 200, 100 + 100 * at, 290),
    ]);
    const texts = [0, 1, 2].flatMap((row) =>
      [0, 1, 2].map((at) => label(`Sign ${row}${at}`, 110 + 100 * at, 219 + 30 * row, { sizePt: 10 })),
    );
    const arrows = [curve(250, 205, 290, 225), curve(350, 205, 390, 225), curve(350, 265, 390, 285)];
    expect(blocksOf([...AROUND, ...texts], { rules, shapes: arrows })).toEqual([]);
  });

  test("a list whose bullets are drawn", () => {
    const texts = [0, 1, 2, 3].map((at) => label(`Item of the list ${at}`, 80, 200 + 14 * at, { sizePt: 10 }));
    const bullets = [0, 1, 2, 3].map((at) => curve(68, 195 + 14 * at, 72, 199 + 14 * at));
    expect(blocksOf([...AROUND, ...texts], { shapes: bullets })).toEqual([]);
  });

  test("a decoration beneath a title", () => {
    const title = [label("A title", 210, 240, { sizePt: 24 }), label("and more", 210, 270, { sizePt: 24 })];
    expect(blocksOf([...AROUND, ...title], { rules: AXES, shapes: [CURVE, curve(380, 200, 400, 230)] })).toEqual([]);
  });

  test("a page of large type over a decoration, in a document of smaller type", () => {
    const texts = [label("Thank you", 210, 240, { sizePt: 24 }), label("all of you", 210, 270, { sizePt: 24 })];
    const drawing = { page: 2, rules: AXES, shapes: [CURVE, curve(380, 200, 400, 230)] };
    const lines = shownPages(builtPage(AROUND), builtPage(texts, drawing));
    expect(lines.filter((line) => line.startsWith("figure"))).toEqual([]);
  });

  test("the few lines that are all text of a page", () => {
    const texts = [label("Thank you", 210, 240, { sizePt: 10 }), label("all of you", 210, 270, { sizePt: 10 })];
    expect(blocksOf(texts, { rules: AXES, shapes: [CURVE, curve(380, 200, 400, 230)] })).toEqual([]);
  });

  test("a bar at the head of a page over a title in large type", () => {
    const title = [label("Thank you", 210, 335, { sizePt: 30 }), label("Questions", 210, 318, { sizePt: 30 })];
    expect(blocksOf([...AROUND, ...title], { rules: AXES, shapes: [CURVE] })).toEqual([]);
  });

  test("one of more drawings than a page has figures", () => {
    expect(drawings(99)).not.toEqual([]);
    expect(drawings(101)).toEqual([]);
  });

  test("a listing in a frame with slanted corners", () => {
    const texts = ["for (const a of b) {", "  take(a, b, c);", "  give(c);", "}"].map((text, at) =>
      label(text, 110, 225 + 12 * at, { font: CODE, advanceEm: 0.6 }),
    );
    const corners = [curve(100, 210, 130, 240), curve(470, 250, 500, 280)];
    expect(blocksOf([...AROUND, ...texts], { shapes: [frame(100, 210, 500, 280), ...corners] })).toEqual([]);
  });
});
