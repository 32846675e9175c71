import { expect, test } from "vitest";
import { as, moneyOf, newClient } from "./accounts.ts";
import { type Entry, readArchive } from "./archive.ts";
import { type Fields, type File, SPLIT, splitPdf, upload } from "./client.ts";
import { classicPdf, emptyPages } from "./documents.ts";
import { resultOf, untilFinal } from "./jobs.ts";
import { outlineTitles, pageTexts } from "./pages.ts";
import { encryptionOf, fixture, pdfInfo, qpdfOpens, qpdfProblems } from "./programs.ts";
import { expectFailure, expectFault, expectOk, type Reply, savedName, warnings } from "./reply.ts";
import { commonService, withService } from "./service.ts";

/* Contract, section 8: POST /api/v1/pdf/split. What concerns the pages is tested in test/assembly. */

const service = commonService({ keepsResults: true });
const colours = fixture("four-colours.pdf");
const features = fixture("features.pdf");
const locked = fixture("locked-aes-256.pdf");
const USER = "open sesame";
const OWNER = "owner of all";

const split = (fields: Fields = {}, file: File = { content: colours, filename: "Four.pdf" }): Promise<Reply> =>
  splitPdf(service(), file, fields);

const entriesOf = (reply: Reply): Entry[] => readArchive(expectOk(reply).body);

/** Returns the number in four-colours.pdf of each page of a part. */
async function numbersOf(pdf: Buffer): Promise<number[]> {
  const texts = await pageTexts(pdf);
  return texts.map((text) => Number(/Page (\d) of four/.exec(text)?.[1]));
}

/** Returns each entry's name with the numbers of its pages. */
async function partsOf(reply: Reply): Promise<Record<string, number[]>> {
  const parts = entriesOf(reply).map(async ({ name, content }) => [name, await numbersOf(content)] as const);
  return Object.fromEntries(await Promise.all(parts));
}

test("a file alone gives an archive with a PDF for each page", async () => {
  const reply = expectOk(await split());
  expect(reply.headers["content-type"]).toBe("application/zip");
  expect(reply.headers["content-disposition"]).toBe('attachment; filename="Four_split.zip"');
  expect(reply.headers["content-length"]).toBe(String(reply.body.length));
  expect(reply.headers["x-credits-charged"]).toBe("1");
  expect(reply.headers["x-warnings"]).toBeUndefined();
  const entries = entriesOf(reply);
  expect(entries.map(({ name }) => name)).toEqual([1, 2, 3, 4].map((page) => `Four_page_${page}.pdf`));
  expect(entries.map(({ method }) => method)).toEqual(Array.from({ length: 4 }, () => "stored"));
  for (const [index, { content }] of entries.entries()) {
    expect(await qpdfProblems(content)).toBe("");
    expect(await numbersOf(content)).toEqual([index + 1]);
  }
});

test.each<{ fields: Fields; parts: Record<string, number[]> }>([
  { fields: { mode: "pages", pages: "3,1" }, parts: { "Four_page_3.pdf": [3], "Four_page_1.pdf": [1] } },
  { fields: { mode: "PAGES", pages: "last" }, parts: { "Four_page_4.pdf": [4] } },
  { fields: { mode: "", pages: "even" }, parts: { "Four_page_2.pdf": [2], "Four_page_4.pdf": [4] } },
  {
    fields: { pages: "2,2,1-2" },
    parts: { "Four_page_2.pdf": [2], "Four_page_2_2.pdf": [2], "Four_page_1.pdf": [1], "Four_page_2_3.pdf": [2] },
  },
  {
    fields: { mode: "ranges", ranges: "3-4, 1-3,2" },
    parts: { "Four_pages_3-4.pdf": [3, 4], "Four_pages_1-3.pdf": [1, 2, 3], "Four_page_2.pdf": [2] },
  },
  { fields: { ranges: "2-,-2" }, parts: { "Four_pages_2-4.pdf": [2, 3, 4], "Four_pages_1-2.pdf": [1, 2] } },
  { fields: { ranges: "1-2,1-2" }, parts: { "Four_pages_1-2.pdf": [1, 2], "Four_pages_1-2_2.pdf": [1, 2] } },
  { fields: { ranges: "all" }, parts: { "Four_pages_1-4.pdf": [1, 2, 3, 4] } },
  { fields: { ranges: "odd" }, parts: { "Four_part_1.pdf": [1, 3] } },
  { fields: { mode: "chunks", chunk_size: 3 }, parts: { "Four_part_1.pdf": [1, 2, 3], "Four_part_2.pdf": [4] } },
  { fields: { chunk_size: 100 }, parts: { "Four_part_1.pdf": [1, 2, 3, 4] } },
  { fields: { chunk_size: 2, pages: "4,1-2" }, parts: { "Four_part_1.pdf": [1, 2], "Four_part_2.pdf": [3, 4] } },
  { fields: { mode: "pages", ranges: "1-2", pages: "1", chunk_size: 2 }, parts: { "Four_page_1.pdf": [1] } },
])("$fields gives $parts", async ({ fields, parts }) => {
  expect(await partsOf(await split(fields))).toEqual(parts);
});

