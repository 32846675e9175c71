import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeEach, expect, test } from "vitest";
import { as, call, chargedBy, moneyOf, newClient, newKey } from "./accounts.ts";
import { send, upload } from "./client.ts";
import { emptyPages } from "./documents.ts";
import { encodeForm } from "./multipart.ts";
import {
  readAs,
  startScriptedProvider,
  transcribe,
  transcriptionIn,
  VISION,
  visionPdf,
  visionSettings,
} from "./ocr-vision.ts";
import { fixture } from "./programs.ts";
import { errorBody, expectFailure, expectFault, expectOk, json, warnings } from "./reply.ts";
import { entriesBelow } from "./running-service.ts";
import { converted, drawn, TEXT, textPdf } from "./scans.ts";
import { sharedService } from "./service.ts";

/*
 * What the specification and the contract say about POST /api/v1/ocr/extract/vision, row by row, with a provider that
 * reads well.
 */

const provider = await startScriptedProvider();
afterAll(() => provider.close());
const service = sharedService(visionSettings(provider), { keepsResults: true });
let callsBefore = 0;
beforeEach(() => {
  callsBefore = provider.reset();
});

const pdf = visionPdf(1);

test("a file alone gives its text, as the documented object", async () => {
  const file = { content: pdf, filename: "Hafen.pdf" };
  const reply = await upload(service(), { path: VISION, file });
  const { data, metadata } = transcriptionIn(reply);
  expect(data).toMatchObject({ text: readAs(1), pages: 1, confidence: null, word_count: 14 });
  expect(metadata).toMatchObject({ engine: "vision", filename: "Hafen.pdf" });
  expect([chargedBy(reply), warnings(reply)]).toEqual([10, []]);
  expect(provider.calls.slice(callsBefore).map(({ model }) => model)).toEqual(["reader-large"]);
});

