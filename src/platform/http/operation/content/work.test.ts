import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Failure } from "../../../../kernel/failure.ts";
import type { Outcome } from "../../../../operations/operation.ts";
import { expectProblem } from "../../testing/expectations.ts";
import {
  type ContentBehaviour,
  eventually,
  formOf,
  KEY,
  pdf,
  post,
  reportContent,
  servicesPerTest,
  type TestService,
} from "../../testing/service.ts";

/* The steps after content has been read: charges, repeated requests, jobs, estimates and documentation. */

const PATH = "/api/v1/convert/test";
const start = servicesPerTest();

const sendJson = (service: TestService, body: object, path = PATH, headers: Record<string, string> = {}) =>
  post(service, JSON.stringify(body), { path, headers: { "content-type": "application/json", ...headers } });

const get = (service: TestService, path: string): Promise<Response> =>
  fetch(service.url + path, { headers: { "x-api-key": KEY } });

/** Makes a behaviour that counts its runs; the result has three pages. */
function counting(): { runs: number; readonly behaviour: ContentBehaviour } {
  const counter = {
    runs: 0,
    behaviour: async (...given: Parameters<ContentBehaviour>): Promise<Outcome> => {
      counter.runs += 1;
      return { ...(await reportContent(...given)), pages: 3 };
    },
  };
  return counter;
}

test("more is held than is charged, and the pages of the result are counted", async () => {
  const service = await start();
  let held: unknown;
  service.behaveWithContent(async (...given) => {
    held = await (await get(service, "/api/v1/account")).json();
    return { ...(await reportContent(...given)), pages: 3 };
  });
  const response = await sendJson(service, { html: "A" });
  expect([response.status, response.headers.get("x-credits-charged")]).toEqual([200, "5"]);
  expect(held).toMatchObject({ held: 9, available: 999_991 });
  expect(await (await get(service, "/api/v1/account/usage")).json()).toMatchObject({
    items: [{ pages: 3, credits: 5 }],
  });
  service.behaveWithContent(() => Promise.reject(new Failure("document_too_complex", "Too much.")));
  const failed = await sendJson(service, { html: "A" });
  await expectProblem(failed, 400, "document_too_complex");
  expect(failed.headers.get("x-credits-remaining")).toBe(response.headers.get("x-credits-remaining"));
});

test("a request is the same when its fields and content are, and another when any of them is not", async () => {
  const service = await start();
  const work = counting();
  service.behaveWithContent(work.behaviour);
  const once = { "idempotency-key": "once" };
  const first = await sendJson(service, { html: "A", scale: 2, tags: ["a"] }, PATH, once);
  const reordered = '{"tags":["a"],"scale":2.0,"title":null,"html_content":"\\u0041"}';
  const again = await post(service, reordered, {
    path: PATH,
    headers: { "content-type": "application/json", ...once },
  });
  expect([again.status, again.headers.get("idempotency-replayed"), again.headers.get("x-credits-charged")]).toEqual([
    200,
    "true",
    "0",
  ]);
  expect(await again.text()).toBe(await first.text());
  for (const other of [
    { html: "B", scale: 2, tags: ["a"] },
    { html: "A", scale: 1, tags: ["a"] },
    { html: "A", scale: 2, tags: ["b"] },
    { url: "A", scale: 2, tags: ["a"] },
    { html: "A".repeat(1_100_000), scale: 2, tags: ["a"] },
  ]) {
    await expectProblem(await sendJson(service, other, PATH, once), 422, "idempotency_mismatch");
  }
  expect(work.runs).toBe(1);
});

