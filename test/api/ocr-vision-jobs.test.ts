import { afterAll, beforeEach, expect, test } from "vitest";
import { as, chargedBy, moneyOf, newClient } from "./accounts.ts";
import { upload } from "./client.ts";
import { cancel, type JobObject, resultOf, submitted, untilFinal, untilJob } from "./jobs.ts";
import { readAs, startScriptedProvider, transcriptionIn, VISION, visionPdf, visionSettings } from "./ocr-vision.ts";
import { expectFailure } from "./reply.ts";
import { drawn } from "./scans.ts";
import { sharedService } from "./service.ts";

/* Specification, rules 1 to 3 and synchronous page limits of vision; contract, sections 5 and 6. */

const provider = await startScriptedProvider();
afterAll(() => provider.close());
const service = sharedService({ ...visionSettings(provider), QUIRE_VISION_CONCURRENCY: "2" }, { keepsResults: true });
let callsBefore = 0;
beforeEach(() => {
  callsBefore = provider.reset();
});

const sheets = (count: number): string => Array.from({ length: count }, (_, index) => readAs(index + 1)).join("\n\n");

test("a document of three pages is answered at once", async () => {
  const reply = await upload(service(), { path: VISION, file: visionPdf(3) });
  expect(transcriptionIn(reply).data).toMatchObject({ text: sheets(3), pages: 3 });
  expect(chargedBy(reply)).toBe(30);
});

test("with a page more it becomes a job, whose result is the answer", async () => {
  const reply = await upload(service(), { path: VISION, file: visionPdf(4) });
  const accepted = as<JobObject>(reply, 202);
  expect(accepted).toMatchObject({ status: "pending", message: "4 pages exceed the synchronous limit of 3." });
  expect([reply.headers.location, reply.headers["retry-after"]]).toEqual([accepted.status_url, "2"]);
  expect(await untilFinal(service(), accepted.job_id)).toMatchObject({
    status: "complete",
    operation: "ocr-extract-vision",
    progress: { pages_done: 4, pages_total: 4, percent: 100 },
    credits: { held: 0, charged: 40 },
    metadata: { page_count: 4 },
  });
  const result = await resultOf(service(), accepted.job_id);
  expect(transcriptionIn(result).data).toMatchObject({ text: sheets(4), pages: 4 });
  expect(provider.calls.length - callsBefore).toBe(4);
});

test("the document's own pages decide, not those that are selected", async () => {
  const file = visionPdf(4);
  const { job_id: id } = as<JobObject>(await upload(service(), { path: VISION, file, fields: { pages: "4" } }), 202);
  expect(await untilFinal(service(), id)).toMatchObject({ credits: { held: 0, charged: 10 } });
  expect(transcriptionIn(await resultOf(service(), id)).data).toMatchObject({ text: readAs(4), pages: 1 });
});

test("async=true makes a job of anything", async () => {
  const id = await submitted(service(), { path: VISION, file: await drawn(), fields: { output: "detailed" } });
  expect(await untilFinal(service(), id)).toMatchObject({ status: "complete" });
  transcriptionIn(await resultOf(service(), id), true);
});

test("a job that is cancelled is charged the pages that it has had", async () => {
  const { key, accountId } = await newClient(service(), 100);
  const never = Promise.withResolvers<void>();
  provider.script.gate = (page) => (page <= 2 ? Promise.resolve() : never.promise);
  try {
    const id = await submitted(service(), { path: VISION, file: visionPdf(6), fields: {}, key });
    await untilJob(service(), id, { key, is: ({ progress }) => progress.pages_done === 2 });
    as<JobObject>(await cancel(service(), id, key));
    expect(await untilFinal(service(), id, key)).toMatchObject({
      status: "cancelled",
      credits: { held: 0, charged: 20 },
    });
    expectFailure(await resultOf(service(), id, key), 409, "job_cancelled");
    expect(await moneyOf(service(), accountId)).toEqual([80, 0, 80]);
  } finally {
    never.resolve();
  }
});

test("no more pages are asked for at once than are allowed, whatever the document has", async () => {
  const id = await submitted(service(), { path: VISION, file: visionPdf(8), fields: {} });
  expect(await untilFinal(service(), id)).toMatchObject({ status: "complete", credits: { charged: 80 } });
  expect(provider.mostAtOnce).toBeLessThanOrEqual(2);
});

test("a job that fails has the error that the request would have had", async () => {
  provider.script.behaves = () => 401;
  const id = await submitted(service(), { path: VISION, file: visionPdf(5), fields: {} });
  expect(await untilFinal(service(), id)).toMatchObject({
    status: "failed",
    error: { status: 500, code: "provider_failed" },
    credits: { held: 0, charged: 0 },
  });
  expectFailure(await resultOf(service(), id), 500, "provider_failed");
});
