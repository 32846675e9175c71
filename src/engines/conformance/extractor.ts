import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { ExtractionStep, Extractor, MarkdownForm, ReadPage } from "../layout/port.ts";
import { pdfFile, pdfOf } from "./documents/made-documents.ts";
import { decodeImage } from "./pictures/image-facts.ts";

/*
 * Tests of every engine that extracts text. Words are compared with those of Poppler's pdftotext, which has no part in
 * any engine here.
 */

type Job = Parameters<Extractor["extract"]>[0];

interface Extracted {
  readonly text: string;
  readonly lists: Readonly<Record<string, unknown[]>>;
  readonly images: readonly { readonly name: string; readonly path: string }[];
  readonly end: Extract<ExtractionStep, { kind: "end" }>;
  readonly pages: readonly number[];
}

export function extractorConformance(engine: string, create: () => Promise<Extractor>): void {
  describe(`text by ${engine}`, () => {
    let directory: string;
    let extractor: Extractor;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), "quire-extractor-"));
      extractor = await create();
    });
    afterAll(() => rm(directory, { recursive: true }));

    const written = async (document: Buffer | readonly ReadPage[]): Promise<string> => {
      const path = join(await mkdtemp(join(directory, "in-")), "input");
      const content = Buffer.isBuffer(document) ? document : document.map((page) => JSON.stringify(page)).join("\n");
      await writeFile(path, content);
      return path;
    };

    async function extract(document: Buffer, options: Partial<Job> = {}): Promise<Extracted> {
      const outputDirectory = await mkdtemp(join(directory, "out-"));
      const input = await written(document);
      const job = { input, pages: [1], form: LAYOUT, lists: [], images: "omit" as const, outputDirectory, ...work() };
      const steps = await Array.fromAsync(extractor.extract({ ...job, ...options }));
      const files = new Map(
        steps.flatMap((step) => (step.kind === "file" ? [[step.content, step.path] as const] : [])),
      );
      const end = steps.at(-1);
      if (end?.kind !== "end") {
        throw new Error("The last step is not the end.");
      }
      const lists: Record<string, unknown[]> = {};
      for (const list of options.lists ?? []) {
        lists[list] = JSON.parse(`[${await readFile(files.get(list) ?? "", "utf8")}]`) as unknown[];
      }
      return {
        text: await readFile(files.get("text") ?? "", "utf8"),
        lists,
        images: steps.filter((step) => step.kind === "image"),
        end,
        pages: steps.flatMap((step) => (step.kind === "page" ? [step.page] : [])),
      };
    }

    test.each([
      { form: { kind: "text", arrangement: "layout", pageSeparator: "\n" } as const },
      { form: { kind: "text", arrangement: "reading", pageSeparator: "\n" } as const },
    ])("has the words that Poppler has, $form.arrangement", async ({ form }) => {
      const document = await readFile("docs/samples/letter.pdf");
      const path = await written(document);
      const pages = pagesOf(path);
      const { text, pages: reported } = await extract(document, { pages, form });
      const theirs = execFileSync("pdftotext", ["-layout", path, "-"], { encoding: "utf8" });
      expect(wordsOf(text).toSorted()).toEqual(wordsOf(theirs).toSorted());
      expect(reported).toEqual(pages);
    });

    test("has what annotations and form fields show, and links all the same", async () => {
      const path = await written(formDocument());
      const { text } = await extract(formDocument(), { form: MARKDOWN });
      expect(wordsOf(text).toSorted()).toEqual(["[Name:](https://example.com/)", "Filled", "Noted"].toSorted());
      const theirs = execFileSync("pdftotext", ["-layout", path, "-"], { encoding: "utf8" });
      expect(wordsOf(theirs).toSorted()).toEqual(["Name:", "Filled", "Noted"].toSorted());
    });

    test("gives the pages that were asked for, in their order, and parts them", async () => {
      const form = { kind: "text", arrangement: "layout", pageSeparator: "\n===\n" } as const;
      const { text, end } = await extract(numbered(9), { pages: [2, 5, 9], form });
      expect(text).toBe("Page number 2\n===\nPage number 5\n===\nPage number 9");
      expect(end.wordCount).toBe(9);
    });

    test("gives many pages as it gives few", async () => {
      const form = { kind: "text", arrangement: "layout", pageSeparator: "\n" } as const;
      const pages = Array.from({ length: 150 }, (_, index) => index + 1);
      const { text, end, pages: reported } = await extract(numbered(150), { pages, form });
      expect(text.split("\n")).toEqual(pages.map((page) => `Page number ${page}`));
      expect(end.wordCount).toBe(450);
      expect(reported.toSorted((a, b) => a - b)).toEqual(pages);
    });

    test("returns words and blocks with boxes in points from the top left of the page as it is seen", async () => {
      const turned = {
        attributes: "/MediaBox [0 0 200 300] /Rotate 90",
        content: "BT /F1 12 Tf 20 250 Td (Salt) Tj ET",
      };
      const { lists } = await extract(pdfOf([turned]), { form: READING, lists: ["words", "blocks", "pages"] });
      const word = {
        text: "Salt",
        page_number: 1,
        bbox: { x_min: expect.closeTo(250, -1), y_min: expect.closeTo(20, 0) },
      };
      expect(lists["words"]).toMatchObject([word]);
      expect(lists["blocks"]).toMatchObject([{ type: "paragraph", text: "Salt", page_number: 1 }]);
      expect(lists["pages"]).toMatchObject([
        { page_number: 1, dimensions: { width: 300, height: 200 }, words: [word] },
      ]);
    });

    test("draws the images of figures as they are seen", async () => {
      const image =
        "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Length 3 >>\nstream\n\xff\x00\x00\nendstream";
      const page = {
        attributes: "/MediaBox [0 0 300 300] /Resources << /XObject << /I 6 0 R >> /Font << /F1 3 0 R >> >>",
        content: "BT /F1 12 Tf 20 250 Td (A red one.) Tj ET q 100 0 0 80 20 100 cm /I Do Q",
      };
      const { text, images } = await extract(pdfOf([page], [image]), { form: MARKDOWN, images: "files" });
      expect(images.map(({ name }) => name)).toEqual(["images/page_1_image_1.png"]);
      expect(text).toContain("](images/page_1_image_1.png)");
      const pixels = await decodeImage(images[0]?.path ?? "");
      expect([pixels.at(0.1, 0.1), pixels.at(0.9, 0.9)]).toEqual([RED, RED]);
      const embedded = await extract(pdfOf([page], [image]), { form: MARKDOWN, images: "embed" });
      expect(embedded.text).toContain("](data:image/png;base64,");
      expect(embedded.images).toEqual([]);
    });

    test("returns the properties that a document states", async () => {
      const objects = [
        "<< /Type /Catalog /Pages 2 0 R /Lang (de-CH) >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 50 50] >>",
        "<< /Title (Salz) /Author <feff00c400dc> /CreationDate (D:20260102030405+01'00') >>",
      ];
      const document = Buffer.from(pdfFile(objects).toString("latin1").replace("/Root", "/Info 4 0 R /Root"), "latin1");
      const { end, text } = await extract(document);
      expect(text).toBe("");
      expect(end).toMatchObject({
        language: "de-CH",
        properties: { title: "Salz", author: "ÄÜ", created: "2026-01-02T02:04:05.000Z", modified: null },
      });
    });

    test("takes what was read from an image for the text of its page", async () => {
      const read: ReadPage = {
        kind: "recognized",
        page: 1,
        rotationDegrees: 0,
        lines: [
          [
            { text: "Seen", box: [20, 20, 50, 32] },
            { text: "words", box: [54, 20, 90, 32] },
          ],
        ],
      };
      const { text, lists } = await extract(numbered(2), {
        pages: [1, 2],
        form: READING,
        lists: ["words"],
        readPages: await written([read]),
      });
      expect(text).toBe("Seen words\n\n---\n\nPage number 2");
      expect(lists["words"]).toMatchObject([{ text: "Seen", page_number: 1 }, { text: "words" }, {}, {}, {}]);
    });

    test("takes what a model has read in its blocks, without places", async () => {
      const read: ReadPage = {
        kind: "transcribed",
        page: 1,
        blocks: [
          { type: "heading", text: "Tides" },
          { type: "table", text: "Day\tHigh\nMonday\t3.1" },
          { type: "list", text: "1. ebb\n2. flow" },
        ],
      };
      const readPages = await written([read]);
      const { text, lists } = await extract(numbered(1), { form: MARKDOWN, lists: ["words"], readPages });
      expect(text).toBe("## Tides\n\n| Day | High |\n| --- | --- |\n| Monday | 3.1 |\n\n1. ebb\n2. flow\n");
      expect(lists["words"]).toEqual([]);
      const asSeen = await extract(numbered(1), { readPages: await written([read]) });
      expect(wordsOf(asSeen.text)).toEqual(["Tides", "Day", "High", "Monday", "3.1", "1.", "ebb", "2.", "flow"]);
    });

    test("finds scans: an image over most of the page, and no usable text", async () => {
      const path = await written(scansAndOthers());
      const pages = SCANS_AND_OTHERS.map((_, index) => index + 1);
      const scans = SCANS_AND_OTHERS.flatMap(({ isScan }, index) => (isScan ? [index + 1] : []));
      expect(await extractor.scansAmong({ input: path, pages, ...work() })).toEqual(scans);
    });

    test("returns the invisible text of a scan that has not been read again", async () => {
      const index = SCANS_AND_OTHERS.findIndex(({ content }) => content.includes("3 Tr"));
      const { text } = await extract(scansAndOthers(), { pages: [index + 1] });
      expect(text.trim()).toBe("Unseen words of a scan");
    });

    test("returns invisible text beside an image where the page has no other", async () => {
      const index = SCANS_AND_OTHERS.findIndex(({ content, isScan }) => !isScan && content.includes("3 Tr"));
      const { text } = await extract(scansAndOthers(), { pages: [index + 1] });
      expect(text.trim()).toBe("Unseen words of a scan");
    });

    test.each([
      { name: "locked-aes-256.pdf", password: undefined, code: "pdf_encrypted" },
      { name: "locked-aes-256.pdf", password: "wrong", code: "wrong_password" },
    ])("$name with the password $password: $code", async ({ name, password, code }) => {
      const document = await fixture(name);
      await expect(extract(document, { password })).rejects.toMatchObject({ code });
    });

    test("a protected document is read with its password", async () => {
      const { end } = await extract(await fixture("locked-aes-256.pdf"), { password: "open sesame" });
      expect(end.wordCount).toBeGreaterThan(0);
    });

    test("a missing page is reported, and a file that is no PDF", async () => {
      await expect(extract(numbered(1), { pages: [2] })).rejects.toMatchObject({ code: "page_out_of_range" });
      await expect(extract(Buffer.from("no PDF"))).rejects.toMatchObject({ code: "invalid_pdf" });
    });

    test("stops when it is aborted", async () => {
      const signal = AbortSignal.abort(new Error("enough"));
      await expect(extract(numbered(1), { signal })).rejects.toThrow("enough");
    });
  });
}

