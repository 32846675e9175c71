import { expect, test } from "vitest";
import { OPERATIONS, PDF_TO_IMAGE, REMOVE_PASSWORD, send, toImages, upload } from "./client.ts";
import { Connection, head } from "./connection.ts";
import { encodeForm } from "./multipart.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectFault, expectOk, faults } from "./reply.ts";
import { type Service, sharedService, withService } from "./service.ts";

/* Contract, section 2: a request fails at the first check that applies. Each request here fails at least two. */

const service = sharedService({ QUIRE_MAX_UPLOAD_BYTES: "200000" }, { keepsResults: true });
const plain = fixture("four-colours.pdf");
const locked = fixture("locked-aes-256.pdf");
const TOO_LONG = 200_001;
const BAD_IDEMPOTENCY_KEY = { "idempotency-key": "two words" };
const JSON_BODY = { body: Buffer.from("{}"), headers: { "content-type": "application/json" } };

test("step 1 before 2: an unknown path and a wrong method are reported without a key", async () => {
  expectFailure(await send(service(), { method: "POST", path: "/api/v1/nowhere", key: null }), 404, "not_found");
  expectFailure(await send(service(), { path: PDF_TO_IMAGE, key: null }), 405, "method_not_allowed");
  expectFailure(await send(service(), { path: PDF_TO_IMAGE, key: "no-such-key" }), 405, "method_not_allowed");
});

test("step 1 before 5: an unknown path and a wrong method are reported before the size", async () => {
  const body = Buffer.alloc(TOO_LONG);
  expectFailure(await send(service(), { method: "POST", path: "/api/v1/nowhere", body }), 404, "not_found");
  expectFailure(await send(service(), { method: "PUT", path: PDF_TO_IMAGE, body }), 405, "method_not_allowed");
});

test("step 2: within it the address's window comes before the key", async () => {
  await withService({ QUIRE_RATE_LIMIT_ANONYMOUS: "1" }, async (strict) => {
    const replies = [];
    for (let count = 0; count < 3; count += 1) {
      replies.push(await upload(strict, { path: PDF_TO_IMAGE, key: null }));
    }
    expect(replies.map(({ status }) => status)).toEqual([401, 429, 429]);
  });
});

test("step 2 before 5: a key is asked for before the size and the form of Idempotency-Key", async () => {
  for (const { path } of OPERATIONS) {
    const body = Buffer.alloc(TOO_LONG);
    expectFailure(await send(service(), { method: "POST", path, key: null, body }), 401, "missing_api_key");
    const both = { key: "no-such-key", body, headers: BAD_IDEMPOTENCY_KEY };
    expectFailure(await send(service(), { method: "POST", path, ...both }), 401, "invalid_api_key");
  }
});

test("step 2 before 6 and 7: a key is asked for before the form and its fields", async () => {
  expectFailure(
    await send(service(), { method: "POST", path: PDF_TO_IMAGE, key: null, ...JSON_BODY }),
    401,
    "missing_api_key",
  );
  const fields = { dpi: 1 };
  expectFailure(await upload(service(), { path: PDF_TO_IMAGE, key: null, fields }), 401, "missing_api_key");
});

test("step 4 before 5, 6 and 7: the rate window comes before the size, the form and its fields", async () => {
  await withService({ QUIRE_RATE_LIMIT: "1", QUIRE_MAX_UPLOAD_BYTES: "200000" }, async (strict) => {
    const post = { method: "POST", path: PDF_TO_IMAGE };
    await exhaust(strict);
    const tooLong = await send(strict, { ...post, body: Buffer.alloc(TOO_LONG) });
    const badKey = await send(strict, { ...post, headers: BAD_IDEMPOTENCY_KEY });
    const notAForm = await send(strict, { ...post, ...JSON_BODY });
    const badFields = await upload(strict, { path: PDF_TO_IMAGE, fields: { dpi: 1 } });
    for (const reply of [tooLong, badKey, notAForm, badFields]) {
      expectFailure(reply, 429, "rate_limited");
    }
    // Steps 1 and 2 still come first.
    expectFailure(await send(strict, { path: PDF_TO_IMAGE }), 405, "method_not_allowed");
    expectFailure(await upload(strict, { path: PDF_TO_IMAGE, key: null }), 401, "missing_api_key");
  });
});

