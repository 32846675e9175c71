import { describe, expect, test } from "vitest";
import type { Line, PageLines, Word } from "../../../words.ts";
import { lineOf, pageOf, textAt, wordAt } from "../../testing/pages.ts";
import { allElements, type Element, elementsOf, readTree, textOf } from "../../testing/read-html.ts";
import { writeLayoutHtml } from "./layout-html.ts";

const imageUrl = (): string => "data:image/png;base64,AAAA";

const written = (...pages: readonly PageLines[]): string => [...writeLayoutHtml(pages)].join("");

const spansOf = (...lines: readonly Line[]): Element[] => elementsOf(written(pageOf(lines)), "tspan");

test("a page is a drawing of its size, and its text stands where it does on the page", () => {
  const html = written(pageOf([textAt(72, 100, "Hello world")]));
  expect(html).toContain(
    '<section data-page="1">\n<svg width="595pt" height="842pt" viewBox="0 0 595 842" font-family="sans-serif">',
  );
  expect(html).toContain(
    '<text><tspan x="72" y="100" textLength="55" lengthAdjust="spacingAndGlyphs" font-size="10">Hello world</tspan></text>',
  );
});

test("runs of other looks are placed separately, with spaces between them for those who copy", () => {
  const words = [
    wordAt(72, 100, { text: "a" }),
    wordAt(82, 100, { text: "b", isBold: true, color: 0xff_00_00 }),
    wordAt(87, 100, { text: "c", isJoined: true }),
  ];
  const [line] = elementsOf(written(pageOf([lineOf(words)])), "text");
  expect(line === undefined ? "" : textOf(line)).toBe("a bc");
  expect(
    spansOf(lineOf(words)).map(({ attributes }) => [attributes["x"], attributes["font-weight"], attributes["fill"]]),
  ).toEqual([
    ["72", undefined, undefined],
    ["82", "bold", "#ff0000"],
    ["87", undefined, undefined],
  ]);
});

test("words that are read from right to left stand each at their own place", () => {
  const words = [wordAt(120, 100, { text: "שלום" }), wordAt(72, 100, { text: "עולם" })];
  expect(spansOf(lineOf(words)).map(({ attributes }) => attributes["x"])).toEqual(["120", "72"]);
});

describe("rotated text", () => {
  const box: Partial<Word> = { xMin: 100, yMin: 200, xMax: 110, yMax: 250 };

  test.each([
    // x and y are turned by the transformation back onto the page: to (102, 200), (110, 202) and (108, 250).
    [90, "rotate(90)", "200", "-102", "50"],
    [180, "rotate(180)", "-110", "-210", "10"],
    [270, "rotate(270)", "-250", "108", "50"],
  ] as const)("of %i degrees is drawn as it stands", (rotation, transform, x, y, length) => {
    const html = written(pageOf([lineOf([wordAt(0, 0, { text: "side", ...box })], rotation)]));
    const [line] = elementsOf(html, "text");
    const [span] = elementsOf(html, "tspan");
    expect(line?.attributes["transform"]).toBe(transform);
    expect(span?.attributes).toMatchObject({ x, y, textlength: length });
  });
});

test("links surround their words", () => {
  const links = [{ xMin: 70, yMin: 90, xMax: 100, yMax: 104, uri: "https://example.org/?a&b", page: undefined }];
  const html = written(pageOf([textAt(72, 100, "Hello world")], { links }));
  const [link] = elementsOf(html, "a");
  expect(link?.attributes["href"]).toBe("https://example.org/?a&b");
  expect(link === undefined ? "" : textOf(link)).toBe("Hello");
  const unsafe = links.map((each) => ({ ...each, uri: "javascript:alert(1)" }));
  expect(elementsOf(written(pageOf([textAt(72, 100, "Hello")], { links: unsafe })), "a")).toEqual([]);
});

test("fields and lines are drawn, and light type without a dark field is dark", () => {
  const shape = {
    xMin: 70,
    yMin: 90,
    xMax: 110,
    yMax: 104,
    fill: 0x00_00_80,
    stroke: undefined,
    isRectangle: true,
    isArtifact: false,
    markedContentId: -1,
  };
  const rule = { xMin: 70, yMin: 110, xMax: 300, yMax: 111, thicknessPt: 1, color: 0x33_33_33, isArtifact: false };
  const light = { text: "light", color: 0xff_ff_ff };
  const page = pageOf([lineOf([wordAt(72, 100, light)]), lineOf([wordAt(72, 200, light)])], {
    shapes: [shape],
    rules: [rule],
  });
  const html = written(page);
  expect(html).toContain('<rect x="70" y="90" width="40" height="14" fill="#000080"/>');
  expect(html).toContain('<line x1="70" y1="110.5" x2="300" y2="110.5" stroke="#333333" stroke-width="1"/>');
  expect(elementsOf(html, "tspan").map(({ attributes }) => attributes["fill"])).toEqual(["#ffffff", undefined]);
});

test("images are drawn where their data is given", () => {
  const images = [
    {
      xMin: 10,
      yMin: 20,
      xMax: 110,
      yMax: 70,
      index: 1,
      widthPx: 2,
      heightPx: 1,
      isArtifact: false,
      markedContentId: -1,
    },
  ];
  const html = [...writeLayoutHtml([pageOf([], { images })], { imageUrl })].join("");
  expect(html).toContain(
    '<image x="10" y="20" width="100" height="50" href="data:image/png;base64,AAAA" preserveAspectRatio="none"/>',
  );
  expect(written(pageOf([], { images }))).not.toContain("<image");
});

test("nothing in it needs more than the policy allows: no style, no script, and all text is text", () => {
  const words = ['<script>alert("1")</script>', "&amp;", "\u0000x"].map((text, index) =>
    wordAt(72, 100 + 20 * index, { text }),
  );
  const html = written(pageOf(words.map((word) => lineOf([word]))));
  const elements = allElements(readTree(html));
  expect(elements.filter(({ name }) => name === "script" || name === "style")).toEqual([]);
  expect(
    elements
      .flatMap(({ attributes }) => Object.keys(attributes))
      .filter((name) => name === "style" || name.startsWith("on")),
  ).toEqual([]);
  expect(elementsOf(html, "tspan").map(textOf)).toEqual(['<script>alert("1")</script>', "&amp;", "x"]);
});

test("pages come one by one", () => {
  const pieces = [...writeLayoutHtml([pageOf([]), pageOf([], { page: 2 })], { title: "T" })];
  expect(pieces).toHaveLength(4);
  expect(pieces[2]).toMatch(/^<section data-page="2">/);
});
