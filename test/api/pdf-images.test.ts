import { beforeAll, expect, test } from "vitest";
import { as, moneyOf, newClient } from "./accounts.ts";
import { type Entry, readArchive } from "./archive.ts";
import { extractImages, type Fields, type File, PDF_IMAGES, upload } from "./client.ts";
import { classicPdf, emptyPages } from "./documents.ts";
import { colourName, decode, readImageHeader } from "./images.ts";
import { resultOf, untilFinal } from "./jobs.ts";
import { fixture, run, withFile } from "./programs.ts";
import { expectFailure, expectFault, expectOk, type Reply, savedName, warnings } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 8: POST /api/v1/extract/pdf-images. Every kind of image is tested in test/images. */

const service = commonService({ keepsResults: true });
const locked = fixture("locked-aes-256.pdf");

let jpeg: Buffer;
let album: Buffer;

beforeAll(async () => {
  jpeg = (await run("convert", ["-size", "16x8", "xc:#f00", "jpg:-"])).stdout;
  album = albumOf(jpeg);
});

/**
 * Makes a document of three pages: a JPEG and a green image of raw samples; the JPEG again; an image that cannot be
 * read, one that has no pixels, and a blue one with a soft mask.
 */
function albumOf(photo: Buffer): Buffer {
  return classicPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>",
    pageOf(6, 7),
    pageOf(8),
    pageOf(9, 10, 11),
    image("/Width 16 /Height 8 /ColorSpace /DeviceRGB /Filter /DCTDecode", photo.toString("latin1")),
    image("/Width 4 /Height 2 /ColorSpace /DeviceRGB", "\0\xff\0".repeat(8)),
    image("/Width 16 /Height 8 /ColorSpace /DeviceRGB /Filter /DCTDecode", photo.toString("latin1")),
    image("/Width 4 /Height 2 /ColorSpace /DeviceRGB /Filter /NoSuchDecode", "nothing"),
    image("/Width 0 /Height 0 /ColorSpace /DeviceRGB", ""),
    image("/Width 4 /Height 2 /ColorSpace /DeviceRGB /SMask 12 0 R", "\0\0\xff".repeat(8)),
    image("/Width 4 /Height 2 /ColorSpace /DeviceGray", "\x80".repeat(8)),
  ]);
}

function image(attributes: string, data: string): string {
  const dict = `<< /Type /XObject /Subtype /Image /BitsPerComponent 8 ${attributes} /Length ${data.length} >>`;
  return `${dict}\nstream\n${data}\nendstream`;
}

