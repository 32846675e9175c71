import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { headerOnlyPng, whitePng } from "../../src/engines/conformance/pictures/page-images.ts";
import { chosen, IS_FULL, sampled } from "../running/sampling.ts";
import { call } from "./accounts.ts";
import { type Fields, type File, filesPart, IMAGES_TO_PDF, upload, VALIDATE_PDFA } from "./client.ts";
import { pdfInfo, qpdfProblems, run, withFile } from "./programs.ts";
import { expectFailure, expectFault, expectOk, json, type Reply, savedName, warnings } from "./reply.ts";
import { commonService } from "./service.ts";

/* POST /api/v1/convert/images-to-pdf. What is in the results is judged by poppler, qpdf and ImageMagick. */

const service = commonService({ keepsResults: true });

const send = (files: readonly File[], fields: Fields = {}): Promise<Reply> =>
  upload(service(), { path: IMAGES_TO_PDF, fields, more: filesPart(files) });

/** Returns what ImageMagick makes. */
async function convert(args: readonly string[], input?: Buffer): Promise<Buffer> {
  const { status, stdout, stderr } = await run("convert", args, input === undefined ? {} : { input });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

const [WIDTH, HEIGHT] = [60, 40];

/** Returns a picture of shades, of which no corner is like another, with a grain unless it is `smooth`. */
function shades(look?: "smooth"): Sharp {
  const pixels = Buffer.alloc(3 * WIDTH * HEIGHT);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    pixels.set([(at % WIDTH) * 4, Math.floor(at / WIDTH) * 6, look === "smooth" ? 99 : (at * 7) % 64], 3 * at);
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

/** Returns the picture with an opacity that grows from left to right. */
const translucent = (): Sharp =>
  shades().joinChannel(Buffer.from(Array.from({ length: WIDTH * HEIGHT }, (_, at) => (at % WIDTH) * 4)), {
    raw: { width: WIDTH, height: HEIGHT, channels: 1 },
  });

/** Runs pdfimages on a document, and returns the files that it makes, in their order. */
const imagesIn = (pdf: Buffer, option: "-all" | "-png"): Promise<readonly Buffer[]> =>
  withFile(pdf, async (path) => {
    const directory = await mkdtemp(join(tmpdir(), "quire-pdfimages-"));
    try {
      await run("pdfimages", [option, path, join(directory, "image")]);
      const names = (await readdir(directory)).toSorted();
      return await Promise.all(names.map((name) => readFile(join(directory, name))));
    } finally {
      await rm(directory, { recursive: true });
    }
  });

/** Returns what pdfimages lists of each image: its type, colours, components, bits and coding. */
const listed = (pdf: Buffer): Promise<readonly string[]> =>
  withFile(pdf, async (path) => {
    const lines = (await run("pdfimages", ["-list", path])).stdout.toString().trim().split("\n").slice(2);
    return lines.map((line) => {
      const [, , type, , , colours, components, bits, coding] = line.trim().split(/\s+/);
      return [type, colours, components, bits, coding].join(" ");
    });
  });

/** Returns the size of each page in points, as pdfinfo says it. */
const pageSizes = (pdf: Buffer): Promise<readonly string[]> =>
  withFile(pdf, async (path) => {
    const lines = (await run("pdfinfo", ["-f", "1", "-l", "99", path])).stdout.toString().split("\n");
    return lines.flatMap((line) => /^Page +\d+ size: +([\d.]+ x [\d.]+)/.exec(line)?.[1] ?? []);
  });

/** Draws the first page, as red, green and blue. */
const drawn = (pdf: Buffer, dpi = 72): Promise<Sharp> =>
  withFile(pdf, async (path) => {
    const { stdout } = await run("pdftoppm", ["-r", String(dpi), "-png", "-f", "1", "-l", "1", path]);
    return sharp(stdout).removeAlpha();
  });

const pixels = (image: Sharp, space: "srgb" | "b-w"): Promise<Buffer> =>
  image.toColourspace(space).raw({ depth: "uchar" }).toBuffer();

/** Returns the largest difference of any sample. */
async function difference(one: Sharp, other: Sharp, space: "srgb" | "b-w" = "srgb"): Promise<number> {
  const [first, second] = await Promise.all([pixels(one, space), pixels(other, space)]);
  expect(first.length).toBe(second.length);
  return first.reduce((most, sample, at) => Math.max(most, Math.abs(sample - (second[at] ?? 0))), 0);
}

test("JPEG files are in the document byte for byte, in the order in which they are sent", async () => {
  const files = await Promise.all([
    shades().jpeg().toBuffer(),
    shades().jpeg({ progressive: true }).withMetadata({ density: 300, orientation: 6 }).toBuffer(),
    shades().greyscale().jpeg().toBuffer(),
    convert(["-size", "60x40", "gradient:red-blue", "-colorspace", "CMYK", "jpeg:-"]),
  ]);
  const { body, headers } = expectOk(await send(files));
  expect(headers["content-type"]).toBe("application/pdf");
  expect(await qpdfProblems(body)).toBe("");
  const found = await imagesIn(body, "-all");
  expect(found.map((file, index) => file.equals(files[index] ?? Buffer.alloc(0)))).toEqual([true, true, true, true]);
  expect(await pageSizes(body)).toEqual(["45 x 30", "9.6 x 14.4", "45 x 30", "45 x 30"]);
  const sum = files.reduce((bytes, { length }) => bytes + length, 0);
  expect(body.length).toBeLessThan(sum + 4000);
  expect(expectOk(await send(files)).body.equals(body)).toBe(true);
});

/** Pictures that lose nothing, with what pdfimages says of them. */
const LOSSLESS: readonly (readonly [says: string, make: () => Sharp, listed: readonly string[]])[] = [
  ["PNG", () => shades().png(), ["image rgb 3 8 image"]],
  ["interlaced PNG", () => shades().png({ progressive: true }), ["image rgb 3 8 image"]],
  ["PNG of 16 bits", () => shades().toColourspace("rgb16").png(), ["image rgb 3 16 image"]],
  ["PNG of greys", () => shades().toColourspace("b-w").png(), ["image gray 1 8 image"]],
  ["PNG with opacity", () => translucent().png(), ["image rgb 3 8 image", "smask gray 1 8 image"]],
  ["PNG that is opaque", () => shades().ensureAlpha().png(), ["image rgb 3 8 image"]],
  ["TIFF", () => shades().tiff({ compression: "lzw" }), ["image rgb 3 8 image"]],
  ["WebP", () => shades().webp({ lossless: true }), ["image rgb 3 8 image"]],
  ["AVIF", () => shades().avif({ lossless: true, effort: 0 }), ["image rgb 3 8 image"]],
  ["GIF", () => shades().gif({ colours: 16, dither: 0 }), ["image index 1 4 image"]],
];

test.each(chosen(LOSSLESS, [4, 6, 7, 8, 9]))("every pixel stays: %s", async (_, make, expected) => {
  const file = await make().toBuffer();
  const { body } = expectOk(await send([file]));
  expect(await qpdfProblems(body)).toBe("");
  expect(await listed(body)).toEqual(expected);
  const [colours, opacity] = await imagesIn(body, "-png");
  const original = sharp(file, { ignoreIcc: true });
  expect(await difference(sharp(colours, { ignoreIcc: true }), original.clone().removeAlpha())).toBe(0);
  const masks = opacity === undefined ? [] : [[sharp(opacity), original.clone().extractChannel(3)] as const];
  expect(await Promise.all(masks.map(([mask, alpha]) => difference(mask, alpha, "b-w")))).toEqual(masks.map(() => 0));
});

function pngChunk([name, data]: readonly [string, Buffer]): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** Returns a PNG of four colours in columns of 10 pixels, and what its tRNS says of them. */
function fourColours(bits: 2 | 8, transparency: readonly number[]): Buffer {
  const indices = [0, 1, 2, 3].flatMap((index) => Array.from({ length: 10 }, () => index));
  const packed = Array.from({ length: 10 }, (_, at) =>
    indices.slice(4 * at, 4 * at + 4).reduce((byte, index) => byte * 4 + index, 0),
  );
  const header = Buffer.from([0, 0, 0, 40, 0, 0, 0, 20, bits, 3, 0, 0, 0]);
  const rows = Buffer.concat(Array.from({ length: 20 }, () => Buffer.from([0, ...(bits === 8 ? indices : packed)])));
  const palette = Buffer.from([255, 0, 0, 0, 255, 0, 255, 255, 0, 0, 0, 0]);
  const chunks = {
    IHDR: header,
    PLTE: palette,
    tRNS: Buffer.from(transparency),
    IDAT: deflateSync(rows),
    IEND: Buffer.alloc(0),
  };
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...Object.entries(chunks).map(pngChunk)]);
}

