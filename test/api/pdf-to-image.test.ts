import { expect, test } from "vitest";
import { OPERATIONS, PDF_TO_IMAGE, toImages, upload } from "./client.ts";
import { colourName, decode, pixelSize, readImageHeader } from "./images.ts";
import { fixture, run, withFile } from "./programs.ts";
import { disposition, expectFailure, expectFault, expectOk, savedName, warnings } from "./reply.ts";
import { commonService } from "./service.ts";

/*
 * The specification's table of POST /api/v1/convert/pdf-to-image, and what the contract adds about sizes and drawing.
 */

const service = commonService();
const fourColours = fixture("four-colours.pdf");
const lineDrawing = fixture("line-drawing.pdf");
const cornerMarks = fixture("corner-marks.pdf");

const FORMATS = [
  { image_format: "PNG", mediaType: "image/png", extension: "png" },
  { image_format: "JPEG", mediaType: "image/jpeg", extension: "jpg" },
  { image_format: "WEBP", mediaType: "image/webp", extension: "webp" },
] as const;

test("a file alone gives page 1 as a PNG at 150 dpi on white", async () => {
  const reply = expectOk(await toImages(service(), fourColours));
  expect(reply.headers["content-type"]).toBe("image/png");
  expect(reply.headers["content-disposition"]).toBe('attachment; filename="page_1.png"');
  expect(readImageHeader(reply.body)).toEqual({ format: "PNG", widthPx: 1275, heightPx: 1650 });
  const bitmap = await decode(reply.body);
  expect(colourName(bitmap.at(637, 825))).toBe("red");
  expect(bitmap.at(5, 5)).toEqual([255, 255, 255, 255]);
});

test("every default may as well be written out", async () => {
  const [bare, spelled] = await Promise.all([
    toImages(service(), fourColours),
    toImages(service(), fourColours, {
      page_number: 1,
      image_format: "PNG",
      dpi: 150,
      quality: 85,
      transparent_background: false,
    }),
  ]);
  expect(expectOk(spelled).body.equals(expectOk(bare).body)).toBe(true);
});

test.each([1, 2, 3, 4])("page_number %i gives that page under its name", async (page) => {
  const reply = expectOk(await toImages(service(), fourColours, { page_number: page, dpi: 72 }));
  expect(reply.headers["content-disposition"]).toBe(`attachment; filename="page_${page}.png"`);
  const bitmap = await decode(reply.body);
  expect(colourName(bitmap.at(306, 396))).toBe(["red", "dark green", "blue", "amber"][page - 1]);
});

test.each(FORMATS)("image_format $image_format answers $mediaType", async ({ image_format, mediaType, extension }) => {
  const reply = expectOk(await toImages(service(), fourColours, { image_format, page_number: 3, dpi: 72 }));
  expect(reply.headers["content-type"]).toBe(mediaType);
  expect(disposition(reply)).toEqual({ type: "attachment", filename: `page_3.${extension}`, extended: undefined });
  expect(readImageHeader(reply.body)).toEqual({ format: image_format, widthPx: 612, heightPx: 792 });
  const { stdout } = await withFile(reply.body, (path) => run("identify", ["-format", "%m %w %h", path]));
  expect(stdout.toString()).toBe(`${image_format} 612 792`);
  expect(colourName((await decode(reply.body)).at(306, 396))).toBe("blue");
});

test.each(["png", "Png", "jpeg", "JpEg", "jpg", "JPG", "webp", "WebP"])(
  "image_format %s is taken in this spelling",
  async (spelling) => {
    const reply = expectOk(await toImages(service(), fourColours, { image_format: spelling, dpi: 72 }));
    const expected = { png: "image/png", jpeg: "image/jpeg", jpg: "image/jpeg", webp: "image/webp" };
    expect(reply.headers["content-type"]).toBe(expected[spelling.toLowerCase() as keyof typeof expected]);
  },
);

test.each(["GIF", "TIFF", "image/png", "PNG,JPEG", "PNGX"])("image_format %s is refused", async (value) => {
  const fault = expectFault(await toImages(service(), fourColours, { image_format: value }), {
    type: "enum",
    loc: ["body", "image_format"],
    input: value,
  });
  expect(fault.msg).toMatch(/PNG.*JPEG.*WEBP/);
});

