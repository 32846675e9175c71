import { expect, test } from "vitest";
import { as, moneyOf, newClient } from "./accounts.ts";
import { addWatermark, type Fields, type File, upload, WATERMARK } from "./client.ts";
import { emptyPages } from "./documents.ts";
import { cancel, endlessJob, jobOf, ONE_AT_A_TIME, resultOf, submitted, untilFinal } from "./jobs.ts";
import { pageTexts } from "./pages.ts";
import { differingPixels, fixture, pdfInfo, qpdfProblems } from "./programs.ts";
import { expectFailure, expectFault, expectOk, faults, type Reply, savedName, warnings } from "./reply.ts";
import { commonService, onOneDirectory, withService } from "./service.ts";
import { blank, fontsOf, marked, onlyWordOf, textOf } from "./watermarks.ts";

/*
 * POST /api/v1/pdf/watermark: one test for each row of the specification's tables, and one for each field of the
 * contract. Position, colours and bad input are tested in the neighbouring files.
 */

const service = commonService({ keepsResults: true });
const colours = fixture("four-colours.pdf");
const features = fixture("features.pdf");
const page = blank(600, 300);

const watermark = (fields: Fields, file: File = page): Promise<Reply> => addWatermark(service(), file, fields);
/** Returns the text that is read on an empty page with this watermark. */
const written = async (fields: Fields, file: File = page): Promise<string> =>
  textOf(await watermark({ position: "center", font_size: 12, ...fields }, file));

test("a PDF comes back with the text on it", async () => {
  const reply = expectOk(await watermark({ text: "Draft", position: "center" }));
  expect(reply.headers["content-type"]).toBe("application/pdf");
  expect(reply.headers["content-disposition"]).toBe('attachment; filename="watermarked.pdf"');
  expect(reply.headers["content-length"]).toBe(String(reply.body.length));
  expect(reply.headers["x-warnings"]).toBeUndefined();
  expect(await qpdfProblems(reply.body)).toBe("");
  expect(await textOf(reply)).toBe("Draft");
});

test("everything else stays: text, outline, tags, labels, attachments, form", async () => {
  const reply = expectOk(await watermark({ text: "Draft", position: "top", pages: "1" }, features));
  const [before, after] = await Promise.all([pdfInfo(features), pdfInfo(reply.body)]);
  for (const label of ["Title", "Author", "Tagged", "Form", "Pages", "Page size", "JavaScript", "Metadata Stream"]) {
    expect(after?.get(label), label).toBe(before?.get(label));
  }
  const [, second] = await pageTexts(reply.body);
  expect(second).toBe((await pageTexts(features))[1]);
  expect(await differingPixels(features, reply.body, 1)).toBeGreaterThan(0);
  expect(await differingPixels(features, reply.body, 2)).toBe(0);
});

/* The text. */

test("text is required, and empty text is none", async () => {
  expectFault(await watermark({}), { type: "missing", loc: ["body", "text"] });
  expectFault(await watermark({ text: "" }), { type: "missing", loc: ["body", "text"] });
});

test.each([
  " ",
  "\n",
  "\t \r\n",
  "\u00a0\u2003\u3000",
  "\u200b",
  "\u200d\u200e\u202e\u2066",
  "\ufeff",
  "\u00ad",
  "\u0001\u001f\u007f\u0085",
  "\u3164\u115f",
  "\u{e0041}\ufe0f",
])("text of nothing that can be seen is refused: %j", async (text) => {
  const fault = expectFault(await watermark({ text }), { type: "value_error", loc: ["body", "text"], input: text });
  expect(fault.msg).toMatch(/^Value error, text should have at least one visible character/);
});

test("text has at most 10,000 characters, whatever they are in bytes", async () => {
  for (const character of ["x", "中", "😀"]) {
    expectOk(await watermark({ text: `${character}\n`.repeat(5000), font_size: 8 }));
    const reply = await watermark({ text: `${character}\n`.repeat(5000) + character });
    expectFault(reply, { type: "string_too_long", loc: ["body", "text"], ctx: { max_length: 10_000 } });
  }
  expectOk(await watermark({ text: "x".repeat(10_000) }));
  expectOk(await watermark({ text: "x" }));
});