test("step 5 before 6: the size and the form of Idempotency-Key come before the content type", async () => {
  const post = { method: "POST", path: PDF_TO_IMAGE };
  const headers = { "content-type": "application/json" };
  const tooLong = await send(service(), { ...post, body: Buffer.alloc(TOO_LONG), headers });
  expectFailure(tooLong, 413, "payload_too_large");
  const badKey = await send(service(), { ...post, ...JSON_BODY, headers: { ...headers, ...BAD_IDEMPOTENCY_KEY } });
  expectFault(badKey, { loc: ["header", "Idempotency-Key"] });
});

test("step 5 before 6 and 7: the form of Idempotency-Key comes before framing and fields", async () => {
  const broken = await send(service(), {
    method: "POST",
    path: PDF_TO_IMAGE,
    body: Buffer.from("no form"),
    headers: { ...BAD_IDEMPOTENCY_KEY, "content-type": "multipart/form-data; boundary=x" },
  });
  expectFault(broken, { loc: ["header", "Idempotency-Key"] });
  const fields = { dpi: 1 };
  const faulty = await upload(service(), { path: PDF_TO_IMAGE, fields, headers: BAD_IDEMPOTENCY_KEY });
  expectFault(faulty, { loc: ["header", "Idempotency-Key"] });
});

test("step 6 before 7: broken framing comes before faults of the fields that were read", async () => {
  const { contentType, body } = encodeForm([
    { name: "dpi", value: "1" },
    { name: "file", content: plain },
  ]);
  const reply = await send(service(), {
    method: "POST",
    path: PDF_TO_IMAGE,
    body: body.subarray(0, -40),
    headers: { "content-type": contentType },
  });
  expectFailure(reply, 400, "malformed_multipart");
});

test("step 7 before 9: parameters come before what the file is", async () => {
  const files = [Buffer.alloc(0), Buffer.from("no PDF"), Buffer.from("%PDF-1.7 broken"), locked];
  for (const file of files) {
    expectFault(await toImages(service(), file, { dpi: 1 }), { loc: ["body", "dpi"] });
    expectFault(await upload(service(), { path: REMOVE_PASSWORD, file }), { loc: ["body", "password"] });
  }
});

test("step 7: parameters that contradict each other come before pages that do not exist", async () => {
  expectFault(await toImages(service(), plain, { start_page: 99 }), { type: "missing", loc: ["body", "end_page"] });
  expectFault(await toImages(service(), plain, { page_number: 99, quality: 0 }), { loc: ["body", "quality"] });
});

test("step 9: encryption comes before the selection of pages", async () => {
  expectFailure(await toImages(service(), locked, { page_number: 99 }), 400, "pdf_encrypted");
  const wrong = await toImages(service(), locked, { page_number: 99, password: "wrong" });
  expectFailure(wrong, 400, "wrong_password");
});

test("step 9 before 11: pages that do not exist come before images that are too large", async () => {
  const fields = { page_number: 99, custom_width: 20_000, custom_height: 20_000 };
  expectFailure(await toImages(service(), plain, fields), 400, "page_out_of_range");
  expectFailure(await toImages(service(), plain, { ...fields, page_number: 1 }), 400, "image_too_large");
});

/**
 * The checks of steps 1 to 5 that can be made from the head of a request, each with the length of a body that has not
 * been sent.
 */
const FROM_THE_HEAD = [
  { what: "404", method: "POST", path: "/api/v1/nowhere", length: 5000, headers: {}, status: 404 },
  { what: "405", method: "PUT", path: PDF_TO_IMAGE, length: 5000, headers: {}, status: 405 },
  {
    what: "401",
    method: "POST",
    path: PDF_TO_IMAGE,
    length: 5000,
    headers: { "x-api-key": "no-such-key" },
    status: 401,
  },
  { what: "413", method: "POST", path: PDF_TO_IMAGE, length: TOO_LONG, headers: {}, status: 413 },
  { what: "422", method: "POST", path: PDF_TO_IMAGE, length: 5000, headers: BAD_IDEMPOTENCY_KEY, status: 422 },
];

