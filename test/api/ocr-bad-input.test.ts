import { expect, test } from "vitest";
import { chargedBy } from "./accounts.ts";
import { OCR_ADVANCED as ADVANCED, type Fields, OCR_SIMPLE as SIMPLE, upload } from "./client.ts";
import { classicPdf, emptyPages, endlessPage } from "./documents.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectFault, expectOk, faults, json, warnings } from "./reply.ts";
import { converted, drawn, ENGINES, pngHeader, recognize, TEXT, textPdf } from "./scans.ts";
import { commonService, expectNothingLeftBehind, withService } from "./service.ts";
import { pagesWith } from "./watermarks.ts";

/* Text recognition with files and parameters that are damaged, unusual or wrong. */

const service = commonService();
const pdf = textPdf();
const png = await drawn(pdf, 150);

interface BadFile {
  readonly what: string;
  readonly file: Buffer;
  readonly code: string;
  readonly fields?: Fields;
}

const jpeg = await converted(png, "jpeg", "-quality", "90");
const BAD_FILES: readonly BadFile[] = [
  { what: "a text", file: Buffer.from("Nothing but words.\n"), code: "unsupported_file_type" },
  { what: "a JPEG 2000", file: await converted(png, "jp2"), code: "unsupported_file_type" },
  { what: "an empty file", file: Buffer.alloc(0), code: "empty_file" },
  { what: "a PNG's signature alone", file: png.subarray(0, 8), code: "unsupported_file_type" },
  { what: "a JPEG's first bytes", file: jpeg.subarray(0, 20), code: "unsupported_file_type" },
  { what: "a WebP's head alone", file: Buffer.from("RIFF\x10\0\0\0WEBPVP8 "), code: "unsupported_file_type" },
  { what: "a PNG of 50,000 x 50,000 pixels", file: pngHeader(50_000, 50_000), code: "image_too_large" },
  { what: "a PNG of 2,147,483,647 pixels in width", file: pngHeader(0x7f_ff_ff_ff, 1), code: "unsupported_file_type" },
  { what: "a PDF of nothing", file: Buffer.from("%PDF-1.7\n%%EOF\n"), code: "invalid_pdf" },
  { what: "a document of 1,001 pages", file: emptyPages(1001), code: "too_many_pages" },
  { what: "a page of 10 m by 10 m", file: hugePage("28346 28346"), code: "image_too_large" },
  { what: "no password", file: fixture("locked-aes-256.pdf"), code: "pdf_encrypted" },
  { what: "a wrong password", file: fixture("locked-aes-256.pdf"), fields: { password: "x" }, code: "wrong_password" },
  { what: "a certificate", file: fixture("locked-certificate.pdf"), code: "pdf_encrypted" },
  { what: "a page beyond the last", file: pdf, fields: { pages: "2" }, code: "page_out_of_range" },
  { what: "the second page of an image", file: png, fields: { pages: "2-3" }, code: "page_out_of_range" },
];

test.each(BAD_FILES)("refused: $what", async ({ file, fields = {}, code }) => {
  for (const { path } of ENGINES) {
    expectFailure(await upload(service(), { path, file, fields }), 400, code);
  }
  await expectNothingLeftBehind(service());
  expect((await recognize(service(), SIMPLE, png)).data.text).toBe(TEXT);
});

test.each([
  { what: "CMYK", make: () => converted(png, "jpeg", "-colorspace", "CMYK", "-quality", "90") },
  { what: "16 bits", make: () => converted(png, "png", "-depth", "16", "-define", "png:bit-depth=16") },
  { what: "a palette", make: () => converted(png, "png8", "-colors", "4") },
  { what: "one bit", make: () => converted(png, "png", "-threshold", "60%", "-define", "png:bit-depth=1") },
  { what: "letters on nothing", make: () => converted(png, "png32", "-transparent", "white", "-fuzz", "30%") },
  { what: "an interlaced PNG", make: () => converted(png, "png", "-interlace", "PNG") },
  { what: "a progressive JPEG", make: () => converted(png, "jpeg", "-interlace", "JPEG", "-quality", "90") },
  { what: "a lossless WebP", make: () => converted(png, "webp", "-define", "webp:lossless=true") },
  { what: "white letters on black", make: () => converted(png, "png", "-negate") },
  { what: "EXIF's orientation", make: () => withOrientation(6) },
])("an image of any kind is read: $what", async ({ make }) => {
  const file = await make();
  expect((await recognize(service(), ADVANCED, file)).data.text).toBe(TEXT);
});

test("of an animation the first picture is read", async () => {
  const animation = await converted(png, "webp", "-size", "600x225", "xc:black", "xc:white", "-loop", "0");
  expect(animation.includes("ANMF")).toBe(true);
  expect((await recognize(service(), SIMPLE, animation)).data.text).toBe(TEXT);
});

test.each(["png", "jpeg", "webp"])("an image of one pixel has no text: %s", async (format) => {
  const dot = await converted(png, format, "-crop", "1x1+0+0", "+repage");
  for (const { path } of ENGINES) {
    const { data } = await recognize(service(), path, dot);
    expect(data).toMatchObject({ text: "", confidence: null, word_count: 0, pages: 1 });
  }
});

