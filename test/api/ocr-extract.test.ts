import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { as, call, chargedBy } from "./accounts.ts";
import { OCR_ADVANCED as ADVANCED, OCR_SIMPLE as SIMPLE, send, upload } from "./client.ts";
import { fixture, pdfText } from "./programs.ts";
import { expectFailure, expectFault, expectOk, json, warnings } from "./reply.ts";
import {
  bilevelScan,
  converted,
  drawn,
  ENGINES,
  expectPageResult,
  HEIGHT_PT,
  LINES,
  numberedPages,
  type PageResult,
  pageContent,
  recognitionIn,
  recognize,
  TEXT,
  textPdf,
  WIDTH_PT,
  type Word,
} from "./scans.ts";
import { commonService, withService } from "./service.ts";
import { pagesWith, wordsOf } from "./watermarks.ts";

/* What the specification and the contract say about POST /api/v1/ocr/extract/simple and /advanced, row by row. */

const service = commonService();
const pdf = textPdf();

test.each(ENGINES)("$engine: a file alone gives its text, as the documented object", async ({ engine, path }) => {
  const file = { content: pdf, filename: "Hafen.pdf" };
  const { data, metadata } = await recognize(service(), path, file);
  expect(data).toMatchObject({ text: TEXT, pages: 1, word_count: 12 });
  expect(data.confidence).toBeGreaterThan(0.8);
  expect(metadata).toMatchObject({ engine, filename: "Hafen.pdf" });
  expect(metadata.processing_time_ms).toBeGreaterThan(0);
});

test.each([
  { format: "png", options: [] },
  { format: "jpeg", options: ["-quality", "85"] },
  { format: "webp", options: [] },
])("images are read: $format", async ({ format, options }) => {
  const image = await converted(await drawn(), format, ...options);
  for (const { path } of ENGINES) {
    expect((await recognize(service(), path, image)).data).toMatchObject({ text: TEXT, pages: 1 });
  }
});

test("words have their boxes, in pixels of the page's image, in reading order", async () => {
  const { data } = await recognize(service(), ADVANCED, pdf, { dpi: 144 });
  expect(data.page_dimensions).toEqual([{ page_number: 1, width: 2 * WIDTH_PT, height: 2 * HEIGHT_PT, dpi: 144 }]);
  const found = data.words ?? [];
  expect(found.map(({ text }) => text)).toEqual(TEXT.split(/\s/));
  // Poppler's boxes reach from the ascent to the descent of the font; the service's lie between them.
  const expected = await wordsOf(pdf);
  for (const [index, { text, leftPt, topPt, rightPt, bottomPt }] of expected.entries()) {
    const { bbox } = found[index] as Word;
    const sides = [Math.abs(bbox.x_min - 2 * leftPt), Math.abs(bbox.x_max - 2 * rightPt)];
    expect(Math.max(...sides), text).toBeLessThan(6);
    expect(bbox.y_min >= 2 * topPt - 2 && bbox.y_max <= 2 * bottomPt + 2, text).toBe(true);
  }
});

test("boxes of an image are in its own pixels, however it was turned and levelled to be read", async () => {
  const upright = await drawn(pdf, 150);
  const { data: straight } = await recognize(service(), ADVANCED, upright);
  const turned = await converted(upright, "png", "-rotate", "90");
  const { data } = await recognize(service(), ADVANCED, turned, { output: "detailed" });
  expect(data.text).toBe(TEXT);
  expect(data.page_results?.map(({ rotation }) => rotation)).toEqual([270]);
  const [width] = [straight.page_dimensions?.[0]?.height ?? 0];
  expect(data.page_dimensions).toMatchObject([{ width, height: straight.page_dimensions?.[0]?.width }]);
  for (const [index, word] of (data.words ?? []).entries()) {
    const before = straight.words?.[index]?.bbox;
    // A quarter turn clockwise takes (x, y) to (height - y, x).
    const expected = [
      width - (before?.y_max ?? 0),
      before?.x_min ?? 0,
      width - (before?.y_min ?? 0),
      before?.x_max ?? 0,
    ];
    const actual = [word.bbox.x_min, word.bbox.y_min, word.bbox.x_max, word.bbox.y_max];
    const furthest = Math.max(...actual.map((side, at) => Math.abs(side - (expected[at] ?? 0))));
    expect(furthest, word.text).toBeLessThan(5);
  }
});

