import { expect, test } from "vitest";
import type { PdfFacts } from "../../engines/engines.ts";
import { Failure } from "../../kernel/failure.ts";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { type InputFiles, type InspectionRules, inspectFiles } from "./inspection.ts";

const PDF = Buffer.from("%PDF-1.7\n");
const FACTS: PdfFacts = { pages: 2, protection: "none", repaired: false, firstPage: null };

const inputs = (...names: readonly [string, ...string[]]): InputFiles => {
  const [first, ...rest] = names.map((name) => ({ filename: `${name}.pdf`, path: name, sizeBytes: 9, head: PDF }));
  if (first === undefined) {
    throw new Error("There is at least one name.");
  }
  return [first, ...rest];
};

const four = (): Promise<PdfFacts> => Promise.resolve({ ...FACTS, pages: 4 });
const isNoPdf = (): Promise<PdfFacts> => Promise.reject(new Error("It is no PDF."));

interface Expected {
  readonly max?: number;
  readonly pageLimit?: "ocrPagesPerDocument";
  readonly image?: Partial<Awaited<ReturnType<InspectionRules["engines"]["imageInspector"]["look"]>>>;
}

/** Inspects files of an operation that takes up to `max`. `facts` answers for each path, `image` for every image. */
const inspect = (
  files: InputFiles,
  facts: (path: string) => Promise<PdfFacts>,
  { max = 10, pageLimit, image }: Expected = {},
) =>
  inspectFiles(files, {
    operation: {
      accepts: ["application/pdf", "image/png"],
      files: { min: 1, max },
      ...(pageLimit !== undefined && { pageLimit }),
    },
    engines: {
      facts: { inspect: ({ input }) => facts(input) },
      imageInspector: {
        look: () => Promise.resolve({ pages: 1, isDamaged: false, widthPx: 1, heightPx: 1, ...image }),
      },
    },
    limits: { pagesPerDocument: 5, ocrPagesPerDocument: 3, visionPagesPerDocument: 2, imagePixels: 100 },
    enforcePermissions: false,
    passwordOf: () => undefined,
    work: { signal: new AbortController().signal, engineTime: new TimeBudget(1000) },
  });

test("files keep their order, whichever is inspected first", async () => {
  const { files } = await inspect(inputs("a", "b", "c"), async (path) => {
    await new Promise((resolve) => setTimeout(resolve, path === "a" ? 20 : 1));
    return { ...FACTS, pages: path === "a" ? 1 : 2 };
  });
  expect(files.map(({ filename, pages }) => [filename, pages])).toEqual([
    ["a.pdf", 1],
    ["b.pdf", 2],
    ["c.pdf", 2],
  ]);
});

test("of several files that fail the first is reported, by position and name, and no more are begun", async () => {
  const asked: string[] = [];
  const facts = async (path: string): Promise<PdfFacts> => {
    asked.push(path);
    await new Promise((resolve) => setTimeout(resolve, path === "b" ? 20 : 1));
    if (path === "a") {
      return FACTS;
    }
    throw new Failure("invalid_pdf", "It cannot be read.");
  };
  await expect(inspect(inputs("a", "b", "c", "d", "e", "f"), facts)).rejects.toMatchObject({
    code: "invalid_pdf",
    message: 'File 2 ("b.pdf"): It cannot be read.',
  });
  expect(asked).toEqual(["a", "b", "c"]);
});

const damagedButB = (path: string) => Promise.resolve({ ...FACTS, repaired: path !== "b" });

test("a damaged file is reported; of several files, each by its position", async () => {
  expect((await inspect(inputs("a"), damagedButB, { max: 1 })).warnings).toEqual([{ code: "repaired" }]);
  expect((await inspect(inputs("b"), damagedButB, { max: 1 })).warnings).toEqual([]);
  expect((await inspect(inputs("a", "b", "c"), damagedButB)).warnings).toEqual([
    { code: "repaired", parameters: { file: "1" } },
    { code: "repaired", parameters: { file: "3" } },
  ]);
});

test("the only file of an operation needs no name", async () => {
  const inspection = inspect(inputs("a"), () => Promise.resolve({ ...FACTS, pages: 6 }), { max: 1 });
  await expect(inspection).rejects.toMatchObject({
    code: "too_many_pages",
    message: "The document has 6 pages; the limit is 5.",
  });
});

test("an operation may have its own page limit", async () => {
  await expect(inspect(inputs("a"), four)).resolves.toMatchObject({ files: [{ pages: 4 }] });
  await expect(inspect(inputs("a"), four, { pageLimit: "ocrPagesPerDocument", max: 1 })).rejects.toMatchObject({
    code: "too_many_pages",
    message: "The document has 4 pages; the limit is 3.",
  });
});

test("an image is one page, and is refused before it is decoded when it is too large", async () => {
  const png: InputFiles = [
    { filename: "a.png", path: "a", sizeBytes: 9, head: Buffer.from("\x89PNG\r\n\x1a\n", "latin1") },
  ];
  await expect(inspect(png, isNoPdf, { image: { widthPx: 10, heightPx: 10 } })).resolves.toMatchObject({
    files: [{ pages: 1, mediaType: "image/png", protection: "none" }],
  });
  await expect(inspect(png, isNoPdf, { max: 1, image: { widthPx: 101, heightPx: 1 } })).rejects.toMatchObject({
    code: "image_too_large",
    message: "The image has 101 x 1 pixels; the limit is 100.",
  });
});

test("what is not a file's fault is reported as it is", async () => {
  const inspection = inspect(inputs("a", "b"), () => Promise.reject(new Failure("queue_full", "Later.")));
  await expect(inspection).rejects.toMatchObject({ code: "queue_full", message: "Later." });
});
