import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Rasterizer } from "../pdfium/port.ts";
import { buried, cjkDocument, pdfOf, promisingDocument } from "./documents/made-documents.ts";
import {
  colourName,
  cornersOf,
  decodeImage,
  difference,
  drawByPoppler,
  imageFacts,
  pageSizes,
} from "./pictures/image-facts.ts";
import { describeLineAnnotations } from "./pictures/line-annotations.ts";
import { RenderBench } from "./pictures/render-bench.ts";

export interface RasterizerTraits {
  /** Whether text in fonts that a document does not embed is drawn with the service's fonts. */
  readonly hasSystemFonts: boolean;
}

/** Defines the tests that every adapter of `Rasterizer` passes. The files are described in test/fixtures/README.md. */
export function describeRasterizer(name: string, makeRasterizer: () => Rasterizer, traits: RasterizerTraits): void {
  describe(`images by ${name}`, () => {
    let bench: RenderBench;
    beforeEach(async () => {
      bench = await RenderBench.open(makeRasterizer());
    });
    afterEach(async () => {
      await bench[Symbol.asyncDispose]();
    });

    describe("the image of a page", () => {
      test.each([
        ["corner-marks.pdf", 72],
        ["corner-marks.pdf", 150],
        ["line-drawing.pdf", 72],
        ["line-drawing.pdf", 150],
        ["line-drawing.pdf", 300],
      ])("of %s has round(points / 72 * dpi) pixels at %i dpi", async (file, dpi) => {
        const sizes = await pageSizes(fixture(file));
        const pages = sizes.map((_, index) => index + 1);
        const images = await bench.renderAll(fixture(file), { pages, size: { kind: "resolution", dpi } });
        const expected = sizes.map(({ widthPt, heightPt }) => [
          Math.round((widthPt / 72) * dpi),
          Math.round((heightPt / 72) * dpi),
        ]);
        expect(images.map(({ widthPx, heightPx }) => [widthPx, heightPx])).toEqual(expected);
        const facts = await Promise.all(images.map(({ path }) => imageFacts(path)));
        expect(facts.map(({ widthPx, heightPx }) => [widthPx, heightPx])).toEqual(expected);
      });

      test("is rounded from the size that the document gives, not from its nearest binary fraction", async () => {
        const input = await bench.made(pdfOf([{ attributes: "/MediaBox [0 0 612.24 306.24]" }]));
        const { widthPx, heightPx } = await bench.renderOne(input, { size: { kind: "resolution", dpi: 150 } });
        expect([widthPx, heightPx]).toEqual([1276, 638]);
      });

      test.each([
        [{ widthPx: 90 }, [90, 45]],
        [{ heightPx: 90 }, [180, 90]],
        [{ widthPx: 33, heightPx: 77 }, [33, 77]],
      ])("has the size asked for with %j", async (sides, expected) => {
        const { widthPx, heightPx, path } = await bench.renderOne(fixture("corner-marks.pdf"), {
          size: { kind: "pixels", ...sides },
        });
        expect([widthPx, heightPx]).toEqual(expected);
        const pixels = await decodeImage(path);
        expect(cornersOf(pixels)).toEqual(["red", "green", "blue", "yellow"]);
      });

      test.each([
        [1, ["red", "green", "blue", "yellow"]],
        [2, ["blue", "red", "yellow", "green"]],
        [3, ["red", "green", "blue", "yellow"]],
        [4, ["green", "yellow", "red", "blue"]],
        [5, ["yellow", "blue", "green", "red"]],
      ])("shows the visible area upright: page %i of corner-marks.pdf", async (page, expected) => {
        const { path } = await bench.renderOne(fixture("corner-marks.pdf"), { pages: [page] });
        expect(cornersOf(await decodeImage(path))).toEqual(expected);
      });

      test.each(["four-colours.pdf", "corner-marks.pdf"])("of %s looks as Poppler draws it", async (file) => {
        const pages = (await pageSizes(fixture(file))).map((_, index) => index + 1);
        for await (const image of bench.render(fixture(file), { pages })) {
          const root = bench.path("poppler");
          const other = await drawByPoppler(fixture(file), { page: image.page, dpi: 72, root });
          expect(await difference(image.path, other)).toBeLessThan(0.05);
        }
      });

      test("shows annotations and form values, those without an appearance too, and nothing hidden", async () => {
        const { path } = await bench.renderOne(fixture("drawn-on.pdf"), { size: { kind: "resolution", dpi: 150 } });
        const pixels = await decodeImage(path);
        const places = [30, 80, 130].map((x) => colourName(pixels.at(x / 300, 0.5)));
        expect(places).toEqual(["green", "white", "blue"]);
        // Ten letters M of 40 pt, cut off by a box of 130 x 60 pt; the rest of the ink is the two squares.
        const squares = 2 * ((40 * 150) / 72) * ((60 * 150) / 72);
        expect(pixels.inked - squares).toBeGreaterThan(1000);
      });

      test("is white where nothing is drawn, or transparent when that is asked for", async () => {
        const { path } = await bench.renderOne(fixture("four-colours.pdf"));
        expect(await imageFacts(path)).toMatchObject({ channels: "srgb" });
        expect((await decodeImage(path)).at(0.01, 0.01)).toEqual([255, 255, 255, 255]);

        await bench.renewOutput();
        const other = await bench.renderOne(fixture("four-colours.pdf"), { transparent: true });
        expect(await imageFacts(other.path)).toMatchObject({ channels: "srgba" });
        const pixels = await decodeImage(other.path);
        expect(pixels.at(0.01, 0.01)[3]).toBe(0);
        expect(pixels.at(0.5, 0.5)).toEqual([255, 0, 0, 255]);
      });

      test.each(["jpeg", "webp"] as const)("is never transparent as %s", async (format) => {
        const { path } = await bench.renderOne(fixture("four-colours.pdf"), { format, transparent: true });
        expect(colourName((await decodeImage(path)).at(0.01, 0.01))).toBe("white");
      });
    });

    describe("the file", () => {
      test.each([
        ["png", "PNG"],
        ["jpeg", "JPEG"],
        ["webp", "WEBP"],
      ] as const)("is of the type %s", async (format, expected) => {
        const image = await bench.renderOne(fixture("four-colours.pdf"), { pages: [2], format });
        expect(image.path).toBe(join(bench.output, `page_2.${format}`));
        expect(image.sizeBytes).toBe((await stat(image.path)).size);
        expect(await imageFacts(image.path)).toMatchObject({ format: expected, widthPx: 612, heightPx: 792 });
        expect(colourName((await decodeImage(image.path)).at(0.5, 0.5))).toBe("dark green");
      });

      test("is grey, byte by byte, as a PGM for other engines", async () => {
        const image = await bench.renderOne(fixture("four-colours.pdf"), { pages: [2], format: "pgm" });
        expect(image).toMatchObject({ path: join(bench.output, "page_2.pgm"), dpi: 72 });
        expect(image.sizeBytes).toBe("P5\n612 792\n255\n".length + 612 * 792);
        expect(await imageFacts(image.path)).toMatchObject({ format: "PGM", widthPx: 612, heightPx: 792 });
        const coloured = await bench.renderOne(fixture("four-colours.pdf"), { pages: [2] });
        const [red, green, blue] = (await decodeImage(coloured.path)).at(0.5, 0.5);
        const [grey] = (await decodeImage(image.path)).at(0.5, 0.5);
        expect(Math.abs(grey - (0.299 * red + 0.587 * green + 0.114 * blue))).toBeLessThan(2);
      });

      test.each(["jpeg", "webp"] as const)("is smaller with less quality: %s", async (format) => {
        const sizes: number[] = [];
        for (const quality of [10, 60, 95]) {
          const image = await bench.renderOne(fixture("line-drawing.pdf"), { format, quality });
          sizes.push(image.sizeBytes);
          await bench.renewOutput();
        }
        expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
        expect(sizes.at(-1)).toBeGreaterThan(2 * (sizes[0] ?? 0));
      });

      test.each(["png", "jpeg"] as const)("has one channel when the page has no colour: %s", async (format) => {
        const grey = { attributes: "/MediaBox [0 0 99 100]", content: "0.4 g 10 10 50 50 re f" };
        const coloured = { ...grey, content: `${grey.content} 0 0 0.2 rg 98 0 1 1 re f` };
        const input = await bench.made(pdfOf([grey, coloured]));
        const images = await bench.renderAll(input, { pages: [1, 2], format });
        const facts = await Promise.all(images.map(({ path }) => imageFacts(path)));
        expect(facts.map(({ channels }) => channels)).toEqual(["gray", "srgb"]);
        const colours = await Promise.all(images.map(async ({ path }) => (await decodeImage(path)).at(0.3, 0.7)));
        expect(colours.map(([red]) => Math.abs(red - 102) <= 2)).toEqual([true, true]);
      });

      test.each(["png", "jpeg"] as const)("states its resolution: %s", async (format) => {
        const size = { kind: "resolution", dpi: 150 } as const;
        const { path } = await bench.renderOne(fixture("corner-marks.pdf"), { format, size });
        expect(await imageFacts(path)).toMatchObject({ dpi: 150 });
        await bench.renewOutput();
        const half = await bench.renderOne(fixture("corner-marks.pdf"), {
          format,
          size: { kind: "pixels", widthPx: 100 },
        });
        expect(await imageFacts(half.path)).toMatchObject({ dpi: 36 });
      });
    });

    describe("several pages", () => {
      test("come in the order asked for", async () => {
        const images = await bench.renderAll(fixture("four-colours.pdf"), { pages: [3, 1, 4] });
        expect(images.map(({ page, path }) => [page, path])).toEqual(
          [3, 1, 4].map((page) => [page, join(bench.output, `page_${page}.png`)]),
        );
        const colours = await Promise.all(
          images.map(async ({ path }) => colourName((await decodeImage(path)).at(0.5, 0.5))),
        );
        expect(colours).toEqual(["blue", "red", "amber"]);
      });

      test("come as soon as each is done", async () => {
        const input = await bench.made(pdfOf(Array.from({ length: 30 }, () => LETTER)));
        const pages = Array.from({ length: 30 }, (_, index) => index + 1);
        const present: boolean[] = [];
        for await (const image of bench.render(input, { pages })) {
          expect(existsSync(image.path)).toBe(true);
          present.push(existsSync(join(bench.output, "page_30.png")));
        }
        // A reader that is slow for a moment may find that the last ones have arrived meanwhile.
        expect(present.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => false));
        expect(present.at(-1)).toBe(true);
      });

      test("of very different sizes are drawn each in its own", async () => {
        const sides = [3000, 10, 2000, 3000, 1];
        const documents = sides.map((side) => ({
          attributes: `/MediaBox [0 0 ${side} ${side}]`,
          content: "0 0 1 1 re f",
        }));
        const pages = sides.map((_, index) => index + 1);
        const images = await bench.renderAll(await bench.made(pdfOf(documents)), { pages });
        const facts = await Promise.all(images.map(({ path }) => imageFacts(path)));
        expect(facts.map(({ widthPx }) => widthPx)).toEqual(sides);
      });

      test("end when the reader leaves, and the next document is drawn as ever", async () => {
        for await (const { page } of bench.render(fixture("four-colours.pdf"), { pages: [1, 2, 3, 4] })) {
          expect(page).toBe(1);
          break;
        }
        await bench.renewOutput();
        await expect(bench.renderAll(fixture("corner-marks.pdf"), { pages: [2, 3] })).resolves.toHaveLength(2);
        expect(await readdir(bench.output)).toEqual(["page_2.png", "page_3.png"]);
      });

      test("are not begun when the work is stopped before", async () => {
        const signal = AbortSignal.abort(new Error("stopped"));
        await expect(bench.renderAll(fixture("four-colours.pdf"), { signal })).rejects.toThrow("stopped");
        expect(await readdir(bench.output)).toEqual([]);
      });
    });

    describe("a page that is too large", () => {
      test("is refused before any other is drawn", async () => {
        const small = Array.from({ length: 8 }, () => "100 100");
        const input = await bench.made(blankPages(...small, "20000 20000"));
        const images = bench.renderAll(input, { pages: [1, 2, 3, 4, 5, 6, 7, 8, 9] });
        await expect(images).rejects.toMatchObject({ code: "image_too_large", message: /Page 9 .*20000 x 20000/u });
        expect(await readdir(bench.output)).toEqual([]);
      });

      test("follows from its pixels", async () => {
        const input = await bench.made(blankPages("100 100"));
        const size = { kind: "resolution", dpi: 72 } as const;
        await expect(bench.renderAll(input, { size, maxPixels: 9_999 })).rejects.toMatchObject({
          code: "image_too_large",
        });
        await expect(bench.renderAll(input, { size, maxPixels: 10_000 })).resolves.toHaveLength(1);
      });

      test.each([
        ["jpeg", 65_500],
        ["webp", 16_383],
      ] as const)("follows from the longest side of a %s", async (format, side) => {
        const input = await bench.made(blankPages(`4 ${side}`, `4 ${side + 1}`));
        await expect(bench.renderAll(input, { format, pages: [1] })).resolves.toMatchObject([{ heightPx: side }]);
        await expect(bench.renderAll(input, { format, pages: [2] })).rejects.toMatchObject({ code: "image_too_large" });
      });

      test("may be lowered instead, to the highest resolution that there may be", async () => {
        const input = await bench.made(blankPages("100 100", "1000 1000"));
        const size = { kind: "resolution", dpi: 144, fits: true } as const;
        const images = await bench.renderAll(input, { size, pages: [1, 2], format: "pgm", maxPixels: 250_000 });
        expect(images).toMatchObject([
          { dpi: 144, widthPx: 200 },
          { dpi: 36, widthPx: 500 },
        ]);
      });

      test("follows from the requested size, not from its own", async () => {
        const input = await bench.made(blankPages("20000 20000"));
        const images = bench.renderAll(input, { size: { kind: "pixels", widthPx: 50 } });
        await expect(images).resolves.toMatchObject([{ widthPx: 50, heightPx: 50 }]);
      });
    });

    describeLineAnnotations(() => bench);

    test.each([
      "0 0 0 0",
      "100 100 -100 -100",
      "0 0 1e39 1e39",
      "0 0 1e-9 1e-9",
      "0 0 99999999999999999999 1",
      "/A (b)",
    ])("a MediaBox of [%s] gives an image, or is refused", async (mediaBox) => {
      const input = await bench.made(pdfOf([{ attributes: `/MediaBox [${mediaBox}]`, content: "0 0 50 50 re f" }]));
      const outcome = await bench.renderOne(input).catch((error: unknown) => error);
      expect(outcome).toEqual(
        expect.toSatisfy((value) => "path" in value || ["image_too_large", "invalid_pdf"].includes(value.code)),
      );
    });

    test("a page beyond the last is out of range", async () => {
      const images = bench.renderAll(fixture("four-colours.pdf"), { pages: [5] });
      await expect(images).rejects.toMatchObject({ code: "page_out_of_range" });
    });

    test("a page that is counted and is not there is none, and leaves the others alone", async () => {
      const input = await bench.made(promisingDocument());
      await expect(bench.renderAll(input, { pages: [1] })).resolves.toHaveLength(1);
      await expect(bench.renderAll(input, { pages: [2] })).rejects.toMatchObject({
        code: "page_out_of_range",
        message: /Page 2/u,
      });
    });

    test.each(["Helvetica", "Times-Bold", "Courier", "Symbol", "ZapfDingbats", "Unheard-Of"])(
      "text in %s, which is not embedded, is drawn",
      async (font) => {
        const page = { attributes: "/MediaBox [0 0 200 60] /Resources << /Font << /F2 6 0 R >> >>" };
        const text = { ...page, content: "BT /F2 40 Tf 10 15 Td (abcd) Tj ET" };
        const input = await bench.made(pdfOf([text], [`<< /Type /Font /Subtype /Type1 /BaseFont /${font} >>`]));
        expect((await decodeImage((await bench.renderOne(input)).path)).inked).toBeGreaterThan(300);
      },
    );

    test.runIf(traits.hasSystemFonts).each([
      { ordering: "GB1", encoding: "UniGB-UTF16-H", text: "4f60597d" },
      { ordering: "Japan1", encoding: "90ms-RKSJ-H", text: "93fa967b" },
      { ordering: "Korea1", encoding: "UniKS-UTF16-H", text: "d55cad6d" },
    ])("text in a CJK font that is not embedded is drawn: $ordering", async (cjk) => {
      const { path } = await bench.renderOne(await bench.made(cjkDocument(cjk)));
      expect((await decodeImage(path)).inked).toBeGreaterThan(300);
    });

    describe("a document", () => {
      test.each([
        ["locked-aes-256.pdf", "open sesame"],
        ["locked-aes-256.pdf", "owner of all"],
        ["locked-rc4-40.pdf", "open sesame"],
        ["locked-any-script.pdf", "пароль-密码-🔑"],
        ["locked-latin-1.pdf", "pässwörd"],
        ["locked-owner-only.pdf", undefined],
        ["four-colours.pdf", "not needed"],
      ])("%s is drawn with the password %j", async (file, password) => {
        const { path } = await bench.renderOne(fixture(file), { password });
        expect(colourName((await decodeImage(path)).at(0.5, 0.5))).toBe("red");
      });

      test.each([
        ["locked-aes-256.pdf", undefined, "pdf_encrypted"],
        ["locked-aes-256.pdf", "wrong", "wrong_password"],
        ["locked-owner-only.pdf", "wrong", "wrong_password"],
        ["locked-certificate.pdf", undefined, "pdf_encrypted"],
        ["make.ts", undefined, "invalid_pdf"],
      ])("%s with the password %j is refused: %s", async (file, password, code) => {
        await expect(bench.renderAll(fixture(file), { password })).rejects.toMatchObject({ code });
        expect(await readdir(bench.output)).toEqual([]);
      });

      test("is drawn after a repair when it cannot be read without", async () => {
        const input = await bench.made(buried(pdfOf([{ ...LETTER, content: "0 0 1 rg 0 0 612 792 re f" }])));
        const { path } = await bench.renderOne(input);
        expect(colourName((await decodeImage(path)).at(0.5, 0.5))).toBe("blue");
        expect(await readdir(bench.output)).toEqual(["page_1.png"]);
      });

      test("is drawn when its page tree leads nowhere", async () => {
        const whole = pdfOf([{ ...LETTER, content: "0 0 1 rg 0 0 612 792 re f" }]);
        const input = await bench.made(Buffer.from(whole.toString("latin1").replace("/Kids [4", "/Kids [9"), "latin1"));
        const { path } = await bench.renderOne(input);
        expect(colourName((await decodeImage(path)).at(0.5, 0.5))).toBe("blue");
      });
    });
  });
}

const LETTER = { attributes: "/MediaBox [0 0 612 792]", content: "BT /F1 24 Tf 72 700 Td (A page) Tj ET" };

/** Returns blank pages of the sizes `sides`, such as "100 200". */
function blankPages(...sides: readonly string[]): Buffer {
  return pdfOf(sides.map((side) => ({ attributes: `/MediaBox [0 0 ${side}]` })));
}

const fixture = (name: string): string => join(import.meta.dirname, "../../../test/fixtures", name);