test("the names of assets are part of a request, and whether content is text or a file", async () => {
  const service = await start();
  const work = counting();
  service.behaveWithContent(work.behaviour);
  const sendForm = (name: string, content: string, key: string): Promise<Response> => {
    const form = formOf([
      ["html", new Blob(["A"]), "a.html"],
      ["assets", new Blob([content]), name],
    ]);
    return post(service, form, { path: PATH, headers: { "idempotency-key": key } });
  };
  expect((await sendForm("a.css", "1", "form")).status).toBe(200);
  expect((await sendForm("a.css", "1", "form")).headers.get("idempotency-replayed")).toBe("true");
  await expectProblem(await sendForm("b.css", "1", "form"), 422, "idempotency_mismatch");
  await expectProblem(await sendForm("a.css", "2", "form"), 422, "idempotency_mismatch");
  const asText = formOf([
    ["html", "A"],
    ["assets", new Blob(["1"]), "a.css"],
  ]);
  const response = await post(service, asText, { path: PATH, headers: { "idempotency-key": "form" } });
  await expectProblem(response, 422, "idempotency_mismatch");
  expect(work.runs).toBe(1);
});

test("content becomes a job when it is asked for, and keeps what it needs until it has ended", async () => {
  const service = await start();
  const { promise: gate, resolve: go } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  service.behaveWithContent(async (...given) => {
    begin();
    await gate;
    return { ...(await reportContent(...given)), pages: 3, warnings: [{ code: "run" }] };
  });
  const form = formOf([
    ["html", "A"],
    ["title", ""],
    ["names", '{"author":"B"}'],
    ["x", "1"],
    ["assets", new Blob(["1"]), "img/a.png"],
    ["assets", new Blob(["2"]), "b.css"],
  ]);
  const accepted = await post(service, form, { path: `${PATH}?async=true` });
  const { job_id: id, ...reported } = (await accepted.json()) as Record<string, unknown>;
  expect([accepted.status, reported.message]).toEqual([202, "The request asked for a job with async=true."]);
  expect(await (await get(service, `/api/v1/jobs/${String(id)}`)).json()).toMatchObject({
    operation: "test-content",
    credits: { held: 9 },
    metadata: { filename: "document.pdf", page_count: 0 },
  });
  await begun;
  // The request's own directory is gone; the job has one for its inputs, and one for the work.
  await eventually(async () => (await service.tasks()).length === 2);
  const kept = (await readdir(join(service.dataDirectory, "jobs"))).toSorted();
  expect(kept.map((name) => name.replace(/^[^.]+/, ""))).toEqual([".input-1", ".input-2", ".input-3", ".request.json"]);
  expect(await readFile(join(service.dataDirectory, "jobs", kept[0] ?? ""), "utf8")).toBe("A");
  go();
  const done = await get(service, `/api/v1/jobs/${String(id)}?wait=10`);
  expect(await done.json()).toMatchObject({ status: "complete", credits: { held: 0, charged: 5 } });
  const result = await get(service, `/api/v1/jobs/${String(id)}/result`);
  expect([result.status, result.headers.get("x-warnings")]).toEqual([200, "unknown_field;name=x, run"]);
  expect(await result.json()).toMatchObject({
    parameters: { scale: 1, names: { values: { author: "B" } } },
    file: { source: "html", isText: true, mediaType: "text/html", text: "A" },
    assets: [
      { name: "img/a.png", text: "1" },
      { name: "b.css", text: "2" },
    ],
  });
  await eventually(async () => (await readdir(join(service.dataDirectory, "jobs"))).length === 0);
  expect(await (await get(service, "/api/v1/account/usage")).json()).toMatchObject({
    items: [{ pages: 3, credits: 5 }],
  });
});

/** Makes a request of `sizeBytes` bytes. */
const requestOf = (sizeBytes: number): object => ({
  html: "A".repeat(sizeBytes - '{"html":"","title":""}'.length),
  title: "",
});

test("a body above the synchronous limit becomes a job by itself, whatever async says", async () => {
  const service = await start({ QUIRE_MAX_UPLOAD_BYTES: "4000000" });
  expect((await sendJson(service, requestOf(2_600_000))).status).toBe(200);
  const accepted = await sendJson(service, requestOf(2_600_001), `${PATH}?async=false`);
  const { job_id: id, message } = (await accepted.json()) as Record<string, unknown>;
  expect([accepted.status, message]).toEqual([
    202,
    "A request body of 2600001 bytes exceeds the synchronous limit of 2600000.",
  ]);
  await get(service, `/api/v1/jobs/${String(id)}?wait=10`);
  const result = await get(service, `/api/v1/jobs/${String(id)}/result`);
  // An empty text stays the text that JSON says it is.
  expect(await result.json()).toMatchObject({ parameters: { title: "" }, file: { sizeBytes: 2_600_001 - 22 } });
});

