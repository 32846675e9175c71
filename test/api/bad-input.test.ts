import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { expectStillWorking, OPERATIONS, PDF_TO_IMAGE, removePassword, send, toImages, upload } from "./client.ts";
import { Connection, head } from "./connection.ts";
import { classicPdf, endlessPage } from "./documents.ts";
import { encodeForm, type Part } from "./multipart.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectOk, type Reply } from "./reply.ts";
import { commonService, expectNothingLeftBehind, type Service, sharedService } from "./service.ts";

/*
 * Bad input: each kind gets its error of the contract and leaves no file in the data directory, and the next request is
 * answered as usual.
 */

const service = commonService();
const plain = fixture("four-colours.pdf");
const locked = fixture("locked-aes-256.pdf");

const goodFile: Part = { name: "file", content: plain };

interface BadInput {
  readonly what: string;
  readonly file: Buffer;
  readonly fields?: Record<string, string | number>;
  readonly status: number;
  readonly code: string;
}

const FOR_EVERY_OPERATION: readonly BadInput[] = [
  { what: "no PDF", file: Buffer.from("<!doctype html><title>no</title>"), status: 400, code: "unsupported_file_type" },
  { what: "an empty file", file: Buffer.alloc(0), status: 400, code: "empty_file" },
  { what: "a header alone", file: Buffer.from("%PDF-"), status: 400, code: "invalid_pdf" },
  { what: "the first 200 bytes of a PDF", file: plain.subarray(0, 200), status: 400, code: "invalid_pdf" },
  { what: "a PDF without objects", file: Buffer.from("%PDF-1.7\n%%EOF\n"), status: 400, code: "invalid_pdf" },
  { what: "noise behind a header", file: noise("%PDF-1.7\n", 50_000), status: 400, code: "invalid_pdf" },
  { what: "a catalog without pages", file: classicPdf(["<< /Type /Catalog >>"]), status: 400, code: "invalid_pdf" },
  { what: "1,000,000 pages in 2 KB", file: fixture("million-pages.pdf"), status: 400, code: "too_many_pages" },
  { what: "a certificate", file: fixture("locked-certificate.pdf"), status: 400, code: "pdf_encrypted" },
  { what: "a wrong password", file: locked, fields: { password: "wrong" }, status: 400, code: "wrong_password" },
];

for (const { path, fields } of OPERATIONS) {
  test.each(FOR_EVERY_OPERATION)(`${path}: $what`, async ({ file, fields: more, status, code }) => {
    const reply = await upload(service(), { path, file, fields: { ...fields, ...more } });
    expectFailure(reply, status, code);
    await expectNothingLeftBehind(service());
    await expectStillWorking(service(), plain);
  });
}

const FOR_IMAGES: readonly BadInput[] = [
  { what: "a page tree that is its own kid", file: selfParent(), status: 400, code: "invalid_pdf" },
  { what: "no password", file: locked, status: 400, code: "pdf_encrypted" },
  { what: "page 0", file: plain, fields: { page_number: 0 }, status: 422, code: "validation_error" },
  { what: "a page beyond the last", file: plain, fields: { page_number: 5 }, status: 400, code: "page_out_of_range" },
  {
    what: "a range from 0",
    file: plain,
    fields: { start_page: 0, end_page: 2 },
    status: 422,
    code: "validation_error",
  },
  {
    what: "a range beyond",
    file: plain,
    fields: { start_page: 5, end_page: 6 },
    status: 400,
    code: "page_out_of_range",
  },
  {
    what: "a reversed range",
    file: plain,
    fields: { start_page: 3, end_page: 1 },
    status: 422,
    code: "validation_error",
  },
  { what: "400 megapixels", file: fixture("huge-page.pdf"), fields: { dpi: 72 }, status: 400, code: "image_too_large" },
  {
    what: "400 megapixels as a range",
    file: fixture("huge-page.pdf"),
    fields: { dpi: 72, start_page: 1, end_page: 1 },
    status: 400,
    code: "image_too_large",
  },
];

test.each(FOR_IMAGES)("pdf-to-image: $what", async ({ file, fields = {}, status, code }) => {
  expectFailure(await toImages(service(), file, fields), status, code);
  await expectNothingLeftBehind(service());
  await expectStillWorking(service(), plain);
});