function pageOf(...images: readonly number[]): string {
  const names = images.map((number) => `/I${number} ${number} 0 R`).join(" ");
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] /Resources << /XObject << ${names} >> >> >>`;
}

const extract = (fields: Fields = {}, file: File = { content: album, filename: "Album.pdf" }): Promise<Reply> =>
  extractImages(service(), file, fields);

const entriesOf = (reply: Reply): Entry[] => readArchive(expectOk(reply).body);
const namesOf = (reply: Reply): string[] => entriesOf(reply).map(({ name }) => name);

test("a file alone gives an archive with the images of all pages, each once", async () => {
  const reply = expectOk(await extract());
  expect(reply.headers["content-type"]).toBe("application/zip");
  expect(reply.headers["content-disposition"]).toBe('attachment; filename="Album_images.zip"');
  expect(reply.headers["x-image-count"]).toBe("3");
  expect(reply.headers["x-credits-charged"]).toBe("1");
  expect(reply.headers["access-control-expose-headers"]).toContain("X-Image-Count");
  const entries = entriesOf(reply);
  expect(entries.map(({ name, method }) => [name, method])).toEqual([
    ["page_1_image_1.jpg", "stored"],
    ["page_1_image_2.png", "stored"],
    ["page_3_image_3.png", "stored"],
  ]);
  const [photo, green, blue] = entries.map(({ content }) => content);
  expect(photo?.equals(jpeg)).toBe(true);
  expect(colourName((await decode(green ?? Buffer.alloc(0))).at(2, 1))).toBe("green");
  expect((await decode(blue ?? Buffer.alloc(0))).at(2, 1)).toEqual([0, 0, 255, 128]);
});

test("images that cannot be given are named", async () => {
  const left = ["image_left_out;page=3;number=1", "image_left_out;page=3;number=2"];
  expect(warnings(await extract())).toEqual(left);
  expect(warnings(await extract({ pages: "1" }))).toEqual([]);
});

test("dedupe=false gives an image as often as it is there", async () => {
  const reply = expectOk(await extract({ dedupe: false, pages: "1-2" }));
  expect(namesOf(reply)).toEqual(["page_1_image_1.jpg", "page_1_image_2.png", "page_2_image_1.jpg"]);
  expect(reply.headers["x-image-count"]).toBe("3");
});

test("pages says whose images are wanted; a page that comes twice counts once", async () => {
  expect(namesOf(await extract({ pages: "2" }))).toEqual(["page_2_image_1.jpg"]);
  expect(namesOf(await extract({ pages: "2,2,1" }))).toEqual(["page_2_image_1.jpg", "page_1_image_1.png"]);
});

test.each([
  { format: "png", extension: "png", header: "PNG" },
  { format: "JPEG", extension: "jpg", header: "JPEG" },
  { format: "jpg", extension: "jpg", header: "JPEG" },
])("format $format", async ({ format, extension, header }) => {
  const entries = entriesOf(await extract({ format, pages: "1" }));
  expect(entries.map(({ name }) => name)).toEqual([`page_1_image_1.${extension}`, `page_1_image_2.${extension}`]);
  expect(entries.map(({ content }) => readImageHeader(content))).toEqual([
    { format: header, widthPx: 16, heightPx: 8 },
    { format: header, widthPx: 4, heightPx: 2 },
  ]);
});

test("images below the least size are left out", async () => {
  expect(namesOf(await extract({ min_width: 5, pages: "1" }))).toEqual(["page_1_image_1.jpg"]);
  expect(namesOf(await extract({ min_height: 8, pages: "1" }))).toEqual(["page_1_image_1.jpg"]);
  const none = expectOk(await extract({ min_width: 17 }));
  expect([namesOf(none), none.headers["x-image-count"]]).toEqual([[], "0"]);
});

test("no images give an empty archive", async () => {
  const reply = expectOk(await extract({}, emptyPages(2)));
  expect(savedName(reply)).toBe("document_images.zip");
  expect(reply.headers["x-image-count"]).toBe("0");
  expect(entriesOf(reply)).toEqual([]);
  const { stdout } = await withFile(reply.body, (path) => run("zipinfo", ["-h", path]));
  expect(stdout.toString()).toMatch(/number of entries: 0|^$/);
});

test.each([
  { fields: { format: "gif" }, fault: { type: "enum", loc: ["body", "format"] } },
  { fields: { min_width: 0 }, fault: { type: "greater_than_equal", loc: ["body", "min_width"] } },
  { fields: { min_height: "tall" }, fault: { type: "int_parsing", loc: ["body", "min_height"] } },
  { fields: { dedupe: "perhaps" }, fault: { type: "bool_parsing", loc: ["body", "dedupe"] } },
  { fields: { pages: "3-1" }, fault: { type: "value_error", loc: ["body", "pages"] } },
] as const)("$fields is refused", async ({ fields, fault }) => {
  expectFault(await extract(fields), fault);
});

test("pages that are not there", async () => {
  expectFailure(await extract({ pages: "4" }), 400, "page_out_of_range");
  expectFailure(await extract({ pages: "even" }, emptyPages(1)), 400, "page_out_of_range");
  expect(warnings(await extract({ pages: "2-9" }))).toEqual([
    "pages_clipped",
    "image_left_out;page=3;number=1",
    "image_left_out;page=3;number=2",
  ]);
});

test("of many images that are left out twenty are named and the others counted", async () => {
  const images = Array.from({ length: 30 }, (_, index) => index + 4);
  const file = classicPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    pageOf(...images),
    ...images.map(() => image("/Width 1 /Height 1 /ColorSpace /DeviceGray /Filter /NoSuchDecode", "")),
  ]);
  const reported = warnings(await extract({ dedupe: false }, file));
  expect(reported[0]).toBe("image_left_out;page=1;number=1");
  expect(reported).toHaveLength(19);
  expect(reported.at(-1)).toBe("images_left_out;more=12");
});

test("protected documents are read with their password", async () => {
  expectFailure(await extract({}, locked), 400, "pdf_encrypted");
  expectFailure(await extract({ password: "wrong" }, locked), 400, "wrong_password");
  expect(namesOf(await extract({ password: "open sesame" }, locked))).toEqual([]);
});

test("nothing is charged for a failure", async () => {
  const { key, accountId } = await newClient(service(), 5);
  const ask = (file: Buffer): Promise<Reply> => upload(service(), { path: PDF_IMAGES, key, file });
  expectFailure(await ask(locked), 400, "pdf_encrypted");
  expectFailure(await ask(Buffer.from("%PDF-1.7\nnothing else")), 400, "invalid_pdf");
  expect(await moneyOf(service(), accountId)).toEqual([5, 0, 5]);
  expectOk(await ask(album));
  expect(await moneyOf(service(), accountId)).toEqual([4, 0, 4]);
});

test("a job and a replay report the number of images as well", async () => {
  const accepted = await upload(service(), { path: `${PDF_IMAGES}?async=true`, file: album });
  const { job_id: id } = as<{ job_id: string }>(accepted, 202);
  expect(await untilFinal(service(), id)).toMatchObject({ status: "complete", operation: "pdf-images" });
  const result = expectOk(await resultOf(service(), id));
  expect(result.headers["x-image-count"]).toBe("3");
  const headers = { "idempotency-key": "album-1" };
  const first = expectOk(await upload(service(), { path: PDF_IMAGES, file: album, headers }));
  const again = expectOk(await upload(service(), { path: PDF_IMAGES, file: album, headers }));
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect([first, again].map((reply) => reply.headers["x-image-count"])).toEqual(["3", "3"]);
  expect(again.body.equals(result.body)).toBe(true);
});

test("a key needs the scope extract", async () => {
  const { key } = await newClient(service(), 5, { scopes: ["pdf"] });
  expectFailure(await upload(service(), { path: PDF_IMAGES, key, file: album }), 403, "insufficient_scope");
  const allowed = await newClient(service(), 5, { scopes: ["extract"] });
  expectOk(await upload(service(), { path: PDF_IMAGES, key: allowed.key, file: album }));
});