/* Positions are measured in watermark-places.test.ts. */

test("without a position, and with an empty one, it is diagonal", async () => {
  const [without, empty, named, other] = await Promise.all(
    [{}, { position: "" }, { position: "diagonal" }, { position: "center" }].map((fields) =>
      marked(service(), page, { text: "Draft", ...fields }),
    ),
  );
  expect(without?.equals(named ?? Buffer.alloc(0))).toBe(true);
  expect(empty?.equals(named ?? Buffer.alloc(0))).toBe(true);
  expect(without?.equals(other ?? Buffer.alloc(0))).toBe(false);
});

const CORNERS = ["top-left", "top-right", "bottom-left", "bottom-right"];

test.each(["diagonal", "center", "top", "bottom", ...CORNERS, "Top-Left", "DIAGONAL"])(
  "position %s",
  async (position) => {
    expect(await textOf(await watermark({ text: "Draft", position, rotation: 0 }))).toBe("Draft");
  },
);

test.each(["left", "middle", "top left", "centre", "topleft", "0"])("position %j is refused", async (position) => {
  const fault = expectFault(await watermark({ text: "x", position }), { type: "enum", loc: ["body", "position"] });
  const expected = "'diagonal', 'center', 'top', 'bottom', 'top-left', 'top-right', 'bottom-left' or 'bottom-right'";
  expect(fault).toMatchObject({
    input: position,
    ctx: { expected },
    msg: expect.stringContaining(`Input should be ${expected}`),
  });
});

/* Pages. */

test.each([
  { pages: undefined, numbers: [1, 2, 3, 4] },
  { pages: "all", numbers: [1, 2, 3, 4] },
  { pages: "first", numbers: [1] },
  { pages: "last", numbers: [4] },
  { pages: "odd", numbers: [1, 3] },
  { pages: "even", numbers: [2, 4] },
  { pages: "1-3", numbers: [1, 2, 3] },
  { pages: "1-2,4", numbers: [1, 2, 4] },
  { pages: " 4 , 2 - 3 ", numbers: [2, 3, 4] },
  { pages: "2,2,1-2,2-2", numbers: [1, 2] },
  { pages: "3-", numbers: [3, 4] },
  { pages: "-2", numbers: [1, 2] },
  { pages: "LAST", numbers: [4] },
  { pages: "", numbers: [1, 2, 3, 4] },
])("pages=$pages: on $numbers, once each", async ({ pages, numbers }) => {
  const fields = { text: "Copy", position: "top", ...(pages !== undefined && { pages }) };
  const reply = expectOk(await watermark(fields, colours));
  const texts = (await pageTexts(reply.body)).map((text) => text.trim().replaceAll(/\s+/g, " "));
  const mark = (number: number): string => (numbers.includes(number) ? " Copy" : "");
  expect(texts).toEqual([1, 2, 3, 4].map((number) => `Page ${number} of four${mark(number)}`));
  expect(warnings(reply)).toEqual([]);
});

test("a page without the watermark looks as before to the last pixel", async () => {
  const pdf = await marked(service(), colours, { text: "Copy", pages: "2,4", opacity: 1 });
  const different = await Promise.all([1, 2, 3, 4].map((number) => differingPixels(colours, pdf, number)));
  expect(different.map((pixels) => pixels > 0)).toEqual([false, true, false, true]);
});

test.each(["0", "5-2", "a", "1;2", "1,,2", "1-2-3", "all,1", "1.5", "-", "second"])(
  "pages=%j is refused",
  async (pages) => {
    const reply = await watermark({ text: "x", pages }, colours);
    expectFault(reply, { type: "value_error", loc: ["body", "pages"], input: pages });
  },
);

test.each(["5", "1,9", "5-", "5-9"])("pages=%j are not in the document", async (pages) => {
  const { detail } = expectFailure(await watermark({ text: "x", pages }, colours), 400, "page_out_of_range");
  expect(detail).toMatch(/^Page \d does not exist; the document has 4 pages\.$/);
});

