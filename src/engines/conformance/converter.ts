import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { type Converter, PDFA_TARGETS } from "../conversion/port.ts";
import { attachingPdf, conformingPdf, unembeddedFontPdf } from "./documents/conforming-documents.ts";
import { pdfOf } from "./documents/made-documents.ts";

/** Defines the tests that every adapter of `Converter` passes. What is corrected is tested in packages/pdfa-conversion. */
export function describeConverter(name: string, makeAdapter: () => Converter): void {
  describe(`conversion by ${name}`, () => {
    let directory: string;
    let output: string;
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "quire-converter-"));
      output = join(directory, "output.pdf");
    });
    afterEach(async () => {
      await rm(directory, { recursive: true });
    });

    type Options = Partial<Parameters<Converter["convert"]>[0]>;
    const convert = (input: string, options: Options = {}) =>
      makeAdapter().convert({
        input,
        output,
        target: "2b",
        attachments: "drop",
        substitutesFonts: false,
        maxBytes: 1e6,
        signal: new AbortController().signal,
        engineTime: new TimeBudget(25_000),
        ...options,
      });
    const convertBytes = async (bytes: Uint8Array, options: Options = {}) => {
      const input = join(directory, "input.pdf");
      await writeFile(input, bytes);
      return convert(input, options);
    };
    const claim = async (): Promise<string | undefined> =>
      /<pdfaid:part>(\d)<\/pdfaid:part>/.exec(await readFile(output, "utf8"))?.[1];

    test.each(PDFA_TARGETS)("a document claims %s", async (target) => {
      const { pages, changes } = await convertBytes(pdfOf([{ attributes: "/MediaBox [0 0 9 9]" }]), { target });
      expect([pages, await claim()]).toEqual([1, target.charAt(0)]);
      expect(changes).toContainEqual({ code: "metadata_written", count: 1, details: [], places: [] });
    });

    test("files stay or go", async () => {
      const file = attachingPdf(conformingPdf());
      const kept = await convertBytes(file, { target: "3b", attachments: "keep" });
      expect(kept.changes.map(({ code }) => code)).not.toContain("attachments_dropped");
      const dropped = await convertBytes(file, { target: "3b" });
      expect(dropped.changes.find(({ code }) => code === "attachments_dropped")?.count).toBeGreaterThan(0);
    });

    test("fonts are replaced where that is asked for", async () => {
      const plain = await convertBytes(unembeddedFontPdf());
      expect(plain.changes.map(({ code }) => code)).not.toContain("fonts_substituted");
      const { changes } = await convertBytes(unembeddedFontPdf(), { substitutesFonts: true });
      expect(changes.find(({ code }) => code === "fonts_substituted")?.details).toEqual(["Helvetica"]);
    });

    test.each([
      ["locked-aes-256.pdf", undefined, "pdf_encrypted"],
      ["locked-aes-256.pdf", "wrong", "wrong_password"],
      ["README.md", undefined, "invalid_pdf"],
    ])("%s with the password %s is refused", async (file, password, code) => {
      await expect(convert(fixture(file), { password })).rejects.toMatchObject({ code });
    });

    test("protection is removed", async () => {
      const { changes } = await convert(fixture("locked-aes-256.pdf"), { password: "open sesame" });
      expect(changes.map(({ code }) => code)).toContain("protection_removed");
    });

    test("a result that is too large, and no time", async () => {
      const failure = { code: "document_too_complex" };
      await expect(convertBytes(conformingPdf(), { maxBytes: 100 })).rejects.toMatchObject(failure);
      await rm(output, { force: true });
      const engineTime = new TimeBudget(0);
      await expect(convertBytes(conformingPdf(), { engineTime })).rejects.toMatchObject(failure);
    });
  });
}

const fixture = (file: string) => join(import.meta.dirname, "../../../test/fixtures", file);