test.each([
  { dpi: 72, size: [595, 842] },
  { dpi: 150, size: [1240, 1754] },
  { dpi: 300, size: [2480, 3508] },
])("dpi $dpi: each side is its points / 72 * dpi, rounded to the nearest pixel", async ({ dpi, size }) => {
  const images = await Promise.all(
    FORMATS.map(({ image_format }) => toImages(service(), lineDrawing, { dpi, image_format })),
  );
  expect(images.map((reply) => pixelSize(expectOk(reply).body))).toEqual([size, size, size]);
});

test.each([0, -72, 71, 96, 100, 151, 299, 301, 600])("dpi %i is refused: it is one of three", async (dpi) => {
  expectFault(await toImages(service(), fourColours, { dpi }), { type: "enum", loc: ["body", "dpi"], input: `${dpi}` });
});

test.each(["JPEG", "WEBP"])("quality changes the size of %s, and is 85 when not given", async (image_format) => {
  const qualities = [1, 20, 85, 95, 100];
  const replies = await Promise.all(
    qualities.map((quality) => toImages(service(), lineDrawing, { image_format, dpi: 72, quality })),
  );
  const sizes = replies.map((reply) => expectOk(reply).body.length);
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  expect(new Set(sizes).size).toBe(qualities.length);
  const unset = expectOk(await toImages(service(), lineDrawing, { image_format, dpi: 72 }));
  expect(unset.body.equals(replies[2]?.body ?? Buffer.alloc(0))).toBe(true);
});

test("JPEG quality is the one that other programs read from the file", async () => {
  const reply = expectOk(await toImages(service(), lineDrawing, { image_format: "JPEG", dpi: 72, quality: 40 }));
  const { stdout } = await withFile(reply.body, (path) => run("identify", ["-format", "%Q", path]));
  expect(stdout.toString()).toBe("40");
});

test("quality does nothing to PNG", async () => {
  const [low, high] = await Promise.all(
    [1, 100].map((quality) => toImages(service(), lineDrawing, { dpi: 72, quality })),
  );
  expect(low && high && expectOk(low).body.equals(expectOk(high).body)).toBe(true);
});

test.each(["PNG", "JPEG", "WEBP"])("quality outside 1 to 100 is refused for %s", async (image_format) => {
  const [below, above] = await Promise.all(
    [0, 101].map((quality) => toImages(service(), fourColours, { image_format, quality })),
  );
  if (below === undefined || above === undefined) {
    throw new Error("Two requests give two answers.");
  }
  expectFault(below, { type: "greater_than_equal", loc: ["body", "quality"], input: "0", ctx: { ge: 1 } });
  expectFault(above, { type: "less_than_equal", loc: ["body", "quality"], input: "101", ctx: { le: 100 } });
});

test("transparent_background leaves the paper out of a PNG and the drawing in it", async () => {
  const reply = expectOk(await toImages(service(), fourColours, { transparent_background: true, dpi: 72 }));
  const bitmap = await decode(reply.body);
  expect(bitmap.at(5, 5)[3]).toBe(0);
  expect(bitmap.at(306, 396)).toEqual([255, 0, 0, 255]);
});

test.each(["JPEG", "WEBP"])("transparent_background does nothing to %s", async (image_format) => {
  const [plain, transparent] = await Promise.all(
    [false, true].map((transparent_background) =>
      toImages(service(), fourColours, { image_format, transparent_background, dpi: 72 }),
    ),
  );
  if (plain === undefined || transparent === undefined) {
    throw new Error("Two requests give two answers.");
  }
  expect(expectOk(transparent).body.equals(expectOk(plain).body)).toBe(true);
  expect(colourName((await decode(transparent.body)).at(5, 5))).toBe("white");
});

test.each([
  { given: { custom_width: 306 }, size: [306, 396], what: "the width alone keeps the aspect ratio" },
  { given: { custom_height: 396 }, size: [306, 396], what: "the height alone keeps the aspect ratio" },
  { given: { custom_width: 1000 }, size: [1000, 1294], what: "the other side is rounded (1294.1)" },
  { given: { custom_width: 300, custom_height: 50 }, size: [300, 50], what: "both are taken as they are" },
  { given: { custom_width: 1, custom_height: 1 }, size: [1, 1], what: "1 is the least" },
  { given: { custom_width: 20_000, custom_height: 2 }, size: [20_000, 2], what: "20000 is the most in width" },
  { given: { custom_width: 2, custom_height: 20_000 }, size: [2, 20_000], what: "20000 is the most in height" },
])("custom size: $what", async ({ given, size }) => {
  expect(pixelSize(expectOk(await toImages(service(), fourColours, given)).body)).toEqual(size);
});

