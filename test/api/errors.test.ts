import { expect, test } from "vitest";
import { IS_FULL } from "../running/sampling.ts";
import { OPERATIONS, PDF_TO_IMAGE, send, toImages, upload } from "./client.ts";
import { endlessPage } from "./documents.ts";
import { fixture } from "./programs.ts";
import { errorBody, expectFailure, expectFault, expectOk } from "./reply.ts";
import { commonService, withService } from "./service.ts";

/*
 * Contract, section 3: each code that this release can answer, and what an error body may hold. The client checks the
 * shape of every error that the suite receives; codes that belong to the key, the document or settings are tested elsewhere.
 */

const service = commonService();
const plain = fixture("four-colours.pdf");

for (const { path, fields } of OPERATIONS) {
  test(`${path}: a key is required`, async () => {
    const reply = await upload(service(), { path, fields, file: plain, key: null });
    expectFailure(reply, 401, "missing_api_key");
    expect(reply.headers["www-authenticate"]).toBe('ApiKey realm="api"');
    expect(reply.headers["x-credits-remaining"]).toBe("0");
  });

  test.each([
    "wrong",
    "quire_live_000000000000000000000000000000",
    "quire_test_000000000000000000000000000000",
    "x".repeat(5000),
    "käse-schlüssel",
    "' OR 1=1 --",
  ])(`${path}: an unknown key is refused: %s`, async (key) => {
    const sent = Buffer.from(key).toString("latin1");
    const reply = await upload(service(), { path, fields, file: plain, key: sent });
    expectFailure(reply, 401, "invalid_api_key");
    expect(reply.headers["www-authenticate"]).toBe('ApiKey realm="api"');
    expect(reply.body.toString("utf8")).not.toContain(key.slice(0, 20));
  });
}

test("an empty key is a missing key or an invalid one, not an open door", async () => {
  const reply = await upload(service(), { path: PDF_TO_IMAGE, file: plain, key: "" });
  expect(reply.status).toBe(401);
});

test("the key counts in its own case only, and in no other place than its header", async () => {
  const shouted = service().key.toUpperCase();
  expectFailure(await upload(service(), { path: PDF_TO_IMAGE, file: plain, key: shouted }), 401, "invalid_api_key");
  const bearer = { authorization: `Bearer ${service().key}` };
  expectFailure(
    await upload(service(), { path: PDF_TO_IMAGE, file: plain, key: null, headers: bearer }),
    401,
    "missing_api_key",
  );
  const query = `${PDF_TO_IMAGE}?api_key=${service().key}&X-API-Key=${service().key}`;
  expectFailure(await upload(service(), { path: query, file: plain, key: null }), 401, "missing_api_key");
});

test("an error never repeats the key", async () => {
  const { key } = service();
  const replies = await Promise.all([
    send(service(), { path: `/${key}` }),
    toImages(service(), plain, { dpi: key }),
    upload(service(), { path: PDF_TO_IMAGE, file: plain, key: `${key}x` }),
    upload(service(), { path: PDF_TO_IMAGE, file: plain, headers: { "idempotency-key": `${key} ${key}` } }),
  ]);
  for (const reply of [replies[2], replies[3]]) {
    expect(JSON.stringify([reply?.headers, reply?.body.toString("latin1")])).not.toContain(key);
  }
});

test("detail is a string for every status but 422, and a list there", async () => {
  const replies = await Promise.all([
    toImages(service(), Buffer.from("no PDF")),
    upload(service(), { path: PDF_TO_IMAGE, file: plain, key: null }),
    send(service(), { path: "/nowhere" }),
    send(service(), { path: PDF_TO_IMAGE }),
    toImages(service(), plain, { dpi: 1 }),
  ]);
  const kinds = replies.map((reply) => [reply.status, Array.isArray(errorBody(reply).detail) ? "list" : "text"]);
  expect(kinds).toEqual([
    [400, "text"],
    [401, "text"],
    [404, "text"],
    [405, "text"],
    [422, "list"],
  ]);
});

test("an error says what failed in words of the caller, without paths of the machine", async () => {
  const replies = await Promise.all([
    toImages(service(), Buffer.from("%PDF-1.7\nbroken")),
    toImages(service(), fixture("locked-certificate.pdf")),
    toImages(service(), plain, { page_number: 9 }),
    toImages(service(), fixture("huge-page.pdf")),
  ]);
  for (const reply of replies) {
    expect(reply.body.toString()).not.toMatch(/\/(tmp|usr|home|root|data|src|node_modules)\//);
    expect(reply.body.toString()).not.toContain(service().dataDirectory);
  }
});

test("a failed operation charges nothing, and says so", async () => {
  for (const reply of [
    await toImages(service(), Buffer.from("no PDF")),
    await toImages(service(), plain, { dpi: 1 }),
  ]) {
    expect(reply.headers["x-credits-charged"]).toBe("0");
  }
});

test.runIf(IS_FULL)("400 sync_timeout: work that takes longer than a request may last", async () => {
  await withService({ QUIRE_SYNC_TIMEOUT_MS: "10000", QUIRE_WORKERS: "2" }, async (strict) => {
    const { detail } = expectFailure(await toImages(strict, endlessPage()), 400, "sync_timeout");
    expect(detail).toMatch(/10 s, the limit for a synchronous request; send it with async=true/);
    expectOk(await toImages(strict, plain, { custom_width: 10 }));
  });
});

test("the media type of an error does not follow the Accept header", async () => {
  const headers = { accept: "text/html" };
  const reply = await upload(service(), { path: PDF_TO_IMAGE, file: plain, fields: { dpi: 1 }, headers });
  expectFault(reply, { loc: ["body", "dpi"] });
  expect(reply.headers["content-type"]).toMatch(/^application\/json/);
});
