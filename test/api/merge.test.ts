import { expect, test } from "vitest";
import { as, moneyOf, newClient } from "./accounts.ts";
import { type File, filesPart, MERGE, mergePdfs, upload } from "./client.ts";
import { emptyPages } from "./documents.ts";
import { resultOf, untilFinal } from "./jobs.ts";
import { outlineTitles, pageTexts } from "./pages.ts";
import { encryptionOf, fixture, pdfInfo, qpdfProblems } from "./programs.ts";
import { expectFailure, expectFault, expectOk, faults, type Reply, savedName, warnings } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 8: POST /api/v1/pdf/merge. What concerns the pages is tested in test/assembly. */

const service = commonService({ keepsResults: true });
const features = fixture("features.pdf");
const colours = fixture("four-colours.pdf");
const locked = fixture("locked-aes-256.pdf");
const USER = "open sesame";
const [FIRST, SECOND] = ["The first page says hello.", "The second page says goodbye."];

const named = (filename: string, content: Buffer): File => ({ filename, content });
const merge = (files: readonly File[], fields = {}): Promise<Reply> => mergePdfs(service(), files, fields);

/** Returns one line of text of each page, which identifies the page. */
async function linesOf(reply: Reply): Promise<string[]> {
  const texts = await pageTexts(expectOk(reply).body);
  return texts.map((text) => /Page \d of four|The .* page says .*/.exec(text)?.[0] ?? "");
}

test("files are merged in the order in which they are sent", async () => {
  const reply = expectOk(await merge([colours, features]));
  expect(reply.headers["content-type"]).toBe("application/pdf");
  expect(reply.headers["content-disposition"]).toBe('attachment; filename="merged.pdf"');
  expect(reply.headers["content-length"]).toBe(String(reply.body.length));
  expect(reply.headers["x-warnings"]).toBeUndefined();
  expect(await qpdfProblems(reply.body)).toBe("");
  const four = [1, 2, 3, 4].map((page) => `Page ${page} of four`);
  expect(await linesOf(reply)).toEqual([...four, FIRST, SECOND]);
  expect(await linesOf(await merge([features, colours]))).toEqual([FIRST, SECOND, ...four]);
});

test("file, files and files[] are one list in the order of the parts", async () => {
  const more = [
    ...filesPart([features], "files[]"),
    ...filesPart([fixture("line-drawing.pdf")], "file"),
    ...filesPart([features], "files"),
  ];
  const reply = await upload(service(), { path: MERGE, more });
  expect(await linesOf(reply)).toEqual([FIRST, SECOND, "", FIRST, SECOND]);
});

test("the same request gives the same bytes", async () => {
  const [one, two] = await Promise.all([merge([colours, features]), merge([colours, features])]);
  expect(expectOk(one).body.equals(expectOk(two).body)).toBe(true);
});

test("two hundred files are merged, one more is too many, one alone too few", async () => {
  const page = emptyPages(1);
  const reply = expectOk(await merge(Array.from({ length: 200 }, () => page)));
  expect((await pdfInfo(reply.body))?.get("Pages")).toBe("200");
  const tooMany = await merge(Array.from({ length: 201 }, () => page));
  expectFault(tooMany, { type: "too_long", loc: ["body", "files"], ctx: { max_length: 200, actual_length: 201 } });
  const alone = await merge([page]);
  expectFault(alone, { type: "too_short", loc: ["body", "files"], ctx: { min_length: 2, actual_length: 1 } });
  expectFault(await merge([]), { type: "missing", loc: ["body", "files"] });
});