test.each(ENGINES)("$engine: output=detailed adds pages and how they were read", async ({ path }) => {
  const { data, metadata } = await recognize(service(), path, textPdf([LINES, []]), { output: "detailed", dpi: 150 });
  expect(data.pages).toBe(2);
  expect(metadata).toMatchObject({ model: "tesseract", dpi: 150, languages: ["eng"] });
  const size = { width: (WIDTH_PT * 150) / 72, height: (HEIGHT_PT * 150) / 72 };
  expect(data.page_results).toMatchObject([
    { page_number: 1, dimensions: size, text: TEXT, rotation: 0, language: "eng", blocks: [{ type: "paragraph" }] },
    { page_number: 2, dimensions: size, text: "", confidence: null, blocks: [] },
  ]);
  expect(data.page_results?.[0]?.confidence).toBe(data.confidence);
});

test("QUIRE_COMPAT_OCR_PAGES and QUIRE_COMPAT_CONFIDENCE serve clients that read the interface otherwise", async () => {
  const settings = { QUIRE_COMPAT_OCR_PAGES: "array", QUIRE_COMPAT_CONFIDENCE: "percent" };
  await withService(settings, async (other) => {
    const request = { path: ADVANCED, file: pdf, fields: { output: "detailed" }, isDescribed: false };
    const reply = expectOk(await upload(other, request));
    const { data } = json(reply) as { data: { pages: readonly PageResult[]; confidence: number } };
    expect(data).not.toHaveProperty("page_results");
    expect(data.confidence).toBeGreaterThan(80);
    const [page] = data.pages;
    expect([data.pages.length, page?.text, page?.confidence]).toEqual([1, TEXT, data.confidence]);
    const asFractions = JSON.parse(JSON.stringify(page), (name, value) =>
      name === "confidence" ? value / 100 : value,
    );
    expectPageResult(asFractions, true);
  });
});

test("markdown has headings and lists, and shows nothing that was not there", async () => {
  const page = pagesWith({
    attributes: "/MediaBox [0 0 340 260]",
    content:
      "BT /F1 30 Tf 24 215 Td (Harbour Report) Tj /F1 14 Tf 0 -44 Td 18 TL (The boats came home) Tj T* (before breakfast today.) Tj " +
      "0 -40 Td (1. Count the boats) Tj T* (2. Paint the *red* ones) Tj T* (3. Go home early) Tj ET",
  });
  const { data } = await recognize(service(), SIMPLE, page, { format: "markdown" });
  expect(data.text).toBe(
    "# Harbour Report\n\nThe boats came home\nbefore breakfast today.\n\n1. Count the boats\n2. Paint the \\*red\\* ones\n3. Go home early",
  );
});

test("format=json gives a string that holds JSON of pages and blocks", async () => {
  const { data } = await recognize(service(), SIMPLE, textPdf([LINES, ["Second page here"]]), { format: "JSON" });
  expect(JSON.parse(data.text)).toEqual({
    pages: [
      { page_number: 1, blocks: [{ type: "paragraph", text: TEXT }] },
      { page_number: 2, blocks: [{ type: "paragraph", text: "Second page here" }] },
    ],
  });
  expect(data.word_count).toBe(15);
});

test.each(ENGINES)("$engine: pages are chosen, and stand apart by a blank line", async ({ path }) => {
  const chosen = await upload(service(), { path, file: numberedPages(5), fields: { pages: "2,4-9" } });
  expect(warnings(chosen)).toEqual(["pages_clipped"]);
  const { data } = recognitionIn(expectOk(chosen), { isAdvanced: path === ADVANCED, isDetailed: false });
  expect([data.text, data.pages]).toEqual(["Sheet 2\n\nSheet 4\n\nSheet 5", 3]);
  expect(chargedBy(chosen)).toBe(path === ADVANCED ? 3 : 0);
});

test("a selection that is empty is 400", async () => {
  const reply = await upload(service(), { path: ADVANCED, file: pdf, fields: { pages: "even" } });
  expectFailure(reply, 400, "page_out_of_range");
});

test.each(ENGINES)("$engine: a blank page is an answer without text", async ({ path }) => {
  const { data } = await recognize(service(), path, textPdf([[]]));
  expect(data).toMatchObject({ text: "", pages: 1, confidence: null, word_count: 0 });
  const image = await drawn(textPdf([[]]));
  expect((await recognize(service(), path, image)).data).toMatchObject({ text: "", pages: 1, confidence: null });
});