test("part numbers have as many digits as the last one", async () => {
  const names = entriesOf(await split({ chunk_size: 10 }, emptyPages(101))).map(({ name }) => name);
  expect(names).toHaveLength(11);
  expect([names[0], names[8], names[10]]).toEqual([
    "document_part_01.pdf",
    "document_part_09.pdf",
    "document_part_11.pdf",
  ]);
});

test("by bookmarks, a part begins where an outermost entry leads", async () => {
  const report = { content: outlined(["Start", 2], ["Twice", 2], ["End", 4]), filename: "Report.2026.pdf" };
  const reply = expectOk(await split({ mode: "bookmarks" }, report));
  expect(savedName(reply)).toBe("Report.2026_split.zip");
  const parts = entriesOf(reply);
  expect(parts.map(({ name }) => name)).toEqual([1, 2, 3].map((part) => `Report.2026_part_${part}.pdf`));
  const pages = await Promise.all(parts.map(async ({ content }) => (await pdfInfo(content))?.get("Pages")));
  expect(pages).toEqual(["1", "2", "1"]);
  expect(await Promise.all(parts.map(({ content }) => outlineTitles(content)))).toEqual([
    [],
    ["Start", "Twice"],
    ["End"],
  ]);
});

test("a document without bookmarks is one part, and the answer says so", async () => {
  const reply = await split({ mode: "bookmarks" });
  expect(await partsOf(reply)).toEqual({ "Four_part_1.pdf": [1, 2, 3, 4] });
  expect(warnings(reply)).toEqual(["no_bookmarks"]);
});

test.each<{ fields: Fields; pages: number[] }>([
  { fields: {}, pages: [1, 2, 3, 4] },
  { fields: { pages: "4,1" }, pages: [4, 1] },
  { fields: { pages: "2,2,1,2" }, pages: [2, 2, 1, 2] },
  { fields: { ranges: "3-4,1" }, pages: [3, 4, 1] },
  { fields: { mode: "chunks", chunk_size: 2 }, pages: [1, 2, 3, 4] },
  { fields: { mode: "bookmarks" }, pages: [1, 2, 3, 4] },
])("unify gives one PDF of what $fields selects", async ({ fields, pages }) => {
  const reply = expectOk(await split({ ...fields, unify: true }));
  expect(reply.headers["content-type"]).toBe("application/pdf");
  expect(reply.headers["content-disposition"]).toBe('attachment; filename="split.pdf"');
  expect(await numbersOf(reply.body)).toEqual(pages);
  expect(await qpdfProblems(reply.body)).toBe("");
});

test("the name of the document is kept in any script", async () => {
  const reply = expectOk(await split({ pages: "1" }, { content: colours, filename: "Übersicht 中.pdf" }));
  expect(savedName(reply)).toBe("Übersicht 中_split.zip");
  expect(entriesOf(reply)).toMatchObject([{ name: "Übersicht 中_page_1.pdf", isUtf8: true }]);
});

