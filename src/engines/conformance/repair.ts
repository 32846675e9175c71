import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { Repair } from "../qpdf/port.ts";
import { ask, type DocumentContent, documentContent, encryptionOf } from "./documents/document-content.ts";

let whole: Promise<DocumentContent> | undefined;
/** Returns the content of the document that is repaired, as it is before its damage. */
const wholeContent = (): Promise<DocumentContent> => (whole ??= documentContent(fixture("features.pdf")));

/** Defines the tests that every adapter of `Repair` passes. The files are described in test/fixtures/README.md. */
export function describeRepair(name: string, makeAdapter: () => Repair): void {
  describe(`repair by ${name}`, () => {
    let directory: string;
    let output: string;

    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "quire-repair-"));
      output = join(directory, "result.pdf");
    });
    afterEach(async () => {
      await rm(directory, { recursive: true });
    });

    const rewrite = (input: string, password?: string): Promise<{ warnings: readonly string[] }> => {
      const { signal } = new AbortController();
      return makeAdapter().rewrite({ input, output, password, signal, engineTime: new TimeBudget(25_000) });
    };

    test("a damaged xref is repaired and reported, and all content of the document is kept", async () => {
      const { warnings } = await rewrite(fixture("damaged-xref.pdf"));
      expect(warnings.length).toBeGreaterThan(0);
      // qpdf ends with 3 when it has to repair anything itself, which `ask` throws for.
      expect(await ask("qpdf", ["--check", output])).toContain("No syntax or stream encoding errors");
      expect(await documentContent(output)).toEqual(await wholeContent());
    });

    test("a file that ends before its startxref is repaired", async () => {
      const bytes = await readFile(fixture("features.pdf"));
      const input = join(directory, "input.pdf");
      await writeFile(input, bytes.subarray(0, bytes.lastIndexOf("startxref")));
      const { warnings } = await rewrite(input);
      expect(warnings.length).toBeGreaterThan(0);
      expect(await documentContent(output)).toEqual(await wholeContent());
    });

    test("a sound document is rewritten without a warning, each time to the same bytes", async () => {
      expect(await rewrite(fixture("features.pdf"))).toEqual({ warnings: [] });
      const first = await readFile(output);
      await rewrite(fixture("features.pdf"));
      expect(await readFile(output)).toEqual(first);
      expect(await documentContent(output)).toEqual(await wholeContent());
    });

    test.each(["user", "owner"])("a protected document is unprotected with its %s password", async (password) => {
      await rewrite(fixture("encrypted-damaged-xref.pdf"), password);
      expect(await encryptionOf(output, { user: "" })).toBe("no");
      expect(await documentContent(output)).toEqual(await wholeContent());
    });

    test("a document with only an owner password needs none", async () => {
      await rewrite(fixture("encrypted-owner-only.pdf"));
      expect(await encryptionOf(output, { user: "" })).toBe("no");
    });

    test.each([
      [undefined, "pdf_encrypted"],
      ["", "wrong_password"],
      ["wrong", "wrong_password"],
    ])("given %j for a document that needs a password, it fails with %s", async (password, code) => {
      await expect(rewrite(fixture("encrypted-aes-128.pdf"), password)).rejects.toMatchObject({ code });
    });

    test("a document that is encrypted for a certificate says so", async () => {
      const rewritten = rewrite(fixture("encrypted-for-certificate.pdf"));
      await expect(rewritten).rejects.toMatchObject({ code: "pdf_encrypted" });
    });

    test.each([
      ["no PDF at all", "%PDF-1.7\nnothing of the kind\n%%EOF\n"],
      ["an empty file", ""],
    ])("%s is invalid", async (_, content) => {
      const input = join(directory, "input.pdf");
      await writeFile(input, content);
      await expect(rewrite(input)).rejects.toMatchObject({ code: "invalid_pdf" });
    });
  });
}

const fixture = (name: string): string => join(import.meta.dirname, "../../../test/fixtures", name);
