import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { expect } from "vitest";
import { OCR_ADVANCED as ADVANCED, type Fields, type File, OCR_SIMPLE as SIMPLE, upload } from "./client.ts";
import { classicPdf } from "./documents.ts";
import { run } from "./programs.ts";
import { expectOk, json, type Reply } from "./reply.ts";
import type { Service } from "./service.ts";
import { pagesWith } from "./watermarks.ts";

/* Small pages to be read, drawn by poppler and ImageMagick, and the shape of the service's answers about them. */

export const ENGINES = [
  { engine: "simple", path: SIMPLE },
  { engine: "advanced", path: ADVANCED },
] as const;

/** Words that no engine takes for others. */
export const LINES = [
  "The harbour master counted",
  "about seventeen grey boats",
  "before breakfast on Monday.",
] as const;
export const TEXT = LINES.join("\n");
export const WIDTH_PT = 288;
export const HEIGHT_PT = 108;

/** Returns a content stream with lines of Helvetica, for a page that is little larger than they are. */
export const pageContent = (lines: readonly string[]): string =>
  `BT /F1 16 Tf 22 TL 24 ${HEIGHT_PT - 34} Td ${lines.map((line) => `(${line}) Tj T*`).join(" ")} ET`;

/** Makes a document with one page of text for each of `pages`. */
export const textPdf = (pages: readonly (readonly string[])[] = [LINES], attributes = ""): Buffer =>
  pagesWith(
    ...pages.map((lines) => ({
      attributes: `/MediaBox [0 0 ${WIDTH_PT} ${HEIGHT_PT}] ${attributes}`,
      content: pageContent(lines),
    })),
  );

/** Makes a document of `count` small pages, each of which says its number. */
export const numberedPages = (count: number): Buffer =>
  pagesWith(
    ...Array.from({ length: count }, (_, index) => ({
      attributes: "/MediaBox [0 0 160 40]",
      content: `BT /F1 20 Tf 20 14 Td (Sheet ${index + 1}) Tj ET`,
    })),
  );

/** Draws the first page of `pdf` with poppler, as PNG unless `options` ask for another format. */
export async function drawn(pdf: Buffer = textPdf(), dpi = 200, ...options: readonly string[]): Promise<Buffer> {
  const format = options.length === 0 ? ["-png", "-gray"] : options;
  const { stdout, stderr } = await run("pdftoppm", ["-r", String(dpi), "-l", "1", ...format, "-"], { input: pdf });
  if (stdout.length === 0) {
    throw new Error(`pdftoppm drew nothing: ${stderr}`);
  }
  return stdout;
}

/** Converts `image` to `format` with ImageMagick and `options`. */
export async function converted(image: Buffer, format: string, ...options: readonly string[]): Promise<Buffer> {
  const directory = mkdtempSync(join(tmpdir(), "quire-scan-"));
  try {
    const [from, to] = [join(directory, "from"), join(directory, "to")];
    writeFileSync(from, image);
    const { status, stderr } = await run("convert", [from, ...options, `${format}:${to}`]);
    expect(status, stderr).toBe(0);
    return readFileSync(to);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Makes a document whose page is a scan of one bit per pixel. */
export async function bilevelScan(dpi: number, attributes = "", count = 1): Promise<Buffer> {
  const pbm = await drawn(textPdf(), dpi, "-mono");
  const [head = "", width = "", height = ""] =
    /^P4\s+(\d+)\s+(\d+)\s/.exec(pbm.subarray(0, 40).toString("latin1")) ?? [];
  const pixels = deflateSync(pbm.subarray(head.length)).toString("latin1");
  const content = `q ${WIDTH_PT} 0 0 ${HEIGHT_PT} 0 0 cm /Im Do Q`;
  const pages = Array.from({ length: count }, (_, index) => index + 5);
  const kids = pages.map((number) => `${number} 0 R`).join(" ");
  return classicPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace /DeviceGray /Decode [1 0] /Filter /FlateDecode /Length ${pixels.length} >>\nstream\n${pixels}\nendstream`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...pages.map(
      () =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH_PT} ${HEIGHT_PT}] ${attributes} /Resources << /XObject << /Im 3 0 R >> >> /Contents 4 0 R >>`,
    ),
  ]);
}

/** Returns a PNG of one grey bit per pixel that claims this size, and has next to no data. */
export function pngHeader(widthPx: number, heightPx: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header[8] = 1;
  const chunks = [
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1000))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(8);
  framed.writeUInt32BE(data.length, 0);
  framed.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([framed.subarray(0, 4), body, framed.subarray(4)]);
}

export interface Word {
  readonly text: string;
  readonly confidence: number;
  readonly page_number: number;
  readonly bbox: { readonly x_min: number; readonly y_min: number; readonly x_max: number; readonly y_max: number };
}

export interface PageResult {
  readonly page_number: number;
  readonly dimensions: { readonly width: number; readonly height: number };
  readonly text: string;
  readonly confidence: number | null;
  readonly rotation: number;
  readonly language: string;
  readonly words?: readonly Word[];
  readonly blocks: readonly { readonly type: string; readonly text: string; readonly bbox?: Word["bbox"] }[];
}

