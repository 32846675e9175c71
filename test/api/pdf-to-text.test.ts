import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, expect, test } from "vitest";
import { as, chargedBy, newKey } from "./accounts.ts";
import { readArchive } from "./archive.ts";
import { type Fields, type File, PDF_TO_HTML, PDF_TO_MARKDOWN, PDF_TO_TEXT, send, upload } from "./client.ts";
import { emptyPages, letterPages } from "./documents.ts";
import { type JobObject, resultOf, untilFinal } from "./jobs.ts";
import { readAs, startScriptedProvider, visionSettings } from "./ocr-vision.ts";
import { fixture, pdfText } from "./programs.ts";
import { expectFailure, expectFault, expectOk, json, savedName, warnings } from "./reply.ts";
import { bilevelScan, LINES, TEXT, textPdf } from "./scans.ts";
import { commonService, sharedService } from "./service.ts";

/*
 * What the contract says about POST /api/v1/convert/pdf-to-text, pdf-to-html and pdf-to-markdown (section 8), row by
 * row.
 */

const provider = await startScriptedProvider();
afterAll(() => provider.close());
const service = sharedService(visionSettings(provider), { keepsResults: true });
const usual = commonService();

const PATHS = [
  { path: PDF_TO_TEXT, member: "text", mediaType: "text/plain", extension: "txt" },
  { path: PDF_TO_HTML, member: "html", mediaType: "text/html", extension: "html" },
  { path: PDF_TO_MARKDOWN, member: "markdown", mediaType: "text/markdown", extension: "md" },
] as const;

const letter = textPdf();
const scan = await bilevelScan(200);