test.each([
  { fields: { chunk_size: 0 }, fault: { type: "greater_than_equal", loc: ["body", "chunk_size"], ctx: { ge: 1 } } },
  { fields: { chunk_size: -1 }, fault: { type: "greater_than_equal", loc: ["body", "chunk_size"] } },
  { fields: { mode: "pages", chunk_size: 0 }, fault: { type: "greater_than_equal", loc: ["body", "chunk_size"] } },
  { fields: { chunk_size: "1.5" }, fault: { type: "int_parsing", loc: ["body", "chunk_size"] } },
  { fields: { mode: "chunks" }, fault: { type: "missing", loc: ["body", "chunk_size"] } },
  { fields: { mode: "ranges" }, fault: { type: "missing", loc: ["body", "ranges"] } },
  { fields: { mode: "ranges", ranges: "" }, fault: { type: "missing", loc: ["body", "ranges"] } },
  { fields: { mode: "halves" }, fault: { type: "enum", loc: ["body", "mode"], input: "halves" } },
  { fields: { ranges: "1-2", chunk_size: 2 }, fault: { type: "value_error", loc: ["body", "mode"] } },
  { fields: { pages: "0" }, fault: { type: "value_error", loc: ["body", "pages"] } },
  { fields: { pages: "5-2" }, fault: { type: "value_error", loc: ["body", "pages"] } },
  { fields: { ranges: "1-2;3" }, fault: { type: "value_error", loc: ["body", "ranges"] } },
  { fields: { ranges: "3-1" }, fault: { type: "value_error", loc: ["body", "ranges"] } },
  { fields: { unify: "maybe" }, fault: { type: "bool_parsing", loc: ["body", "unify"] } },
] as const)("$fields is refused", async ({ fields, fault }) => {
  expectFault(await split(fields), fault);
});

test.each<Fields>([
  { pages: "5" },
  { pages: "1,5-9" },
  { ranges: "1-2,5-" },
  { ranges: "9" },
  { unify: true, pages: "5" },
])("%j names a page that the document does not have", async (fields) => {
  const { detail } = expectFailure(await split(fields), 400, "page_out_of_range");
  expect(detail).toMatch(/^Page \d does not exist; the document has 4 pages\.$/);
});

test.each<Fields>([{ pages: "even" }, { ranges: "even" }, { pages: "even", unify: 1 }])(
  "%j selects nothing of one page",
  async (fields) => {
    expectFailure(await split(fields, emptyPages(1)), 400, "page_out_of_range");
  },
);

test("a range that ends beyond the last page is clipped", async () => {
  const reply = await split({ ranges: "1-2,3-9" });
  expect(await partsOf(reply)).toEqual({ "Four_pages_1-2.pdf": [1, 2], "Four_pages_3-4.pdf": [3, 4] });
  expect(warnings(reply)).toEqual(["pages_clipped"]);
});

test("a list that names too many pages is refused before any work", async () => {
  const ranges = Array.from({ length: 200 }, () => "1-").join(",");
  expectFailure(await split({ ranges }, emptyPages(100)), 400, "too_many_pages");
});

test.each(["aes-256", "aes-128", "rc4-128", "rc4-40"])("parts keep the protection: %s", async (method) => {
  const content = fixture(`locked-${method}.pdf`);
  const before = await encryptionOf(content, USER);
  for (const password of [USER, OWNER]) {
    const entries = entriesOf(await split({ password, ranges: "1-2,4" }, content));
    expect(entries).toHaveLength(2);
    for (const { content: part } of entries) {
      expect(await encryptionOf(part, USER)).toBe(before);
      expect(await qpdfOpens(part, OWNER)).toBe(true);
      expect(await qpdfOpens(part, "")).toBe(false);
      expect(await qpdfProblems(part, USER)).toBe("");
    }
    const texts = await pageTexts(entries[1]?.content ?? Buffer.alloc(0), USER);
    expect(texts.join()).toContain("Page 4 of four");
  }
});

test("unify keeps the protection, also of a page that comes twice", async () => {
  const reply = expectOk(await split({ password: USER, pages: "2,2", unify: true }, locked));
  expect(await encryptionOf(reply.body, USER)).toBe(await encryptionOf(locked, USER));
  expect(await qpdfProblems(reply.body, OWNER)).toBe("");
  expect((await pageTexts(reply.body, USER)).map((text) => text.trim())).toEqual(["Page 2 of four", "Page 2 of four"]);
});

test("a document that only an owner password restricts stays so, and the answer says so", async () => {
  const content = fixture("locked-owner-only.pdf");
  const reply = await split({ pages: "1" }, content);
  expect(warnings(reply)).toEqual(["permissions_ignored"]);
  const [part] = entriesOf(reply);
  expect(await encryptionOf(part?.content ?? Buffer.alloc(0))).toBe(await encryptionOf(content));
});

