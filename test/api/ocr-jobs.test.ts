import { expect, test } from "vitest";
import { as, call, chargedBy, moneyOf, newClient } from "./accounts.ts";
import { OCR_ADVANCED as ADVANCED, PDF_TO_IMAGE, OCR_SIMPLE as SIMPLE, upload } from "./client.ts";
import { emptyPages, letterPages } from "./documents.ts";
import { type JobObject, jobOf, resultOf, untilFinal } from "./jobs.ts";
import { errorBody, expectFailure, expectOk, json, type Reply } from "./reply.ts";
import { drawn, ENGINES, numberedPages, recognitionIn, textPdf } from "./scans.ts";
import { commonService, withService } from "./service.ts";

/* Specification, synchronous page limits; contract, sections 5 and 6, as far as they concern text recognition. */

const service = commonService({ keepsResults: true });
const LIMITS = { [SIMPLE]: 20, [ADVANCED]: 10 } as const;
const sheets = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Sheet ${index + 1}`).join("\n\n");

const read = (path: string, file: Buffer, fields: Record<string, string> = {}): Promise<Reply> =>
  upload(service(), { path, file, fields: { dpi: 150, ...fields } });

test.each(ENGINES)("$engine: a document of as many pages as the limit is answered at once", async ({ path }) => {
  const reply = expectOk(await read(path, numberedPages(LIMITS[path])));
  const { data } = recognitionIn(reply, { isAdvanced: path === ADVANCED, isDetailed: false });
  expect([data.text, data.pages]).toEqual([sheets(LIMITS[path]), LIMITS[path]]);
});

test("within the limit nothing is cut short by the time that other requests have", async () => {
  await withService({ QUIRE_SYNC_TIMEOUT_MS: "300", QUIRE_ENGINE_TIMEOUT_MS: "300" }, async (hurried) => {
    // Sent once, so that the engines are running.
    await upload(hurried, { path: SIMPLE, file: numberedPages(1) });
    const fields = { start_page: 1, end_page: 10, dpi: 600 };
    const hasty = await upload(hurried, { path: PDF_TO_IMAGE, file: letterPages(10), fields });
    expect([hasty.status, errorBody(hasty).code]).toEqual([
      400,
      expect.stringMatching(/^(sync_timeout|document_too_complex)$/),
    ]);
    const reply = expectOk(await upload(hurried, { path: SIMPLE, file: numberedPages(20), fields: { dpi: 300 } }));
    expect(recognitionIn(reply, { isAdvanced: false, isDetailed: false }).data.text).toBe(sheets(20));
  });
});

test.each(ENGINES)(
  "$engine: with a page more it becomes a job, whose result is the answer",
  async ({ engine, path }) => {
    const count = LIMITS[path] + 1;
    const reply = await read(path, numberedPages(count));
    const accepted = as<JobObject>(reply, 202);
    expect(accepted).toMatchObject({
      status: "pending",
      message: `${count} pages exceed the synchronous limit of ${LIMITS[path]}.`,
    });
    expect([reply.headers.location, reply.headers["retry-after"]]).toEqual([accepted.status_url, "2"]);
    const job = await untilFinal(service(), accepted.job_id);
    const charged = engine === "advanced" ? count : 0;
    expect(job).toMatchObject({
      status: "complete",
      operation: `ocr-extract-${engine}`,
      progress: { pages_done: count, pages_total: count, percent: 100 },
      credits: { held: 0, charged },
      metadata: { page_count: count },
    });
    const result = expectOk(await resultOf(service(), accepted.job_id));
    const { data } = recognitionIn(result, { isAdvanced: engine === "advanced", isDetailed: false });
    expect([data.text, data.pages]).toEqual([sheets(count), count]);
  },
);

test("the document's own pages decide, not those that are selected", async () => {
  const accepted = as<JobObject>(await read(ADVANCED, numberedPages(11), { pages: "11" }), 202);
  await untilFinal(service(), accepted.job_id);
  const result = expectOk(await resultOf(service(), accepted.job_id));
  expect(recognitionIn(result, { isAdvanced: true, isDetailed: false }).data).toMatchObject({
    text: "Sheet 11",
    pages: 1,
  });
  expect(await jobOf(service(), accepted.job_id)).toMatchObject({ credits: { held: 0, charged: 1 } });
});

test.each(ENGINES)("$engine: async=true makes a job of anything", async ({ path }) => {
  const image = await drawn(textPdf(), 100);
  const accepted = as<JobObject>(await read(`${path}?async=true`, image), 202);
  expect(await untilFinal(service(), accepted.job_id)).toMatchObject({ status: "complete" });
});

test("a job that fails has the error that the request would have had", async () => {
  const file = Buffer.from(emptyPages(1).toString("latin1").replaceAll("[0 0 72 72]", "[0 0 28346 28346]"), "latin1");
  const accepted = as<JobObject>(await read(`${ADVANCED}?async=true`, file), 202);
  expect(await untilFinal(service(), accepted.job_id)).toMatchObject({
    status: "failed",
    error: { status: 400, code: "image_too_large" },
    credits: { held: 0, charged: 0 },
  });
  expectFailure(await resultOf(service(), accepted.job_id), 400, "image_too_large");
});

test("advanced costs a credit for each page, simple nothing, and too few credits are reported before any work", async () => {
  const { key, accountId } = await newClient(service(), 3);
  const form = { file: numberedPages(4), key, fields: { dpi: 100 } };
  const refused = expectFailure(await upload(service(), { path: ADVANCED, ...form }), 402, "insufficient_credits");
  expect(refused).toMatchObject({ required: 4, available: 3 });
  expect(chargedBy(expectOk(await upload(service(), { path: SIMPLE, ...form })))).toBe(0);
  const three = { ...form, fields: { pages: "1-3", dpi: 100 } };
  expect(chargedBy(expectOk(await upload(service(), { path: ADVANCED, ...three })))).toBe(3);
  expect(await moneyOf(service(), accountId)).toEqual([0, 0, 0]);
});

test("a repeated request is answered as before, and free", async () => {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const request = { path: ADVANCED, file: numberedPages(1), headers };
  const first = expectOk(await upload(service(), request));
  const second = expectOk(await upload(service(), request));
  expect(second.headers["idempotency-replayed"]).toBe("true");
  expect([second.body.equals(first.body), chargedBy(first), chargedBy(second)]).toEqual([true, 1, 0]);
});

const estimate = (fields: Record<string, string>, file: Buffer): Promise<Reply> =>
  upload(service(), { path: "/api/v1/estimate", file, fields });

test("an estimate returns pages, price and whether it would be a job, and reports a language that is not there", async () => {
  const eleven = as<object>(await estimate({ operation: "ocr-extract-advanced" }, numberedPages(11)));
  expect(eleven).toMatchObject({ pages: 11, credits: 11, mode: "async" });
  const image = as<object>(await estimate({ operation: "ocr-extract-simple" }, await drawn(textPdf(), 72)));
  expect(image).toMatchObject({ pages: 1, credits: 0, mode: "sync" });
  const wrong = await estimate({ operation: "ocr-extract-simple", language: "xyz" }, numberedPages(1));
  expectFailure(wrong, 422, "validation_error");
});

test("a key needs the scope", async () => {
  const { key } = await newClient(service(), 10, { scopes: ["convert", "pdf", "extract"] });
  for (const { path } of ENGINES) {
    expectFailure(await upload(service(), { path, file: numberedPages(1), key }), 403, "insufficient_scope");
  }
  const other = await newClient(service(), 10, { scopes: ["ocr"] });
  expectOk(await upload(service(), { path: SIMPLE, file: numberedPages(1), key: other.key }));
  expectOk(await call(service(), "GET", "/api/v1/ocr/languages", { key }));
});

test("the page limit of documents is among the limits", async () => {
  expect(json(await call(service(), "GET", "/api/v1/limits"))).toMatchObject({ ocr_pages_per_document: 1000 });
});