test("the data of a PNG are taken as they are, and its profile stays", async () => {
  const file = await shades().withIccProfile("p3").png().toBuffer();
  const data = file.subarray(file.indexOf("IDAT") + 4);
  const { body } = expectOk(await send([file]));
  expect(await listed(body)).toEqual(["image icc 3 8 image"]);
  expect(body.includes(data.subarray(0, file.readUInt32BE(file.indexOf("IDAT") - 4)))).toBe(true);
});

/** The bits of each sample of a palette PNG, the opacity of its colours, and what is seen of them over blue. */
const PALETTES: readonly (readonly [bits: 2 | 8, transparency: readonly number[], expected: string])[] = [
  [8, [255, 0], "ff00000000ffffff00000000"],
  [8, [128, 0, 255], "ff00000000ffffff00000000"],
  [2, [255, 255, 0], "ff000000ff000000ff000000"],
];

test.each(chosen(PALETTES, [1]))(
  "transparent colours of a palette of %i bits: %j",
  async (bits, transparency, expected) => {
    const file = fourColours(bits, transparency);
    const { body } = expectOk(await send([file], { dpi: 72, background: "blue" }));
    const { data } = await (await drawn(body)).raw().toBuffer({ resolveWithObject: true });
    const opaque = [5, 15, 25, 35].map((x) => data.subarray(3 * (400 + x), 3 * (400 + x) + 3).toString("hex"));
    // Of a colour that is half transparent, blue shows through red.
    expect(opaque.join("").replace(/^7f0080|^80007f/, "ff0000")).toBe(expected);
  },
);

