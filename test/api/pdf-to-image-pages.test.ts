import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Entry, readArchive } from "./archive.ts";
import { toImages } from "./client.ts";
import { emptyPages } from "./documents.ts";
import { colourName, decode, pixelSize, readImageHeader } from "./images.ts";
import { fixture, run, withFile } from "./programs.ts";
import { disposition, expectFailure, expectFault, expectOk, type Reply, warningCodes } from "./reply.ts";
import { commonService, withService } from "./service.ts";

/* The pages that pdf-to-image draws, and the archive that a range results in. */

const service = commonService();
const fourColours = fixture("four-colours.pdf");
const cornerMarks = fixture("corner-marks.pdf");

const entriesOf = (reply: Reply): Entry[] => readArchive(expectOk(reply).body);
const namesOf = (reply: Reply): string[] => entriesOf(reply).map(({ name }) => name);

test("a range gives an archive with one image per page, named after the document", async () => {
  const file = { content: fourColours, filename: "Quarterly report.pdf" };
  const reply = expectOk(await toImages(service(), file, { start_page: 2, end_page: 4, dpi: 72 }));
  expect(reply.headers["content-type"]).toBe("application/zip");
  expect(reply.headers["content-disposition"]).toBe('attachment; filename="Quarterly report_pages.zip"');
  const entries = entriesOf(reply);
  expect(entries.map(({ name }) => name)).toEqual(["page_2.png", "page_3.png", "page_4.png"]);
  const middles = await Promise.all(entries.map(async ({ content }) => (await decode(content)).at(306, 396)));
  expect(middles.map(colourName)).toEqual(["dark green", "blue", "amber"]);
});

test.each([
  { image_format: "PNG", extension: "png" },
  { image_format: "JPEG", extension: "jpg" },
  { image_format: "WEBP", extension: "webp" },
])("a range of $image_format holds page_<n>.$extension", async ({ image_format, extension }) => {
  const reply = await toImages(service(), fourColours, { start_page: 1, end_page: 2, image_format, dpi: 72 });
  const entries = entriesOf(reply);
  expect(entries.map(({ name }) => name)).toEqual([`page_1.${extension}`, `page_2.${extension}`]);
  expect(entries.map(({ content }) => readImageHeader(content).format)).toEqual([image_format, image_format]);
});

test("QUIRE_COMPAT_JPEG_EXT gives JPEG images the longer extension", async () => {
  await withService({ QUIRE_COMPAT_JPEG_EXT: "jpeg" }, async (other) => {
    const single = expectOk(await toImages(other, fourColours, { image_format: "JPEG", dpi: 72 }));
    expect(disposition(single).filename).toBe("page_1.jpeg");
    const range = await toImages(other, fourColours, { image_format: "JPG", dpi: 72, start_page: 1, end_page: 2 });
    expect(namesOf(range)).toEqual(["page_1.jpeg", "page_2.jpeg"]);
  });
});

test("every page of a range has its own size", async () => {
  const entries = entriesOf(await toImages(service(), cornerMarks, { start_page: 1, end_page: 5, dpi: 150 }));
  expect(entries.map(({ content }) => pixelSize(content))).toEqual([
    [417, 208],
    [208, 417],
    [417, 208],
    [208, 417],
    [417, 208],
  ]);
});

test("an image of a range is the one that page_number gives", async () => {
  const fields = { dpi: 72, image_format: "JPEG", quality: 50 };
  const [single, range] = await Promise.all([
    toImages(service(), fourColours, { ...fields, page_number: 3 }),
    toImages(service(), fourColours, { ...fields, start_page: 2, end_page: 3 }),
  ]);
  expect(entriesOf(range)[1]?.content.equals(expectOk(single).body)).toBe(true);
});

test("equal ends still give an archive: the parameters decide, not the count", async () => {
  const reply = expectOk(await toImages(service(), fourColours, { start_page: 3, end_page: 3, dpi: 72 }));
  expect(reply.headers["content-type"]).toBe("application/zip");
  expect(namesOf(reply)).toEqual(["page_3.png"]);
});

test("a range wins over page_number, inside and outside the document", async () => {
  for (const page_number of [1, 99]) {
    const reply = await toImages(service(), fourColours, { page_number, start_page: 2, end_page: 3, dpi: 72 });
    expect(namesOf(reply)).toEqual(["page_2.png", "page_3.png"]);
  }
});

test("one end alone is refused, naming the other", async () => {
  expectFault(await toImages(service(), fourColours, { start_page: 2 }), {
    type: "missing",
    loc: ["body", "end_page"],
  });
  expectFault(await toImages(service(), fourColours, { end_page: 2 }), {
    type: "missing",
    loc: ["body", "start_page"],
  });
  // An empty text counts as absent here as well.
  expectFault(await toImages(service(), fourColours, { start_page: 2, end_page: "" }), {
    type: "missing",
    loc: ["body", "end_page"],
  });
});

