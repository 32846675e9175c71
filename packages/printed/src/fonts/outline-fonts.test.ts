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

test.skipIf(before === undefined)(`drawn outlines become fonts of their names, emoji stay (${withBrowser})`, () => {
  expect(outputOf("pdffonts", ["%"], given).match(/Type 3/gu)?.length).toBeGreaterThan(5);
  const fonts = outputOf("pdffonts", ["%"], after);
  expect(fonts).toMatch(/NotoSansCJK\S+ +CID TrueType +Custom +yes yes yes/u);
  // The pictures of emoji have colours.
  expect(fonts.match(/Type 3/gu)).toHaveLength(1);
  const raw = (pdf: Uint8Array): string => outputOf("pdftotext", ["-raw", "%", "-"], pdf).replaceAll(/\s/gu, "");
  expect(raw(after)).toBe(raw(given));
  expect(raw(after)).toContain("中文字体粗体中文斜體中文");
  expect(outputOf("qpdf", ["--check", "%"], after)).toContain("No syntax or stream encoding errors");
});

test.skipIf(before === undefined)(`the pages look the same, also bold and slanted (${withBrowser})`, async () => {
  const [one, other] = [imagesOf(given)[0], imagesOf(after)[0]];
  const greys = (image: Buffer | undefined): Promise<Buffer> => sharp(image).greyscale().blur(1).raw().toBuffer();
  const [drawn, set] = [await greys(one), await greys(other)];
  expect(set.length).toBe(drawn.length);
  const differences = drawn.map((grey, index) => Math.abs(grey - (set[index] ?? 0)));
  // A glyph in another weight, or none, is a difference of two hundred.
  expect(differences.reduce((most, one) => Math.max(most, one), 0)).toBeLessThan(110);
});