/** The answer of text recognition: contract, section 7, OCR. */
export interface Recognition {
  readonly success: boolean;
  readonly data: {
    readonly text: string;
    readonly pages: number;
    readonly confidence: number | null;
    readonly word_count: number;
    readonly words?: readonly Word[];
    readonly page_dimensions?: readonly {
      readonly page_number: number;
      readonly width: number;
      readonly height: number;
      readonly dpi: number;
    }[];
    readonly page_results?: readonly PageResult[];
  };
  readonly metadata: {
    readonly engine: string;
    readonly processing_time_ms: number;
    readonly filename: string;
    readonly failed_pages?: readonly { readonly page_number: number; readonly code: string }[];
    readonly model?: string;
    readonly dpi?: number;
    readonly languages?: readonly string[];
  };
}

/** Sends a file and returns the answer to it, after a check of its shape. */
export async function recognize(service: Service, path: string, file: File, fields: Fields = {}): Promise<Recognition> {
  return recognitionIn(expectOk(await upload(service, { path, file, fields })), {
    isAdvanced: path === ADVANCED,
    isDetailed: fields["output"] === "detailed",
  });
}

/** Returns the JSON of an answer, and fails unless it has the members that the contract names and no others. */
export function recognitionIn(
  reply: Reply,
  { isAdvanced, isDetailed }: { readonly isAdvanced: boolean; readonly isDetailed: boolean },
): Recognition {
  expect(reply.headers["content-type"]).toBe("application/json");
  expect(reply.headers["content-disposition"]).toBeUndefined();
  const value = json(reply) as Recognition;
  const count = expect.any(Number) as number;
  const list = expect.any(Array) as [];
  const text = expect.any(String) as string;
  const confidence = value.data.confidence === null ? null : (count as number | null);
  expect(value).toEqual({
    success: true,
    data: {
      text,
      pages: count,
      confidence,
      word_count: count,
      ...(isAdvanced && { words: list, page_dimensions: list }),
      ...(isDetailed && { page_results: list }),
    },
    metadata: {
      engine: isAdvanced ? "advanced" : "simple",
      processing_time_ms: count,
      filename: text,
      ...(value.metadata.failed_pages !== undefined && { failed_pages: list }),
      ...(isDetailed && { model: "tesseract", dpi: count, languages: list }),
    },
  });
  expect(Number.isSafeInteger(value.data.pages) && Number.isSafeInteger(value.data.word_count)).toBe(true);
  expect(Number.isSafeInteger(value.metadata.processing_time_ms)).toBe(true);
  expectFraction(value.data.confidence);
  const dimensions = new Map(value.data.page_dimensions?.map((size) => [size.page_number, size]));
  for (const size of dimensions.values()) {
    expect(size).toEqual({ page_number: count, width: count, height: count, dpi: count });
  }
  for (const word of value.data.words ?? []) {
    expectWord(word, dimensions.get(word.page_number));
  }
  for (const result of value.data.page_results ?? []) {
    expectPageResult(result, isAdvanced);
  }
  return value;
}

/** Checks one page of the answer against the published interface. */
export function expectPageResult(result: PageResult, hasBoxes: boolean): void {
  const size = { width: expect.any(Number) as number, height: expect.any(Number) as number };
  const box = {
    x_min: expect.any(Number),
    y_min: expect.any(Number),
    x_max: expect.any(Number),
    y_max: expect.any(Number),
  };
  expect(result).toEqual({
    page_number: expect.any(Number),
    dimensions: size,
    text: expect.any(String),
    confidence: result.confidence === null ? null : expect.any(Number),
    rotation: expect.any(Number),
    language: expect.stringMatching(/^[a-z_]+(\+[a-z_]+)*$/),
    ...(hasBoxes && { words: expect.any(Array) }),
    blocks: expect.any(Array),
  });
  expectFraction(result.confidence);
  expect([0, 90, 180, 270]).toContain(result.rotation);
  for (const word of result.words ?? []) {
    expectWord(word, result.dimensions);
  }
  for (const block of result.blocks) {
    const type = expect.stringMatching(/^(heading|paragraph|list)$/) as string;
    expect(block).toEqual({ type, text: expect.any(String), ...(hasBoxes && { bbox: box }) });
  }
}

function expectWord(word: Word, within: { readonly width: number; readonly height: number } | undefined): void {
  const { x_min, y_min, x_max, y_max } = word.bbox;
  expect(Object.keys(word).toSorted()).toEqual(["bbox", "confidence", "page_number", "text"]);
  expect(Object.keys(word.bbox).toSorted()).toEqual(["x_max", "x_min", "y_max", "y_min"]);
  expect(word.text).toMatch(/\S/);
  expectFraction(word.confidence);
  expect([x_min, y_min, x_max, y_max].every((side) => Number.isSafeInteger(side))).toBe(true);
  expect(x_min >= 0 && y_min >= 0 && x_min < x_max && y_min < y_max, JSON.stringify(word)).toBe(true);
  expect(x_max <= (within?.width ?? 0) && y_max <= (within?.height ?? 0), JSON.stringify(word)).toBe(true);
}

function expectFraction(confidence: number | null): void {
  expect(confidence ?? 0).toBeGreaterThanOrEqual(0);
  expect(confidence ?? 0).toBeLessThanOrEqual(1);
}
