import { afterAll, describe, expect, test } from "vitest";
import type { FontFace } from "../fonts/font-face.ts";
import type { InstalledFonts } from "../fonts/installed-fonts.ts";
import { fontsOf, forgetFonts, missingFonts } from "../text/testing/noto-fonts.ts";
import { type TypesetText, typeset } from "../text/typeset.ts";
import { outlinesOf } from "./testing/outlines.ts";
import {
  drawn,
  drawnDocument,
  type Raster,
  reported,
  type ShownPage,
  shownDocument,
  textOfPages,
} from "./testing/shown-document.ts";

afterAll(forgetFonts);

const files = [
  "NotoSans-Regular.ttf",
  "NotoSansArabic-Regular.ttf",
  "NotoSansHebrew-Regular.ttf",
  "NotoSansDevanagari-Regular.ttf",
  "NotoSansThai-Regular.ttf",
  "NotoColorEmoji.ttf",
  "NotoSansCJK-Regular.ttc",
];
const lacking = missingFonts(files);
const why = lacking === undefined ? "" : ` (skipped: ${lacking})`;

const texts = {
  Latin: "Office fluff VERTRAULICH 1/2",
  "marks on Latin letters": "x\u0323\u0302 q\u0303 y",
  Greek: "ΕΜΠΙΣΤΕΥΤΙΚΟ Ελληνικά",
  Cyrillic: "КОНФИДЕНЦИАЛЬНО",
  Chinese: "机密文件",
  Japanese: "社外秘 カタカナ",
  Korean: "대외비 문서",
  Arabic: "سري للغاية",
  "Arabic ligatures": "السلام عليكم لا إله",
  "Arabic vowels": "بِسْمِ اللَّهِ",
  Hebrew: "שלום עולם",
  "Hebrew points": "שָׁלוֹם עֲלֵיכֶם",
  Devanagari: "गोपनीय हिन्दी क्षत्रिय कर्म स्थिति",
  Thai: "ความลับ ที่นี่ น้ำ กำปั่น",
  emoji: "😀👍🏽👨‍👩‍👧🇩🇪❤️",
  "fonts after each other": "Draft 草稿 😀",
  "both directions": "Page 3 עמוד",
};

describe.skipIf(lacking !== undefined)(`fonts of a document${why}`, () => {
  const fonts: InstalledFonts = fontsOf(...files);
  const set = (text: string, sizePt = 36): TypesetText => typeset(text, { fonts, sizePt, align: "left" });

  test.each(Object.entries(texts))("%s comes back as it was written, in any direction", (_, text) => {
    const block = set(text);
    const sidePt = block.widthPt + block.heightPt + 40;
    const page = { widthPt: sidePt, heightPt: sidePt, text: block };
    const pages = ["1 0 0 1 20 20 cm", ".7071 .7071 -.7071 .7071 80 20 cm", `0 1 -1 0 ${sidePt - 20} 20 cm`];
    const pdf = shownDocument(pages.map((before) => ({ ...page, before })));
    expect(textOfPages(pdf)).toEqual([text, text, text]);
  });

  test.each(["Hebrew points", "Arabic vowels", "Arabic ligatures"] as const)(
    "%s come back from a page in Latin",
    (name) => {
      const latin = Array.from({ length: 5 }, () => "Many more letters that run the other way");
      expect(
        textOfPages(onPages(set([...latin, texts[name]].join("\n"))))[0]
          ?.split("\n")
          .at(-1),
      ).toBe(texts[name]);
    },
  );

  test.each(["Latin", "Greek", "Cyrillic", "Chinese", "Korean", "Hebrew", "Arabic", "emoji"] as const)(
    "%s comes back by its glyphs alone",
    (name) => {
      const pdf = shownDocument([pageOf(set(texts[name]))], { withoutActualText: true });
      expect(textOfPages(pdf)).toEqual([texts[name]]);
    },
  );

  test("every font is embedded as a subset, and gives its characters", () => {
    const pdf = onPages(set("Latin 机密 😀"));
    const [, , ...lines] = reported("pdffonts", pdf, "FILE").trim().split("\n");
    expect(lines.map((line) => line.replace(/ +\d+ +\d+$/u, "").replaceAll(/ {2,}/gu, " | "))).toEqual([
      expect.stringMatching(/^[A-Z]{6}\+NotoSans-Regular \| CID TrueType \| Identity-H \| yes yes yes$/u),
      expect.stringMatching(
        /^[A-Z]{6}\+NotoSansCJK\w+-Regular-Identity-H (?:\| )?CID Type 0C \| Identity-H \| yes yes yes$/u,
      ),
      expect.stringMatching(/^\[none\] \| Type 3 \| Custom \| yes no \| yes$/u),
    ]);
  });

  test("qpdf and MuPDF find nothing wrong with a document of all scripts", () => {
    const pdf = onPages(set(Object.values(texts).join("\n"), 12));
    expect(reported("qpdf", pdf, "--check", "FILE")).toContain("No syntax or stream encoding errors found");
    expect(reported("mutool", pdf, "draw", "-q", "-F", "txt", "FILE")).toContain(texts.Latin);
  });

  test.each(Object.keys(texts).filter((name) => !/emoji|fonts/u.test(name)))("%s looks as its outlines do", (name) => {
    const page = pageOf(set(texts[name as keyof typeof texts]));
    const outlines = drawnDocument([page], [`${page.before}\n${outlinesOf(page.text)}`]);
    const [shown, expected] = [drawn(shownDocument([page]), 300), drawn(outlines, 300)];
    expect(inkOf(expected)).toBeGreaterThan(3000);
    // Poppler smooths the edges of glyphs and of paths differently. A point to the side makes it 0.4.
    expect(differenceOf(shown, expected) / inkOf(expected)).toBeLessThan(0.2);
  });

  test("texts of one document share its fonts, and those of 300 pages are small", () => {
    const pages = Array.from({ length: 300 }, (_, index) => pageOf(set(`Page ${index + 1} of 300`, 48)));
    const pdf = shownDocument(pages);
    expect(reported("pdffonts", pdf, "FILE").trim().split("\n")).toHaveLength(3);
    expect(pdf.length).toBeLessThan(100_000);
    expect(textOfPages(pdf)[298]).toBe("Page 299 of 300");
  });

  test.each([
    ["CONFIDENTIAL", 5_000],
    ["机密文件", 8_000],
    ["सुरक्षित", 8_000],
    ["😀", 15_000],
  ])("%s takes few bytes", (text, bytes) => {
    expect(onPages(set(text)).length).toBeLessThan(bytes);
  });

  test("the same texts make the same bytes, and other glyphs another name", () => {
    const all = set(Object.values(texts).join("\n"));
    expect(onPages(all).equals(onPages(all))).toBe(true);
    const names = ["abc", "abd"].map(
      (text) => /[A-Z]{6}\+/u.exec(reported("pdffonts", onPages(set(text)), "FILE"))?.[0],
    );
    expect(new Set(names).size).toBe(2);
  });

  test("an emoji has its colours, where its glyph is, and takes a constant alpha", () => {
    const page = pageOf(set("😀", 60));
    const [opaque, half] = ["", "/Half gs"].map((state) =>
      drawn(shownDocument([{ ...page, before: `1 0 0 rg ${page.before} ${state}` }])),
    );
    expect(pixelAt(opaque, 0.5, 0.3)).toEqual([
      expect.closeTo(252, -1.3),
      expect.closeTo(205, -1.7),
      expect.closeTo(55, -1.9),
    ]);
    expect(pixelAt(half, 0.5, 0.3)[2]).toBeGreaterThan(pixelAt(opaque, 0.5, 0.3)[2] + 60);
    expect(pixelAt(opaque, 0.02, 0.02)).toEqual([255, 255, 255]);
  });

  test("more emoji than a font of images can have make two", () => {
    const face = fonts.faceFor("😀");
    const codes = Array.from({ length: 700 }, (_, index) => 0x1f300 + index);
    const emoji = codes.filter((code) => face?.has(code)).map((code) => `${String.fromCodePoint(code)}\uFE0F`);
    expect(emoji.length).toBeGreaterThan(300);
    const rows = Array.from({ length: 15 }, (_, row) => emoji.slice(20 * row, 20 * (row + 1)).join(""));
    const pdf = shownDocument([pageOf(set(rows.join("\n"), 12))], { withoutActualText: true });
    expect(reported("pdffonts", pdf, "FILE").match(/Type 3/gu)).toHaveLength(2);
    expect(textOfPages(pdf)[0]?.split("\n")).toEqual(rows);
  });
});

