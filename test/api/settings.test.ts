import { expect, test } from "vitest";
import { as, call, chargedBy, type KeyObject, newClient, spend } from "./accounts.ts";
import { readArchive } from "./archive.ts";
import { extractImages, mergePdfs, OPERATIONS, PDF_TO_IMAGE, send, toImages, upload } from "./client.ts";
import { Connection, head } from "./connection.ts";
import { classicPdf, emptyPages, endlessPage } from "./documents.ts";
import { type JobObject, submit, untilFinal } from "./jobs.ts";
import { encodeForm } from "./multipart.ts";
import { fixture, run } from "./programs.ts";
import { expectFailure, expectOk, json, type Reply } from "./reply.ts";
import { sharedService } from "./service.ts";

/*
 * Settings that change what is answered, each tested on one service that has all of them: a service for each would take
 * longer to start than all tests here to run.
 */

const LIMIT_BYTES = 60_000;
const LIMIT_PIXELS = 10_000;
const service = sharedService(
  {
    QUIRE_METERING: "off",
    QUIRE_MAX_PAGES: "3",
    QUIRE_MAX_IMAGE_PIXELS: String(LIMIT_PIXELS),
    QUIRE_MAX_UPLOAD_BYTES: String(LIMIT_BYTES),
    QUIRE_MAX_ARCHIVE_BYTES: "3000",
    QUIRE_RATE_LIMIT: "100",
    QUIRE_CONCURRENCY: "4",
    QUIRE_ENGINE_TIMEOUT_MS: "4000",
    QUIRE_REQUEST_TIMEOUT_MS: "3000",
    QUIRE_COMPAT_JPEG_EXT: "jpeg",
    QUIRE_PUBLIC_URL: "https://pdf.example/quire",
  },
  { keepsResults: true },
);
const threePages = emptyPages(3);
const fourPages = fixture("four-colours.pdf");

test("with metering off the balance is the constant 999999999, also beside an error", async () => {
  const replies = [
    expectOk(await toImages(service(), threePages, { dpi: 72 })),
    await toImages(service(), threePages, { dpi: 1 }),
    await send(service(), { path: "/nowhere" }),
    await send(service(), { path: PDF_TO_IMAGE }),
  ];
  expect(replies.map(({ headers }) => headers["x-credits-remaining"])).toEqual(Array(4).fill("999999999"));
  expect(replies.slice(0, 2).map(chargedBy)).toEqual([0, 0]);
});

test("with metering off the price list says so", async () => {
  expect(as<{ metering: string }>(await call(service(), "GET", "/api/v1/pricing")).metering).toBe("off");
});

test("400 too_many_pages: a document may have as many pages as the limit, not one more", async () => {
  expectOk(await toImages(service(), threePages, { dpi: 72 }));
  for (const { path, fields } of OPERATIONS) {
    expectFailure(await upload(service(), { path, fields, file: fourPages }), 400, "too_many_pages");
  }
});

test("400 image_too_large: an image may have as many pixels as the limit, not one more", async () => {
  expectOk(await toImages(service(), threePages, { custom_width: 100, custom_height: 100 }));
  const larger = await toImages(service(), threePages, { custom_width: LIMIT_PIXELS + 1, custom_height: 1 });
  expectFailure(larger, 400, "image_too_large");
});

test("400 document_too_complex: a result larger than an archive may be", async () => {
  const drawing = fixture("line-drawing.pdf");
  expectFailure(await mergePdfs(service(), [drawing, drawing]), 400, "document_too_complex");
});

test("408 request_timeout: a body that does not come", async () => {
  const connection = await Connection.open(service());
  const headers = { "X-API-Key": service().key, "Content-Type": "application/json", "Content-Length": 500 };
  connection.write(`${head("POST", "/api/v1/templates", headers)}{"slug":`);
  const reply = await connection.readReply("POST");
  expect(reply && expectFailure(reply, 408, "request_timeout").code).toBe("request_timeout");
});

test("GET /api/v1/limits returns what is configured", async () => {
  expect(json(expectOk(await send(service(), { path: "/api/v1/limits" })))).toMatchObject({
    upload_bytes: LIMIT_BYTES,
    pages_per_document: 3,
    image_pixels: LIMIT_PIXELS,
    requests_per_minute: 100,
    concurrency: 4,
  });
});

test("a body may be as large as the limit, not one byte larger, with and without Content-Length", async () => {
  const fields = { dpi: "72" };
  const parts = [
    { name: "dpi", value: "72" },
    { name: "file", content: threePages },
  ];
  const frame = encodeForm(parts).body.length - threePages.length;
  const padded = (length: number): Buffer =>
    Buffer.concat([threePages, Buffer.alloc(length - threePages.length, "\n")]);
  for (const chunked of [false, true]) {
    const fits = padded(LIMIT_BYTES - frame);
    expectOk(await upload(service(), { path: PDF_TO_IMAGE, fields, file: fits, chunked }));
    const larger = padded(LIMIT_BYTES - frame + 1);
    const refused = await upload(service(), { path: PDF_TO_IMAGE, fields, file: larger, chunked });
    expect(expectFailure(refused, 413, "payload_too_large").limit_bytes).toBe(LIMIT_BYTES);
  }
});

test("bounds of a key above the service's own need admin", async () => {
  const client = await newClient(service(), 5);
  const make = (value: object, key: string): Promise<Reply> =>
    call(service(), "POST", "/api/v1/keys", { value: { name: "x", ...value }, key });
  expect((await make({ rate_limit: 100, concurrency: 4 }, client.key)).status).toBe(201);
  expectFailure(await make({ rate_limit: 101 }, client.key), 403, "insufficient_scope");
  expectFailure(await make({ concurrency: 5 }, client.key), 403, "insufficient_scope");
  const wide = as<KeyObject>(await make({ rate_limit: 101, account_id: client.accountId }, service().key), 201);
  expect((await spend(service(), String(wide.key))).headers["x-ratelimit-limit"]).toBe("101");
});

test("QUIRE_COMPAT_JPEG_EXT gives JPEG images the longer extension", async () => {
  const { stdout: jpeg } = await run("convert", ["-size", "16x8", "xc:#f00", "jpg:-"]);
  const samples = jpeg.toString("latin1");
  const photo = classicPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Resources << /XObject << /I 4 0 R >> >> >>",
    "<< /Type /XObject /Subtype /Image /Width 16 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8 " +
      `/Filter /DCTDecode /Length ${samples.length} >>\nstream\n${samples}\nendstream`,
  ]);
  const entries = readArchive(expectOk(await extractImages(service(), photo)).body);
  expect(entries.map(({ name }) => name)).toEqual(["page_1_image_1.jpeg"]);
});

test("addresses of jobs are those of QUIRE_PUBLIC_URL", async () => {
  const job = as<JobObject>(await submit(service(), { file: threePages }), 202);
  const address = `https://pdf.example/quire/api/v1/jobs/${job.job_id}`;
  expect([job.status_url, job.result_url]).toEqual([address, `${address}/result`]);
  const final = await untilFinal(service(), job.job_id);
  expect([final.status_url, final.result_url]).toEqual([address, `${address}/result`]);
});

// The last: it costs the service its engine process.
test("400 document_too_complex: a document that takes the engines too long", async () => {
  expectFailure(await toImages(service(), endlessPage(), { dpi: 72 }), 400, "document_too_complex");
  expectOk(await toImages(service(), threePages, { custom_width: 10 }));
});