test("a client that leaves pays for the pages that are read, which a repetition does not ask for again", async () => {
  const { accountId, key } = await newClient(service(), 100);
  const never = Promise.withResolvers<undefined>();
  provider.script.gate = (page) => (page === 3 ? never.promise : Promise.resolve());
  const request = { path: VISION, file: visionPdf(3), key, headers: { "idempotency-key": "leaves" } };
  const away = new AbortController();
  const form = encodeForm([{ name: "file", filename: "document.pdf", content: request.file }]);
  const leaving = fetch(`${service().baseUrl}${VISION}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": form.contentType, ...request.headers },
    body: form.body,
    signal: away.signal,
  });
  const kept = () =>
    entriesBelow(service().dataDirectory).filter((path) => /^request-parts\/.*\/page-\d\.json$/.test(path));
  await expect.poll(() => kept().length, { timeout: 60_000 }).toBe(2);
  away.abort();
  await expect(leaving).rejects.toThrow("aborted");
  await expect.poll(() => moneyOf(service(), accountId), { timeout: 10_000 }).toEqual([80, 0, 80]);
  never.resolve(undefined);
  const calls = provider.reset();
  const reply = await upload(service(), request);
  expect(transcriptionIn(reply).data.text).toBe([1, 2, 3].map(readAs).join("\n\n"));
  expect([chargedBy(reply), provider.pagesSince(calls)]).toEqual([10, [3]]);
  expect(await moneyOf(service(), accountId)).toEqual([70, 0, 70]);
});

test.each([
  { format: "png", options: [] },
  { format: "jpeg", options: ["-quality", "85"] },
  { format: "webp", options: [] },
])("images are read, each as one page: $format", async ({ format, options }) => {
  provider.script.answer = () => TEXT;
  const image = await converted(await drawn(), format, ...options);
  const { data, metadata } = await transcribe(service(), image, { output: "detailed" });
  expect(data).toMatchObject({ text: TEXT, pages: 1 });
  expect(metadata.dpi).toBeNull();
});

test("text is the default format; Markdown and JSON are asked for as such", async () => {
  const markdown = "# Harbour\n\n- grey boats\n- breakfast";
  provider.script.answer = (_, { schemaProperties }) =>
    schemaProperties.includes("blocks")
      ? {
          text: TEXT,
          blocks: [
            { type: "heading", text: "Harbour" },
            { type: "table", text: "boats\t17" },
          ],
        }
      : schemaProperties.includes("markdown")
        ? `${markdown}\n\n${TEXT}`
        : TEXT;
  expect((await transcribe(service(), pdf, { format: "text" })).data.text).toBe(TEXT);
  expect((await transcribe(service(), pdf, { format: "Markdown" })).data.text).toBe(`${markdown}\n\n${TEXT}`);
  const { data } = await transcribe(service(), visionPdf(2, { blank: [2] }), { format: "json" });
  expect(JSON.parse(data.text)).toEqual({
    pages: [
      {
        page_number: 1,
        blocks: [
          { type: "heading", text: "Harbour" },
          { type: "table", text: "boats\t17" },
        ],
      },
      { page_number: 2, blocks: [] },
    ],
  });
});

test("output=detailed adds pages, the provider's model and what it took", async () => {
  provider.script.answer = (page) => ({ text: readAs(page), language: "en" });
  const { data, metadata } = await transcribe(service(), visionPdf(3, { blank: [2] }), { output: "detailed" });
  expect(data.page_results).toMatchObject([
    { page_number: 1, text: readAs(1), language: "en", rotation: 0, blocks: [{ type: "paragraph", text: readAs(1) }] },
    { page_number: 2, text: "", language: null, blocks: [] },
    { page_number: 3, text: readAs(3), language: "en" },
  ]);
  // Each call reads 1,000 tokens and writes 200, at 3 and 15 USD per million.
  expect(metadata).toMatchObject({
    model: "reader-large",
    dpi: 300,
    languages: ["en"],
    tokens: { input: 2000, output: 400 },
    cost_usd: 0.012,
    calls: 2,
  });
});

test.each([
  { model: "vendor-sonnet-4-20250514", asked: "reader-large", credits: 10 },
  { model: "vendor-haiku-4-20250514", asked: "reader-small", credits: 2 },
  { model: "claude-sonnet-4-20250514", asked: "reader-large", credits: 10 },
  { model: "claude-haiku-4-20250514", asked: "reader-small", credits: 2 },
])("model $model is one of the provider's, and has its price", async ({ model, asked, credits }) => {
  const reply = await upload(service(), { path: VISION, file: visionPdf(2), fields: { model } });
  transcriptionIn(reply);
  expect(provider.calls.slice(callsBefore).map((each) => each.model)).toEqual([asked, asked]);
  expect(chargedBy(reply)).toBe(2 * credits);
});

test.each([
  { field: "output", value: "full", type: "enum" },
  { field: "format", value: "html", type: "enum" },
  { field: "model", value: "gpt-5", type: "enum" },
  { field: "model", value: "reader-large", type: "enum" },
  { field: "language", value: "x".repeat(101), type: "string_too_long" },
  { field: "prompt", value: "x".repeat(2001), type: "string_too_long" },
  { field: "pages", value: "one", type: "value_error" },
])("422 for $field: $value", async ({ field, value, type }) => {
  const reply = await upload(service(), { path: VISION, file: pdf, fields: { [field]: value } });
  expectFault(reply, { loc: ["body", field], type });
  expect(provider.calls.length).toBe(callsBefore);
});

test("422 without a file", async () => {
  expectFault(await upload(service(), { path: VISION, fields: { output: "simple" } }), {
    loc: ["body", "file"],
    type: "missing",
  });
});

test("language and prompt are sent to the model, as long as they may be", async () => {
  const fields = { language: "Low German, ".repeat(8), prompt: "Leave out the stamps. ".repeat(90) };
  await transcribe(service(), pdf, fields);
  const [asked] = provider.calls.slice(callsBefore);
  expect(asked?.prompt).toContain(fields.language.trim());
  expect(asked?.prompt).toContain(fields.prompt.trim());
});

test("pages are chosen, and stand apart by a blank line", async () => {
  const reply = await upload(service(), { path: VISION, file: visionPdf(3), fields: { pages: "1,3-9" } });
  expect(warnings(reply)).toEqual(["pages_clipped"]);
  expect(transcriptionIn(reply).data).toMatchObject({ text: `${readAs(1)}\n\n${readAs(3)}`, pages: 2 });
  expect(provider.pagesSince(callsBefore).toSorted((one, other) => one - other)).toEqual([1, 3]);
  expect(chargedBy(reply)).toBe(20);
});

test("a blank page is an answer without text, which no model is asked for and which costs nothing", async () => {
  const reply = await upload(service(), { path: VISION, file: visionPdf(1, { blank: [1] }) });
  expect(transcriptionIn(reply).data).toMatchObject({ text: "", pages: 1, word_count: 0 });
  expect([provider.calls.length - callsBefore, chargedBy(reply)]).toEqual([0, 0]);
});

interface BadFile {
  readonly what: string;
  readonly file: Buffer;
  readonly code: string;
  readonly fields?: Record<string, string>;
}

const BAD_FILES: readonly BadFile[] = [
  { what: "an empty file", file: Buffer.alloc(0), code: "empty_file" },
  { what: "a text", file: Buffer.from("Nothing but words.\n"), code: "unsupported_file_type" },
  { what: "a JPEG 2000", file: await converted(await drawn(), "jp2"), code: "unsupported_file_type" },
  { what: "a PNG's signature alone", file: (await drawn()).subarray(0, 8), code: "unsupported_file_type" },
  { what: "a PDF of nothing", file: Buffer.from("%PDF-1.7\n%%EOF\n"), code: "invalid_pdf" },
  { what: "no password", file: fixture("locked-aes-256.pdf"), code: "pdf_encrypted" },
  { what: "a wrong password", file: fixture("locked-aes-256.pdf"), fields: { password: "x" }, code: "wrong_password" },
  { what: "a page beyond the last", file: pdf, fields: { pages: "2" }, code: "page_out_of_range" },
  { what: "a document of 201 pages", file: emptyPages(201), code: "too_many_pages" },
];

test.each(BAD_FILES)("refused: $what", async ({ file, fields = {}, code }) => {
  const { key, accountId } = await newClient(service(), 3000);
  expectFailure(await upload(service(), { path: VISION, file, fields, key }), 400, code);
  expect(await moneyOf(service(), accountId)).toEqual([3000, 0, 3000]);
  expect(provider.calls.length).toBe(callsBefore);
});

test("the page limit of documents is among the limits", async () => {
  expect(json(await call(service(), "GET", "/api/v1/limits"))).toMatchObject({ vision_pages_per_document: 200 });
});

test("too few credits are reported before the model is asked", async () => {
  const { key, accountId } = await newClient(service(), 25);
  const refused = await upload(service(), { path: VISION, file: visionPdf(3), key });
  expect(expectFailure(refused, 402, "insufficient_credits")).toMatchObject({ required: 30, available: 25 });
  expect(provider.calls.length).toBe(callsBefore);
  expect(chargedBy(await upload(service(), { path: VISION, file: visionPdf(2), key }))).toBe(20);
  expect(await moneyOf(service(), accountId)).toEqual([5, 0, 5]);
});

test("a repeated request is answered as before, and neither charged nor asked for again", async () => {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const request = { path: VISION, file: pdf, headers };
  const first = expectOk(await upload(service(), request));
  const second = expectOk(await upload(service(), request));
  expect(second.headers["idempotency-replayed"]).toBe("true");
  expect([second.body.equals(first.body), chargedBy(first), chargedBy(second)]).toEqual([true, 10, 0]);
  expect(provider.calls.length - callsBefore).toBe(1);
});

test("a test key is given a stub, with no provider asked and nothing charged", async () => {
  const { accountId } = await newClient(service(), 0);
  const { key } = await newKey(service(), { account_id: accountId, mode: "test" });
  const reply = await upload(service(), { path: VISION, file: visionPdf(2), key, fields: { output: "detailed" } });
  const { data, metadata } = transcriptionIn(reply, true);
  expect(data.text).toMatch(/test stub/);
  expect(data).toMatchObject({ pages: 2, page_results: [{ page_number: 1 }, { page_number: 2 }] });
  expect(metadata).toMatchObject({ tokens: { input: 0, output: 0 }, calls: 0 });
  expect([provider.calls.length - callsBefore, chargedBy(reply)]).toEqual([0, 0]);
});

test("a key needs the scope vision", async () => {
  const { key } = await newClient(service(), 10, { scopes: ["ocr", "convert"] });
  expectFailure(await upload(service(), { path: VISION, file: pdf, key }), 403, "insufficient_scope");
  const other = await newClient(service(), 10, { scopes: ["vision"] });
  transcriptionIn(await upload(service(), { path: VISION, file: pdf, key: other.key }));
});

test("an estimate returns pages, price and whether it would be a job, and asks no provider", async () => {
  const path = "/api/v1/estimate";
  const estimate = async (file: Buffer, fields: Record<string, string> = {}) =>
    as<object>(await upload(service(), { path, file, fields: { operation: "ocr-extract-vision", ...fields } }));
  expect(await estimate(visionPdf(3))).toMatchObject({ pages: 3, credits: 30, mode: "sync" });
  expect(await estimate(visionPdf(4), { model: "vendor-haiku-4-20250514" })).toMatchObject({
    credits: 8,
    mode: "async",
  });
  expect(provider.calls.length).toBe(callsBefore);
});

test("GET is 405, and errors have the documented body", async () => {
  const reply = await send(service(), { path: VISION });
  expect([reply.status, errorBody(reply).code]).toEqual([405, "method_not_allowed"]);
});

test("enhance has text of the other engines corrected, for 2 credits a page", async () => {
  const path = "/api/v1/ocr/extract/advanced";
  const reply = await upload(service(), { path, file: textPdf(), fields: { enhance: true } });
  const { data } = as<{ data: { text: string; words: readonly { text: string }[] } }>(reply);
  expect(data.text).toBe(TEXT.replace("harbour", "harbor"));
  expect(data.words.map(({ text }) => text)).toContain("harbour");
  expect([chargedBy(reply), warnings(reply)]).toEqual([3, []]);
  expect(provider.calls.slice(callsBefore).map(({ model, images }) => [model, images.length])).toEqual([
    ["reader-small", 0],
  ]);
});

interface Description {
  readonly paths: Readonly<Record<typeof VISION, { readonly post: Described }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: object; readonly required: readonly string[] }>>;
  };
}

interface Described {
  readonly requestBody: {
    readonly content: { readonly "multipart/form-data": { readonly schema: { readonly $ref: string } } };
  };
  readonly responses: {
    readonly 200: { readonly content: { readonly "application/json": { readonly schema: object } } };
  };
}

test("the API description has its fields with their defaults, and a schema that its answers are of", async () => {
  const document = json(await send(service(), { path: "/openapi.json", key: null })) as Description;
  const { requestBody, responses } = document.paths[VISION].post;
  const name = requestBody.content["multipart/form-data"].schema.$ref.split("/").at(-1) ?? "";
  const form = document.components.schemas[name];
  const models = ["vendor-sonnet-4-20250514", "vendor-haiku-4-20250514"];
  expect(form?.properties).toMatchObject({
    output: { type: "string", enum: ["simple", "detailed"], default: "simple" },
    format: { type: "string", enum: ["text", "markdown", "json"], default: "text" },
    model: { type: "string", enum: models, default: "vendor-sonnet-4-20250514" },
    language: { type: "string", maxLength: 100 },
    pages: { type: "string", default: "all" },
    prompt: { type: "string", maxLength: 2000 },
    password: { type: "string" },
  });
  expect(form?.required).toEqual(["file"]);
  const isAnswer = new Ajv2020({ strict: false }).compile(responses["200"].content["application/json"].schema);
  provider.script.behaves = (page) => (page === 3 ? "refusal" : "good");
  for (const fields of [{}, { output: "detailed" }, { output: "detailed", format: "json" }]) {
    const answer = json(await upload(service(), { path: VISION, file: visionPdf(3, { blank: [2] }), fields }));
    expect([isAnswer(answer), isAnswer.errors]).toEqual([true, null]);
  }
  expect(isAnswer({ success: true, data: {}, metadata: {} })).toBe(false);
});
