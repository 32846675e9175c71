import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdfFile, pdfOf, promisingDocument } from "../../../conformance/documents/made-documents.ts";
import { popplerWords, wordAt } from "../../../pdfium/testing/page-content.ts";
import type { PdfiumBinding } from "../../../pdfium/worker/binding/binding.ts";
import { loadPdfium } from "../../../pdfium/worker/binding/load.ts";
import { FORM_CONTENT } from "./structure.ts";
import { TextDocument } from "./text-document.ts";

let directory: string;
let binding: PdfiumBinding;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-text-"));
  binding = await loadPdfium({});
});
afterAll(() => rm(directory, { recursive: true }));

const opening = (input: string, password?: string) => ({
  input,
  password,
  scratchDirectory: directory,
  timeoutMs: 20_000,
});

async function open(bytes: Buffer, password?: string): Promise<TextDocument> {
  const path = join(directory, "input.pdf");
  await writeFile(path, bytes);
  return TextDocument.open(binding, opening(path, password));
}

test("pages are as large as the unit of their space makes them", async () => {
  using document = await open(pdfOf([{ attributes: "/MediaBox [0 0 100 50] /UserUnit 3 /Rotate 90" }]));
  expect(document.readPage(1)).toMatchObject({ page: 1, widthPt: 150, heightPt: 300 });
});

test("a page that cannot be loaded holds nothing", async () => {
  using document = await open(promisingDocument());
  expect(document.content.pageCount).toBeGreaterThan(0);
  const last = document.readPage(document.content.pageCount + 1);
  expect(last).toMatchObject({ rules: [], shapes: [], images: [], links: [] });
  expect(last.glyphs.count).toBe(0);
});

test("marked content of a form is not taken for that of its page", async () => {
  const form = "/MCID 0 >> BDC BT /F1 9 Tf 5 5 Td (in) Tj ET EMC";
  const content = `/P << ${form}`;
  const document = pdfFile([
    "<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 7 0 R /MarkInfo << /Marked true >> >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> /Font << /F1 6 0 R >> >> >>",
    "<< /Length 65 >>\nstream\n/P << /MCID 0 >> BDC BT /F1 9 Tf 50 50 Td (on) Tj ET EMC /X Do    \nendstream",
    `<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] /Resources << /Font << /F1 6 0 R >> >> /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /K [8 0 R 9 0 R] >>",
    "<< /S /H1 /Pg 3 0 R /K 0 >>",
    "<< /S /P /Pg 3 0 R /K << /Type /MCR /Stm 5 0 R /MCID 0 >> >>",
  ]);
  using opened = await open(document);
  const { glyphs } = opened.readPage(1);
  const found = glyphs.text
    .map((text, index) => [text, glyphs.markedContentId[index]])
    .filter(([text]) => text !== " ");
  expect(found).toEqual([
    ["o", 0],
    ["n", 0],
    ["i", FORM_CONTENT],
    ["n", FORM_CONTENT],
  ]);
  expect(opened.content.structure).toMatchObject([
    { role: "H1", children: [{ page: 1, markedContentId: 0 }] },
    { role: "P", children: [{ page: 1, markedContentId: FORM_CONTENT }] },
  ]);
});

test("a file that is no document is refused, and leaves only scratch files behind", async () => {
  await expect(open(Buffer.from("no document"))).rejects.toMatchObject({ code: "invalid_pdf" });
  const left = (await readdir(directory)).filter((name) => !name.startsWith("scratch-"));
  expect(left).toEqual(["input.pdf"]);
});

const corpora = process.env["QUIRE_TEST_CORPORA"];

describe.runIf(corpora !== undefined)("documents of several producers", () => {
  test.each([
    "001-d-chro-fastify.pdf",
    "009-d-chro-rustbook-gs.pdf",
    "017-d-libr-fastify.pdf",
    "036-d-pdfl-rustbook.pdf",
    "042-d-weas-fastify.pdf",
    "052-d-grof-plainlangu.pdf",
  ])("the words of %s are where Poppler sees them", (file) => {
    const path = join(corpora ?? "", "extract/pdf", file);
    using document = TextDocument.open(binding, opening(path));
    const content = document.readPage(1);
    const words = popplerWords(path);
    expect(words.length).toBeGreaterThan(100);
    const isFound = words.map((word) => {
      const ours = wordAt(content, word);
      const isNear = Math.abs(ours.xMin - word.xMin) < 1 && Math.abs(ours.xMax - word.xMax) < 1;
      return isNear && ours.text.normalize("NFKC") === word.text.normalize("NFKC");
    });
    expect(isFound.filter(Boolean).length / words.length).toBeGreaterThan(0.98);
  });

  test("all pages can be read, and have no place that is none", async () => {
    const folder = join(corpora ?? "", "extract-real/pdf");
    for (const file of await readdir(folder)) {
      using document = TextDocument.open(binding, opening(join(folder, file)));
      for (let page = 1; page <= document.content.pageCount; page++) {
        const { glyphs, rules, shapes, widthPt } = document.readPage(page);
        expect(widthPt).toBeGreaterThan(0);
        expect(glyphs.xMin.every(Number.isFinite) && glyphs.yMax.every(Number.isFinite)).toBe(true);
        expect([...rules, ...shapes].every(({ xMin, xMax }) => xMin <= xMax && xMax <= widthPt)).toBe(true);
      }
    }
  });
});
