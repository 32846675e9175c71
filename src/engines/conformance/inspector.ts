import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Failure } from "../../kernel/failure.ts";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { DocumentDescription, Inspector } from "../inspection/port.ts";
import { conformingPdf } from "./documents/conforming-documents.ts";
import { pdfOf } from "./documents/made-documents.ts";

const FIXTURES = join(import.meta.dirname, "../../../test/fixtures");

/** Defines the tests that every adapter of `Inspector` passes. test/inspection compares what it says with what poppler says. */
export function describeInspector(name: string, makeAdapter: () => Inspector): void {
  describe(`descriptions by ${name}`, () => {
    let directory: string;
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "quire-inspector-"));
    });
    afterEach(async () => {
      await rm(directory, { recursive: true });
    });

    type Options = Partial<Parameters<Inspector["describe"]>[0]>;
    const describeFile = (input: string, options: Options = {}): Promise<DocumentDescription> =>
      makeAdapter().describe({
        input,
        signal: new AbortController().signal,
        engineTime: new TimeBudget(25_000),
        ...options,
      });
    const describeBytes = async (bytes: Uint8Array, options: Options = {}): Promise<DocumentDescription> => {
      const input = join(directory, "input.pdf");
      await writeFile(input, bytes);
      return describeFile(input, options);
    };

    test("a document with form, outline, labels and attachment", async () => {
      expect(await describeFile(join(FIXTURES, "features.pdf"))).toMatchObject({
        pdfVersion: "1.4",
        pageCount: 2,
        isTagged: true,
        isRepaired: false,
        encryption: null,
        metadata: { fields: { title: "Everything to keep" }, language: "en" },
        pages: { total: 2, items: [{ label: "i", sizeName: "Letter" }, { label: "ii" }] },
        outlineEntries: 2,
        forms: { fields: 1 },
        attachments: { total: 1, items: [{ name: "note.txt" }] },
        unreadPageCount: 0,
      });
    });

    test("the pages that are asked for", async () => {
      const document = pdfOf([1, 2, 3].map((side) => ({ attributes: `/MediaBox [0 0 ${side} 9]` })));
      const { pageCount, pages } = await describeBytes(document, { pages: [2] });
      expect([pageCount, pages.total, pages.items[0]?.page]).toEqual([3, 1, 2]);
    });

    test("a claim is repeated", async () => {
      const { metadata } = await describeBytes(conformingPdf());
      expect(metadata.claims.pdfa).toBe("PDF/A-2b");
    });

    test("protection, and what a document without its password is", async () => {
      const input = join(FIXTURES, "encrypted-aes-128.pdf");
      const { encryption } = await describeFile(input, { password: "user" });
      expect(encryption).toMatchObject({ method: "AES", keyBits: 128, needsUserPassword: true, openedAs: "user" });
      await expect(describeFile(input)).rejects.toMatchObject({ code: "pdf_encrypted" });
    });

    test("no document", async () => {
      const failing = describeBytes(Buffer.from("%PDF-1.7\nnothing"));
      await expect(failing).rejects.toBeInstanceOf(Failure);
      await expect(failing).rejects.toMatchObject({ code: "invalid_pdf" });
    });
  });
}