describe("files that ImageMagick makes", () => {
  const CASES: readonly (readonly [format: string, options: readonly string[], listed: RegExp])[] = [
    ["tiff", ["-type", "bilevel", "-compress", "group4"], /^image gray 1 1 ccitt$/],
    ["tiff", ["-monochrome", "-depth", "1", "-compress", "lzw"], /^image gray 1 1 (?:image|ccitt)$/],
    ["bmp3", ["-type", "bilevel"], /^image gray 1 1 (?:image|ccitt)$/],
    ["bmp3", ["-colors", "10"], /^image index 1 4 image$/],
    ["bmp3", ["-type", "truecolor"], /^image rgb 3 8 image$/],
    ["bmp3", ["-colorspace", "gray"], /^image gray 1 8 image$/],
    ["png8", ["-colors", "10"], /^image index 1 [48] image$/],
    ["tiff", ["-colors", "10", "-compress", "zip", "-type", "palette"], /^image index 1 4 image$/],
  ];

  test.each(chosen(CASES, [0, 3]))("%s %j", async (format, options, expected) => {
    const file = await convert(["png:-", ...options, `${format}:-`], await shades().png().toBuffer());
    const { body } = expectOk(await send([file]));
    expect(await qpdfProblems(body)).toBe("");
    const [found = ""] = await listed(body);
    expect(found).toMatch(expected);
    const [colours] = await imagesIn(body, "-png");
    const original = sharp(await convert([`${format.replace(/[38]$/, "")}:-`, "png24:-"], file));
    expect(await difference(sharp(colours), original)).toBe(0);
  });
});

// The fifth is mirrored, the sixth is how telephones are held.
test.each(chosen([1, 2, 3, 4, 5, 6, 7, 8], [4, 5]))("EXIF orientation %i", async (orientation) => {
  const file = await shades("smooth").png().toBuffer();
  const turned = await sharp(file).withMetadata({ orientation, density: 72 }).jpeg({ quality: 100 }).toBuffer();
  const { body } = expectOk(await send([turned]));
  expect(await difference(await drawn(body), sharp(await sharp(turned).autoOrient().png().toBuffer()))).toBeLessThan(
    14,
  );
});

