import { describe, expect, test } from "vitest";
import { pdfOf } from "../documents/made-documents.ts";
import { colourName, decodeImage, difference, drawByPoppler } from "./image-facts.ts";
import type { RenderBench } from "./render-bench.ts";

/*
 * Annotations that are lines between points and have no appearance stream: Line, Polygon and PolyLine (ISO 32000-2,
 * 12.5.6.7 and 12.5.6.9). The page of most tests is 200 x 200 points.
 */

export function describeLineAnnotations(bench: () => RenderBench): void {
  describe("a line annotation without an appearance stream", () => {
    test.each([
      ["a Polygon", `/Subtype /Polygon ${TRIANGLE} /C [1 0 0] /IC [0 0 1] /BS << /W 12 >>`, "red", "blue"],
      [
        "a Polygon with half its opacity",
        `/Subtype /Polygon ${TRIANGLE} /CA 0.5 /C [1 0 0] /IC [0 0 1] /BS << /W 12 >>`,
        "light red",
        "light blue",
      ],
      [
        "a Polygon that is not filled",
        `/Subtype /Polygon ${TRIANGLE} /C [0 1 0] /IC [] /Border [0 0 12]`,
        "green",
        "white",
      ],
      ["a Polygon without colours", `/Subtype /Polygon ${TRIANGLE} /BS << /W 12 >>`, "black", "white"],
      ["a Polygon in greys", `/Subtype /Polygon ${TRIANGLE} /C [0] /IC [0.5] /BS << /W 12 >>`, "black", "grey"],
      ["a PolyLine", `/Subtype /PolyLine ${TRIANGLE} /C [1 0 0] /IC [0 0 1] /BS << /W 12 >>`, "red", "white"],
      ["a Line", "/Subtype /Line /L [30 30 170 30] /C [0 0 1] /IC [1 0 0] /BS << /W 12 >>", "blue", "white"],
      ["a hidden one", `/Subtype /Polygon ${TRIANGLE} /F 2 /IC [0 0 1] /BS << /W 12 >>`, "white", "white"],
      ["one with the flag NoView", `/Subtype /Polygon ${TRIANGLE} /F 32 /IC [0 0 1] /BS << /W 12 >>`, "white", "white"],
      [
        "one whose points are none",
        "/Subtype /Line /L [(a) 1e39 -1e39 99999999999999999999] /BS << /W 12 >>",
        "white",
        "white",
      ],
    ])("is drawn as Poppler draws it: %s", async (_, entries, edge, middle) => {
      const { path, other } = await draw(bench(), "/MediaBox [0 0 200 200]", entries);
      expect(await difference(path, other)).toBeLessThan(0.05);
      const pixels = await decodeImage(path);
      expect([colourName(pixels.at(0.5, 0.85)), colourName(pixels.at(0.5, 0.5))]).toEqual([edge, middle]);
    });

    test.each([
      "/MediaBox [0 0 200 200] /Rotate 90",
      "/MediaBox [0 0 600 400] /CropBox [10 20 210 180] /Rotate 270",
      "/MediaBox [-50 -50 200 200] /CropBox [20 20 150 180] /Rotate 180",
      "/MediaBox [0 0 200 200] /UserUnit 2",
    ])("lies where Poppler draws it on a page with %s", async (page) => {
      const { path, other } = await draw(
        bench(),
        page,
        `/Subtype /Polygon ${TRIANGLE} /C [1 0 0] /IC [0 0 1] /BS << /W 12 >>`,
      );
      expect(await difference(path, other)).toBeLessThan(0.05);
      expect((await decodeImage(path)).inked).toBeGreaterThan(2000);
    });

    test("lies between the annotations before and after it", async () => {
      const square = "<< /Type /Annot /Subtype /Square /Rect [40 10 120 60] /C [0 1 0] /IC [0 1 0] >>";
      const line = `<< /Type /Annot ${RECT} /Subtype /Line /L [30 30 170 30] /C [0 0 1] /BS << /W 12 >> >>`;
      for (const [annots, expected] of [
        ["6 0 R 7 0 R", "blue"],
        ["7 0 R 6 0 R", "green"],
      ] as const) {
        const page = { attributes: `/MediaBox [0 0 200 200] /Annots [${annots}]` };
        const { path } = await bench().renderOne(await bench().made(pdfOf([page], [square, line])));
        expect(colourName((await decodeImage(path)).at(0.5, 0.85))).toBe(expected);
        await bench().renewOutput();
      }
    });

    test("is left alone when it has an appearance stream", async () => {
      const stream =
        "<< /Subtype /Form /BBox [0 0 200 200] /Length 26 >>\nstream\n0 1 0 rg 0 0 200 200 re f \nendstream";
      const annotation = `<< /Type /Annot ${RECT} /Subtype /Polygon ${TRIANGLE} /C [1 0 0] /AP << /N 7 0 R >> >>`;
      const page = { attributes: "/MediaBox [0 0 200 200] /Annots [6 0 R]" };
      const { path } = await bench().renderOne(await bench().made(pdfOf([page], [annotation, stream])));
      expect(colourName((await decodeImage(path)).at(0.2, 0.2))).toBe("green");
    });

    test("is drawn on every page that shows it", async () => {
      const annotation = `<< /Type /Annot ${RECT} /Subtype /Polygon ${TRIANGLE} /IC [0 0 1] >>`;
      const page = { attributes: "/MediaBox [0 0 200 200] /Annots [8 0 R 8 0 R]" };
      const images = await bench().renderAll(await bench().made(pdfOf([page, page], [annotation])), { pages: [1, 2] });
      const middles = await Promise.all(
        images.map(async ({ path }) => colourName((await decodeImage(path)).at(0.5, 0.5))),
      );
      expect(middles).toEqual(["blue", "blue"]);
    });
  });
}

async function draw(bench: RenderBench, page: string, entries: string): Promise<{ path: string; other: string }> {
  const attributes = `${page} /Annots [6 0 R]`;
  const input = await bench.made(pdfOf([{ attributes }], [`<< /Type /Annot ${RECT} ${entries} >>`]));
  const { path } = await bench.renderOne(input);
  return { path, other: await drawByPoppler(input, { page: 1, dpi: 72, root: bench.path("poppler") }) };
}

const RECT = "/Rect [10 10 190 190]";

/** Its lower edge runs through the lower middle of the page, 0.85 of the way down; the page's middle lies in it. */
const TRIANGLE = "/Vertices [30 30 170 30 100 160]";
