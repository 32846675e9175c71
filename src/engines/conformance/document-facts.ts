import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { DocumentFacts, PdfFacts } from "../cos/port.ts";
import { buried, pdfFile, pdfOf, promisingDocument } from "./documents/made-documents.ts";
import { pageSizes } from "./pictures/image-facts.ts";

/**
 * Defines the tests that every adapter of `DocumentFacts` passes. The files are described in test/fixtures/README.md.
 */
export function describeDocumentFacts(name: string, makeAdapter: () => DocumentFacts): void {
  describe(`facts by ${name}`, () => {
    let directory: string;

    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "quire-facts-"));
    });
    afterEach(async () => {
      await rm(directory, { recursive: true });
    });

    const inspect = async (
      file: string,
      password?: string,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<PdfFacts> => {
      // A pool may change the owner of its input files.
      const input = join(directory, "input");
      await copyFile(file, input);
      return makeAdapter().inspect({ input, password, signal, engineTime: new TimeBudget(25_000) });
    };
    const made = async (document: Buffer): Promise<string> => {
      const path = join(directory, "made.pdf");
      await writeFile(path, document);
      return path;
    };

    const destinations = async (dests: string): Promise<ReadonlyMap<string, number>> => {
      const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>";
      const input = await made(
        pdfFile([
          `<< /Type /Catalog /Pages 2 0 R /Dests ${dests} >>`,
          "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
          page,
          page,
        ]),
      );
      const work = { signal: new AbortController().signal, engineTime: new TimeBudget(25_000) };
      return makeAdapter().destinations({ input, ...work });
    };

    test.each(["four-colours.pdf", "corner-marks.pdf", "line-drawing.pdf", "huge-page.pdf", "features.pdf"])(
      "%s has the pages that pdfinfo counts, and the first page's size",
      async (file) => {
        const sizes = await pageSizes(fixture(file));
        const facts = await inspect(fixture(file));
        expect(facts).toMatchObject({ pages: sizes.length, protection: "none", repaired: false });
        expect(facts.firstPage?.widthPt).toBeCloseTo(sizes[0]?.widthPt ?? 0, 2);
        expect(facts.firstPage?.heightPt).toBeCloseTo(sizes[0]?.heightPt ?? 0, 2);
      },
    );

    test.each([
      ["/MediaBox [0 0 200 100] /Rotate 90", { widthPt: 100, heightPt: 200 }],
      ["/MediaBox [0 0 200 100] /CropBox [10 10 60 90] /Rotate 180", { widthPt: 50, heightPt: 80 }],
      ["/MediaBox [0 0 612.24 792]", { widthPt: 612.24, heightPt: 792 }],
    ])("the first page is as a viewer shows it: %s", async (attributes, firstPage) => {
      expect(await inspect(await made(pdfOf([{ attributes }])))).toMatchObject({ firstPage });
    });

    test.each([
      ["encrypted-rc4-40.pdf", "user"],
      ["encrypted-rc4-128.pdf", "owner"],
      ["encrypted-aes-128.pdf", "user"],
      ["encrypted-aes-256-r5.pdf", "owner"],
      ["encrypted-aes-256-r6.pdf", "user"],
      ["encrypted-by-mupdf.pdf", "owner"],
      ["encrypted-latin-password.pdf", "pa\u0308sswo\u0308rd"],
      ["encrypted-saslprep-password.pdf", "\u2168\u00ade\u0301"],
      ["encrypted-unprepared-password.pdf", "\u2168"],
      ["locked-any-script.pdf", "владелец"],
    ])("%s needs a password, and %j is one", async (file, password) => {
      expect(await inspect(fixture(file), password)).toMatchObject({ protection: "user", repaired: false });
      await expect(inspect(fixture(file))).rejects.toMatchObject({ code: "pdf_encrypted" });
      for (const wrong of ["", "wrong", `${password}\0`]) {
        await expect(inspect(fixture(file), wrong)).rejects.toMatchObject({ code: "wrong_password" });
      }
    });

    test.each([undefined, "", "owner"])("a document with only an owner password opens with %j", async (password) => {
      const facts = await inspect(fixture("encrypted-owner-only.pdf"), password);
      expect(facts).toMatchObject({ pages: 2, protection: "owner" });
    });

    test("a wrong password is wrong although the empty one would open the document", async () => {
      const facts = inspect(fixture("encrypted-owner-only.pdf"), "wrong");
      await expect(facts).rejects.toMatchObject({ code: "wrong_password" });
    });

    test.each(["any", "", "nul\0"])("a password is ignored where none is needed: %j", async (password) => {
      expect(await inspect(fixture("features.pdf"), password)).toMatchObject({ protection: "none" });
    });

    test.each([undefined, "any"])(
      "a document encrypted for a certificate is refused as such (%j)",
      async (password) => {
        const facts = inspect(fixture("encrypted-for-certificate.pdf"), password);
        await expect(facts).rejects.toMatchObject({ code: "pdf_encrypted", message: /certificate/u });
      },
    );

    describe("of a damaged document", () => {
      test("are returned after a repair", async () => {
        const facts = await inspect(await made(buried(pdfOf([LETTER, LETTER]))));
        expect(facts).toMatchObject({ pages: 2, repaired: true, protection: "none", firstPage: { widthPt: 612 } });
      });

      test("include its protection", async () => {
        expect(await inspect(fixture("encrypted-damaged-xref.pdf"), "user")).toMatchObject({
          repaired: true,
          protection: "user",
        });
        const owned = await made(buried(await readFile(fixture("encrypted-owner-only.pdf"))));
        expect(await inspect(owned)).toMatchObject({ repaired: true, protection: "owner" });
        await expect(inspect(owned, "wrong")).rejects.toMatchObject({ code: "wrong_password" });
        const locked = await made(buried(await readFile(fixture("locked-aes-256.pdf"))));
        expect(await inspect(locked, "open sesame")).toMatchObject({ repaired: true, protection: "user" });
        await expect(inspect(locked)).rejects.toMatchObject({ code: "pdf_encrypted" });
      });

      test("count the pages that are there, whatever the tree says", async () => {
        const firstPage = { widthPt: 50, heightPt: 50 };
        expect(await inspect(await made(promisingDocument()))).toMatchObject({ pages: 1, firstPage });
      });
    });

    test.each([
      ["no pages", pdfFile(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"])],
      ["a catalog that is none", pdfFile(["42"])],
      ["a header and nothing else", Buffer.from("%PDF-1.7\n")],
      ["no PDF", Buffer.from("Dear Sir or Madam")],
      ["nothing", Buffer.alloc(0)],
    ])("a file with %s is no PDF that can be read", async (_, document) => {
      await expect(inspect(await made(document))).rejects.toMatchObject({ code: "invalid_pdf" });
    });

    test("a page tree of a million pages is counted", async () => {
      expect(await inspect(fixture("million-pages.pdf"))).toMatchObject({ pages: 1_000_000 });
    });

    describe("destinations", () => {
      test("are returned with their pages, by the names that they had in the document", async () => {
        const dests =
          "<< /one [3 0 R /XYZ 0 9 0] /gr#25C3#25B6#25C3#259Fe [4 0 R /Fit] /d << /D [4 0 R /Fit] >> /100#25 [3 0 R /Fit] >>";
        expect([...(await destinations(dests))]).toEqual([
          ["one", 1],
          ["größe", 2],
          ["d", 2],
          ["100%", 1],
        ]);
      });

      test.each(["<< /a [9 0 R /Fit] /b 5 /c [1 /Fit] /d [] /e << >> /f [2 0 R /Fit] >>", "[]", "null"])(
        "that lead to no page are none: %s",
        async (dests) => {
          expect((await destinations(dests)).size).toBe(0);
        },
      );

      test("are returned up to 10,000", async () => {
        const names = Array.from({ length: 10_500 }, (_, index) => `/n${index} [3 0 R /Fit]`).join(" ");
        expect((await destinations(`<< ${names} >>`)).size).toBe(10_000);
      });
    });

    test("an aborted call says why", async () => {
      const signal = AbortSignal.abort(new Error("gone"));
      await expect(inspect(fixture("features.pdf"), undefined, signal)).rejects.toThrow("gone");
    });
  });
}

const LETTER = { attributes: "/MediaBox [0 0 612 792]" };

const fixture = (name: string): string => join(import.meta.dirname, "../../../test/fixtures", name);