test("a font that cannot be subset still leaves a document with the text in it", () => {
  const run = { face: absentFace, direction: "ltr" as const, xPt: 0, widthPt: 20 };
  const glyphs = ["a", "b"].map((text) => ({ glyph: 3, advancePt: 10, offsetXPt: 0, offsetYPt: 0, text }));
  const lines = [{ baselinePt: 5, widthPt: 20, runs: [{ ...run, glyphs }] }];
  const pdf = onPages({ sizePt: 12, widthPt: 20, heightPt: 20, lines, missing: [] });
  expect(reported("qpdf", pdf, "--check", "FILE")).toContain("No syntax or stream encoding errors found");
  expect(textOfPages(pdf)).toEqual(["ab"]);
});

test("a text without lines shows nothing", () => {
  const pdf = onPages({ sizePt: 12, widthPt: 0, heightPt: 0, lines: [], missing: [] });
  expect(reported("qpdf", pdf, "--check", "FILE")).toContain("No syntax or stream encoding errors found");
  expect(textOfPages(pdf)).toEqual([""]);
});

const absentFace: FontFace = {
  path: "/absent.ttf",
  index: 0,
  family: "Absent",
  postScriptName: "Absent (font)",
  glyphs: "truetype",
  unitsPerEm: 1000,
  ascent: 800,
  descent: -200,
  lineGap: 0,
  weight: 400,
  isItalic: false,
  has: () => false,
  read() {
    throw new Error("There is none.");
  },
};

const pageOf = (text: TypesetText): ShownPage & { readonly before: string } => ({
  widthPt: Math.ceil(text.widthPt) + 20,
  heightPt: Math.ceil(text.heightPt) + 20,
  before: "1 0 0 1 10 10 cm",
  text,
});

const onPages = (...blocks: readonly TypesetText[]): Buffer => shownDocument(blocks.map(pageOf));

/** Returns the amount of ink, in black pixels. */
const inkOf = ({ rgb }: Raster): number => rgb.reduce((sum, value) => sum + 255 - value, 0) / (3 * 255);

function differenceOf(one: Raster, other: Raster): number {
  expect([one.widthPx, one.heightPx]).toEqual([other.widthPx, other.heightPx]);
  return one.rgb.reduce((sum, value, index) => sum + Math.abs(value - (other.rgb[index] ?? 0)), 0) / (3 * 255);
}

function pixelAt(raster: Raster | undefined, x: number, y: number): [number, number, number] {
  const { widthPx, heightPx, rgb } = raster ?? { widthPx: 0, heightPx: 0, rgb: Buffer.alloc(0) };
  const at = 3 * (Math.floor(y * heightPx) * widthPx + Math.floor(x * widthPx));
  return [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
}
