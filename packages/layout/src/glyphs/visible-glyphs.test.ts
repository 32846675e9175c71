import { expect, test } from "vitest";
import { GLYPH } from "../content.ts";
import { builtPage } from "../testing/built-page.ts";
import { visibleGlyphs } from "./visible-glyphs.ts";

const textOf = (content: ReturnType<typeof builtPage>, keepInvisible = false): string =>
  visibleGlyphs(content, { keepInvisible })
    .glyphs.map((glyph) => content.glyphs.text[glyph])
    .join("");

test("glyphs that are clipped, generated or off the page are left out", () => {
  const page = builtPage([
    { text: "seen", x: 50, y: 100 },
    { text: "cut", x: 50, y: 120, flags: GLYPH.clipped },
    { text: "gap", x: 50, y: 140, flags: GLYPH.generated },
    { text: "off", x: 700, y: 100 },
    { text: "above", x: 50, y: -20 },
  ]);
  expect(textOf(page)).toBe("seen");
});

test("invisible glyphs are kept with the option", () => {
  const page = builtPage([{ text: "scan", x: 50, y: 100, flags: GLYPH.invisible }]);
  expect([textOf(page), textOf(page, true)]).toEqual(["", "scan"]);
});

test("a shadow is left out, and equal letters next to each other are not", () => {
  const page = builtPage([
    { text: "llama", x: 50, y: 100 },
    { text: "llama", x: 50.6, y: 100.6 },
  ]);
  expect(textOf(page)).toBe("llama");
});

test("the share of glyphs without Unicode is reported", () => {
  const page = builtPage([
    { text: "abc", x: 50, y: 100 },
    { text: "\uFFFD", x: 90, y: 100, flags: GLYPH.unmapped },
  ]);
  expect(visibleGlyphs(page, { keepInvisible: false }).unmappedShare).toBe(0.25);
});
