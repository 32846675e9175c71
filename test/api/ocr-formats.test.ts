import { expect, test } from "vitest";
import { as, chargedBy } from "./accounts.ts";
import { OCR_ADVANCED as ADVANCED, OCR_SIMPLE as SIMPLE, upload } from "./client.ts";
import { type JobObject, resultOf, untilFinal } from "./jobs.ts";
import { fixture } from "./programs.ts";
import { errorBody, expectFailure, expectOk, json, warnings } from "./reply.ts";
import { converted, drawn, ENGINES, recognize, TEXT } from "./scans.ts";
import { commonService, expectNothingLeftBehind } from "./service.ts";

/* Text recognition with images of the kinds that scanners, faxes, phones and old programs write. */

const service = commonService({ keepsResults: true });
const picture = (name: string): Buffer => fixture(`pictures/${name}`);
const scan = await drawn();

test.each([
  { what: "TIFF in Group 4", format: "tiff", options: ["-threshold", "60%", "-alpha", "off", "-compress", "Group4"] },
  { what: "TIFF in LZW", format: "tiff", options: ["-compress", "LZW"] },
  { what: "GIF", format: "gif", options: [] },
  { what: "BMP", format: "bmp", options: [] },
  { what: "GIF whose second picture is another", format: "gif", options: ["-size", "800x300", "xc:black"] },
])("images are read: $what", async ({ format, options }) => {
  const image = await converted(scan, format, ...options);
  for (const { path } of ENGINES) {
    expect((await recognize(service(), path, image)).data).toMatchObject({ text: TEXT, pages: 1 });
  }
});

test.each(["page.avif", "deep.avif", "g3-2d.tif", "jpeg.tif", "tiles.tif", "bigtiff.tif", "turned.tif", "fax.tif"])(
  "%s is read",
  async (name) => {
    expect((await recognize(service(), ADVANCED, picture(name))).data.text).toBe("The harbour of 1848");
  },
);

test.each(ENGINES)("$engine: pages of a TIFF are pages of a document", async ({ path, engine }) => {
  const file = { content: picture("pages.tif"), filename: "scan.tif" };
  const { data, metadata } = await recognize(service(), path, file, { output: "detailed" });
  expect(data).toMatchObject({
    text: "First page of 1848\n\nSecond page of 1849\n\nThird page of 1850",
    pages: 3,
    page_results: [1, 2, 3].map((page_number) => ({ page_number, dimensions: { width: 480, height: 120 } })),
  });
  expect(metadata).toMatchObject({ filename: "scan.tif", dpi: 200 });
  const dimensions = [200, 300, 150].map((dpi, index) => ({ page_number: index + 1, width: 480, height: 120, dpi }));
  expect(data.page_dimensions).toEqual(engine === "advanced" ? dimensions : undefined);
});

test("of a TIFF the selected pages are read and charged", async () => {
  const reply = expectOk(
    await upload(service(), { path: ADVANCED, file: picture("pages.tif"), fields: { pages: "2-3" } }),
  );
  const { data } = json(reply) as Awaited<ReturnType<typeof recognize>>;
  expect([data.text, data.pages]).toEqual(["Second page of 1849\n\nThird page of 1850", 2]);
  expect(chargedBy(reply)).toBe(2);
  const beyond = { path: SIMPLE, file: picture("pages.tif"), fields: { pages: "4" } };
  expectFailure(await upload(service(), beyond), 400, "page_out_of_range");
});

test("a TIFF of more pages than the limit is a job, and one of more pages than any may have is refused", async () => {
  const accepted = as<JobObject>(await upload(service(), { path: ADVANCED, file: emptyTiff(11) }), 202);
  expect(accepted.message).toBe("11 pages exceed the synchronous limit of 10.");
  expect(await untilFinal(service(), accepted.job_id)).toMatchObject({
    status: "complete",
    metadata: { page_count: 11 },
    credits: { charged: 11 },
  });
  expectOk(await resultOf(service(), accepted.job_id));
  expectFailure(await upload(service(), { path: SIMPLE, file: emptyTiff(1001) }), 400, "too_many_pages");
});