test("a job of a URL has no file, and one of a file has its name", async () => {
  const service = await start();
  const submit = async (body: FormData | string, headers: Record<string, string> = {}): Promise<unknown> => {
    const accepted = await post(service, body, { path: `${PATH}?async`, headers });
    const { job_id: id } = (await accepted.json()) as { job_id: string };
    expect(await (await get(service, `/api/v1/jobs/${id}?wait=10`)).json()).toMatchObject({ status: "complete" });
    const { metadata } = (await (await get(service, `/api/v1/jobs/${id}`)).json()) as { metadata: object };
    return { metadata, ...((await (await get(service, `/api/v1/jobs/${id}/result`)).json()) as object) };
  };
  const url = await submit('{"url":"https://example.org/"}', { "content-type": "application/json" });
  expect(url).toMatchObject({ metadata: { filename: "document.pdf" }, parameters: { url: "https://example.org/" } });
  expect(url).not.toHaveProperty("file");
  const file = await submit(formOf([["file", new Blob(["<p>"]), "Ä.html"]]));
  expect(file).toMatchObject({ metadata: { filename: "Ä.html" }, file: { filename: "Ä.html", isText: false } });
});

test("an estimate takes the body of the operation, as JSON or as a form", async () => {
  const service = await start();
  const estimate = async (body: FormData | string, headers: Record<string, string> = {}): Promise<unknown> =>
    (await post(service, body, { path: "/api/v1/estimate", headers })).json();
  const json = { "content-type": "application/json" };
  const reported = { pages: 0, credits: 9, mode: "sync", affordable: true };
  const long = "A".repeat(1_100_000);
  for (const html of ["A", long]) {
    const body = JSON.stringify({ html, operation: "test-content", scale: 2 });
    expect(await estimate(body, json)).toMatchObject({ ...reported, operation: "test-content", files: [] });
  }
  expect(await estimate(JSON.stringify({ operation: "test-text", text: long }), json)).toMatchObject(reported);
  const form = formOf([
    ["text", "A"],
    ["operation", "test-text"],
  ]);
  expect(await estimate(form)).toMatchObject({ ...reported, operation: "test-text" });
  const files = formOf([
    ["operation", "test-content"],
    ["file", new Blob(["<p>"]), "a.html"],
    ["a", new Blob(["1"]), "a.css"],
  ]);
  expect(await estimate(files)).toMatchObject({
    files: [
      { filename: "a.html", size_bytes: 3 },
      { filename: "a.css", size_bytes: 1 },
    ],
  });
  const shared = formOf([
    ["operation", "test"],
    ["text", "ten"],
    ["file", new Blob([pdf({ pages: 2 })]), "a.pdf"],
  ]);
  expect(await estimate(shared)).toMatchObject({ operation: "test", pages: 2, credits: 1 });
  shared.set("text", long);
  expect(await estimate(shared)).toMatchObject({ code: "payload_too_large", limit_bytes: 1_048_576 });
  expect(await estimate(JSON.stringify({ operation: "test" }), json)).toMatchObject({ code: "validation_error" });
  expect(await estimate(JSON.stringify({ operation: 5 }), json)).toMatchObject({ detail: [{ type: "enum" }] });
  expect(await estimate(JSON.stringify({ operation: "test-content", scale: 9 }), json)).toMatchObject({
    detail: [{ loc: ["body", "html"] }, { loc: ["body", "scale"] }],
  });
});

test("prices and limits include it", async () => {
  const service = await start();
  const { operations } = (await (await get(service, "/api/v1/pricing")).json()) as { operations: object[] };
  expect(operations).toContainEqual(
    expect.objectContaining({ operation: "test-content", price: "At most 9 credits." }),
  );
  expect(await (await get(service, "/api/v1/limits")).json()).toMatchObject({ json_bytes: 52_428_800 });
});
