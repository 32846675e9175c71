import { expect, test } from "vitest";
import { addWatermark } from "./client.ts";
import { expectFault, expectOk } from "./reply.ts";
import { commonService } from "./service.ts";
import { blank, type Colour, commonest, drawn, isWhite, marked, onlyWordOf, pagesWith } from "./watermarks.ts";

/* Specification: opacity, font_size and font_color; contract: layer. Colours are those that pdftoppm draws. */

const service = commonService();
const LETTER = { text: "H", position: "center", font_size: 200 };

/** Returns the colour of the inside of a letter on white. */
async function colourOf(fields: object): Promise<Colour> {
  const pdf = await marked(service(), blank(300, 300), { ...LETTER, ...fields });
  const colour = commonest(await drawn(pdf), (found) => !isWhite(found));
  if (colour === undefined) {
    throw new Error("The page is white.");
  }
  return colour;
}

function expectNear(colour: Colour, expected: Colour): void {
  const difference = Math.max(...colour.map((value, index) => Math.abs(value - Number(expected[index]))));
  expect(difference, `${colour.join()} for ${expected.join()}`).toBeLessThanOrEqual(2);
}

/** Returns the colour that results from `colour` with `opacity` on white. */
const onWhite = (colour: Colour, opacity: number): Colour => {
  const [red, green, blue] = colour.map((value) => 255 * (1 - opacity) + value * opacity);
  return [red ?? 0, green ?? 0, blue ?? 0];
};

test("without fields for them, grey in 0.3", async () => {
  expectNear(await colourOf({}), onWhite([128, 128, 128], 0.3));
});

test.each([
  { font_color: "#FF0000", colour: [255, 0, 0] },
  { font_color: "#00ff00", colour: [0, 255, 0] },
  { font_color: "#0000Ff", colour: [0, 0, 255] },
  { font_color: "#123456", colour: [0x12, 0x34, 0x56] },
  { font_color: "#f80", colour: [255, 0x88, 0] },
  { font_color: "#000000", colour: [0, 0, 0] },
] as const)("$font_color is exactly that colour when it is opaque", async ({ font_color, colour }) => {
  expect(await colourOf({ font_color, opacity: 1 })).toEqual(colour);
});

test("white on white is not seen", async () => {
  const pdf = await marked(service(), blank(300, 300), { ...LETTER, font_color: "#FFFFFF", opacity: 1 });
  expect(commonest(await drawn(pdf), (colour) => !isWhite(colour))).toBeUndefined();
  expect((await onlyWordOf(pdf)).text).toBe("H");
});

test.each(["0.05", "0.3", "0.5", "1", "1.0", "5e-1", "+.75", " "])("opacity %j of black", async (opacity) => {
  if (opacity === " ") {
    expectFault(await addWatermark(service(), blank(99, 99), { ...LETTER, opacity }), { type: "float_parsing" });
    return;
  }
  expectNear(await colourOf({ font_color: "#000000", opacity }), onWhite([0, 0, 0], Number(opacity)));
});

test("half of red on blue is both", async () => {
  const page = pagesWith({ attributes: "/MediaBox [0 0 300 300]", content: "0 0 1 rg 0 0 300 300 re f" });
  const pdf = await marked(service(), page, { ...LETTER, font_color: "#FF0000", opacity: 0.5 });
  const colour = commonest(await drawn(pdf), ([red]) => red > 0);
  expectNear(colour ?? [0, 0, 0], [127.5, 0, 127.5]);
});

test("where letters of a text lie over each other it is no darker", async () => {
  // A combining long stroke overlay (U+0336) crosses the letter.
  const pdf = await marked(service(), blank(300, 300), {
    ...LETTER,
    text: "H\u0336",
    opacity: 0.5,
    font_color: "#000",
  });
  const darker = commonest(await drawn(pdf), ([red]) => red < 120);
  expect(darker).toBeUndefined();
});

test.each([
  { opacity: 0.04, fault: { type: "greater_than_equal", ctx: { ge: 0.05 } } },
  { opacity: 0, fault: { type: "greater_than_equal", ctx: { ge: 0.05 } } },
  { opacity: -1, fault: { type: "greater_than_equal", ctx: { ge: 0.05 } } },
  { opacity: 1.01, fault: { type: "less_than_equal", ctx: { le: 1 } } },
  { opacity: 30, fault: { type: "less_than_equal", ctx: { le: 1 } } },
  { opacity: "30%", fault: { type: "float_parsing" } },
  { opacity: "NaN", fault: { type: "float_parsing" } },
  { opacity: "Infinity", fault: { type: "float_parsing" } },
])("opacity $opacity is refused", async ({ opacity, fault }) => {
  const reply = await addWatermark(service(), blank(99, 99), { text: "x", opacity });
  expectFault(reply, { ...fault, loc: ["body", "opacity"], input: String(opacity) });
});

test.each(["808080", "#80808", "#8080800", "#80", "#GGGGGG", "grey", "rgb(1,2,3)", "#808080\n", "##808080"])(
  "font_color %j is refused",
  async (font_color) => {
    const reply = await addWatermark(service(), blank(99, 99), { text: "x", font_color });
    expectFault(reply, { type: "string_pattern_mismatch", loc: ["body", "font_color"], input: font_color });
  },
);

