import { describe, expect, test } from "vitest";
import { PAGE_SIZES } from "../../kernel/lengths.ts";
import type { PaperOptions } from "../../kernel/pages/page-block.ts";
import { breakable, cssString, directionOf, linesOf } from "./css-text.ts";
import { layOutEdges, type PageEdges } from "./margin-boxes.ts";

test.each([
  ["plain – 漢字 😀", '"plain – 漢字 😀"'],
  ['a"b', '"a\\22 b"'],
  ["back\\slash", '"back\\5c slash"'],
  ["two\nlines\r", '"two\\a lines\\d "'],
  ["</style>", '"\\3c /style\\3e "'],
  ["nul\0 half\ud83d", '"nul\ufffd half\ufffd"'],
  ["\u2028", '"\\2028 "'],
])("%j as a string of CSS", (text, css) => {
  expect(cssString(text)).toBe(css);
});

test.each([
  ["Hello שלום", "ltr"],
  ["12 (שלום) abc", "rtl"],
  ["السلام", "rtl"],
  ["漢字", "ltr"],
  ["123", "ltr"],
  ["", "ltr"],
])("the direction of %j is %s", (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

test("long words may break, between characters and not in them", () => {
  const family = "👨‍👩‍👧";
  expect(breakable(`short ${"x".repeat(30)} words`)).not.toContain("\u200b");
  expect(breakable("1".repeat(61))).toBe(["1".repeat(30), "1".repeat(30), "1"].join("\u200b"));
  expect(breakable("e\u0301".repeat(31)).split("\u200b")[0]).toBe("e\u0301".repeat(30));
  expect(breakable("漢".repeat(100) + family.repeat(20))).not.toContain("\u200b");
});

test("lines are counted with their breaks and by their widths", () => {
  const measure = { em: 10, width: 60 };
  expect(linesOf("0123456789", measure)).toBe(1);
  expect(linesOf("01234567890", measure)).toBe(2);
  expect(linesOf("漢字漢字漢字漢", measure)).toBe(2);
  expect(linesOf("a\n\nb", measure)).toBe(3);
  expect(linesOf("abc", { em: 10, width: -5 })).toBe(2);
});

describe("the edges of a page", () => {
  const A4: PaperOptions = {
    page_size: PAGE_SIZES.A4,
    orientation: "portrait",
    margin_top: undefined,
    margin_bottom: undefined,
    margin_left: undefined,
    margin_right: undefined,
  };
  const NONE: PageEdges = { showsPageNumbers: false, headerPt: 0, footerPt: 0 };

  test("without anything to set there is no style sheet", () => {
    const marginsPt = { top: 72, right: 72, bottom: 72, left: 72 };
    expect(layOutEdges(NONE, A4)).toEqual({ css: "", marginsPt, warnings: [] });
  });

  test("a margin that is given counts more than the document's", () => {
    const { css, marginsPt } = layOutEdges(NONE, { ...A4, margin_left: 10 });
    expect([css, marginsPt.left]).toEqual(["@page{margin-left:10.000pt!important;}\n", 10]);
  });

  test("the margin grows with the text, is reported when it was given, and leaves a third of the page", () => {
    const footerText = "word ".repeat(400);
    const some = layOutEdges({ ...NONE, footerText }, A4);
    expect(some.marginsPt.bottom).toBeGreaterThan(100);
    expect(some.warnings).toEqual([]);
    const given = layOutEdges(
      { ...NONE, footerText, headerText: footerText },
      { ...A4, margin_top: 0, margin_bottom: 5 },
    );
    expect(given.warnings.map(({ parameters }) => parameters?.["side"])).toEqual(["top", "bottom"]);
    const { top, bottom } = layOutEdges(
      { ...NONE, footerText, headerText: footerText },
      { ...A4, height: 100 },
    ).marginsPt;
    expect(100 - top - bottom).toBeGreaterThanOrEqual(33);
  });

  test("nothing that a text says is a declaration", () => {
    const { css } = layOutEdges({ ...NONE, footerText: '";color:red;content:"' }, A4);
    expect(css).toContain('content:"\\22 ;color:red;content:\\22 "!important;');
  });

  test("numbers that come later have their room", () => {
    for (const footerText of [undefined, "footer"]) {
      const edges = { ...NONE, footerText, showsPageNumbers: true };
      const [now, later] = [layOutEdges(edges, A4), layOutEdges({ ...edges, numbersComeLater: true }, A4)];
      expect([now.css.includes("counter("), later.css.includes("counter(")]).toEqual([true, false]);
      expect(later.marginsPt).toEqual(now.marginsPt);
      expect(later.css.includes("footer")).toBe(footerText !== undefined);
    }
  });
});