test("a page of a TIFF that cannot be read is named and free, and the others are delivered", async () => {
  const file = emptyTiff(3, { 1: { width: 60_000 }, 2: { compression: 50_000 } });
  const reply = expectOk(await upload(service(), { path: ADVANCED, file }));
  const { data, metadata } = json(reply) as Awaited<ReturnType<typeof recognize>>;
  expect(data.pages).toBe(3);
  expect(metadata.failed_pages).toEqual([
    { page_number: 2, code: "image_too_large" },
    { page_number: 3, code: "unsupported_file_type" },
  ]);
  expect([warnings(reply), chargedBy(reply)]).toEqual([["pages_failed;pages=2"], 1]);
});

test("a TIFF whose last pages are missing is read as far as it goes, and the answer says so", async () => {
  const whole = emptyTiff(3);
  const reply = expectOk(await upload(service(), { path: SIMPLE, file: whole.subarray(0, whole.length - 20) }));
  expect(warnings(reply)).toEqual(["repaired"]);
  expect((json(reply) as Awaited<ReturnType<typeof recognize>>).data.pages).toBe(2);
});

test.each([
  { what: "a HEIC photo", file: picture("photo.heic"), code: "unsupported_file_type", says: /HEIC image.*JPEG/ },
  { what: "a TIFF in Zstandard", file: picture("zstd.tif"), code: "unsupported_file_type", says: /Zstandard.*LZW/ },
  { what: "a TIFF's head alone", file: Buffer.from("II*\0\x08\0\0\0"), code: "unsupported_file_type", says: /TIFF/ },
  { what: "a BMP's head alone", file: picture("os2.bmp").subarray(0, 20), code: "unsupported_file_type", says: /BMP/ },
  { what: "a GIF's head alone", file: Buffer.from("GIF89a"), code: "unsupported_file_type", says: /decoded/ },
  { what: "an AVIF's head alone", file: picture("page.avif").subarray(0, 40), code: "unsupported_file_type", says: "" },
  {
    what: "a TIFF of 60,000 x 60,000 pixels",
    file: emptyTiff(1, { 0: { width: 60_000, height: 60_000 } }),
    code: "image_too_large",
    says: /60000/,
  },
  { what: "a TIFF without a size", file: emptyTiff(1, { 0: { width: 0 } }), code: "unsupported_file_type", says: "" },
])("refused: $what", async ({ file, code, says }) => {
  for (const { path } of ENGINES) {
    const reply = await upload(service(), { path, file });
    expectFailure(reply, 400, code);
    expect(errorBody(reply).detail).toMatch(says);
  }
  await expectNothingLeftBehind(service());
});

interface PageOfTiff {
  readonly width?: number;
  readonly height?: number;
  readonly compression?: number;
}

/** Makes a TIFF of `count` empty pages, which share their pixels; `pages` has what is different, by index. */
function emptyTiff(count: number, pages: Readonly<Record<number, PageOfTiff>> = {}): Buffer {
  const side = 64;
  const start = 8 + side * side;
  const directories = Array.from({ length: count }, (_, index) => {
    const { width = side, height = side, compression = 1 } = pages[index] ?? {};
    const tags = [
      [256, width],
      [257, height],
      [258, 8],
      [259, compression],
      [262, 1],
      [273, 8],
      [277, 1],
      [278, height],
      [279, side * side],
    ] as const;
    const bytes = Buffer.alloc(2 + 12 * tags.length + 4);
    bytes.writeUInt16LE(tags.length, 0);
    for (const [at, [tag, value]] of tags.entries()) {
      bytes.writeUInt16LE(tag, 2 + 12 * at);
      bytes.writeUInt16LE(4, 4 + 12 * at);
      bytes.writeUInt32LE(1, 6 + 12 * at);
      bytes.writeUInt32LE(value, 10 + 12 * at);
    }
    bytes.writeUInt32LE(index === count - 1 ? 0 : start + bytes.length * (index + 1), bytes.length - 4);
    return bytes;
  });
  const head = Buffer.from("II*\0\0\0\0\0");
  head.writeUInt32LE(start, 4);
  return Buffer.concat([head, Buffer.alloc(side * side, 0xff), ...directories]);
}
