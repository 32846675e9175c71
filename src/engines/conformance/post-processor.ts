import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { PostProcessor } from "../printed/port.ts";
import { ask } from "./documents/document-content.ts";
import { pdfOf } from "./documents/made-documents.ts";

/**
 * Defines the tests that every adapter of `PostProcessor` passes. The printed documents are described in
 * packages/printed/src/testing/README.md.
 */
export function describePostProcessor(name: string, makeAdapter: () => PostProcessor): void {
  describe(`post-processing by ${name}`, () => {
    let directory: string;
    let output: string;
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "quire-post-processor-"));
      output = join(directory, "result.of printing");
    });
    afterEach(async () => {
      await rm(directory, { recursive: true });
    });

    type Options = Partial<Parameters<PostProcessor["finish"]>[0]>;
    const finish = (input: string, options: Options = {}) =>
      makeAdapter().finish({
        input,
        output,
        information: {},
        maxBytes: 1e6,
        signal: new AbortController().signal,
        engineTime: new TimeBudget(25_000),
        ...options,
      });

    test.each([
      { document: "invoice", pages: 1 },
      { document: "structure", pages: 3 },
    ])("writes a smaller document of the same pages: $document", async ({ document, pages }) => {
      const input = printed(document);
      expect(await finish(input)).toMatchObject({ pages });
      expect((await stat(output)).size).toBeLessThan((await stat(input)).size);
      expect(readdirSync(directory)).toEqual(["result.of printing"]);
      expect(await ask("qpdf", ["--check", output])).toContain("No syntax or stream encoding errors");
      expect(await ask("pdftotext", ["-layout", output, "-"])).toBe(await ask("pdftotext", ["-layout", input, "-"]));
    });

    test("information is what is given, else what the document says, and the same in XMP", async () => {
      await finish(printed("invoice"), { information: { author: "Ä & B", keywords: "" } });
      const info = await ask("pdfinfo", [output]);
      expect(info).toMatch(/^Title: +Invoice 2026-17 – Müller & Söhne$/m);
      expect(info).toMatch(/^Author: +Ä & B$/m);
      expect(info).not.toMatch(/^Keywords/m);
      expect(info).not.toMatch(/Date/);
      const xmp = await ask("pdfinfo", ["-meta", output]);
      expect(xmp).toContain("Invoice 2026-17 – Müller &amp; Söhne</rdf:li>");
      expect(xmp).toContain("<rdf:li>Ä &amp; B</rdf:li>");
      expect(xmp).not.toContain("Keywords");
    });

    test("stays tagged, with its outline, its links and its language", async () => {
      await finish(printed("invoice"), { language: "fr" });
      expect(await ask("pdfinfo", [output])).toMatch(/^Tagged: +yes$/m);
      expect(await ask("mutool", ["show", output, "outline"])).toContain('"Terms"');
      expect(await ask("pdfinfo", ["-dests", output])).toContain('"terms"');
      expect(await ask("pdfinfo", ["-url", output])).toContain("https://example.com/x?y=1&z=2");
      expect(await ask("mutool", ["show", output, "trailer/Root/Lang"])).toContain("(en)");
    });

    test("a document that does not say its language has the one that is given", async () => {
      await finish(printed("structure"), { language: "fr-CA" });
      expect(await ask("mutool", ["show", output, "trailer/Root/Lang"])).toContain("(fr-CA)");
    });

    test.each(["2b", "3b"] as const)("claims %s and has what it asks for, when that is wanted", async (conformance) => {
      await finish(printed("invoice"), { conformance });
      const xmp = await ask("pdfinfo", ["-meta", output]);
      expect(xmp).toContain(`<pdfaid:part>${conformance.charAt(0)}</pdfaid:part>`);
      expect(xmp).toContain("<pdfaid:conformance>B</pdfaid:conformance>");
      const intent = await ask("mutool", ["show", output, "trailer/Root/OutputIntents/1"]);
      expect(intent).toContain("/GTS_PDFA1");
      // The flags of annotations mean that they are printed (4) and not hidden.
      expect(await ask("mutool", ["show", output, "pages/1/Annots/1/F"])).toBe("4\n");
      expect(await ask("qpdf", ["--check", output])).toContain("No syntax or stream encoding errors");
    });

    test("nothing of PDF/A is claimed when it is not", async () => {
      await finish(printed("invoice"));
      expect(await ask("pdfinfo", ["-meta", output])).not.toContain("pdfaid");
      expect(await ask("mutool", ["show", output, "trailer/Root/OutputIntents"])).toBe("null\n");
    });

    test("the same document gives the same bytes", async () => {
      await finish(printed("structure"));
      const first = await readFile(output);
      await finish(printed("structure"));
      expect((await readFile(output)).equals(first)).toBe(true);
    });

    test("writes no more than it may", async () => {
      const finishing = finish(printed("invoice"), { maxBytes: 10_000 });
      await expect(finishing).rejects.toMatchObject({ code: "document_too_complex" });
      expect(readdirSync(directory)).toEqual([]);
    });

    test("takes no more time than there is", async () => {
      const input = join(directory, "big.pdf");
      await writeFile(input, pdfOf(Array.from({ length: 20_000 }, () => ({ attributes: "" }))));
      const finishing = finish(input, { engineTime: new TimeBudget(20) });
      await expect(finishing).rejects.toMatchObject({ code: "document_too_complex" });
    });

    test.each(["README.md", "encrypted-aes-256-r6.pdf", "encrypted-for-certificate.pdf"])(
      "what no browser prints is the doing of the page: %s",
      async (file) => {
        const finishing = finish(join(FIXTURES, file));
        await expect(finishing).rejects.toMatchObject({ code: "document_too_complex" });
        expect(readdirSync(directory)).toEqual([]);
      },
    );

    test("stopped work is not completed", async () => {
      const reason = new Error("enough");
      const finishing = finish(printed("invoice"), { signal: AbortSignal.abort(reason) });
      await expect(finishing).rejects.toBe(reason);
      expect(readdirSync(directory)).toEqual([]);
    });
  });
}

const FIXTURES = join(import.meta.dirname, "../../../test/fixtures");

const printed = (document: string): string =>
  join(import.meta.dirname, "../../../packages/printed/src/testing", `${document}.pdf`);