test.each(FROM_THE_HEAD)(
  "steps 1-5 answer before the body is sent, and the connection stays of use: $what",
  async ({ method, path, length, headers, status }) => {
    const connection = await Connection.open(service());
    const form = { "x-api-key": service().key, "content-type": "multipart/form-data; boundary=x", ...headers };
    connection.write(head(method, path, { ...form, "content-length": length }));
    const early = await connection.readReply(method);
    expect(early?.status).toBe(status);
    expect(early?.headers["connection"] ?? "keep-alive").toBe("keep-alive");
    connection.write(Buffer.alloc(length));
    connection.write(head("GET", "/api/v1/limits", { "x-api-key": service().key }));
    expect((await connection.readReply("GET"))?.status).toBe(200);
    connection.destroy();
  },
);

test.each(["keep-alive", "close"])(
  "a client that first sends all gets the early answer, with Connection: %s",
  async (connection) => {
    // The body is more than the buffers of both sides hold: a service that closes before it has read everything makes
    // the client lose the answer.
    const refused = { method: "POST", path: PDF_TO_IMAGE, body: Buffer.alloc(20_000_000), headers: { connection } };
    const replies = await Promise.all([
      send(service(), { ...refused, key: null }),
      send(service(), refused),
      send(service(), { ...refused, path: "/api/v1/nowhere" }),
      send(service(), { ...refused, method: "PUT" }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([401, 413, 404, 405]);
  },
);

test("a client that leaves after an early answer does not keep the service from ending", async () => {
  // `withService` stops the service, and gives it less time than it waits for work that goes on.
  await withService({ QUIRE_MAX_UPLOAD_BYTES: "200000" }, async (abandoned) => {
    const connection = await Connection.open(abandoned);
    const form = { "x-api-key": abandoned.key, "content-type": "multipart/form-data; boundary=x" };
    connection.write(head("POST", PDF_TO_IMAGE, { ...form, "content-length": TOO_LONG }));
    connection.write(Buffer.alloc(1000));
    expect((await connection.readReply("POST"))?.status).toBe(413);
    connection.destroy();
  });
});

test.each(FROM_THE_HEAD)("Expect: 100-continue is answered with the final status: $what", async (request) => {
  const connection = await Connection.open(service());
  connection.write(
    head(request.method, request.path, {
      "x-api-key": service().key,
      "content-type": "multipart/form-data; boundary=x",
      expect: "100-continue",
      ...request.headers,
      "content-length": request.length,
    }),
  );
  expect((await connection.readReply(request.method))?.status).toBe(request.status);
  connection.destroy();
});

test("Expect: 100-continue is granted to a request that may go on", async () => {
  const connection = await Connection.open(service());
  const { contentType, body } = encodeForm([
    { name: "dpi", value: "72" },
    { name: "file", content: plain },
  ]);
  const form = { "x-api-key": service().key, "content-type": contentType, "content-length": body.length };
  connection.write(head("POST", PDF_TO_IMAGE, { ...form, expect: "100-continue" }));
  expect((await connection.readReply("POST"))?.status).toBe(100);
  connection.write(body);
  const reply = await connection.readReply("POST");
  expect(reply?.status).toBe(200);
  expect(reply && expectOk(reply).headers["content-type"]).toBe("image/png");
  connection.destroy();
});

test.each(["two words", "", "naïve", "tab\there", "x".repeat(256)])(
  "Idempotency-Key %j has not the right form",
  async (value) => {
    const reply = await upload(service(), {
      path: PDF_TO_IMAGE,
      file: plain,
      headers: { "idempotency-key": Buffer.from(value).toString("latin1") },
    });
    expectFailure(reply, 422, "validation_error");
    expect(faults(reply).map(({ loc }) => loc)).toEqual([["header", "Idempotency-Key"]]);
    // Headers are never echoed.
    expect(faults(reply)[0]).not.toHaveProperty("input");
  },
);

test.each(["a", "8e03978e-40d5-43dd-bc93-6894a57f9324", "!~#$%&'*+,-./:;<=>?@[]^_`{|}", "x".repeat(255)])(
  "Idempotency-Key %j is taken",
  async (value) => {
    const fields = { dpi: 72 };
    const headers = { "idempotency-key": value };
    expectOk(await upload(service(), { path: PDF_TO_IMAGE, file: plain, fields, headers }));
  },
);

/** Uses up the key's window of one request. */
async function exhaust(limited: Service): Promise<void> {
  expectFailure(await toImages(limited, Buffer.alloc(0)), 400, "empty_file");
  expectFailure(await toImages(limited, Buffer.alloc(0)), 429, "rate_limited");
}