test("a custom size fills its image with the whole page", async () => {
  const reply = expectOk(await toImages(service(), cornerMarks, { custom_width: 100, custom_height: 300 }));
  const bitmap = await decode(reply.body);
  const corners = [bitmap.at(3, 10), bitmap.at(-4, 10), bitmap.at(3, -11), bitmap.at(-4, -11), bitmap.at(50, 150)];
  expect(corners.map(colourName)).toEqual(["red", "green", "blue", "yellow", "white"]);
});

test("dpi has no say beside a custom size", async () => {
  const [low, high] = await Promise.all(
    [72, 300].map((dpi) => toImages(service(), lineDrawing, { custom_width: 400, dpi })),
  );
  expect(low && high && expectOk(low).body.equals(expectOk(high).body)).toBe(true);
});

test.each(["custom_width", "custom_height"])("%s outside 1 to 20000 is refused", async (name) => {
  for (const value of [0, -5]) {
    expectFault(await toImages(service(), fourColours, { [name]: value }), {
      type: "greater_than_equal",
      loc: ["body", name],
      input: `${value}`,
      ctx: { ge: 1 },
    });
  }
  expectFault(await toImages(service(), fourColours, { [name]: 20_001 }), {
    type: "less_than_equal",
    loc: ["body", name],
    input: "20001",
    ctx: { le: 20_000 },
  });
});

test.each([
  { what: "both sides given", file: fourColours, fields: { custom_width: 10_001, custom_height: 10_000 } },
  { what: "the other side by the aspect ratio", file: fourColours, fields: { custom_width: 20_000 } },
  { what: "a page of 20000 pt at 72 dpi", file: fixture("huge-page.pdf"), fields: { dpi: 72 } },
  { what: "one page of a range", file: fixture("huge-page.pdf"), fields: { start_page: 1, end_page: 1 } },
])("more than 100 megapixels are refused: $what", async ({ file, fields }) => {
  expectFailure(await toImages(service(), file, fields), 400, "image_too_large");
});

test("a huge page can be had small", async () => {
  const reply = expectOk(await toImages(service(), fixture("huge-page.pdf"), { custom_width: 100 }));
  expect(pixelSize(reply.body)).toEqual([100, 100]);
});

test("a WebP side that the format cannot hold is no fault of the service", async () => {
  const reply = await toImages(service(), fourColours, {
    image_format: "WEBP",
    custom_width: 20_000,
    custom_height: 10,
  });
  expectFailure(reply, 400, "image_too_large");
});

test.each([
  { page: 1, what: "a plain page", size: [200, 100], corners: ["red", "green", "blue", "yellow"] },
  { page: 2, what: "/Rotate 90", size: [100, 200], corners: ["blue", "red", "yellow", "green"] },
  { page: 3, what: "a CropBox", size: [200, 100], corners: ["red", "green", "blue", "yellow"] },
  { page: 4, what: "a CropBox and /Rotate 270", size: [100, 200], corners: ["green", "yellow", "red", "blue"] },
  { page: 5, what: "/Rotate -180", size: [200, 100], corners: ["yellow", "blue", "green", "red"] },
])("the page is drawn as a viewer shows it: $what", async ({ page, size, corners }) => {
  const reply = expectOk(await toImages(service(), cornerMarks, { page_number: page, dpi: 72 }));
  expect(pixelSize(reply.body)).toEqual(size);
  const bitmap = await decode(reply.body);
  const found = [bitmap.at(5, 5), bitmap.at(-6, 5), bitmap.at(5, -6), bitmap.at(-6, -6)];
  expect(found.map(colourName)).toEqual(corners);
});

