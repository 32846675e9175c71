import { describe, expect, test } from "vitest";
import { classicPdf } from "../api/documents.ts";
import { type JobObject, resultOf, untilFinal } from "../api/jobs.ts";
import { fixture } from "../api/programs.ts";
import { expectOk, json, warnings } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { sampled } from "../running/sampling.ts";
import { ask, type Change } from "./requests.ts";

/*
 * The codes of X-Warnings that every caller can rely on (contract, section 12), each from an operation that has reason
 * for it; a job carries them as `warnings[]`, and its result has them in its header.
 */

const service = commonService({ keepsResults: true });
const WATERMARK = "/api/v1/pdf/watermark";
const SPLIT = "/api/v1/pdf/split";
const MERGE = "/api/v1/pdf/merge";
const HTML_TO_PDF = "/api/v1/convert/html-to-pdf";
const PDF_TO_TEXT = "/api/v1/convert/pdf-to-text";
const OCR_SIMPLE = "/api/v1/ocr/extract/simple";

const PAGES = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";

const stream = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

const signed = classicPdf([
  "<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [4 0 R] >> >>",
  PAGES,
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [4 0 R] >>",
  "<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /V 5 0 R /Rect [0 0 0 0] /P 3 0 R >>",
  "<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Contents <00> /ByteRange [0 1 2 3] >>",
]);

const xfa = classicPdf([
  "<< /Type /Catalog /Pages 2 0 R /AcroForm << /XFA 5 0 R /Fields [4 0 R] >> >>",
  PAGES,
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [4 0 R] >>",
  "<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /Rect [10 10 90 30] /P 3 0 R >>",
  stream("<xdp>"),
]);

/** A page of a Type 3 font whose glyphs have names and codes that stand for no characters. */
const unreadable = classicPdf([
  "<< /Type /Catalog /Pages 2 0 R >>",
  PAGES,
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
  stream("BT /F 20 Tf 20 200 Td <010203010203010203010203> Tj ET"),
  "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 1 /LastChar 3 " +
    "/Widths [9 9 9] /Encoding << /Differences [1 /q1x /q2x /q3x] >> /CharProcs << /q1x 6 0 R /q2x 6 0 R /q3x 6 0 R >> " +
    "/Resources << >> >>",
  stream("9 0 0 0 9 9 d1 0 0 8 8 re f"),
]);

interface Row {
  readonly warning: string;
  readonly path: string;
  readonly change: Change;
  /** Whether only an answer that is given at once can have it. */
  readonly isOfAnswer?: true;
}

const four = fixture("four-colours.pdf");
const row = (warning: string, path: string, change: Change): Row => ({ warning, path, change });

const ROWS: readonly Row[] = [
  row("unknown_field;name=colour;suggestion=font_color", WATERMARK, { file: four, fields: { colour: "#f00" } }),
  row("unknown_field;name=qqqq", WATERMARK, { file: four, fields: { qqqq: "1" } }),
  row("unused_field;name=ranges", SPLIT, { file: four, fields: { mode: "pages", ranges: "1-2" } }),
  row("unused_field;name=chunk_size", SPLIT, {
    file: four,
    fields: { ranges: "1-2", mode: "ranges", chunk_size: "2" },
  }),
  row("unused_field;name=pages", SPLIT, { file: four, fields: { ranges: "1-2", pages: "3" } }),
  row("unused_field;name=pages", SPLIT, { file: four, fields: { chunk_size: "2", pages: "3" } }),
  row("pages_clipped", WATERMARK, { file: four, fields: { pages: "2-9" } }),
  row("empty_selection", WATERMARK, { fields: { pages: "even" } }),
  row("repaired", PDF_TO_TEXT, { file: fixture("damaged-xref.pdf") }),
  row("unreadable_text;page=1", PDF_TO_TEXT, { file: unreadable, fields: { ocr: "never" } }),
  row("missing_glyphs", WATERMARK, { file: four, fields: { text: "A\u{e000}" } }),
  row("text_shrunk", WATERMARK, { file: four, fields: { text: "Draft".repeat(12), position: "center", fit: "true" } }),
  row("text_clipped", WATERMARK, { file: four, fields: { text: "Draft".repeat(12), position: "center" } }),
  row("permissions_ignored", WATERMARK, { file: fixture("locked-owner-only.pdf") }),
  row("signatures_removed", MERGE, { file: signed }),
  row("signatures_invalidated", WATERMARK, { file: signed }),
  row("form_xfa_dropped", MERGE, { file: xfa }),
  row("resource_blocked", HTML_TO_PDF, { fields: { html: '<p>x<img src="http://127.0.0.1:8088/secret.png">' } }),
  { ...row("webhook_unused", WATERMARK, { fields: { webhook_url: "https://192.0.2.1/hook" } }), isOfAnswer: true },
  row("enhance_unavailable", OCR_SIMPLE, { fields: { dpi: "72", enhance: "true" } }),
  row("not_encrypted", "/api/v1/pdf/remove-password", {}),
];

/** Returns whether one of the warnings is the wanted one, with whatever parameters beyond those that are wanted. */
const has = (found: readonly string[], wanted: string): boolean =>
  found.some((warning) => warning === wanted || warning.startsWith(`${wanted};`));

describe.each(sampled(ROWS, 11))("$warning", ({ warning, path, change, isOfAnswer }) => {
  test("is told by the answer", async () => {
    const found = warnings(expectOk(await ask(service(), path, change)));
    expect(has(found, warning), found.join()).toBe(true);
  });

  test.skipIf(isOfAnswer)("is told by the job, and by its result", async () => {
    const accepted = await ask(service(), path, { ...change, query: "async=true" });
    const job = await untilFinal(service(), (json(accepted) as JobObject).job_id);
    expect(has(job.warnings, warning), job.warnings.join()).toBe(true);
    expect(has(warnings(expectOk(await resultOf(service(), job.job_id))), warning)).toBe(true);
  });
});

test("an answer that has no reason for a warning has none", async () => {
  expect(warnings(expectOk(await ask(service(), WATERMARK, { file: four })))).toEqual([]);
});