test.runIf(IS_FULL)("a TIFF of many pages has each of them", async () => {
  const colours = Array.from({ length: 150 }, (_, page) => `xc:rgb(${page},0,${255 - page})`);
  const tiff = await convert(["-size", "9x9", ...colours, "-compress", "lzw", "tiff:-"]);
  const result = expectOk(await send([tiff])).body;
  expect((await pdfInfo(result))?.get("Pages")).toBe("150");
});

test("a TIFF gives all of its pages, an animation its first frame and a warning", async () => {
  const pages = await convert(["-size", "72x36", "xc:red", "xc:blue", "xc:green", "-density", "72", "tiff:-"]);
  const frames = await convert(["-size", "30x30", "xc:red", "xc:blue", "gif:-"]);
  const reply = expectOk(await send([pages, frames], { dpi: 72 }));
  expect(await pageSizes(reply.body)).toEqual(["72 x 36", "72 x 36", "72 x 36", "30 x 30"]);
  expect(warnings(reply)).toEqual(["frames_dropped;file=2"]);
});

/** Returns the colour at places of the first page, at 72 dpi. */
async function coloursAt(reply: Reply, places: readonly (readonly [x: number, y: number])[]): Promise<string[]> {
  const { data, info } = await (await drawn(expectOk(reply).body)).raw().toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3).toString("hex"));
}

describe("paper", () => {
  let image: Buffer;
  beforeAll(async () => {
    image = await sharp({ create: { width: 200, height: 100, channels: 3, background: "#ff0000" } })
      .png()
      .toBuffer();
  });

  const [RED, WHITE, BLUE] = ["ff0000", "ffffff", "0000ff"];
  const PAPER = { page_size: "400x600", dpi: 72 };

  const LAID: readonly (readonly [
    Fields,
    size: string,
    readonly (readonly [x: number, y: number, colour: string])[],
  ])[] = [
    [{ page_size: "A4" }, "841.89 x 595.276", []],
    [{ page_size: "Letter", orientation: "portrait" }, "612 x 792", []],
    [
      { dpi: 72, margin: "1in", background: "blue" },
      "344 x 244",
      [
        [10, 10, BLUE],
        [75, 75, RED],
        [330, 120, BLUE],
      ],
    ],
    [
      PAPER,
      "600 x 400",
      [
        [5, 55, RED],
        [300, 40, WHITE],
        [300, 360, WHITE],
      ],
    ],
    [
      { ...PAPER, margin: 50, background: "#00f" },
      "600 x 400",
      [
        [60, 80, RED],
        [45, 200, BLUE],
        [300, 60, BLUE],
      ],
    ],
    [
      { ...PAPER, fit: "cover", margin: 20 },
      "600 x 400",
      [
        [25, 25, RED],
        [575, 375, RED],
        [10, 200, WHITE],
      ],
    ],
    [
      { ...PAPER, fit: "stretch" },
      "600 x 400",
      [
        [2, 2, RED],
        [597, 397, RED],
      ],
    ],
    [
      { ...PAPER, fit: "none" },
      "600 x 400",
      [
        [205, 155, RED],
        [395, 245, RED],
        [195, 200, WHITE],
        [300, 260, WHITE],
      ],
    ],
    [
      { ...PAPER, orientation: "portrait" },
      "400 x 600",
      [
        [5, 300, RED],
        [200, 190, WHITE],
      ],
    ],
  ];

  test.each(chosen(LAID, [2, 5, 6, 7, 8]))("%j", async (fields, size, places) => {
    const reply = expectOk(await send([image], fields));
    expect(await pageSizes(reply.body)).toEqual([size]);
    expect(
      await coloursAt(
        reply,
        places.map(([x, y]) => [x, y]),
      ),
    ).toEqual(places.map(([, , colour]) => colour));
    expect(warnings(reply)).toEqual([]);
  });

  test("what is cut, and fields that have no meaning, are told", async () => {
    const cut = await send([image, image], { page_size: "100x100", fit: "none", dpi: 72 });
    expect(warnings(expectOk(cut))).toEqual(["image_clipped;file=1", "image_clipped;file=2"]);
    const unused = await send([image], { orientation: "landscape", fit: "cover" });
    expect(warnings(expectOk(unused))).toEqual(["unused_field;name=orientation", "unused_field;name=fit"]);
    const thin = await send([whitePng(15_000, 1)], { dpi: 72 });
    expect(warnings(expectOk(thin))).toEqual(["image_resized;file=1"]);
    expectFault(await send([image], { page_size: "36x36", margin: 14 }), { loc: ["body", "margin"] });
  });
});

