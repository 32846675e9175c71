import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ImageDocument } from "../../../packages/images/src/testing/image-document.ts";
import { dict, name } from "../../../packages/images/src/testing/objects.ts";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { loadPdfium } from "../pdfium/worker/binding/load.ts";
import { createImageExtractor } from "./extractor.ts";
import type { ExtractedImage, ImageExtractor, LostImage } from "./port.ts";
import { EXTRACT } from "./wire.ts";
import { createImageMethods } from "./worker/methods.ts";

let directory: string;
let jpeg: Buffer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-images-"));
  jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
});
afterAll(() => rm(directory, { recursive: true }));

type Job = Parameters<ImageExtractor["extract"]>[0];

async function extract(
  extractor: ImageExtractor,
  document: Buffer,
  options: Partial<Job> = {},
): Promise<(ExtractedImage | LostImage)[]> {
  const outputDirectory = await mkdtemp(join(directory, "out-"));
  const input = join(outputDirectory, "input.pdf");
  await writeFile(input, document);
  const job = {
    input,
    pages: [1],
    format: "original" as const,
    minWidthPx: 1,
    minHeightPx: 1,
    dedupe: true,
    maxPixels: 10_000_000,
    outputDirectory,
    signal: new AbortController().signal,
    engineTime: new TimeBudget(60_000),
  };
  return Array.fromAsync(extractor.extract({ ...job, ...options }));
}

const pathOf = (image: ExtractedImage | LostImage | undefined): string => {
  if (image === undefined || "reason" in image) {
    throw new Error(`There is no image: ${image?.reason}`);
  }
  return image.path;
};

function jpegDocument(): Buffer {
  const document = new ImageDocument();
  const space = { ColorSpace: name("DeviceRGB"), Filter: name("DCTDecode") };
  const SMask = document.image({ Width: 2, Height: 2, ColorSpace: name("DeviceGray") }, "\x00\x55\xaa\xff");
  document.pageOf(
    document.image({ Width: 64, Height: 48, ...space }, jpeg),
    document.image({ Width: 64, Height: 48, ...space, SMask }, jpeg),
  );
  return document.bytes();
}

describe.each(["native", "wasm"] as const)("with PDFium, %s", (build) => {
  let extractor: ImageExtractor;
  beforeAll(async () => {
    extractor = createImageExtractor(createInProcessPool(createImageMethods(await loadPdfium({ build }))));
  });

  test("JPEG is extracted byte for byte, and its soft mask with it", async () => {
    const images = await extract(extractor, jpegDocument());
    expect(images).toMatchObject([
      { page: 1, number: 1, role: "image", extension: "jpg", widthPx: 64, heightPx: 48 },
      { page: 1, number: 2, role: "image", extension: "jpg", sizeBytes: jpeg.length },
      { page: 1, number: 2, role: "mask", extension: "png", widthPx: 2, heightPx: 2 },
    ]);
    expect(Buffer.compare(await readFile(pathOf(images[1])), jpeg)).toBe(0);
    const mask = await sharp(pathOf(images[2])).toColourspace("b-w").raw().toBuffer();
    expect([...mask]).toEqual([0, 0x55, 0xaa, 0xff]);
  });

  test("as PNG, JPEG is decoded and has its soft mask within it", async () => {
    const images = await extract(extractor, jpegDocument(), { format: "png" });
    expect(images).toMatchObject([
      { number: 1, role: "image", extension: "png" },
      { number: 2, role: "image", extension: "png", widthPx: 64, heightPx: 48 },
    ]);
    const ours = await sharp(pathOf(images[0])).raw().toBuffer();
    const theirs = await sharp(jpeg).raw().toBuffer();
    const apart = ours.map((value, index) => Math.abs(value - (theirs[index] ?? 0)));
    expect(Math.max(...apart)).toBeLessThanOrEqual(2);
    expect(await sharp(pathOf(images[1])).metadata()).toMatchObject({ channels: 4 });
  });

  test("as JPEG, what is JPEG stays it, and what is not there is white", async () => {
    const images = await extract(extractor, jpegDocument(), { format: "jpeg" });
    expect(images).toMatchObject([
      { number: 1, extension: "jpg", sizeBytes: jpeg.length },
      { number: 2, role: "image", extension: "jpg" },
    ]);
    const { data } = await sharp(pathOf(images[1])).raw().toBuffer({ resolveWithObject: true });
    expect(Math.min(...data.subarray(0, 3))).toBeGreaterThan(250);
  });

  test("fax is decoded as Poppler decodes it", async () => {
    const document = new ImageDocument();
    const stripes = await faxOfStripes();
    const parameters = dict({ K: -1, Columns: 200, Rows: 100 });
    const entries = { Width: 200, Height: 100, BitsPerComponent: 1, Filter: name("CCITTFaxDecode") };
    const fax = { ...entries, DecodeParms: parameters };
    document.pageOf(
      document.image({ ...fax, ColorSpace: name("DeviceGray") }, stripes),
      document.image({ ...fax, ImageMask: true }, stripes),
    );
    const bytes = document.bytes();
    const images = await extract(extractor, bytes);
    expect(images).toMatchObject([{ extension: "png" }, { extension: "png" }]);
    expect(await Promise.all(images.map((image) => grayIn(pathOf(image))))).toEqual(await popplerGray(bytes));
    expect(await sharp(pathOf(images[0])).metadata()).toMatchObject({ bitsPerSample: 1 });
  });

  test("data that cannot be decoded are a lost image, and the next one is given", async () => {
    const document = new ImageDocument();
    const entries = { Width: 20, Height: 10, BitsPerComponent: 1, ColorSpace: name("DeviceGray") };
    document.pageOf(
      document.image({ ...entries, Filter: name("JBIG2Decode") }, "no JBIG2 at all"),
      document.image({ Width: 1, Height: 1, ColorSpace: name("DeviceGray") }, "x"),
    );
    expect(await extract(extractor, document.bytes())).toMatchObject([
      { page: 1, number: 1, reason: expect.stringMatching(/JBIG2Decode/) },
      { page: 1, number: 2, role: "image" },
    ]);
  });
});