test.each([
  { pages: ["2-", "1"], lines: [2, 3, 4, 1] },
  { pages: [null, "4,2"], lines: [1, 2, 3, 4, 4, 2] },
  { pages: ["", "last"], lines: [1, 2, 3, 4, 4] },
  { pages: ["ALL", "odd"], lines: [1, 2, 3, 4, 1, 3] },
  { pages: [" 1 - 2 ", 3], lines: [1, 2, 3] },
  { pages: ["2,2,1,2", "even"], lines: [2, 2, 1, 2, 2, 4] },
])("pages are taken of each file as its list says: $pages", async ({ pages, lines }) => {
  const reply = await merge([colours, colours], { pages: JSON.stringify(pages) });
  expect(await linesOf(reply)).toEqual(lines.map((page) => `Page ${page} of four`));
  expect(await qpdfProblems(reply.body)).toBe("");
});

test("a list that ends beyond the last page is clipped, and the warning names the file", async () => {
  const reply = await merge([colours, features], { pages: '["3-9", "2-5"]' });
  expect(await linesOf(reply)).toEqual(["Page 3 of four", "Page 4 of four", SECOND]);
  expect(warnings(reply)).toEqual(["pages_clipped;file=1", "pages_clipped;file=2"]);
});

test("a list that selects nothing leaves its file out; when all do, there is nothing to merge", async () => {
  const one = fixture("line-drawing.pdf");
  const reply = await merge([one, features], { pages: '["even", null]' });
  expect(await linesOf(reply)).toEqual([FIRST, SECOND]);
  expect(warnings(reply)).toEqual(["empty_selection;file=1"]);
  expectFailure(await merge([one, one], { pages: '["even", "even"]' }), 400, "page_out_of_range");
});

test("a page that a file does not have is reported with the file's position and name", async () => {
  const reply = await merge([named("a.pdf", colours), named("b.pdf", features)], { pages: '[null, "3"]' });
  const { detail } = expectFailure(reply, 400, "page_out_of_range");
  expect(detail).toBe('File 2 ("b.pdf"): Page 3 does not exist; the document has 2 pages.');
});

test.each([
  { fields: { pages: "1-3" }, fault: { type: "json_invalid", loc: ["body", "pages"] } },
  { fields: { pages: '"1-3"' }, fault: { type: "value_error", loc: ["body", "pages"] } },
  { fields: { pages: '["1"]' }, fault: { type: "value_error", loc: ["body", "pages"] } },
  { fields: { pages: '["1","1","1"]' }, fault: { type: "value_error", loc: ["body", "pages"] } },
  { fields: { pages: "[]" }, fault: { type: "value_error", loc: ["body", "pages"] } },
  { fields: { pages: '["1","0"]' }, fault: { type: "value_error", loc: ["body", "pages", 1] } },
  { fields: { pages: '["5-2","1"]' }, fault: { type: "value_error", loc: ["body", "pages", 0] } },
  { fields: { pages: '[null,["1"]]' }, fault: { type: "string_type", loc: ["body", "pages", 1] } },
  { fields: { passwords: '["a"]' }, fault: { type: "value_error", loc: ["body", "passwords"] } },
  { fields: { passwords: "[1,null]" }, fault: { type: "string_type", loc: ["body", "passwords", 0] } },
  { fields: { passwords: "secret" }, fault: { type: "json_invalid", loc: ["body", "passwords"] } },
  { fields: { metadata: "[]" }, fault: { type: "model_attributes_type", loc: ["body", "metadata"] } },
  { fields: { metadata: "{" }, fault: { type: "json_invalid", loc: ["body", "metadata"] } },
  { fields: { metadata: '{"title":1}' }, fault: { type: "string_type", loc: ["body", "metadata", "title"] } },
  { fields: { bookmarks: "some" }, fault: { type: "enum", loc: ["body", "bookmarks"] } },
] as const)("$fields is refused", async ({ fields, fault }) => {
  const reply = await merge([colours, features], fields);
  expectFault(reply, fault);
  expect(reply.body.toString()).not.toContain("secret");
});

test("all faults are reported together", async () => {
  const reply = await merge([colours], { pages: '["x"]', bookmarks: "some", metadata: "1" });
  expectFailure(reply, 422, "validation_error");
  expect(faults(reply).map(({ loc }) => loc.join("."))).toEqual([
    "body.files",
    "body.pages.0",
    "body.bookmarks",
    "body.metadata",
  ]);
});