test("title, name and PDF/A", async () => {
  const [photo, drawing] = [await shades().jpeg().toBuffer(), await translucent().png().toBuffer()];
  const single = expectOk(await send([{ content: photo, filename: "beach.jpeg" }], { title: "Täglich <1>" }));
  expect(savedName(single)).toBe("beach.pdf");
  expect((await pdfInfo(single.body))?.get("Title")).toBe("Täglich <1>");
  const archived = expectOk(await send([photo, drawing], { title: "Both", pdfa: "2b", output_filename: "mine" }));
  expect(savedName(archived)).toBe("mine.pdf");
  const report = json(expectOk(await upload(service(), { path: VALIDATE_PDFA, file: archived.body })));
  expect(report).toMatchObject({ is_compliant: true, claimed_conformance: "PDF/A-2b" });
  const inks = await convert(["-size", "60x40", "gradient:red-blue", "-colorspace", "CMYK", "jpeg:-"]);
  const { detail } = expectFailure(await send([inks], { pdfa: "2b" }), 400, "not_convertible");
  expect(detail).toContain("DeviceCMYK");
});

/** Files that were cut off, or damaged in their middle. */
const DAMAGED: readonly (readonly [says: string, make: () => Sharp])[] = [
  ["JPEG", () => shades().jpeg()],
  ["PNG", () => shades().png()],
  ["interlaced PNG", () => shades().png({ progressive: true })],
  ["GIF", () => shades().gif()],
  ["WebP", () => shades().webp({ lossless: true })],
  ["AVIF", () => shades().avif({ effort: 0 })],
  ["TIFF", () => shades().tiff({ compression: "lzw" })],
];

test.each(sampled(DAMAGED, 2))("a %s that was cut off is refused, and named", async (_, make) => {
  const file = await make().toBuffer();
  const cut = { content: file.subarray(0, Math.floor(file.length * 0.7)), filename: "cut.img" };
  const reply = await send([file, cut]);
  const { detail } = expectFailure(reply, 400, "unsupported_file_type");
  expect(detail).toMatch(/^File 2 \("cut\.img"\): /);
  expect(reply.headers["x-credits-charged"]).toBe("0");
});

test("what is damaged, too large or no image is refused, and named", async () => {
  const png = await shades().png().toBuffer();
  const flipped = Buffer.from(png);
  flipped.writeUInt8((flipped[200] ?? 0) ^ 255, 200);
  const rows: readonly (readonly [Buffer, string, RegExp])[] = [
    [flipped, "unsupported_file_type", /data are damaged/],
    [headerOnlyPng(50, 50), "unsupported_file_type", /ends before its last row/],
    [headerOnlyPng(50_000, 50_000), "image_too_large", /50000 x 50000 pixels/],
    [Buffer.from("%PDF-1.7 hello"), "unsupported_file_type", /Accepted: image\/png/],
    [Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), "unsupported_file_type", /HEIC.*converted to JPEG/],
    [Buffer.alloc(0), "empty_file", /0 bytes/],
  ];
  for (const [file, code, says] of rows) {
    const { detail } = expectFailure(await send([png, file]), 400, code);
    expect(detail).toMatch(/^File 2 /);
    expect(detail).toMatch(says);
  }
});

test.runIf(IS_FULL)("200 files are taken", async () => {
  const dot = whitePng(2, 2);
  const reply = expectOk(await send(Array.from({ length: 200 }, () => dot)));
  expect((await pdfInfo(reply.body))?.get("Pages")).toBe("200");
  expect(reply.headers["x-credits-charged"]).toBe("1");
});

test("201 files are too many, none too few, and a job takes them", async () => {
  const dot = whitePng(2, 2);
  expectFault(await send(Array.from({ length: 201 }, () => dot)), { type: "too_long", loc: ["body", "files"] });
  expectFault(await send([]), { type: "missing", loc: ["body", "files"] });
  const job = await upload(service(), { path: `${IMAGES_TO_PDF}?async=true`, more: filesPart([dot]) });
  expect(job.status).toBe(202);
  expect((await call(service(), "GET", String(job.headers.location))).status).toBe(200);
});