test("dpi is 300 for advanced, and what is asked for else", async () => {
  const sizes = [];
  for (const fields of [{}, { dpi: 72 }, { dpi: 600 }]) {
    const { data } = await recognize(service(), ADVANCED, numberedPages(1), fields);
    sizes.push(data.page_dimensions?.map(({ width, dpi }) => [width, dpi]));
  }
  expect(sizes).toEqual([[[667, 300]], [[160, 72]], [[1333, 600]]]);
  const { metadata } = await recognize(service(), SIMPLE, numberedPages(1), { output: "detailed" });
  expect(metadata.dpi).toBe(200);
});

test("pages that lie on their side or upside down are turned, unless they are not to be", async () => {
  const lines = Array.from({ length: 9 }, (_, index) => `${LINES[index % 3]}`);
  const content = `BT /F1 12 Tf 15 TL 20 170 Td ${lines.map((line) => `(${line}) Tj T*`).join(" ")} ET`;
  const size = "/MediaBox [0 0 220 200]";
  const file = pagesWith(
    { attributes: `${size} /Rotate 90`, content },
    { attributes: size, content: `0 -1 1 0 0 200 cm ${content}` },
    { attributes: size, content: `-1 0 0 -1 220 200 cm ${content}` },
    // Its content lies on its side, and /Rotate turns it upright.
    { attributes: "/MediaBox [0 0 200 220] /Rotate 90", content: `0 1 -1 0 200 0 cm ${content}` },
  );
  const { data } = await recognize(service(), ADVANCED, file, { output: "detailed" });
  const expected = lines.join("\n");
  expect(data.page_results?.map(({ text, rotation }) => ({ text, rotation }))).toEqual([
    { text: expected, rotation: 270 },
    { text: expected, rotation: 270 },
    { text: expected, rotation: 180 },
    { text: expected, rotation: 0 },
  ]);
  const { data: left } = await recognize(service(), SIMPLE, file, { pages: "3", auto_rotate: false });
  expect(left.text).not.toContain("breakfast");
});

test("lines that rise are levelled, unless they are not to be", async () => {
  const image = await converted(await drawn(pdf, 150), "png", "-background", "white", "-rotate", "-4");
  expect((await recognize(service(), ADVANCED, image)).data.text).toBe(TEXT);
  expectOk(await upload(service(), { path: ADVANCED, file: image, fields: { deskew: "no", denoise: "yes" } }));
});

test("the rendered page is read, whatever text it holds", async () => {
  const hidden = pagesWith({
    attributes: `/MediaBox [0 0 ${WIDTH_PT} ${HEIGHT_PT}]`,
    content: `${pageContent(LINES)} BT 3 Tr /F1 9 Tf 10 10 Td (Nobody can see this) Tj ET`,
  });
  expect(await pdfText(hidden)).toContain("Nobody can see this");
  expect((await recognize(service(), SIMPLE, hidden)).data.text).toBe(TEXT);
});

test("scans of one bit for each pixel are read", async () => {
  const scan = await bilevelScan(600);
  expect(await pdfText(scan)).not.toContain("harbour");
  for (const { path } of ENGINES) {
    expect((await recognize(service(), path, scan)).data.text).toBe(TEXT);
  }
});

test("enhance without a model leaves the text as it is, and says so", async () => {
  for (const { path } of ENGINES) {
    const reply = expectOk(await upload(service(), { path, file: pdf, fields: { enhance: true } }));
    expect(warnings(reply)).toEqual(["enhance_unavailable"]);
    expect(chargedBy(reply)).toBe(path === ADVANCED ? 1 : 0);
    expect((json(reply) as { data: { text: string } }).data.text).toBe(TEXT);
  }
});

test("languages are chosen in any spelling", async () => {
  const read = [];
  for (const language of ["deu", "de", "eng+deu", "EN, DE"]) {
    const { metadata } = await recognize(service(), SIMPLE, numberedPages(1), { output: "detailed", language });
    read.push(metadata.languages);
  }
  expect(read).toEqual([["deu"], ["deu"], ["eng", "deu"], ["eng", "deu"]]);
  const umlauts = textPdf([["\\334ber gr\\374ne H\\374gel f\\344hrt", "sp\\344ter die kleine F\\344hre"]]);
  const latin = Buffer.from(
    umlauts.toString("latin1").replace("/BaseFont", "/Encoding /WinAnsiEncoding /BaseFont"),
    "latin1",
  );
  const { data } = await recognize(service(), SIMPLE, latin, { language: "de" });
  expect(data.text).toBe("Über grüne Hügel fährt\nspäter die kleine Fähre");
});

