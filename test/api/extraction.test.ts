import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pdfFile } from "../../src/engines/conformance/documents/made-documents.ts";
import { createInProcessPool } from "../../src/engines/conformance/in-process-pool.ts";
import type { Engines } from "../../src/engines/engines.ts";
import { createExtractor } from "../../src/engines/layout/extractor.ts";
import { createLayoutMethods } from "../../src/engines/layout/worker/methods.ts";
import { loadPdfium } from "../../src/engines/pdfium/worker/binding/load.ts";
import type { RecognizedPage } from "../../src/engines/tesseract/port.ts";
import { TimeBudget } from "../../src/kernel/timing/work.ts";
import {
  type Context,
  type FileOperation,
  type Files,
  noCheckpoints,
  type Outcome,
} from "../../src/operations/operation.ts";
import { pdfToHtml } from "../../src/operations/pdf-to-html/pdf-to-html.ts";
import { pdfToMarkdown } from "../../src/operations/pdf-to-markdown/pdf-to-markdown.ts";
import { pdfToText } from "../../src/operations/pdf-to-text/pdf-to-text.ts";

const directory = mkdtempSync(join(tmpdir(), "quire-extraction-"));
afterAll(() => rmSync(directory, { recursive: true }));

const TEXT = "BT /F 12 Tf 72 700 Td (Salt and light of the sea.) Tj ET";
const SCAN = "q 595 0 0 842 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q";
const stream = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
const page = (content: number, resources: string): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << ${resources} >> >>`;

/** A document of one page of text and one scanned page. */
const DOCUMENT = pdfFile([
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
  page(5, "/Font << /F 7 0 R >>"),
  page(6, ""),
  stream(TEXT),
  stream(SCAN),
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
]);

const word = (text: string, xMin: number, xMax: number) => ({
  text,
  confidence: 0.9,
  box: { xMin, yMin: 400, xMax, yMax: 450 },
});
const box = { xMin: 300, yMin: 400, xMax: 800, yMax: 450 };
const READ: RecognizedPage = {
  widthPx: 2480,
  heightPx: 3508,
  dpi: 300,
  rotationDegrees: 0,
  skewDegrees: 0,
  script: null,
  languages: ["eng"],
  blocks: [{ box, paragraphs: [{ lines: [{ box, words: [word("Scanned", 300, 500), word("words", 520, 670)] }] }] }],
};

const LIMITS = { imagePixels: 1e8, archiveBytes: 1e9, ocrPagesPerDocument: 100 } as Context["limits"];

interface Done {
  readonly outcome: Outcome;
  readonly files: Files;
  readonly quoted: number;
}

async function run(operation: FileOperation, fields: Record<string, unknown> = {}): Promise<Done> {
  const workspace = mkdtempSync(join(directory, "run-"));
  const path = join(workspace, "input.pdf");
  writeFileSync(path, DOCUMENT);
  const engines = {
    extractor: createExtractor(createInProcessPool(createLayoutMethods(await loadPdfium({ build: "auto" })))),
    rasterizer: {
      async *render({ pages: [number = 0] }: Parameters<Engines["rasterizer"]["render"]>[0]) {
        const image = join(workspace, "drawn.pgm");
        yield await Promise.resolve({
          page: number,
          path: image,
          widthPx: 2480,
          heightPx: 3508,
          dpi: 300,
          sizeBytes: 1,
        });
      },
    },
    recognizer: { languages: () => ["eng"], pagesAtOnce: 1, recognize: () => Promise.resolve(READ) },
  } as unknown as Engines;
  const work = { signal: new AbortController().signal, engineTime: new TimeBudget(60_000) };
  const file = { filename: "sea.pdf", path, mediaType: "application/pdf", sizeBytes: 9, pages: 2 } as const;
  const given: Files = [{ ...file, protection: "none", repaired: false }];
  const parameters = operation.parameters.parse(fields);
  const files = (await operation.examine?.(given, parameters, { ...work, engines, limits: LIMITS })) ?? given;
  const outcome = await operation.run(files, parameters, {
    ...work,
    engines,
    workspace,
    limits: LIMITS,
    isTest: false,
    checkpoints: noCheckpoints,
    compatibility: { jpegExtension: "jpg", confidence: "fraction", ocrPages: "number" },
    acceptedAt: 0,
    progress: () => undefined,
  });
  return { outcome, files, quoted: operation.quote(files, parameters) };
}

const contentOf = ({ outcome: { result } }: Done): string =>
  "path" in result ? readFileSync(result.path, "utf8") : "";

test("a scanned page is read, reported and priced, and a page with text is not", async () => {
  const done = await run(pdfToText, { page_separator: String.raw`\n==\n` });
  expect(JSON.parse(contentOf(done))).toMatchObject({
    success: true,
    text: "Salt and light of the sea.\n==\nScanned words",
    pages: 2,
    word_count: 8,
    ocr_pages: [2],
    metadata: { filename: "sea.pdf", extraction_mode: "text" },
  });
  expect(done.quoted).toBe(2);
  expect(pdfToText.settle?.(done.outcome, 2)).toBe(2);
});

test("without OCR nothing is read, and what was asked for comes as a file", async () => {
  const done = await run(pdfToText, { enable_ocr: "no", output: "file", pages: "1" });
  expect(done.quoted).toBe(1);
  expect(contentOf(done)).toBe("Salt and light of the sea.");
  expect(done.outcome.result).toMatchObject({ filename: "sea.txt", mediaType: "text/plain; charset=utf-8" });
});

test("blocks, words and pages have their places in points from the top left", async () => {
  const answer = JSON.parse(contentOf(await run(pdfToText, { extraction_mode: "json" })));
  expect(answer.page_results).toHaveLength(2);
  expect(answer.blocks[0]).toMatchObject({ page_number: 1, text: "Salt and light of the sea." });
  const scanned = answer.words.find(({ text }: { text: string }) => text === "Scanned");
  expect(scanned).toMatchObject({ page_number: 2, bbox: { x_min: 72, y_min: 96, x_max: 120, y_max: 108 } });
});

test("HTML and Markdown have the text of all pages", async () => {
  const { html } = JSON.parse(contentOf(await run(pdfToHtml)));
  expect(html).toContain("Salt and light of the sea.");
  const { markdown } = JSON.parse(contentOf(await run(pdfToMarkdown)));
  expect(markdown).toContain("Salt and light of the sea.\n\n---\n");
  expect(markdown).toContain("Scanned words");
});