test("a reversed range is refused", async () => {
  const fault = expectFault(await toImages(service(), fourColours, { start_page: 3, end_page: 2 }), {
    type: "value_error",
  });
  expect(["start_page", "end_page"]).toContain(fault.loc[1]);
});

test("a reversed range beyond the document is refused for its order", async () => {
  expectFault(await toImages(service(), fourColours, { start_page: 90, end_page: 80 }), { type: "value_error" });
});

test.each(["page_number", "start_page", "end_page"])("%s below 1 is refused", async (name) => {
  for (const value of ["0", "-1", "-0"]) {
    const range = name === "page_number" ? {} : { start_page: 1, end_page: 1 };
    const reply = await toImages(service(), fourColours, { ...range, [name]: value });
    expectFailure(reply, 422, "validation_error");
    const { detail } = expectFailure(reply, 422, "validation_error");
    expect(detail).toContainEqual(expect.objectContaining({ loc: ["body", name] }));
  }
});

test.each([
  { fields: { page_number: 5 }, what: "the page after the last" },
  { fields: { page_number: 2_147_483_648 }, what: "a page number above 32 bits" },
  { fields: { page_number: "9007199254740993" }, what: "a page number above 53 bits" },
  { fields: { start_page: 5, end_page: 5 }, what: "a range after the last page" },
  { fields: { start_page: 5, end_page: 9 }, what: "a range that starts after the last page" },
])("pages outside the document are refused: $what", async ({ fields }) => {
  expectFailure(await toImages(service(), fourColours, fields), 400, "page_out_of_range");
});

test("a range that ends after the last page is clipped, and the answer says so", async () => {
  const clipped = await toImages(service(), fourColours, { start_page: 3, end_page: 900, dpi: 72 });
  expect(namesOf(clipped)).toEqual(["page_3.png", "page_4.png"]);
  expect(warningCodes(clipped)).toEqual(["pages_clipped"]);
  const exact = await toImages(service(), fourColours, { start_page: 3, end_page: 4, dpi: 72 });
  expect(namesOf(exact)).toEqual(["page_3.png", "page_4.png"]);
  expect(warningCodes(exact)).toEqual([]);
});

test("more than nine pages stand in page order, not in the order of their names", async () => {
  const reply = await toImages(service(), emptyPages(12), { start_page: 1, end_page: 12, dpi: 72 });
  expect(namesOf(reply)).toEqual(Array.from({ length: 12 }, (_, index) => `page_${index + 1}.png`));
});

test("entries are stored, their names are UTF-8, and there are no directories", async () => {
  for (const image_format of ["PNG", "JPEG", "WEBP"]) {
    const reply = await toImages(service(), fourColours, { start_page: 1, end_page: 3, image_format, dpi: 72 });
    for (const { name, isUtf8, method } of entriesOf(reply)) {
      expect({ isUtf8, method }, name).toEqual({ isUtf8: true, method: "stored" });
      expect(name).not.toContain("/");
    }
  }
});

test("the archive is one that unzip finds no fault with", async () => {
  const reply = expectOk(await toImages(service(), fourColours, { start_page: 1, end_page: 4, dpi: 72 }));
  const { status, stdout } = await withFile(reply.body, (path) => run("unzip", ["-t", path]));
  expect([status, stdout.toString()]).toEqual([0, expect.stringContaining("No errors detected")]);
});

test("the same range gives the same bytes later: timestamps are fixed", async () => {
  const fields = { start_page: 1, end_page: 2, dpi: 72 };
  const first = expectOk(await toImages(service(), fourColours, fields));
  // A timestamp in a ZIP archive has steps of two seconds.
  await sleep(2100);
  const second = expectOk(await toImages(service(), fourColours, fields));
  expect(second.body.equals(first.body)).toBe(true);
  const [one, two] = entriesOf(first);
  expect(one?.modified).toEqual(two?.modified);
});

test("an archive states its length before its first byte, and is not kept by caches", async () => {
  const reply = expectOk(await toImages(service(), fourColours, { start_page: 1, end_page: 4, dpi: 72 }));
  expect(reply.headers["content-length"]).toBe(String(reply.body.length));
  expect(reply.headers["transfer-encoding"]).toBeUndefined();
  expect(reply.headers["cache-control"]).toBe("no-store");
  expect(reply.headers["x-content-type-options"]).toBe("nosniff");
  expect(disposition(reply)).toEqual({ type: "attachment", filename: "document_pages.zip", extended: undefined });
});

test("requests at the same time do not mix", async () => {
  const asked = Array.from({ length: 12 }, (_, index) => ({
    page_number: (index % 4) + 1,
    image_format: index % 2 === 0 ? "PNG" : "WEBP",
    dpi: 72,
  }));
  const together = await Promise.all(asked.map((fields) => toImages(service(), fourColours, fields)));
  for (const [index, fields] of asked.entries()) {
    const alone = expectOk(await toImages(service(), fourColours, fields));
    expect(together[index]?.body.equals(alone.body), JSON.stringify(fields)).toBe(true);
  }
});