test("locked files are opened by their passwords, and the result has none", async () => {
  const files = [features, locked, fixture("encrypted-rc4-40.pdf")];
  const passwords = JSON.stringify([null, USER, "owner"]);
  const reply = expectOk(await merge(files, { passwords }));
  expect(await linesOf(reply)).toEqual([
    FIRST,
    SECOND,
    ...[1, 2, 3, 4].map((page) => `Page ${page} of four`),
    FIRST,
    SECOND,
  ]);
  expect(await encryptionOf(reply.body)).toBe("File is not encrypted");
  expect(await qpdfProblems(reply.body)).toBe("");
});

test("password is that of every file without one of its own", async () => {
  const files = [locked, fixture("locked-rc4-128.pdf"), fixture("encrypted-aes-128.pdf"), features];
  const reply = expectOk(await merge(files, { password: USER, passwords: '[null, "", "user", null]' }));
  expect((await pdfInfo(reply.body))?.get("Pages")).toBe("12");
});

test("a file that an owner password restricts is merged, and the answer says so", async () => {
  const reply = expectOk(await merge([colours, fixture("locked-owner-only.pdf")]));
  expect(warnings(reply)).toEqual(["permissions_ignored"]);
  expect(await encryptionOf(reply.body)).toBe("File is not encrypted");
});

const BAD = [
  { what: "a locked", content: locked, fields: {}, code: "pdf_encrypted" },
  { what: "a locked", content: locked, fields: { password: "wrong" }, code: "wrong_password" },
  { what: "a broken", content: Buffer.from("%PDF-1.7\nnothing else"), fields: {}, code: "invalid_pdf" },
  { what: "an empty", content: Buffer.alloc(0), fields: {}, code: "empty_file" },
  { what: "a foreign", content: Buffer.from("GIF89a"), fields: {}, code: "unsupported_file_type" },
  { what: "an overlong", content: fixture("million-pages.pdf"), fields: {}, code: "too_many_pages" },
];

test.each(BAD)("$what file among ten is named by position and name: $code", async ({ content, fields, code }) => {
  const { key, accountId } = await newClient(service(), 5);
  const files = Array.from({ length: 10 }, (_, index) => named(`part ${index + 1}.pdf`, emptyPages(1)));
  files[6] = named("Bericht „Ä“.pdf", content);
  const reply = await upload(service(), { path: MERGE, key, fields, more: filesPart(files) });
  const { detail } = expectFailure(reply, 400, code);
  expect(detail).toMatch(/^File 7 \("Bericht „Ä“\.pdf"\): [A-Z].*\.$/);
  expect(reply.headers["x-credits-charged"] ?? "0").toBe("0");
  expect(await moneyOf(service(), accountId)).toEqual([5, 0, 5]);
});

test("a damaged file is repaired and merged", async () => {
  const reply = expectOk(await merge([fixture("damaged-xref.pdf"), colours]));
  expect((await linesOf(reply)).slice(0, 2)).toEqual([FIRST, SECOND]);
  expect(await qpdfProblems(reply.body)).toBe("");
});

test("outlines are kept, replaced by one entry for each file, or left out", async () => {
  const files = [named("First half.pdf", features), named("Zweite Hälfte.pdf", features)];
  const titlesOf = async (bookmarks: string): Promise<string[]> =>
    outlineTitles(expectOk(await merge(files, { bookmarks })).body);
  const kept = ["Hello", "Goodbye", "Hello", "Goodbye"];
  expect(await outlineTitles(expectOk(await merge(files)).body)).toEqual(kept);
  expect(await titlesOf("KEEP")).toEqual(kept);
  expect(await titlesOf("files")).toEqual(["First half", "Zweite Hälfte"]);
  expect(await titlesOf("none")).toEqual([]);
});