test("a range that ends beyond the last page is clipped", async () => {
  const reply = expectOk(await watermark({ text: "Copy", pages: "3-9", position: "top" }, colours));
  expect(warnings(reply)).toEqual(["pages_clipped"]);
  const texts = await pageTexts(reply.body);
  expect(texts.map((text) => text.includes("Copy"))).toEqual([false, false, true, true]);
});

test("the even pages of one page are none: the document comes back byte for byte", async () => {
  for (const file of [emptyPages(1), fixture("line-drawing.pdf")]) {
    const reply = expectOk(await watermark({ text: "x", pages: "even" }, file));
    expect(warnings(reply)).toEqual(["empty_selection"]);
    expect(reply.body.equals(file)).toBe(true);
    expect(savedName(reply)).toBe("watermarked.pdf");
  }
});

/* Variables. */

const report = { content: colours, filename: "Bericht „Ä“ 中.v2.PDF" };

test("{{page}} is the number of the page in the document, {{total_pages}} how many it has", async () => {
  const fields = { text: "No. {{page}}/{{total_pages}}", position: "top", pages: "2-4" };
  const texts = await pageTexts(expectOk(await watermark(fields, colours)).body);
  expect(texts.map((text) => /No\. \S+/.exec(text)?.[0])).toEqual([undefined, "No. 2/4", "No. 3/4", "No. 4/4"]);
});

test("{{filename}} is the name of the uploaded file, with its extension", async () => {
  expect(await written({ text: "{{filename}}" }, { content: page, filename: report.filename })).toBe(report.filename);
  expect(await written({ text: "{{filename}}" })).toBe("document.pdf");
  expect(await written({ text: "{{filename}}" }, { content: page, filename: "C:\\private\\a b.pdf" })).toBe("a b.pdf");
});