const LAYOUT = { kind: "text", arrangement: "layout", pageSeparator: "\n\n---\n\n" } as const;
const READING = { kind: "text", arrangement: "reading", pageSeparator: "\n\n---\n\n" } as const;
const MARKDOWN: MarkdownForm = {
  kind: "markdown",
  headingStyle: "atx",
  tableFormat: "pipe",
  math: "text",
  hasPageBreaks: false,
  keepsBoldItalic: true,
  hasHeadings: true,
  hasLists: true,
  hasTables: true,
  hasCode: true,
  keepsRunningHeaders: false,
  hasFrontMatter: false,
};
const RED = [255, 0, 0, 255];

const work = () => ({ signal: new AbortController().signal, engineTime: new TimeBudget(60_000) });

const fixture = (name: string): Promise<Buffer> => readFile(join("test/fixtures", name));

/** Returns the words of a text, without the invisible characters by which Poppler marks directions. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/\p{Bidi_Control}/gu, "")
    .split(/\s+/)
    .filter((word) => word !== "");

const pagesOf = (path: string): number[] => {
  const reported = execFileSync("pdfinfo", [path], { encoding: "utf8" });
  return Array.from({ length: Number(/^Pages:\s+(\d+)/m.exec(reported)?.[1]) }, (_, index) => index + 1);
};

const numbered = (count: number): Buffer =>
  pdfOf(
    Array.from({ length: count }, (_, index) => ({
      attributes: "/MediaBox [0 0 300 200]",
      content: `BT /F1 12 Tf 30 150 Td (Page number ${index + 1}) Tj ET`,
    })),
  );

const INLINE = "BI /W 1 /H 1 /BPC 8 /CS /G ID x EI";
const WORDS = "BT /F1 12 Tf 20 50 Td (Words enough for a page) Tj ET";
const UNSEEN = "BT 3 Tr /F1 12 Tf 20 50 Td (Unseen words of a scan) Tj ET";
const IMAGE = "<< /XObject << /I 3 0 R >> /Font << /F1 4 0 R >> >>";
const NO_IMAGE = "<< /Font << /F1 4 0 R >> >>";

const SCANS_AND_OTHERS: readonly { resources: string; content: string; isScan: boolean }[] = [
  { resources: IMAGE, content: "q 200 0 0 200 0 0 cm /I Do Q", isScan: true },
  { resources: IMAGE, content: `q 200 0 0 200 0 0 cm /I Do Q ${UNSEEN}`, isScan: true },
  { resources: IMAGE, content: "q 200 0 0 100 0 0 cm /I Do Q q 200 0 0 100 0 100 cm /I Do Q", isScan: true },
  // Beneath visible text, an image is a background.
  { resources: IMAGE, content: `q 200 0 0 200 0 0 cm /I Do Q ${WORDS}`, isScan: false },
  { resources: IMAGE, content: "q 90 0 0 200 0 0 cm /I Do Q", isScan: false },
  { resources: IMAGE, content: `q 90 0 0 200 0 0 cm /I Do Q ${UNSEEN}`, isScan: false },
  { resources: NO_IMAGE, content: WORDS, isScan: false },
  { resources: "<< >>", content: `q 200 0 0 200 0 0 cm ${INLINE} Q`, isScan: true },
  { resources: "<< /XObject << /F 5 0 R >> >>", content: "/F Do", isScan: true },
  { resources: "<< >>", content: "", isScan: false },
];

const stream = (dict: string, content: string): string =>
  `<< ${dict} /Length ${content.length} >>\nstream\n${content}\nendstream`;

const shown = (text: string): string =>
  stream(
    "/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 3 0 R >> >>",
    `BT /F1 12 Tf 2 5 Td (${text}) Tj ET`,
  );
const annotation = (entries: string, left: number, width = 100): string =>
  `<< /Type /Annot /Rect [${left} 150 ${left + width} 170] ${entries} >>`;

/**
 * Returns a document with a label, and next to it the value of a field, a note and a hidden note; the label is a link.
 */