test("metadata takes the place of the first file's", async () => {
  const kept = await pdfInfo(expectOk(await merge([features, colours])).body);
  expect([kept?.get("Title"), kept?.get("Author")]).toEqual(["Everything to keep", "Quire"]);
  const metadata = JSON.stringify({ title: "Jahrbuch 年鑑", keywords: "a, b", subject: null });
  const changed = await pdfInfo(expectOk(await merge([features, colours], { metadata })).body);
  expect([changed?.get("Title"), changed?.get("Author"), changed?.get("Keywords")]).toEqual([
    "Jahrbuch 年鑑",
    "Quire",
    "a, b",
  ]);
});

test("a member of metadata that is unknown is reported and has no effect", async () => {
  const reply = expectOk(await merge([features, colours], { metadata: '{"Title":"x","title":"y"}' }));
  expect(warnings(reply)).toEqual(["unknown_field;name=metadata.Title;suggestion=metadata.title"]);
  expect((await pdfInfo(reply.body))?.get("Title")).toBe("y");
});

test.each([
  { given: "", name: "merged.pdf" },
  { given: "report.pdf", name: "report.pdf" },
  { given: "report", name: "report.pdf" },
  { given: "Report.PDF", name: "Report.PDF" },
  { given: "../../etc/passwd", name: "passwd.pdf" },
  { given: "C:\\temp\\a.b", name: "a.b.pdf" },
  { given: "Übersicht", name: "Übersicht.pdf" },
  { given: "x".repeat(300), name: `${"x".repeat(251)}.pdf` },
])("output_filename $given is answered as $name", async ({ given, name }) => {
  const reply = expectOk(await merge([features, colours], { output_filename: given }));
  expect(savedName(reply)).toBe(name);
});

test("it costs a credit", async () => {
  const { key, accountId } = await newClient(service(), 1);
  const reply = expectOk(await upload(service(), { path: MERGE, key, more: filesPart([features, colours]) }));
  expect(reply.headers["x-credits-charged"]).toBe("1");
  expect(await moneyOf(service(), accountId)).toEqual([0, 0, 0]);
  const refused = await upload(service(), { path: MERGE, key, more: filesPart([features, colours]) });
  expectFailure(refused, 402, "insufficient_credits");
});

test("an estimate counts the pages of all files", async () => {
  const fields = { operation: "merge", pages: '["1", null]' };
  const files = filesPart([named("a.pdf", features), named("b.pdf", colours)]);
  const estimate = as(await upload(service(), { path: "/api/v1/estimate", fields, more: files }));
  expect(estimate).toMatchObject({ operation: "merge", pages: 6, credits: 1, mode: "sync" });
  const wrong = await upload(service(), { path: "/api/v1/estimate", fields: { operation: "merge" }, file: colours });
  expectFault(wrong, { type: "too_short", loc: ["body", "files"] });
});

test("as a job it gives the same result, passwords and warnings included", async () => {
  const fields = { passwords: JSON.stringify([USER, null]), pages: '["2-9", null]', output_filename: "both" };
  const more = filesPart([locked, features]);
  const direct = expectOk(await upload(service(), { path: MERGE, fields, more }));
  const accepted = await upload(service(), { path: `${MERGE}?async=true`, fields, more });
  const { job_id: id } = as<{ job_id: string }>(accepted, 202);
  expect(await untilFinal(service(), id)).toMatchObject({ status: "complete", operation: "merge", error: null });
  const reply = expectOk(await resultOf(service(), id));
  expect(savedName(reply)).toBe("both.pdf");
  expect(warnings(reply)).toEqual(["pages_clipped;file=1"]);
  expect(reply.body.equals(direct.body)).toBe(true);
});

test("a key needs the scope pdf", async () => {
  const { key } = await newClient(service(), 5, { scopes: ["convert"] });
  const reply = await upload(service(), { path: MERGE, key, more: filesPart([features, colours]) });
  expectFailure(reply, 403, "insufficient_scope");
});
