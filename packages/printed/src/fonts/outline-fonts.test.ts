import sharp from "sharp";
import { expect, test } from "vitest";
import { finished } from "../testing/finished.ts";
import { hasBrowser, printed, withBrowser } from "../testing/printing.ts";
import { imagesOf, outputOf } from "../testing/programs.ts";

const HTML =
  '<html lang="zh"><style>body{font:24pt "Noto Sans"}</style><p>中文字体 <b>粗体中文</b> <i>斜體中文</i></p><p>日本語の文章 한국어 문장 😀</p>';
const [before] = hasBrowser ? await printed(HTML) : [];
const given = before ?? Buffer.alloc(0);
const after = before === undefined ? given : finished(given);

const raw = (pdf: Uint8Array): string => outputOf("pdftotext", ["-raw", "%", "-"], pdf).replaceAll(/\s/gu, "");
const greys = (image: Buffer | undefined): Promise<Buffer> => sharp(image).greyscale().blur(1).raw().toBuffer();
const inkOf = (page: Buffer): number => page.reduce((sum, grey) => sum + 255 - grey, 0);

test.skipIf(before === undefined)(`drawn outlines become fonts of their names, emoji stay (${withBrowser})`, () => {
  expect(outputOf("pdffonts", ["%"], given).match(/Type 3/gu)?.length).toBeGreaterThan(5);
  const fonts = outputOf("pdffonts", ["%"], after);
  expect(fonts).toMatch(/NotoSansCJK\S+ +CID TrueType +Custom +yes yes yes/u);
  // The pictures of emoji have colours.
  expect(fonts.match(/Type 3/gu)).toHaveLength(1);
  expect(raw(after)).toBe(raw(given));
  expect(raw(after)).toContain("中文字体粗体中文斜體中文");
  expect(outputOf("qpdf", ["--check", "%"], after)).toContain("No syntax or stream encoding errors");
});

test.skipIf(before === undefined)(`the pages look the same, also bold and slanted (${withBrowser})`, async () => {
  const [drawn, set] = [await greys(imagesOf(given)[0]), await greys(imagesOf(after)[0])];
  expect(set.length).toBe(drawn.length);
  const differences = drawn.map((grey, index) => Math.abs(grey - (set[index] ?? 0)));
  // A glyph in another weight, or none, is a difference of two hundred.
  expect(differences.reduce((most, one) => Math.max(most, one), 0)).toBeLessThan(110);
  expect(inkOf(set) / inkOf(drawn)).toBeGreaterThan(0.95);
  expect(inkOf(set) / inkOf(drawn)).toBeLessThan(1.05);
});
