import { expect, test } from "vitest";
import { allPages, as, chargedBy, moneyOf, newClient } from "./accounts.ts";
import { readArchive } from "./archive.ts";
import { type Fields, PDF_TO_IMAGE, REMOVE_PASSWORD, send, upload } from "./client.ts";
import { letterPages, slowPage } from "./documents.ts";
import { cancel, type JobObject, jobPath, ONE_AT_A_TIME, resultOf, submit, submitted, untilFinal } from "./jobs.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectOk } from "./reply.ts";
import { sharedService, withService } from "./service.ts";

/* Contract, section 6: the result of a job that is complete or has failed. */

const service = sharedService(ONE_AT_A_TIME, { keepsResults: true });
const plain = fixture("four-colours.pdf");
const locked = fixture("locked-aes-256.pdf");
const RFC_3339_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

const ended = async (submission: Parameters<typeof submitted>[1] = {}): Promise<string> => {
  const id = await submitted(service(), submission);
  await untilFinal(service(), id, submission?.key ?? service().key);
  return id;
};

const SAME: readonly {
  readonly what: string;
  readonly path?: string;
  readonly file: Buffer;
  readonly fields: Fields;
}[] = [
  { what: "an image", file: plain, fields: { dpi: 72, page_number: 2, image_format: "JPEG" } },
  { what: "an archive with a warning", file: plain, fields: { dpi: 72, start_page: 3, end_page: 9 } },
  { what: "unknown fields", file: plain, fields: { dpi: 72, colour: "red" } },
  { what: "a PDF with a warning", path: REMOVE_PASSWORD, file: plain, fields: { password: "" } },
  { what: "a protected PDF", path: REMOVE_PASSWORD, file: locked, fields: { password: "open sesame" } },
  { what: "a protected document's image", file: locked, fields: { password: "open sesame", dpi: 72 } },
];

test.each(SAME)(
  "the result is what the synchronous call would have answered: $what",
  async ({ path = PDF_TO_IMAGE, ...rest }) => {
    const file = { content: rest.file, filename: "Résumé 1.pdf" };
    const direct = expectOk(await upload(service(), { path, ...rest, file }));
    const id = await ended({ path, ...rest, file });
    const result = expectOk(await resultOf(service(), id));
    expect(result.body.equals(direct.body)).toBe(true);
    for (const header of [
      "content-type",
      "content-disposition",
      "content-length",
      "x-warnings",
      "x-credits-charged",
      "cache-control",
      "x-content-type-options",
    ]) {
      expect(result.headers[header], header).toBe(direct.headers[header]);
    }
    expect(chargedBy(result)).toBe(1);
  },
);

test("a result can be read again and again, and HEAD has its head", async () => {
  const id = await ended();
  const [one, two] = [expectOk(await resultOf(service(), id)), expectOk(await resultOf(service(), id))];
  expect(two.body.equals(one.body)).toBe(true);
  const head = await send(service(), { method: "HEAD", path: jobPath(id, "/result") });
  expect([head.status, head.headers["content-length"]]).toEqual([200, String(one.body.length)]);
});

test("reading a result costs nothing", async () => {
  const { key, accountId } = await newClient(service(), 5);
  const id = await ended({ key });
  await resultOf(service(), id, key);
  await resultOf(service(), id, key);
  expect(await moneyOf(service(), accountId)).toEqual([4, 0, 4]);
});

test("a failed job: its error, and as its result the failing answer", async () => {
  await withService({ QUIRE_JOB_ENGINE_TIMEOUT_MS: "1000" }, async (own) => {
    const id = await submitted(own, { file: slowPage() });
    const job = await untilFinal(own, id);
    expect(job).toMatchObject({
      status: "failed",
      error: { status: 400, code: "document_too_complex", detail: expect.stringMatching(/\S/) },
      credits: { held: 0, charged: 0 },
      completed_at: expect.stringMatching(RFC_3339_UTC),
    });
    const result = await resultOf(own, id);
    const error = expectFailure(result, 400, "document_too_complex");
    expect(error.detail).toBe(job.error?.detail);
    expect(result.headers["x-credits-charged"]).toBe("0");
    expectFailure(await cancel(own, id), 409, "job_not_cancellable");
  });
});

test("a job that takes longer than a job may: failed, and never sync_timeout", async () => {
  await withService({ QUIRE_JOB_TIMEOUT_MS: "1500" }, async (own) => {
    const { key, accountId } = await newClient(own, 5);
    const job = await untilFinal(own, await submitted(own, { file: slowPage(), key }), key);
    expect(job.status).toBe("failed");
    expect(job.error?.code).toMatch(/\S/);
    expect(job.error?.code).not.toBe("sync_timeout");
    expect(await moneyOf(own, accountId)).toEqual([5, 0, 5]);
  });
});

test("a job is not bound by what a synchronous request may take", async () => {
  const settings = { QUIRE_SYNC_TIMEOUT_MS: "1500", QUIRE_ENGINE_TIMEOUT_MS: "1500" };
  await withService(
    settings,
    async (own) => {
      const [file, fields] = [letterPages(60), allPages(60, 300)];
      const direct = await upload(own, { path: PDF_TO_IMAGE, file, fields });
      expect(direct.status).toBe(400);
      // The submission itself is bounded in time: on a busy machine it may come too late, and is repeated as a client
      // would.
      let reply = await submit(own, { file, fields });
      for (let attempt = 0; attempt < 20 && reply.status === 400; attempt += 1) {
        expectFailure(reply, 400, "sync_timeout");
        reply = await submit(own, { file, fields });
      }
      const { job_id: id } = as<JobObject>(reply, 202);
      expect((await untilFinal(own, id)).status).toBe("complete");
      expect(readArchive(expectOk(await resultOf(own, id)).body)).toHaveLength(60);
    },
    { keepsResults: true },
  );
});