interface Answer extends Readonly<Record<string, unknown>> {
  readonly text: string;
  readonly markdown: string;
  readonly html: string;
  readonly pages: number;
  readonly ocr_pages: readonly number[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

const answerOf = async (path: string, file: File, fields: Fields = {}): Promise<Answer> =>
  json(expectOk(await upload(service(), { path, file, fields }))) as Answer;

test.each(PATHS)("$path: a file alone gives the documented object", async ({ path, member }) => {
  const file = { content: letter, filename: "Hafen.pdf" };
  const reply = expectOk(await upload(service(), { path, file }));
  const answer = json(reply) as Answer;
  expect(answer).toMatchObject({ success: true, pages: 1, word_count: 12, ocr_pages: [] });
  expect(answer.metadata).toMatchObject({ filename: "Hafen.pdf" });
  for (const line of LINES) {
    expect(answer[member]).toContain(line);
  }
  expect(chargedBy(reply)).toBe(1);
});

test.each(PATHS)("$path: answers are what the API description says", async ({ path }) => {
  const description = json(await send(service(), { path: "/openapi.json" })) as {
    paths: Record<string, { post: { responses: { 200: { content: Record<string, { schema: object }> } } } }>;
  };
  const schema = description.paths[path]?.post.responses[200].content["application/json"]?.schema;
  const fields: Fields = path === PDF_TO_TEXT ? { extraction_mode: "json", include_metadata: true } : {};
  const validate = new Ajv2020({ strict: false }).compile(schema ?? false);
  expect(validate(await answerOf(path, letter, fields)), JSON.stringify(validate.errors)).toBe(true);
});

test.each(PATHS)("$path: the text comes as a file where that is all that is accepted", async (row) => {
  const { path, mediaType, extension } = row;
  const file = { content: letter, filename: "Hafen.pdf" };
  const replies = [
    await upload(service(), { path, file, headers: { accept: mediaType } }),
    await upload(service(), { path, file, fields: { output: "file" } }),
  ];
  for (const reply of replies.map(expectOk)) {
    expect(reply.headers["content-type"]).toBe(`${mediaType}; charset=utf-8`);
    expect(savedName(reply)).toBe(`Hafen.${extension}`);
    expect(reply.body.toString()).toContain(LINES[0]);
  }
  const asked = await upload(service(), { path, file, fields: { output: "json" }, headers: { accept: mediaType } });
  expect(expectOk(asked).headers["content-type"]).toContain("application/json");
  const any = await upload(service(), { path, file, headers: { accept: `${mediaType}, */*;q=0.1` } });
  expect(expectOk(any).headers["content-type"]).toContain("application/json");
});

test("pages come in the document's order; those that are not there are cut off", async () => {
  const document = textPdf([["First page"], ["Second page"], ["Third page"]]);
  const reply = await upload(service(), { path: PDF_TO_TEXT, file: document, fields: { pages: "3-9,1" } });
  const answer = json(expectOk(reply)) as Answer;
  expect(answer.text).toBe("First page\n\n---\n\nThird page");
  expect([answer.pages, warnings(reply)]).toEqual([2, ["pages_clipped"]]);
  const typed = await answerOf(PDF_TO_TEXT, document, { page_separator: String.raw`\f`, preserve_layout: false });
  expect(typed.text.split("\f")).toHaveLength(3);
});

test("HTML in JSON is to be put into a page, a file of HTML is one", async () => {
  const { html } = await answerOf(PDF_TO_HTML, letter);
  expect(html).toMatch(/^<article>\n<section data-page="1">[^]*<\/article>\n$/);
  const file = await upload(service(), { path: PDF_TO_HTML, file: letter, fields: { output: "file" } });
  expect(expectOk(file).body.toString()).toMatch(/^<!doctype html>\n<html>[^]*<\/html>\n$/);
});

test("what the document says of itself is reported when it is asked for", async () => {
  const answer = await answerOf(PDF_TO_TEXT, letter, { include_metadata: true });
  expect(answer.metadata).toMatchObject({ page_count: 1, title: null, extraction_mode: "text" });
  const { markdown } = await answerOf(PDF_TO_MARKDOWN, letter, { include_metadata: true });
  expect(markdown).toMatch(/^---\npages: 1\n---\n\n/);
});

test.each(PATHS)("$path: a scan is read, and reported", async ({ path, member }) => {
  const reply = expectOk(await upload(service(), { path, file: scan }));
  const answer = json(reply) as Answer;
  expect(answer.ocr_pages).toEqual([1]);
  expect(answer[member]).toContain("breakfast");
  expect(chargedBy(reply)).toBe(2);
});

test.each([
  { fields: { enable_ocr: false }, pages: [], credits: 1 },
  { fields: { ocr_engine: "simple" }, pages: [1], credits: 1 },
  { fields: { ocr_engine: "tesseract" }, pages: [1], credits: 2 },
] as const)("a scan, $fields: pages $pages are read for $credits credits", async ({ fields, pages, credits }) => {
  const reply = expectOk(await upload(service(), { path: PDF_TO_TEXT, file: scan, fields }));
  const answer = json(reply) as Answer;
  expect([answer.ocr_pages, chargedBy(reply), answer.text === ""]).toEqual([pages, credits, pages.length === 0]);
});

test.each(
  PATHS.flatMap(({ path, member }) => [
    { path, member, fields: { ocr: "never" }, pages: [], credits: 1 },
    { path, member, fields: { enable_ocr: false, ocr: "force" }, pages: [1], credits: 2 },
  ]),
)("$path: a scan, $fields: pages $pages are read", async ({ path, fields, pages, credits }) => {
  const reply = expectOk(await upload(service(), { path, file: scan, fields }));
  expect([(json(reply) as Answer).ocr_pages, chargedBy(reply)]).toEqual([pages, credits]);
});

test.each(["openai", "vision"])("a provider reads a scan when it is named: %s", async (engine) => {
  provider.reset();
  provider.script.answer = () => ({
    text: readAs(1),
    blocks: [
      { type: "heading", text: "Harbour" },
      { type: "paragraph", text: TEXT },
    ],
  });
  const fields = { ocr_engine: engine };
  const reply = expectOk(await upload(service(), { path: PDF_TO_MARKDOWN, file: scan, fields }));
  expect(json(reply)).toMatchObject({ markdown: `## Harbour\n\n${LINES.join(" ")}\n`, ocr_pages: [1] });
  expect(chargedBy(reply)).toBe(11);
});

test("a test key is given a stub in place of a model's reading", async () => {
  const { key } = await newKey(service(), { mode: "test" });
  const calls = provider.calls.length;
  const fields = { ocr_engine: "vision" };
  const reply = expectOk(await upload(service(), { path: PDF_TO_TEXT, file: scan, fields, key }));
  expect((json(reply) as Answer).text).toContain("test stub");
  expect([chargedBy(reply), provider.calls.length]).toEqual([0, calls]);
});

test("without a provider nothing else reads in its place, and a document without scans needs none", async () => {
  const fields = { ocr_engine: "openai" };
  const unread = expectOk(await upload(usual(), { path: PDF_TO_TEXT, file: letter, fields }));
  expect(json(unread)).toMatchObject({ ocr_pages: [] });
  const reply = await upload(usual(), { path: PDF_TO_TEXT, file: scan, fields: { ocr_engine: "vision" } });
  expectFailure(reply, 503, "engine_unavailable");
});

test("only pages that have to be read make a job of a request", async () => {
  const reply = expectOk(await upload(service(), { path: PDF_TO_TEXT, file: letterPages(300) }));
  expect([(json(reply) as Answer).pages, chargedBy(reply)]).toEqual([300, 6]);
  const fields = { ocr_engine: "vision" };
  const accepted = as<JobObject>(
    await upload(service(), { path: PDF_TO_TEXT, file: await bilevelScan(100, "", 4), fields }),
    202,
  );
  expect(accepted.message).toBe("4 pages exceed the synchronous limit of 3.");
  const job = await untilFinal(service(), accepted.job_id);
  expect(job).toMatchObject({
    status: "complete",
    progress: { pages_done: 4, pages_total: 4 },
    credits: { charged: 41 },
  });
  expect(json(expectOk(await resultOf(service(), accepted.job_id)))).toMatchObject({ ocr_pages: [1, 2, 3, 4] });
});

test("images of figures come beside the text, or in it", async () => {
  const file = { content: fixture("four-colours.pdf"), filename: "colours.pdf" };
  const reply = await upload(service(), { path: PDF_TO_MARKDOWN, file, fields: { images: "zip", enable_ocr: false } });
  expect(expectOk(reply).headers["content-type"]).toBe("application/zip");
  expect(savedName(reply)).toBe("colours.zip");
  expect(readArchive(reply.body)[0]?.name).toBe("colours.md");
});

test("a document without any text is no error", async () => {
  const answer = await answerOf(PDF_TO_TEXT, emptyPages(2), { extraction_mode: "json" });
  expect(answer).toMatchObject({ text: "\n\n---\n\n", word_count: 0, ocr_pages: [], words: [] });
});

test.each([
  { path: PDF_TO_TEXT, fields: { extraction_mode: "lines" }, loc: "extraction_mode" },
  { path: PDF_TO_TEXT, fields: { ocr_engine: "best" }, loc: "ocr_engine" },
  { path: PDF_TO_TEXT, fields: { language: "tlh" }, loc: "language" },
  { path: PDF_TO_HTML, fields: { mode: "pretty" }, loc: "mode" },
  { path: PDF_TO_MARKDOWN, fields: { table_format: "ascii" }, loc: "table_format" },
  { path: PDF_TO_MARKDOWN, fields: { tables: "ascii" }, loc: "tables" },
  { path: PDF_TO_MARKDOWN, fields: { heading_style: "bold" }, loc: "heading_style" },
])("$path: $fields is refused", async ({ path, fields, loc }) => {
  const reply = await upload(service(), { path, file: letter, fields });
  expectFault(reply, { loc: ["body", loc] });
});

test.each(PATHS)("$path: protected documents need their password", async ({ path }) => {
  const file = fixture("locked-aes-256.pdf");
  expectFailure(await upload(service(), { path, file }), 400, "pdf_encrypted");
  expectFailure(await upload(service(), { path, file, fields: { password: "no" } }), 400, "wrong_password");
  expectOk(await upload(service(), { path, file, fields: { password: "open sesame" } }));
});

test("text is what Poppler finds on a page that holds little but text", async () => {
  const { text } = await answerOf(PDF_TO_TEXT, letter);
  expect(text.trim().split(/\s+/)).toEqual((await pdfText(letter)).trim().split(/\s+/));
});