test.each([
  ["10000x1", 10_000, 1],
  ["1x10000", 1, 10_000],
  ["40000x3", 16_000, 3],
])("an image of a strange shape has no text: %s", async (_, widthPx, heightPx) => {
  const strip = await converted(png, "png", "-resize", `${widthPx}x${heightPx}!`);
  expect([200, 400]).toContain((await upload(service(), { path: SIMPLE, file: strip })).status);
});

test("a truncated JPEG is read as far as it goes", async () => {
  const cut = jpeg.subarray(0, Math.floor(jpeg.length * 0.65));
  const { data } = await recognize(service(), ADVANCED, cut);
  expect(data.text.split("\n")[0]).toBe(TEXT.split("\n")[0]);
});

test("noise behind a signature is refused or empty, and the service goes on", async () => {
  let state = 7;
  const noise = Buffer.from(Array.from({ length: 3000 }, () => (state = (state * 48_271) % 2_147_483_647) % 256));
  for (const start of [png.subarray(0, 60), jpeg.subarray(0, 300), Buffer.from("RIFF\xff\x0f\0\0WEBPVP8L", "latin1")]) {
    const reply = await upload(service(), { path: SIMPLE, file: Buffer.concat([start, noise]) });
    expect([200, 400], reply.body.toString()).toContain(reply.status);
  }
  expect((await recognize(service(), SIMPLE, png)).data.text).toBe(TEXT);
});

test("a page that is too large to be drawn as asked is drawn at what fits, and the answer says so", async () => {
  await withService({ QUIRE_MAX_IMAGE_PIXELS: "200000" }, async (small) => {
    const reply = expectOk(await upload(small, { path: ADVANCED, file: pdf }));
    expect(warnings(reply)).toEqual(["dpi_reduced;pages=1"]);
    const { data } = json(reply) as { data: { text: string; page_dimensions: { dpi: number; width: number }[] } };
    expect(data.page_dimensions).toMatchObject([{ dpi: 182, width: 728 }]);
    expect(data.text).toBe(TEXT);
    expectFailure(await upload(small, { path: ADVANCED, file: await drawn(pdf, 200) }), 400, "image_too_large");
  });
});

test("a page that cannot be read is named and free, and the others are delivered", async () => {
  const file = pagesWith(
    { attributes: "/MediaBox [0 0 200 60]", content: "BT /F1 24 Tf 20 20 Td (First page) Tj ET" },
    { attributes: "/MediaBox [0 0 28346 28346]" },
    { attributes: "/MediaBox [0 0 200 60]", content: "BT /F1 24 Tf 20 20 Td (Third page) Tj ET" },
  );
  const reply = expectOk(await upload(service(), { path: ADVANCED, file }));
  expect(warnings(reply)).toEqual(["pages_failed;pages=1"]);
  const { data, metadata } = json(reply) as Awaited<ReturnType<typeof recognize>>;
  expect([data.text, data.pages]).toEqual(["First page\n\nThird page", 3]);
  expect(metadata.failed_pages).toEqual([{ page_number: 2, code: "image_too_large" }]);
  expect(chargedBy(reply)).toBe(2);
});

test("all wrong parameters are reported at once", async () => {
  const fields = {
    output: "verbose",
    format: "html",
    language: "xyz",
    pages: "5-2",
    dpi: 71,
    deskew: "maybe",
    denoise: "maybe",
    auto_rotate: "maybe",
    enhance: "maybe",
  };
  for (const { path } of ENGINES) {
    const reply = await upload(service(), { path, file: pdf, fields });
    expectFailure(reply, 422, "validation_error");
    const found = faults(reply).map(({ loc, type }) => `${loc[1]} ${type}`);
    expect(found.toSorted()).toEqual([
      "auto_rotate bool_parsing",
      "denoise bool_parsing",
      "deskew bool_parsing",
      "dpi greater_than_equal",
      "enhance bool_parsing",
      "format enum",
      "language value_error",
      "output enum",
      "pages value_error",
    ]);
    expectFault(await upload(service(), { path, file: pdf, fields: { dpi: 601 } }), {
      type: "less_than_equal",
      loc: ["body", "dpi"],
      ctx: { le: 600 },
    });
    expectFault(await upload(service(), { path }), { type: "missing", loc: ["body", "file"] });
  }
});

test("a page without end is given up, and the others are read", async () => {
  const endless = endlessPage();
  const reply = await upload(service(), { path: SIMPLE, file: endless });
  expectFailure(reply, 400, "document_too_complex");
  expect((await recognize(service(), SIMPLE, png)).data.text).toBe(TEXT);
});

/** Makes a page of one size, with a UserUnit where the size exceeds 200 inches. */
function hugePage(size: string): Buffer {
  return classicPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] >>`,
  ]);
}

/** Returns the image as a camera stores it that was held on its side: EXIF says how it is to be seen. */
async function withOrientation(orientation: number): Promise<Buffer> {
  const lying = await converted(png, "jpeg", "-rotate", "-90", "-quality", "92");
  // TIFF, little-endian: one entry, tag 0x0112, a short.
  const tiff = Buffer.from(`49492a0008000000010012010300010000000${orientation}00000000000000`.padEnd(52, "0"), "hex");
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xff_e1, 0);
  head.writeUInt16BE(exif.length + 2, 2);
  return Buffer.concat([lying.subarray(0, 2), head, exif, lying.subarray(2)]);
}
