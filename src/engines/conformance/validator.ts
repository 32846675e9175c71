import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { taggedPdf } from "../../../packages/pdfa/src/testing/tagged-pdf.ts";
import { Failure } from "../../kernel/failure.ts";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { type ConformanceReport, PDFA_FLAVOURS, type Validator } from "../pdfa/port.ts";
import { attachingPdf, conformingPdf, nestedPdf, unembeddedFontPdf } from "./documents/conforming-documents.ts";
import { pdfOf } from "./documents/made-documents.ts";

/**
 * Defines the tests that every adapter of `Validator` passes. The tests of packages/pdfa cover which rules there are
 * and how they judge; the files are described in test/fixtures/README.md.
 */
export function describeValidator(name: string, makeAdapter: () => Validator): void {
  describe(`validation by ${name}`, () => {
    let directory: string;
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "quire-validator-"));
    });
    afterEach(async () => {
      await rm(directory, { recursive: true });
    });

    type Options = Partial<Parameters<Validator["validate"]>[0]>;
    const validate = (input: string, options: Options = {}): Promise<ConformanceReport> =>
      makeAdapter().validate({
        input,
        signal: new AbortController().signal,
        engineTime: new TimeBudget(25_000),
        ...options,
      });
    const validateBytes = async (bytes: Uint8Array, options: Options = {}): Promise<ConformanceReport> => {
      const input = join(directory, "input.pdf");
      await writeFile(input, bytes);
      return validate(input, options);
    };

    test("a document that conforms", async () => {
      expect(await validateBytes(conformingPdf())).toEqual({
        isCompliant: true,
        claimedConformance: "PDF/A-2b",
        checkedAs: "2b",
        brokenRules: [],
        unchecked: [],
        coverage: expect.arrayContaining([{ name: "fonts", rules: expect.any(Number), tests: 0 }]),
        pages: 1,
        pdfVersion: "1.7",
        isEncrypted: false,
      });
    });

    test("a standard of accessibility is checked where it is asked for", async () => {
      const tagged = taggedPdf("ua2", { tree: "Document(P(P))" });
      const { accessibility } = await validateBytes(tagged, { accessibility: "ua2" });
      expect(accessibility).toMatchObject({
        checkedAs: "ua2",
        isCompliant: false,
        claimed: "PDF/UA-2",
        brokenRules: [{ clause: "Table 5. P-P", test: 1, count: 1 }],
        unchecked: [],
        humanChecks: expect.arrayContaining([expect.objectContaining({ subject: "reading-order" })]),
      });
      expect(await validateBytes(tagged)).not.toHaveProperty("accessibility");
    });

    test("one that does not: where, how often, and what is to be done", async () => {
      const { isCompliant, brokenRules, coverage } = await validateBytes(unembeddedFontPdf());
      expect(isCompliant).toBe(false);
      const text = expect.stringMatching(/\S/);
      expect(brokenRules).toEqual([
        {
          clause: "6.2.11.4.1",
          conversion: "substitutes",
          test: 1,
          message: text,
          requirement: text,
          hint: text,
          count: 1,
          pages: [1],
          occurrences: [
            { place: { page: 1, object: 10, at: "Helvetica" }, values: expect.stringContaining("Helvetica") },
          ],
        },
      ]);
      expect(coverage.find((group) => group.name === "fonts")?.tests).toBeGreaterThan(0);
    });

    test.each(PDFA_FLAVOURS)("is checked as %s when that is asked for", async (flavour) => {
      const { checkedAs, claimedConformance, isCompliant } = await validateBytes(conformingPdf(), { flavour });
      expect([checkedAs, claimedConformance, isCompliant]).toEqual([flavour, "PDF/A-2b", flavour === "2b"]);
    });

    test.each([
      ["1b", "PDF/A-1b", "1b"],
      ["4", "PDF/A-4", "4"],
      [null, null, "2b"],
    ] as const)("what is claimed is checked: %s", async (flavour, claimed, checked) => {
      const pdf = flavour === null ? conformingPdf({ xmp: null }) : conformingPdf({ flavour });
      const { claimedConformance, checkedAs, isCompliant } = await validateBytes(pdf);
      expect([claimedConformance, checkedAs, isCompliant]).toEqual([claimed, checked, flavour !== null]);
    });

    test("embedded files are validated where the part asks for it", async () => {
      expect(await validateBytes(attachingPdf(unembeddedFontPdf()))).toMatchObject({ isCompliant: true });
      const inner = await validateBytes(nestedPdf(2, unembeddedFontPdf()));
      expect(inner.brokenRules.map(({ clause, test: number }) => `${clause}-${number}`)).toEqual(["6.8-5"]);
    });

    test("what is too much to check is reported, and is not compliant", async () => {
      const deep = await validateBytes(nestedPdf(20));
      expect([deep.isCompliant, deep.brokenRules]).toEqual([false, []]);
      expect(deep.unchecked.length).toBeGreaterThan(0);
      const pages = Array.from({ length: 20_000 }, () => ({ attributes: "" }));
      // Where the time does not even suffice to open it, there is no report.
      const late = await validateBytes(pdfOf(pages), { engineTime: new TimeBudget(150) }).then(
        ({ isCompliant, unchecked }) => (!isCompliant && unchecked.length > 0 ? "reported" : "not reported"),
        (error: unknown) => (error instanceof Failure ? error.code : error),
      );
      expect(["reported", "document_too_complex"]).toContain(late);
    });

    test.each(["damaged-xref.pdf", "encrypted-owner-only.pdf"])("never compliant, but checked: %s", async (file) => {
      const { isCompliant, pages, isEncrypted } = await validate(fixture(file));
      expect([isCompliant, pages > 0, isEncrypted]).toEqual([false, true, file.startsWith("encrypted")]);
    });

    test("a document that only a repair can read is checked as repaired, and never compliant", async () => {
      const text = Buffer.from(conformingPdf()).toString("latin1");
      const report = await validateBytes(Buffer.from(text.replace(/xref\n0[\s\S]*/, ""), "latin1"));
      expect([report.isCompliant, report.pages]).toEqual([false, 1]);
      expect(report.unchecked.length + report.brokenRules.length).toBeGreaterThan(0);
    });

    test.each([
      [undefined, "pdf_encrypted"],
      ["wrong", "wrong_password"],
    ])("given %j for a document that needs a password, it fails with %s", async (password, code) => {
      await expect(validate(fixture("encrypted-aes-128.pdf"), { password })).rejects.toMatchObject({ code });
    });

    test("the password opens a document, which does not conform", async () => {
      const report = await validate(fixture("encrypted-aes-128.pdf"), { password: "user" });
      expect(report).toMatchObject({ isCompliant: false, isEncrypted: true });
    });

    test.each([
      ["no PDF at all", "%PDF-1.7\nnothing of the kind\n%%EOF\n"],
      ["an empty file", ""],
      ["a catalog without pages", "%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>"],
    ])("%s is invalid", async (_, content) => {
      await expect(validateBytes(Buffer.from(content))).rejects.toMatchObject({ code: "invalid_pdf" });
    });

    test("the document stays as it is", async () => {
      const before = await readFile(fixture("features.pdf"));
      await validate(fixture("features.pdf"));
      expect((await readFile(fixture("features.pdf"))).equals(before)).toBe(true);
    });

    test("what is stopped is not validated", async () => {
      const reason = new Error("enough");
      const validating = validateBytes(conformingPdf(), { signal: AbortSignal.abort(reason) });
      await expect(validating).rejects.toBe(reason);
    });
  });
}

const fixture = (name: string): string => join(import.meta.dirname, "../../../test/fixtures", name);