/** Returns the moments between which the text was made, and the text. */
async function during(fields: Fields): Promise<{ readonly from: number; readonly to: number; readonly text: string }> {
  const from = Date.now();
  const text = await written(fields);
  return { from, to: Date.now(), text };
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

test("{{date}} is the day of the request in UTC, as YYYY-MM-DD", async () => {
  const { from, to, text } = await during({ text: "{{date}}" });
  expect([dayOf(from), dayOf(to)]).toContain(text);
});

test("{{datetime}} is its time, as YYYY-MM-DD HH:MM:SS", async () => {
  const { from, to, text } = await during({ text: "{{datetime}}" });
  expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const time = Date.parse(`${text.replace(" ", "T")}Z`);
  expect(time).toBeGreaterThan(from - 1000);
  expect(time).toBeLessThanOrEqual(to);
});

test.each([
  { timezone: "Pacific/Kiritimati", hours: 14 },
  { timezone: "pacific/niue", hours: -11 },
  { timezone: "Asia/Kathmandu", hours: 5.75 },
  { timezone: "UTC", hours: 0 },
  { timezone: "", hours: 0 },
])("with timezone=$timezone they are $hours hours from UTC", async ({ timezone, hours }) => {
  const { from, to, text } = await during({ text: "{{date}} / {{datetime}}", timezone });
  const [date = "", time = ""] = text.split(" / ");
  expect(time.slice(0, 10)).toBe(date);
  const moment = Date.parse(`${time.replace(" ", "T")}Z`) - hours * 3_600_000;
  expect(moment).toBeGreaterThan(from - 1000);
  expect(moment).toBeLessThanOrEqual(to);
});

test.each(["Mars/Olympus", "+01:00", "Berlin", "x".repeat(64)])("timezone=%j is refused", async (timezone) => {
  const reply = await watermark({ text: "x", timezone });
  expectFault(reply, { type: "value_error", loc: ["body", "timezone"], input: timezone });
});

test.each([
  ["{{ page }} of {{  total_pages}}", "1 of 1"],
  ["{{{page}}}", "{1}"],
  ["{{{{page}}}}", "{{1}}"],
  ["{{page}}{{page}}", "11"],
  ["{{Page}} {{PAGE}} {{pages}} {{ }}", "{{Page}} {{PAGE}} {{pages}} {{ }}"],
  ["{{user}} {page} {{page} {page}}", "{{user}} {page} {{page} {page}}"],
])("%j gives %j", async (text, expected) => {
  expect(await written({ text })).toBe(expected);
});

test("a file name that looks like a variable is none", async () => {
  expect(await written({ text: "{{filename}}" }, { content: page, filename: "{{page}}.pdf" })).toBe("{{page}}.pdf");
});

/* The contract's additions. */

test.each([0, -360, 360, "1e1", "12.5"])("rotation=%s", async (rotation) => {
  expectOk(await watermark({ text: "x", rotation }));
});

test.each([
  { rotation: 360.1, fault: { type: "less_than_equal", ctx: { le: 360 } } },
  { rotation: -361, fault: { type: "greater_than_equal", ctx: { ge: -360 } } },
  { rotation: "45deg", fault: { type: "float_parsing" } },
])("rotation=$rotation is refused", async ({ rotation, fault }) => {
  expectFault(await watermark({ text: "x", rotation }), { ...fault, loc: ["body", "rotation"] });
});

/** Returns the fonts of a watermark that was written without a warning. */
async function fontsWith(fields: Fields): Promise<string> {
  const reply = expectOk(await watermark({ text: "Wide wood", position: "center", ...fields }));
  expect(warnings(reply)).toEqual([]);
  return (await fontsOf(reply.body)).join();
}

test("font_family is preferred for the characters that it has", async () => {
  expect(await fontsWith({ font_family: "Noto Serif" })).toMatch(/NotoSerif/);
  expect(await fontsWith({ font_family: "noto-SANS mono" })).toMatch(/NotoSansMono/);
  expect(await fontsWith({})).not.toMatch(/Mono|Serif/);
});

test("a font that is not installed is reported, and another one is used", async () => {
  const reply = expectOk(await watermark({ text: "Draft", position: "center", font_family: "No Such Font 7" }));
  expect(warnings(reply)).toEqual(["font_family_unknown"]);
  expect(await textOf(reply)).toBe("Draft");
  expectOk(await watermark({ text: "x", font_family: "😀".repeat(200) }));
  const long = await watermark({ text: "x", font_family: "x".repeat(201) });
  expectFault(long, { type: "string_too_long", loc: ["body", "font_family"], ctx: { max_length: 200 } });
});

test("with fit, text that is too long becomes smaller, and the answer says so", async () => {
  const text = "A_rather_long_text_for_a_small_page";
  const place = { text, position: "center", font_size: 100 };
  const wide = await watermark(place);
  expect(warnings(wide)).toEqual(["text_clipped"]);
  const { leftPt, rightPt } = await onlyWordOf(expectOk(wide).body);
  expect(rightPt - leftPt).toBeGreaterThan(600);
  expect((leftPt + rightPt) / 2).toBeCloseTo(300, 0);
  const fitted = await watermark({ ...place, fit: true });
  expect(warnings(fitted)).toEqual(["text_shrunk"]);
  const box = await onlyWordOf(expectOk(fitted).body);
  expect(box.leftPt).toBeGreaterThan(0);
  expect(box.rightPt).toBeLessThan(600);
  expect(box.rightPt - box.leftPt).toBeGreaterThan(0.8 * 600);
  const small = await watermark({ text: "Small", position: "center", font_size: 20, fit: "yes" });
  expect(warnings(small)).toEqual([]);
  expectFault(await watermark({ text: "x", fit: "maybe" }), { type: "bool_parsing", loc: ["body", "fit"] });
});

test.each([
  { given: "", name: "watermarked.pdf" },
  { given: "signed copy", name: "signed copy.pdf" },
  { given: "../../etc/Entwurf ä.PDF", name: "Entwurf ä.PDF" },
])("output_filename $given is answered as $name", async ({ given, name }) => {
  expect(savedName(expectOk(await watermark({ text: "x", output_filename: given })))).toBe(name);
});

test("all faults are reported together", async () => {
  const wrong = { opacity: 2, font_size: "big", font_color: "red", pages: "0", position: "here", layer: "in" };
  const reply = await watermark({ ...wrong, timezone: "Nowhere", fit: "?", rotation: 999 });
  expectFailure(reply, 422, "validation_error");
  expect(faults(reply).map(({ loc }) => loc[1])).toEqual([
    "text",
    "position",
    "opacity",
    "font_size",
    "font_color",
    "pages",
    "rotation",
    "layer",
    "timezone",
    "fit",
  ]);
});

test("an unknown field is reported", async () => {
  expect(warnings(await watermark({ text: "x", colour: "#fff" }))).toEqual([
    "unknown_field;name=colour;suggestion=font_color",
  ]);
});

/* The service around it. */

test("the same request gives the same bytes", async () => {
  const fields = { text: "Entwurf 草稿 {{page}}", pages: "2-" };
  const [one, two] = await Promise.all([watermark(fields, report), watermark(fields, report)]);
  expect(expectOk(one).body.equals(expectOk(two).body)).toBe(true);
});

test("as a job it gives the same result, warnings included", async () => {
  const fields = { text: "{{page}}/{{total_pages}} {{filename}}", pages: "2-9", output_filename: "both" };
  const direct = expectOk(await watermark(fields, report));
  const id = await submitted(service(), { path: WATERMARK, fields, file: report });
  expect(await untilFinal(service(), id)).toMatchObject({
    status: "complete",
    operation: "watermark",
    credits: { charged: 1 },
  });
  const reply = expectOk(await resultOf(service(), id));
  expect(savedName(reply)).toBe("both.pdf");
  expect(warnings(reply)).toEqual(["pages_clipped"]);
  expect(reply.body.equals(direct.body)).toBe(true);
  const unchanged = await submitted(service(), { path: WATERMARK, fields: { text: "x", pages: "even" }, file: page });
  await untilFinal(service(), unchanged);
  expect(expectOk(await resultOf(service(), unchanged)).body.equals(page)).toBe(true);
});

test("the time in a job is that of its submission, also when the service was lost meanwhile", async () => {
  await onOneDirectory(async (start) => {
    const first = await start(ONE_AT_A_TIME);
    const before = await endlessJob(first);
    const fields = { text: "{{datetime}}", position: "center" };
    const id = await submitted(first, { path: WATERMARK, fields, file: page });
    const { created_at: createdAt } = await jobOf(first, id);
    await first.kill();
    // Everything from here on happens in a later second.
    while (Date.now() < Date.parse(createdAt) + 1100) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const second = await start(ONE_AT_A_TIME);
    await cancel(second, before);
    await untilFinal(second, id);
    const submittedAt = createdAt.slice(0, 19).replace("T", " ");
    expect(await textOf(await resultOf(second, id))).toBe(submittedAt);
    await second.stop();
  });
});

test("it costs a credit, and a refusal nothing", async () => {
  const { key, accountId } = await newClient(service(), 1);
  const ask = (fields: Fields, file: Buffer = page): Promise<Reply> =>
    upload(service(), { path: WATERMARK, key, file, fields });
  expectFailure(await ask({ text: "x", pages: "2" }), 400, "page_out_of_range");
  expectFailure(await ask({ text: "x" }, Buffer.from("GIF89a")), 400, "unsupported_file_type");
  expectFailure(await ask({ text: " " }), 422, "validation_error");
  expect(await moneyOf(service(), accountId)).toEqual([1, 0, 1]);
  expect(expectOk(await ask({ text: "x" })).headers["x-credits-charged"]).toBe("1");
  expect(await moneyOf(service(), accountId)).toEqual([0, 0, 0]);
  expectFailure(await ask({ text: "x" }), 402, "insufficient_credits");
});

test("an estimate returns its price", async () => {
  const fields = { operation: "watermark", text: "x" };
  const estimate = as(await upload(service(), { path: "/api/v1/estimate", fields, file: colours }));
  expect(estimate).toMatchObject({ operation: "watermark", pages: 4, credits: 1, mode: "sync" });
});

test("a key needs the scope pdf", async () => {
  const { key } = await newClient(service(), 5, { scopes: ["convert"] });
  const reply = await upload(service(), { path: WATERMARK, key, file: page, fields: { text: "x" } });
  expectFailure(reply, 403, "insufficient_scope");
});

test("a result larger than a file may be is refused", async () => {
  await withService({ QUIRE_MAX_ARCHIVE_BYTES: "3000" }, async (small) => {
    expectFailure(await addWatermark(small, page, { text: "Draft" }), 400, "document_too_complex");
  });
});
