import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chosen } from "../../../test/running/sampling.ts";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { Watermark, Watermarker } from "../watermark/port.ts";
import { ask, encryptionOf } from "./documents/document-content.ts";
import { pdfOf } from "./documents/made-documents.ts";

/** Defines the tests that every adapter of `Watermarker` passes. The files are described in test/fixtures/README.md. */
export function describeWatermarker(name: string, makeAdapter: () => Watermarker): void {
  describe(`watermarks by ${name}`, () => {
    let directory: string;
    let output: string;
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "quire-watermarker-"));
      output = join(directory, "result.pdf");
    });
    afterEach(async () => {
      await rm(directory, { recursive: true });
    });

    type Options = Partial<Watermark> & { readonly password?: string; readonly maxBytes?: number };
    const apply = (input: string, { maxBytes = 1e7, ...options }: Options = {}, engineMs = 25_000) =>
      makeAdapter().apply({
        ...PLAIN,
        input,
        output,
        maxBytes,
        ...options,
        signal: new AbortController().signal,
        engineTime: new TimeBudget(engineMs),
      });

    test("are on the pages that are named, with their numbers, and nothing else changes", async () => {
      const text = ["Copy ", { variable: "page" }, " of four"] as const;
      expect(await apply(fixture("four-colours.pdf"), { text, pages: [2, 4] })).toEqual({ warnings: [] });
      expect(await pageTexts(output)).toEqual([
        "Page 1 of four",
        "Page 2 of four Copy 2 of four",
        "Page 3 of four",
        "Page 4 of four Copy 4 of four",
      ]);
      expect(await ask("qpdf", ["--check", output])).toContain("No syntax or stream encoding errors");
      expect(readdirSync(directory)).toEqual(["result.pdf"]);
    });

    test("stand in a strip of the page", async () => {
      const strip = { leftPt: 0, rightPt: 20, bottomPt: 0, heightPt: 30, align: "right" } as const;
      await apply(fixture("line-drawing.pdf"), { position: strip });
      const [, width, height] =
        /<page width="(\S+)" height="(\S+)"/.exec(await ask("pdftotext", ["-bbox", output, "-"])) ?? [];
      const word = /xMin="\S+" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">Draft</;
      const [, top, right, bottom] = word.exec(await ask("pdftotext", ["-bbox", output, "-"])) ?? [];
      expect(Number(right)).toBeCloseTo(Number(width) - 20, -0.5);
      expect((Number(top) + Number(bottom)) / 2).toBeCloseTo(Number(height) - 15, -0.5);
    });

    test("have lines", async () => {
      await apply(fixture("line-drawing.pdf"), { text: ["One\nTwo"] });
      expect(await ask("pdftotext", [output, "-"])).toMatch(/One\nTwo/);
    });

    test("say what could not be done as was asked", async () => {
      const text = ["A\u{10fffd}B"];
      const { warnings } = await apply(fixture("line-drawing.pdf"), { text, fontFamily: "No Such Family" });
      expect(warnings.toSorted()).toEqual(["font_family_unknown", "missing_glyphs"]);
      expect(await ask("pdftotext", [output, "-"])).toContain("AB");
    });

    const protectedFiles = [
      "encrypted-rc4-40.pdf",
      "encrypted-aes-128.pdf",
      "encrypted-aes-256-r6.pdf",
      "encrypted-by-mupdf.pdf",
    ];
    test.each(chosen(protectedFiles, [0, 2]))("keep the protection, whichever password opened it: %s", async (file) => {
      for (const password of ["user", "owner"]) {
        await apply(fixture(file), { password });
        const expected = await encryptionOf(fixture(file), { user: "user" });
        expect(await encryptionOf(output, { user: "user" })).toBe(expected);
        expect(await encryptionOf(output, { owner: "owner" })).toBe(expected);
        expect(await ask("pdftotext", ["-upw", "user", output, "-"])).toContain("Draft");
      }
    });

    test.each([
      { file: "encrypted-aes-128.pdf", options: {}, code: "pdf_encrypted" },
      { file: "encrypted-aes-128.pdf", options: { password: "wrong" }, code: "wrong_password" },
      { file: "encrypted-for-certificate.pdf", options: {}, code: "pdf_encrypted" },
      { file: "README.md", options: {}, code: "invalid_pdf" },
      { file: "line-drawing.pdf", options: { maxBytes: 500 }, code: "document_too_complex" },
    ])("fail with $code, and nothing is left: $file, $options", async ({ file, options, code }) => {
      await expect(apply(fixture(file), options)).rejects.toMatchObject({ code });
      expect(readdirSync(directory)).toEqual([]);
    });

    test("are on damaged documents, too", async () => {
      await apply(fixture("damaged-xref.pdf"));
      expect(await ask("qpdf", ["--check", output])).toContain("No syntax or stream encoding errors");
      expect((await pageTexts(output))[0]).toContain("Draft");
    });

    test("take no more time than there is", async () => {
      const big = join(directory, "big.pdf");
      await writeFile(big, pdfOf(Array.from({ length: 20_000 }, () => ({ attributes: "/MediaBox [0 0 99 99]" }))));
      const pages = Array.from({ length: 20_000 }, (_, index) => index + 1);
      await expect(apply(big, { pages }, 20)).rejects.toMatchObject({ code: "document_too_complex" });
    });

    test("are the same bytes for the same document and text", async () => {
      await apply(fixture("features.pdf"));
      const first = await readFile(output);
      await apply(fixture("features.pdf"));
      expect(await readFile(output)).toEqual(first);
    });
  });
}

const PLAIN: Watermark = {
  text: ["Draft"],
  pages: [1],
  position: "top",
  opacity: 1,
  sizePt: 20,
  colour: [255, 0, 0],
  layer: "over",
  fit: false,
};

const fixture = (name: string): string => join(import.meta.dirname, "../../../test/fixtures", name);

/** Returns the lines of text of each page, from top to bottom. */
async function pageTexts(path: string): Promise<string[]> {
  const text = await ask("pdftotext", ["-layout", path, "-"]);
  return text
    .split("\f")
    .slice(0, -1)
    .map((page) => page.trim().replaceAll(/\s+/g, " "));
}
