import { expect, test } from "vitest";
import { chosen } from "../running/sampling.ts";
import { type Fields, OPERATIONS, PDF_TO_IMAGE, send, toImages, upload } from "./client.ts";
import { Connection, head } from "./connection.ts";
import { emptyPages } from "./documents.ts";
import { encodeForm } from "./multipart.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectOk, json, warningCodes } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 11. Other limits than the usual ones are tested in settings.test.ts. */

const service = commonService();
const plain = fixture("four-colours.pdf");
const MIB = 1_048_576;

test("GET /api/v1/limits needs a key and returns the defaults", async () => {
  expectFailure(await send(service(), { path: "/api/v1/limits", key: null }), 401, "missing_api_key");
  const reply = expectOk(await send(service(), { path: "/api/v1/limits" }));
  expect(reply.headers["content-type"]).toMatch(/^application\/json/);
  expect(numbersIn(json(reply))).toEqual(expect.arrayContaining([104_857_600, 200, 100, 5000, 100_000_000]));
  expect(json(reply)).toMatchObject({
    sync_pages: { "ocr-extract-simple": 20, "ocr-extract-advanced": 10, "ocr-extract-vision": 3, "pdf-to-text": 10 },
    sync_timeouts_ms: { "ocr-extract-simple": 600_000, "ocr-extract-advanced": 600_000 },
    sync_body_bytes: { "html-to-pdf": 5_242_880, "text-to-pdf": 5_242_880 },
  });
});

test("104,857,600 bytes are announced in vain one byte above: 413 before the body", async () => {
  for (const { path } of OPERATIONS) {
    const connection = await Connection.open(service());
    const form = { "x-api-key": service().key, "content-type": "multipart/form-data; boundary=x" };
    connection.write(head("POST", path, { ...form, "content-length": 104_857_601 }));
    const reply = await connection.readReply("POST");
    expect(reply && expectFailure(reply, 413, "payload_too_large").limit_bytes).toBe(104_857_600);
    connection.destroy();
  }
});

test.each(chosen([{ chunked: false }, { chunked: true }], [0]))(
  "104,857,601 bytes are refused when all of them are sent (chunked: $chunked)",
  async ({ chunked }) => {
    const { contentType, body } = encodeForm([{ name: "file", content: plain }]);
    const tooLong = Buffer.concat([
      body.subarray(0, 300),
      Buffer.alloc(104_857_601 - body.length, " "),
      body.subarray(300),
    ]);
    expect(tooLong.length).toBe(104_857_601);
    const reply = await send(service(), {
      method: "POST",
      path: PDF_TO_IMAGE,
      body: tooLong,
      chunked,
      headers: { "content-type": contentType },
    });
    expect(expectFailure(reply, 413, "payload_too_large").limit_bytes).toBe(104_857_600);
    expectOk(await toImages(service(), plain, { dpi: 72 }));
  },
);

test("a text field may have 1 MB, not more", async () => {
  expect(warningCodes(expectOk(await withField("x".repeat(MIB))))).toEqual(["unknown_field"]);
  expectFailure(await withField("x".repeat(MIB + 1)), 413, "payload_too_large");
  const password = "p".repeat(MIB + 1);
  expectFailure(await toImages(service(), plain, { password }), 413, "payload_too_large");
});

test("a form may have 100 fields, not more", async () => {
  expectOk(await toImages(service(), plain, some(100)));
  expectFailure(await toImages(service(), plain, some(101)), 413, "payload_too_large");
  expectFailure(
    await toImages(service(), plain, { dpi: Array.from({ length: 5000 }, () => 72) }),
    413,
    "payload_too_large",
  );
});

test("thousands of files are refused, never an error of the service", async () => {
  const { contentType, body } = encodeForm(Array.from({ length: 3000 }, () => ({ name: "file", content: plain })));
  const reply = await send(service(), {
    method: "POST",
    path: PDF_TO_IMAGE,
    body,
    headers: { "content-type": contentType },
  });
  expect([413, 422]).toContain(reply.status);
});

test("5,000 pages are the most", async () => {
  expectOk(await toImages(service(), emptyPages(5000), { page_number: 5000, dpi: 72 }));
  for (const { path, fields } of OPERATIONS) {
    expectFailure(await upload(service(), { path, fields, file: emptyPages(5001) }), 400, "too_many_pages");
  }
});

const some = (count: number): Fields =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, "1"]));

const withField = (value: string) => toImages(service(), plain, { dpi: 72, remark: value });

function numbersIn(value: unknown): number[] {
  if (typeof value === "number") {
    return [value];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