test("missing pages, and files that are no documents, are refused", async () => {
  const extractor = createImageExtractor(createInProcessPool(createImageMethods(await loadPdfium({}))));
  await expect(extract(extractor, jpegDocument(), { pages: [2] })).rejects.toMatchObject({ code: "page_out_of_range" });
  await expect(extract(extractor, Buffer.from("no document"))).rejects.toMatchObject({ code: "invalid_pdf" });
});

test.each([
  [
    "another file",
    { page: 1, number: 1, role: "image", extension: "png", file: "image_2.png", widthPx: 1, heightPx: 1 },
  ],
  ["a page that was not asked for", { page: 9, number: 1, reason: "None." }],
  ["a reason that is none", { page: 1, number: 1, reason: 7 }],
  ["no number", { page: 1, reason: "None." }],
])("an answer with %s is not believed", async (_, item) => {
  const pool = createInProcessPool({
    async *[EXTRACT.name]({ outputDirectory }) {
      await mkdir(outputDirectory, { recursive: true });
      await writeFile(join(outputDirectory, "image_2.png"), "");
      yield item;
    },
  });
  await expect(extract(createImageExtractor(pool), jpegDocument())).rejects.toMatchObject({
    code: "document_too_complex",
  });
});

/** Makes stripes as Group 4 fax: the one strip of a TIFF file. */
async function faxOfStripes(): Promise<Buffer> {
  const samples = Buffer.from(
    Array.from({ length: 200 * 100 }, (_, index) => (((index % 200) >> 3) % 2 === 0 || index % 7 === 0 ? 255 : 0)),
  );
  const tiff = await sharp(samples, { raw: { width: 200, height: 100, channels: 1 } })
    .toColourspace("b-w")
    .tiff({ compression: "ccittfax4", bitdepth: 1, tile: false })
    .toBuffer();
  const offset = tiffTag(tiff, 273);
  return tiff.subarray(offset, offset + tiffTag(tiff, 279));
}

/** Returns a number of the first directory of a little-endian TIFF file. */
function tiffTag(tiff: Buffer, tag: number): number {
  const start = tiff.readUInt32LE(4);
  const count = tiff.readUInt16LE(start);
  for (let entry = start + 2; entry < start + 2 + 12 * count; entry += 12) {
    if (tiff.readUInt16LE(entry) === tag) {
      expect(tiff.readUInt32LE(entry + 4)).toBe(1);
      return tiff.readUInt32LE(entry + 8);
    }
  }
  throw new Error(`There is no tag ${tag}.`);
}

const grayIn = async (path: string): Promise<number[]> => [
  ...(await sharp(path).toColourspace("b-w").raw().toBuffer()),
];

async function popplerGray(document: Buffer): Promise<number[][]> {
  const output = await mkdtemp(join(directory, "poppler-"));
  await writeFile(join(output, "document.pdf"), document);
  execFileSync("pdfimages", ["-png", join(output, "document.pdf"), join(output, "image")]);
  const files = (await readdir(output)).filter((file) => file.endsWith(".png")).toSorted();
  return Promise.all(files.map((file) => grayIn(join(output, file))));
}