/** Returns the width of a word that is written with these fields. */
async function widthIn(fields: object): Promise<number> {
  const word = { text: "Size", position: "center", ...fields };
  const { leftPt, rightPt } = await onlyWordOf(await marked(service(), blank(3000, 500), word));
  return rightPt - leftPt;
}

test("font_size is in points, 48 without it", async () => {
  const widthPt = (await widthIn({ font_size: 8 })) / 8;
  expect(widthPt).toBeGreaterThan(1);
  for (const size of [9, 48, 199, 200]) {
    expect((await widthIn({ font_size: size })) / size).toBeCloseTo(widthPt, 2);
  }
  expect(await widthIn({})).toBeCloseTo(48 * widthPt, 1);
  expect(await widthIn({ font_size: "" })).toBeCloseTo(48 * widthPt, 1);
  expect(await widthIn({ font_size: "100.0" })).toBeCloseTo(100 * widthPt, 1);
});

test("in 100 points a capital letter is some 72 points high", async () => {
  const pdf = await marked(service(), blank(300, 300), { ...LETTER, font_size: 100, opacity: 1, font_color: "#000" });
  const drawing = await drawn(pdf);
  const rows = Array.from({ length: drawing.heightPx }, (_, y) => y).filter((y) =>
    Array.from({ length: drawing.widthPx }, (_, x) => drawing.at(x, y)).some(([red]) => red < 128),
  );
  expect(rows.length).toBeGreaterThan(68);
  expect(rows.length).toBeLessThan(76);
});

test.each([
  { font_size: 7, fault: { type: "greater_than_equal", ctx: { ge: 8 } } },
  { font_size: 0, fault: { type: "greater_than_equal", ctx: { ge: 8 } } },
  { font_size: -48, fault: { type: "greater_than_equal", ctx: { ge: 8 } } },
  { font_size: 201, fault: { type: "less_than_equal", ctx: { le: 200 } } },
  { font_size: 12.5, fault: { type: "int_parsing" } },
  { font_size: "12pt", fault: { type: "int_parsing" } },
  { font_size: "1e2", fault: { type: "int_parsing" } },
])("font_size $font_size is refused", async ({ font_size, fault }) => {
  const reply = await addWatermark(service(), blank(99, 99), { text: "x", font_size });
  expectFault(reply, { ...fault, loc: ["body", "font_size"], input: String(font_size) });
});

/**
 * Returns whether a red letter is seen on each half of a page whose left half is green, when the letter crosses the
 * middle.
 */
async function seenOnHalves(fields: object, content: string): Promise<[left: boolean, right: boolean]> {
  const page = pagesWith({ attributes: "/MediaBox [0 0 300 300]", content });
  const pdf = await marked(service(), page, { ...LETTER, text: "HH", opacity: 1, font_color: "#F00", ...fields });
  const drawing = await drawn(pdf);
  const onLeft = commonest(drawing, (colour, x) => isRed(colour) && x < 149);
  const onRight = commonest(drawing, (colour, x) => isRed(colour) && x > 151);
  expect(commonest(drawing, (colour, x) => !isRed(colour) && x < 149)).toEqual([0, 255, 0]);
  return [onLeft !== undefined, onRight !== undefined];
}

const isRed = ([red, green, blue]: Colour): boolean => red === 255 && green === 0 && blue === 0;

const LEFT_HALF = "0 1 0 rg 0 0 150 300 re f";

test("it lies over the page, or under it", async () => {
  expect(await seenOnHalves({}, LEFT_HALF)).toEqual([true, true]);
  expect(await seenOnHalves({ layer: "over" }, LEFT_HALF)).toEqual([true, true]);
  expect(await seenOnHalves({ layer: "UNDER" }, LEFT_HALF)).toEqual([false, true]);
});

test.each([
  { what: "a state that is never restored", content: `q q 0.01 0 0 0.01 5 5 cm q ${"q ".repeat(30)} Q` },
  { what: "a clip", content: "0 0 5 5 re W n" },
  { what: "restores without a save", content: "Q Q Q 0.5 0 0 0.5 0 0 cm" },
  { what: "an open text object", content: "BT /F1 12 Tf 3 Tr 50 Tz 9 Tw" },
  { what: "a colour, a width and a dash", content: "1 1 0 rg 0 0 1 RG 9 w [1 5] 0 d 1 J" },
])("what the page leaves behind does not matter: $what", async ({ content }) => {
  for (const layer of ["over", "under"]) {
    expect(await seenOnHalves({ layer }, `q ${LEFT_HALF} Q ${content}`)).toEqual([layer === "over", true]);
  }
});

test("another layer is refused", async () => {
  const reply = await addWatermark(service(), blank(99, 99), { text: "x", layer: "between" });
  expectFault(reply, { type: "enum", loc: ["body", "layer"], ctx: { expected: "'over' or 'under'" } });
  expectOk(await addWatermark(service(), blank(99, 99), { text: "x", layer: "" }));
});