test.each([
  { what: "two files where one is meant", parts: [goodFile, goodFile] },
  { what: "text where a file is meant", parts: [{ name: "file", value: "text" }] },
  { what: "no file", parts: [] },
] satisfies { what: string; parts: Part[] }[])("$what", async ({ parts }) => {
  for (const { path, fields } of OPERATIONS) {
    const all: Part[] = [...Object.entries(fields).map(([name, value]) => ({ name, value })), ...parts];
    const { contentType, body } = encodeForm(all);
    const reply = await send(service(), { method: "POST", path, body, headers: { "content-type": contentType } });
    expectFailure(reply, 422, "validation_error");
  }
  await expectNothingLeftBehind(service());
  await expectStillWorking(service(), plain);
});

test("a file that lost its cross-reference table is repaired", async () => {
  const text = plain.toString("latin1");
  const damaged = [
    Buffer.from(text.replace(/startxref\n\d+/, "startxref\n7"), "latin1"),
    Buffer.from(text.replaceAll(/^\d{10} 00000 n/gm, "0000000003 00000 n"), "latin1"),
    Buffer.from(text.replace(/startxref[\s\S]*/, ""), "latin1"),
  ];
  for (const content of damaged) {
    expectOk(await toImages(service(), content, { page_number: 4, dpi: 72 }));
    expect((await toImages(service(), content, { page_number: 5, dpi: 72 })).status).toBe(400);
  }
});

test("a PDF cut at any place is repaired or refused, never an error of the service", async () => {
  for (const source of [plain, fixture("corner-marks.pdf"), locked]) {
    for (let share = 1; share < 12; share += 1) {
      const cut = source.subarray(0, Math.floor((source.length * share) / 12));
      const replies = [
        await toImages(service(), cut, { dpi: 72, password: "open sesame" }),
        await removePassword(service(), cut, { password: "open sesame" }),
      ];
      for (const reply of replies) {
        expect([200, 400]).toContain(reply.status);
      }
    }
  }
  await expectNothingLeftBehind(service());
});

test("a PDF with changed bytes is drawn or refused, never an error of the service", async () => {
  const random = lehmer(2026);
  for (let count = 0; count < 40; count += 1) {
    const changed = Buffer.from(fixture(count % 2 === 0 ? "corner-marks.pdf" : "drawn-on.pdf"));
    for (let change = 0; change < 12; change += 1) {
      changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
    }
    expect([200, 400]).toContain((await toImages(service(), changed, { dpi: 72 })).status);
    expect([200, 400]).toContain((await removePassword(service(), changed, { password: "" })).status);
  }
  await expectNothingLeftBehind(service());
  await expectStillWorking(service(), plain);
});

test.each([
  { what: "in the middle of the head", sent: 60 },
  { what: "in the middle of the file", sent: 900 },
])("a connection that drops $what leaves nothing", async ({ sent }) => {
  const { start, body } = request(service());
  for (let count = 0; count < 5; count += 1) {
    const connection = await Connection.open(service());
    connection.write(Buffer.concat([Buffer.from(start), body]).subarray(0, sent));
    await sleep(50);
    connection.destroy();
  }
  await expectNothingLeftBehind(service());
  await expectStillWorking(service(), plain);
});

describe("a service of little patience", () => {
  const impatient = sharedService({
    QUIRE_WORKERS: "1",
    QUIRE_MAX_UPLOAD_BYTES: "1000000",
    QUIRE_REQUEST_TIMEOUT_MS: "2000",
    QUIRE_MIN_UPLOAD_BYTES_PER_SECOND: "0",
  });

  test("a body that is too large leaves nothing", async () => {
    const tooLarge = Buffer.concat([plain, Buffer.alloc(1_000_000)]);
    for (const chunked of [false, true]) {
      const reply = await upload(impatient(), { path: PDF_TO_IMAGE, file: tooLarge, chunked });
      expectFailure(reply, 413, "payload_too_large");
      await expectNothingLeftBehind(impatient());
      await expectStillWorking(impatient(), plain);
    }
  });

  test("an upload that drips is ended when the time of a request is over", async () => {
    expectCut(await drip(impatient(), { bytes: 1, everyMs: 100, forMs: 45_000 }));
    await expectNothingLeftBehind(impatient());
    await expectStillWorking(impatient(), plain);
  });

  test("a head that drips is ended too", async () => {
    const connection = await Connection.open(impatient());
    connection.write(`POST ${PDF_TO_IMAGE} HTTP/1.1\r\nHost: x\r\n`);
    const stopAt = Date.now() + 45_000;
    while (!connection.ended && Date.now() < stopAt) {
      connection.write("x-a: b\r\n");
      await sleep(100);
    }
    expect(connection.ended).toBe(true);
    await expectStillWorking(impatient(), plain);
  });
});