function formDocument(): Buffer {
  const attributes = "/MediaBox [0 0 500 200] /Annots [6 0 R 7 0 R 8 0 R 9 0 R]";
  return pdfOf(
    [{ attributes, content: "BT /F1 12 Tf 20 155 Td (Name:) Tj ET" }],
    [
      annotation("/Subtype /Widget /FT /Tx /T (name) /V (Filled) /F 4 /AP << /N 10 0 R >>", 100),
      annotation("/Subtype /FreeText /Contents (Noted) /F 4 /AP << /N 11 0 R >>", 220),
      annotation("/Subtype /FreeText /Contents (Hidden) /F 2 /AP << /N 12 0 R >>", 340),
      annotation("/Subtype /Link /A << /S /URI /URI (https://example.com/) >>", 15, 50),
      shown("Filled"),
      shown("Noted"),
      shown("Hidden"),
    ],
  );
}

function scansAndOthers(): Buffer {
  const first = 6;
  const kids = SCANS_AND_OTHERS.map((_, index) => `${first + 2 * index} 0 R`);
  return pdfFile([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${kids.length} /MediaBox [0 0 200 200] >>`,
    stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "x"),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    stream(`/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources ${IMAGE}`, "q 200 0 0 200 0 0 cm /I Do Q"),
    ...SCANS_AND_OTHERS.flatMap(({ resources, content }, index) => [
      `<< /Type /Page /Parent 2 0 R /Resources ${resources} /Contents ${first + 2 * index + 1} 0 R >>`,
      stream("", content),
    ]),
  ]);
}