test("what is locked or no PDF is refused and not charged", async () => {
  const { key, accountId } = await newClient(service(), 5);
  const ask = (file: Buffer, fields: Fields = {}): Promise<Reply> =>
    upload(service(), { path: SPLIT, key, file, fields });
  expectFailure(await ask(locked), 400, "pdf_encrypted");
  expectFailure(await ask(locked, { password: "wrong" }), 400, "wrong_password");
  expectFailure(await ask(fixture("locked-certificate.pdf")), 400, "pdf_encrypted");
  expectFailure(await ask(Buffer.from("%PDF-1.7\nnothing else")), 400, "invalid_pdf");
  expectFailure(await ask(Buffer.from("GIF89a")), 400, "unsupported_file_type");
  expectFailure(await ask(Buffer.alloc(0)), 400, "empty_file");
  expectFailure(await ask(fixture("million-pages.pdf")), 400, "too_many_pages");
  expectFailure(await ask(colours, { pages: "9" }), 400, "page_out_of_range");
  expect(await moneyOf(service(), accountId)).toEqual([5, 0, 5]);
  expectOk(await ask(colours));
  expect(await moneyOf(service(), accountId)).toEqual([4, 0, 4]);
});

test("a damaged file is repaired and split", async () => {
  const parts = entriesOf(await split({}, fixture("damaged-xref.pdf")));
  expect(parts).toHaveLength(2);
  for (const { content } of parts) {
    expect(await qpdfProblems(content)).toBe("");
  }
});

test("the same request gives the same bytes", async () => {
  const [one, two] = await Promise.all([split({}, features), split({}, features)]);
  expect(expectOk(one).body.equals(expectOk(two).body)).toBe(true);
});

test("a thousand pages give a thousand parts", async () => {
  const entries = entriesOf(await split({}, emptyPages(1000)));
  expect(entries).toHaveLength(1000);
  expect(entries.at(-1)?.name).toBe("document_page_1000.pdf");
  expect((await pdfInfo(entries.at(-1)?.content ?? Buffer.alloc(0)))?.get("Pages")).toBe("1");
});

test("more than an archive may hold is refused", async () => {
  await withService({ QUIRE_MAX_ARCHIVE_BYTES: "2500" }, async (small) => {
    expectFailure(await splitPdf(small, colours), 400, "document_too_complex");
  });
});

test("as a job it gives the same archive, and its progress counts the pages", async () => {
  const direct = expectOk(await split({ password: USER, ranges: "1-2,4-9" }, fixture("locked-rc4-40.pdf")));
  const request = { file: fixture("locked-rc4-40.pdf"), fields: { password: USER, ranges: "1-2,4-9" } };
  const accepted = await upload(service(), { path: `${SPLIT}?async=true`, ...request });
  const { job_id: id } = as<{ job_id: string }>(accepted, 202);
  const job = await untilFinal(service(), id);
  expect(job).toMatchObject({ status: "complete", operation: "split", credits: { charged: 1 } });
  expect(job.progress).toMatchObject({ pages_done: 3, pages_total: 3, percent: 100 });
  const reply = expectOk(await resultOf(service(), id));
  expect(savedName(reply)).toBe("document_split.zip");
  expect(warnings(reply)).toEqual(["pages_clipped"]);
  expect(entriesOf(reply).map(({ name }) => name)).toEqual(entriesOf(direct).map(({ name }) => name));
});

/** Makes a document of four empty pages and an outline whose items lead to them. */
function outlined(...entries: readonly (readonly [title: string, page: number])[]): Buffer {
  const first = 8;
  const items = entries.map(([title, page], index) => {
    const previous = index === 0 ? "" : `/Prev ${first + index - 1} 0 R`;
    const next = index === entries.length - 1 ? "" : `/Next ${first + index + 1} 0 R`;
    return `<< /Title (${title}) /Parent 7 0 R /Dest [${page + 2} 0 R /Fit] ${previous} ${next} >>`;
  });
  const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>";
  return classicPdf([
    "<< /Type /Catalog /Pages 2 0 R /Outlines 7 0 R >>",
    "<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R 6 0 R] /Count 4 >>",
    ...Array.from({ length: 4 }, () => page),
    `<< /Type /Outlines /First ${first} 0 R /Last ${first + entries.length - 1} 0 R /Count ${entries.length} >>`,
    ...items,
  ]);
}