describe("a service with one engine and a least rate", () => {
  const single = sharedService({ QUIRE_WORKERS: "1", QUIRE_MIN_UPLOAD_BYTES_PER_SECOND: "100" });

  test("a client that leaves while its pages are drawn frees the engine and leaves nothing", async () => {
    const { start, body } = request(single(), {}, endlessPage());
    const connection = await Connection.open(single());
    connection.write(start);
    connection.write(body);
    await sleep(1000);
    connection.destroy();
    await expectStillWorking(single(), plain);
    await expectNothingLeftBehind(single());
  });

  // These wait for the clock, so they run in parallel; their rates are a fifth of the lowest rate allowed, and five
  // times it.
  test.concurrent("an upload slower than the least rate is ended", async () => {
    expectCut(await drip(single(), { bytes: 1, everyMs: 50, forMs: 45_000 }));
    await expectStillWorking(single(), plain);
  });

  test.concurrent("an upload that is slow but above the least rate goes through", async () => {
    const { start, body } = request(single(), {}, Buffer.concat([plain, Buffer.alloc(4000, "\n")]));
    const connection = await Connection.open(single());
    connection.write(start);
    for (let offset = 0; offset < body.length; offset += 100) {
      connection.write(body.subarray(offset, offset + 100));
      await sleep(200);
    }
    expect((await connection.readReply("POST"))?.status).toBe(200);
    connection.destroy();
  });
});

/** Returns the head and the body of a good request. */
function request(
  to: Service,
  fields: Readonly<Record<string, string | number>> = { dpi: 72 },
  content = plain,
): { start: string; body: Buffer } {
  const parts = [
    ...Object.entries(fields).map(([name, value]) => ({ name, value: String(value) })),
    { name: "file", content },
  ];
  const { contentType, body } = encodeForm(parts);
  const headers = { "x-api-key": to.key, "content-type": contentType, "content-length": body.length };
  return { start: head("POST", PDF_TO_IMAGE, headers), body };
}

interface Dripped {
  /** The answer that came before the service closed the connection; undefined when none came. */
  readonly reply: Reply | undefined;
  readonly ended: boolean;
}

/** Sends a large upload, a few bytes at a time, until the service closes the connection. */
async function drip(
  to: Service,
  { bytes, everyMs, forMs }: { bytes: number; everyMs: number; forMs: number },
): Promise<Dripped> {
  const { start, body } = request(to, {}, Buffer.concat([plain, Buffer.alloc(500_000)]));
  const connection = await Connection.open(to);
  connection.write(start);
  const stopAt = Date.now() + forMs;
  let offset = 0;
  let reply: Reply | undefined;
  while (reply === undefined && !connection.ended && Date.now() < stopAt) {
    connection.write(body.subarray(offset, offset + bytes));
    offset += bytes;
    reply = await connection.readReply("POST", { withinMs: everyMs });
  }
  connection.destroy();
  return { reply, ended: connection.ended || reply !== undefined };
}

/**
 * Fails unless the connection ended. The contract has no status for this; if there is an answer, it blames the caller.
 */
function expectCut({ reply, ended }: Dripped): void {
  expect(ended, "the service goes on waiting").toBe(true);
  expect([400, 408, undefined]).toContain(reply?.status);
}

function noise(start: string, bytes: number): Buffer {
  const random = lehmer(11);
  return Buffer.concat([
    Buffer.from(start),
    Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256))),
  ]);
}

function selfParent(): Buffer {
  return classicPdf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>"]);
}

/** Returns a generator of numbers from 0 to 1 that are the same for the same seed (Lehmer). */
function lehmer(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
