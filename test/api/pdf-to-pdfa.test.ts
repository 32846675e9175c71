import { expect, test } from "vitest";
import { buildPdf } from "../../packages/pdfa/src/testing/pdf-builder.ts";
import { attachingPdf, unembeddedFontPdf } from "../../src/engines/conformance/documents/conforming-documents.ts";
import { type Fields, type File, PDF_TO_PDFA, upload, VALIDATE_PDFA } from "./client.ts";
import { differingPixels, fixture, pdfInfo, pdfText, qpdfProblems, run, withFile } from "./programs.ts";
import { expectFailure, expectFault, expectOk, json, type Reply, savedName, warningCodes } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 8: POST /api/v1/convert/pdf-to-pdfa. The corrections are tested in packages/pdfa-conversion. */

const service = commonService({ keepsResults: true });

const convert = (file: File | Uint8Array, fields: Fields = {}): Promise<Reply> =>
  upload(service(), { path: PDF_TO_PDFA, file: "content" in file ? file : Buffer.from(file), fields });

const LEVELS = ["1b", "2b", "2u", "3b", "3u", "4"] as const;

/** A document with what PDF/A forbids: a script, a hidden note, no metadata that claim anything. */
const unfit = (): Uint8Array =>
  buildPdf(
    {
      10: "<< /Type /Action /S /JavaScript /JS (app.alert\\(1\\)) >>",
      11: "<< /Type /Annot /Subtype /Text /Rect [0 0 10 10] /F 2 >>",
      12: "<< /Title (Kept title) /CreationDate (D:20240102030405Z) >>",
    },
    {
      xmp: null,
      catalog: "/OpenAction 10 0 R",
      page: "/Annots [11 0 R]",
      trailer: "/Info 12 0 R",
      content: "1 0 0 rg 10 10 50 50 re f",
    },
  );

test.each(LEVELS)("a document becomes PDF/A-%s", async (level) => {
  const reply = expectOk(
    await convert({ content: Buffer.from(unfit()), filename: "plan.pdf" }, { conformance_level: level }),
  );
  expect(reply.headers["content-type"]).toBe("application/pdf");
  expect(savedName(reply)).toBe("plan-pdfa.pdf");
  expect(warningCodes(reply)).toContain("hidden_annotations_dropped");
  expect(await qpdfProblems(reply.body)).toBe("");
  expect(await differingPixels(reply.body, Buffer.from(unfit()), 1)).toBe(0);
  const report = json(expectOk(await upload(service(), { path: VALIDATE_PDFA, file: reply.body })));
  expect(report).toMatchObject({ is_compliant: true, claimed_conformance: `PDF/A-${level}` });
  expect((await pdfInfo(reply.body))?.get("Title")).toBe(level === "4" ? undefined : "Kept title");
});

test("the alias target, and the same bytes each time", async () => {
  const [one, two] = [await convert(unfit(), { target: "3b" }), await convert(unfit(), { conformance_level: "3b" })];
  expect(expectOk(one).body.equals(expectOk(two).body)).toBe(true);
});

test("the report says what is changed and dropped, and where", async () => {
  const answer = json(expectOk(await convert(unfit(), { output: "json" })));
  expect(answer).toMatchObject({
    conformance_level: "2b",
    is_compliant: true,
    changes: expect.arrayContaining([
      expect.objectContaining({ code: "actions_dropped", effect: "dropped", count: 1, details: ["JavaScript"] }),
      expect.objectContaining({ code: "hidden_annotations_dropped", places: [{ page: 1, object: 11 }] }),
    ]),
    comparison: { dpi: 100, pages: 1, largest_difference_percent: 0 },
    metadata: { page_count: 1 },
  });
});

test("a font that is not embedded is named, and replaced only where that is asked for", async () => {
  const reply = await convert(unembeddedFontPdf());
  const { detail } = expectFailure(reply, 400, "not_convertible");
  expect(detail).toMatch(/\[6\.2\.11\.4\.1-1\].*Helvetica/);
  expect(reply.headers["x-credits-charged"]).toBe("0");
  const replaced = expectOk(await convert(unembeddedFontPdf(), { substitute_fonts: true }));
  expect(replaced.headers["x-warnings"]).toContain("fonts_substituted;name=Helvetica");
  expect(await pdfText(replaced.body)).toBe(await pdfText(Buffer.from(unembeddedFontPdf())));
});

test("embedded files stay where they may, and go where they must or are to", async () => {
  const file = attachingPdf(Buffer.from("anything"), { subtype: "text#2Fplain" });
  const names = async (fields: Fields) => (await pdfAttachments(expectOk(await convert(file, fields)).body)).length;
  expect(await names({ target: "3b" })).toBe(1);
  expect(await names({ target: "3u", attachments: "keep" })).toBe(1);
  expect(await names({ target: "3b", attachments: "drop" })).toBe(0);
  const dropped = expectOk(await convert(file, { target: "2b" }));
  expect(warningCodes(dropped)).toContain("attachments_dropped");
  for (const target of ["1b", "2b", "2u", "4"]) {
    expectFault(await convert(file, { target, attachments: "keep" }), { loc: ["body", "attachments"] });
  }
});

/** Returns the names of the embedded files. */
const pdfAttachments = (body: Buffer): Promise<readonly string[]> =>
  withFile(body, async (path) => {
    const stdout = (await run("qpdf", ["--list-attachments", path])).stdout.toString("utf8");
    return stdout.split("\n").filter((line) => line.includes("->"));
  });

test("what is no document, or is locked, is refused as everywhere", async () => {
  expectFailure(await convert(Buffer.from("hello")), 400, "unsupported_file_type");
  expectFailure(await convert(Buffer.from("%PDF-1.7\nnothing")), 400, "invalid_pdf");
  expectFailure(await convert(fixture("locked-aes-256.pdf")), 400, "pdf_encrypted");
  expectFailure(await convert(fixture("locked-aes-256.pdf"), { password: "no" }), 400, "wrong_password");
  const unlocked = expectOk(
    await convert(fixture("locked-aes-256.pdf"), { password: "open sesame", substitute_fonts: true }),
  );
  expect((await pdfInfo(unlocked.body))?.get("Encrypted")).toBe("no");
  const half = unfit();
  const cut = await convert(half.subarray(0, half.length / 2));
  expect([200, 400]).toContain(cut.status);
});

test.each([{ conformance_level: "2a" }, { conformance_level: "5" }, { attachments: "some" }, { output: "xml" }])(
  "fields that mean nothing are faults: %j",
  async (fields) => {
    expectFault(await convert(unfit(), fields), { loc: ["body", Object.keys(fields)[0] ?? ""] });
  },
);