test("language=auto takes what is installed for the script", async () => {
  const { data, metadata } = await recognize(service(), SIMPLE, pdf, { language: "auto", output: "detailed" });
  expect(data.text).toBe(TEXT);
  expect(metadata.languages).toContain("eng");
});

test.each(ENGINES)("$engine: a language that is not installed is refused, with those that are", async ({ path }) => {
  const { languages } = as<{ languages: { code: string }[] }>(await call(service(), "GET", "/api/v1/ocr/languages"));
  const codes = languages.map(({ code }) => code);
  for (const language of ["xyz", "eng+klingon", "../../eng", "+"]) {
    const fault = expectFault(await upload(service(), { path, file: pdf, fields: { language } }), {
      type: "value_error",
      loc: ["body", "language"],
      input: language,
    });
    expect(fault.ctx?.["installed"]).toEqual(codes);
  }
});

test("the languages that there are have codes, names and two letters", async () => {
  const { languages } = as<{ languages: object[] }>(await call(service(), "GET", "/api/v1/ocr/languages"));
  expect(languages).toEqual(
    expect.arrayContaining([
      { code: "deu", name: "German", iso639_1: "de" },
      { code: "eng", name: "English", iso639_1: "en" },
    ]),
  );
  expect(languages).not.toContainEqual(expect.objectContaining({ code: "osd" }));
});

test.each(["encrypted-aes-256-r6.pdf", "locked-rc4-40.pdf"])("a password opens a document: %s", async (name) => {
  const password = name.startsWith("locked") ? "open sesame" : "user";
  const { data } = await recognize(service(), SIMPLE, fixture(name), { password, pages: "1" });
  expect(data.pages).toBe(1);
});

test("a document that only an owner password restricts is read, and the answer says so", async () => {
  const reply = expectOk(
    await upload(service(), { path: SIMPLE, file: fixture("locked-owner-only.pdf"), fields: { pages: "1" } }),
  );
  expect(warnings(reply)).toEqual(["permissions_ignored"]);
});

test("the same request is answered the same", async () => {
  const [one, two] = [await recognize(service(), ADVANCED, pdf), await recognize(service(), ADVANCED, pdf)];
  expect(one.data).toEqual(two.data);
});

test.each(ENGINES)(
  "$engine: the API description has its fields, and a schema that its answers are of",
  async ({ path }) => {
    const document = json(await send(service(), { path: "/openapi.json", key: null })) as Description;
    const { requestBody, responses } = document.paths[path].post;
    const form =
      document.components.schemas[requestBody.content["multipart/form-data"].schema.$ref.split("/").at(-1) ?? ""];
    expect(form?.properties).toMatchObject({
      output: { type: "string", enum: ["simple", "detailed"], default: "simple" },
      format: { type: "string", enum: ["text", "markdown", "json"], default: "text" },
      language: { type: "string", default: "eng" },
      pages: { type: "string", default: "all" },
      dpi: { type: "integer", minimum: 72, maximum: 600, default: path === ADVANCED ? 300 : 200 },
      enhance: { type: "boolean", default: false },
      deskew: { type: "boolean", default: true },
      denoise: { type: "boolean", default: false },
      auto_rotate: { type: "boolean", default: true },
      password: { type: "string" },
    });
    expect(form?.required).toEqual(["file"]);
    const schema = responses["200"].content["application/json"].schema;
    const isAnswer = new Ajv2020({ strict: false }).compile(schema);
    for (const fields of [{}, { output: "detailed" }, { output: "detailed", pages: "2" }]) {
      const answer = json(await upload(service(), { path, file: textPdf([LINES, []]), fields }));
      expect([isAnswer(answer), isAnswer.errors]).toEqual([true, null]);
    }
    expect(isAnswer({ success: true, data: {}, metadata: {} })).toBe(false);
  },
);

interface Described {
  readonly requestBody: {
    readonly content: { readonly "multipart/form-data": { readonly schema: { readonly $ref: string } } };
  };
  readonly responses: {
    readonly 200: { readonly content: { readonly "application/json": { readonly schema: object } } };
  };
}

interface Description {
  readonly paths: Readonly<Record<typeof SIMPLE | typeof ADVANCED, { readonly post: Described }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: object; readonly required: readonly string[] }>>;
  };
}
