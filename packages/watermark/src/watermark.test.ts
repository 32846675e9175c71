import { Bounds, CosDocument, pagesOf } from "@quire/cos";
import { InstalledFonts } from "@quire/typeset";
import { expect, test } from "vitest";
import { pdfOf } from "./testing/documents.ts";
import { checked, darkBox, drawnByMupdf, drawnByPoppler, reported } from "./testing/programs.ts";
import type { Watermark } from "./watermark.ts";
import { writeWatermarked } from "./write-marked.ts";

const fonts = InstalledFonts.in(["/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto"]);
const PAGE = "/MediaBox[0 0 400 300]/Resources<<>>";

function watermarked(pdf: Uint8Array, options: Partial<Watermark>) {
  const pieces: Uint8Array[] = [];
  const { warnings } = writeWatermarked(
    CosDocument.open(pdf),
    {
      text: "Watermark",
      pages: [1],
      position: "center",
      opacity: 1,
      sizePt: 24,
      colour: [0, 0, 0],
      layer: "over",
      fit: false,
      fonts,
      ...options,
    },
    { write: (bytes) => void pieces.push(bytes.slice()) },
    new Bounds(),
  );
  return { pdf: Buffer.concat(pieces), warnings };
}

const textOf = (pdf: Uint8Array) => reported("pdftotext", ["-layout", "%", "-"], pdf).text;

test("a text in several scripts is drawn, and read again", () => {
  const text = "Entwurf Ω Проект";
  const { pdf, warnings } = watermarked(pdfOf({ pages: [PAGE] }), { text });
  expect(warnings).toEqual([]);
  expect(checked(pdf)).toContain("No syntax or stream encoding errors");
  expect(textOf(pdf).trim()).toBe(text);
  for (const draw of [drawnByPoppler, drawnByMupdf]) {
    const box = darkBox(draw(pdf)[0]);
    expect(((box?.left ?? 0) + (box?.right ?? 0)) / 2).toBeCloseTo(200, -1);
    expect(((box?.top ?? 0) + (box?.bottom ?? 0)) / 2).toBeCloseTo(150, -1);
  }
});

test("lines stand to the side of their corner", () => {
  const text = "A longer line\nshort";
  const starts = (position: Watermark["position"]) => {
    const { pdf } = watermarked(pdfOf({ pages: [PAGE] }), { text, position, sizePt: 12 });
    const words = [
      ...reported("pdftotext", ["-bbox", "%", "-"], pdf).text.matchAll(
        /xMin="([\d.]+)".*xMax="([\d.]+)".*">([^<]+)<\/word>/g,
      ),
    ];
    // Poppler may read a line as one word.
    const wordAt = (word: string) =>
      words
        .find(([, , , one]) => one?.split(" ").includes(word))
        ?.slice(1, 3)
        .map(Number) ?? [];
    return { left: [wordAt("A")[0], wordAt("short")[0]], right: [wordAt("line")[1], wordAt("short")[1]] };
  };
  const left = starts("top-left").left;
  expect(left[0]).toBeCloseTo(36, 0);
  expect(left[1]).toBeCloseTo(36, 0);
  const right = starts("bottom-right").right;
  expect(right[0]).toBeCloseTo(364, 0);
  expect(right[1]).toBeCloseTo(364, 0);
});

test("each page has its own text, and there is one font for all", () => {
  const pages = Array.from({ length: 12 }, (_, index) => index + 1);
  const { pdf } = watermarked(pdfOf({ pages: pages.map(() => PAGE) }), { pages, text: (page) => `Page ${page} of 12` });
  expect(
    textOf(pdf)
      .split("\f")
      .slice(0, -1)
      .map((text) => text.trim()),
  ).toEqual(pages.map((page) => `Page ${page} of 12`));
  expect(reported("pdffonts", ["%"], pdf).text.trim().split("\n").length).toBe(3);
  const again = watermarked(pdfOf({ pages: pages.map(() => PAGE) }), { pages, text: (page) => `Page ${page} of 12` });
  expect(again.pdf.equals(pdf)).toBe(true);
});

test("characters that no font has are left out and reported", () => {
  const none = String.fromCodePoint(0x10fffd);
  const some = watermarked(pdfOf({ pages: [PAGE] }), { text: `a${none}b` });
  expect(some.warnings).toEqual(["missing_glyphs"]);
  expect(textOf(some.pdf).trim()).toBe("ab");
  const nothing = watermarked(pdfOf({ pages: [PAGE] }), { text: none });
  expect(nothing.warnings).toEqual(["missing_glyphs"]);
  expect(pagesOf(CosDocument.open(nothing.pdf))[0]?.dict.has("Contents")).toBe(false);
  const blank = watermarked(pdfOf({ pages: [PAGE] }), { text: " \n\t" });
  expect(pagesOf(CosDocument.open(blank.pdf))[0]?.dict.has("Contents")).toBe(false);
});

test("a family that is not installed is reported, and another one is used", () => {
  const { pdf, warnings } = watermarked(pdfOf({ pages: [PAGE] }), { fontFamily: "No Such Family" });
  expect(warnings).toEqual(["font_family_unknown"]);
  expect(textOf(pdf).trim()).toBe("Watermark");
});