test("annotations and form values are drawn, hidden annotations are not", async () => {
  const bitmap = await decode(expectOk(await toImages(service(), fixture("drawn-on.pdf"), { dpi: 72 })).body);
  expect([bitmap.at(30, 50), bitmap.at(80, 50), bitmap.at(130, 50)].map(colourName)).toEqual([
    "green",
    "white",
    "blue",
  ]);
  // The second text field has a value and no appearance: some of its strokes must be dark.
  const darkness = Array.from({ length: 120 * 60 }, (_, index) =>
    Math.min(...bitmap.at(165 + (index % 120), 20 + Math.floor(index / 120)).slice(0, 3)),
  );
  expect(Math.min(...darkness)).toBeLessThan(60);
});

test("what the service draws is what poppler draws", async () => {
  const reply = expectOk(await toImages(service(), lineDrawing, { dpi: 72 }));
  const reference = await withFile(lineDrawing, (pdf) =>
    run("pdftoppm", ["-scale-to-x", "595", "-scale-to-y", "842", "-png", pdf]),
  );
  // Each renderer smooths edges differently: blurred, the two must agree.
  const blurred = [reply.body, reference.stdout].map((image) =>
    run("convert", ["-", "-alpha", "off", "-blur", "0x3", "ppm:-"], { input: image }),
  );
  const [ours, theirs] = (await Promise.all(blurred)).map(({ stdout }) => stdout);
  expect(ours?.length).toBe(theirs?.length);
  const differences = ours?.map((value, index) => Math.abs(value - (theirs?.[index] ?? 0))) ?? Buffer.of(255);
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  expect(mean).toBeLessThan(3);
});

test("the answer is complete before its first byte, and not kept by caches", async () => {
  const reply = expectOk(await toImages(service(), fourColours));
  expect(reply.headers["content-length"]).toBe(String(reply.body.length));
  expect(reply.headers["transfer-encoding"]).toBeUndefined();
  expect(reply.headers["cache-control"]).toBe("no-store");
  expect(reply.headers["x-content-type-options"]).toBe("nosniff");
  expect(reply.headers["x-credits-charged"]).toBe("1");
});

test("the same request gives the same bytes", async () => {
  for (const { image_format } of FORMATS) {
    const [one, two] = await Promise.all([
      toImages(service(), lineDrawing, { image_format, dpi: 72 }),
      toImages(service(), lineDrawing, { image_format, dpi: 72 }),
    ]);
    expect(expectOk(one).body.equals(expectOk(two).body), image_format).toBe(true);
  }
});

test("a document that is no PDF is distinguished from one that cannot be read", async () => {
  const png = expectOk(await toImages(service(), fourColours, { dpi: 72 })).body;
  expectFailure(await toImages(service(), png), 400, "unsupported_file_type");
  expectFailure(await toImages(service(), Buffer.from("%PDF-1.7\nnothing else")), 400, "invalid_pdf");
});

test.each(OPERATIONS)("$path: the file is required", async ({ path, fields }) => {
  expectFault(await upload(service(), { path, fields }), { type: "missing", loc: ["body", "file"] });
});

test("all faults of a request are reported together, each with its own place", async () => {
  const { detail } = expectFailure(
    await upload(service(), {
      path: PDF_TO_IMAGE,
      fields: {
        dpi: 73,
        quality: 0,
        image_format: "BMP",
        transparent_background: "maybe",
        custom_width: "wide",
        page_number: 0,
        start_page: 2,
      },
    }),
    422,
    "validation_error",
  );
  const places = (Array.isArray(detail) ? detail : []).map(({ type, loc }) => `${loc.join(".")} ${type}`);
  expect(places).toEqual(
    expect.arrayContaining([
      "body.file missing",
      "body.dpi enum",
      "body.quality greater_than_equal",
      "body.image_format enum",
      "body.transparent_background bool_parsing",
      "body.custom_width int_parsing",
      "body.end_page missing",
    ]),
  );
  expect(places.some((place) => place.startsWith("body.page_number "))).toBe(true);
  expect(places).toHaveLength(8);
});

test("names of results do not depend on the uploaded name when a single page is asked for", async () => {
  const reply = await toImages(service(), { content: fourColours, filename: "Übersicht.pdf" }, { dpi: 72 });
  expect(savedName(expectOk(reply))).toBe("page_1.png");
  expect(warnings(reply)).toEqual([]);
});
