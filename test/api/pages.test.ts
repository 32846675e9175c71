import { describe, expect, test } from "vitest";
import { chosen, IS_FULL } from "../running/sampling.ts";
import { type Fields, type File, PAGES, upload } from "./client.ts";
import { classicPdf, emptyPages } from "./documents.ts";
import { difference, drawn, part, turned } from "./drawn-pages.ts";
import { outlineTitles, pageTexts } from "./pages.ts";
import { fixture, pdfInfo, qpdfProblems, run, withFile } from "./programs.ts";
import { expectFailure, expectFault, expectOk, type Reply, savedName, warningCodes, warnings } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 8: POST /api/v1/pdf/pages. */

const service = commonService({ keepsResults: true });
const colours = fixture("four-colours.pdf");
const features = fixture("features.pdf");

type Step = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const arrange = (steps: readonly Step[] | string, file: File = colours, fields: Fields = {}): Promise<Reply> =>
  upload(service(), {
    path: PAGES,
    file,
    fields: { steps: typeof steps === "string" ? steps : JSON.stringify(steps), ...fields },
  });

async function arranged(steps: readonly Step[], file?: File): Promise<Buffer> {
  const { body } = expectOk(await arrange(steps, file));
  expect(await qpdfProblems(body)).toBe("");
  return body;
}

/** Returns the numbers of the pages of four-colours.pdf that each page shows; none for an empty page. */
async function numbers(pdf: Buffer): Promise<number[][]> {
  const texts = await pageTexts(pdf);
  return texts.map((text) => Array.from(text.matchAll(/Page (\d) of four/g), ([, page]) => Number(page)));
}

/** Returns the words of each page with the boxes that pdftotext gives them, from the upper left, in points. */
async function words(pdf: Buffer): Promise<{ readonly word: string; readonly x: number; readonly y: number }[][]> {
  const { stdout } = await withFile(pdf, (path) => run("pdftotext", ["-bbox", path, "-"]));
  const pages = stdout.toString("utf8").split("<page ").slice(1);
  return pages.map((page) =>
    Array.from(page.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)".*?>(.*?)<\/word>/g), ([, x, y, word = ""]) => ({
      word,
      x: Number(x),
      y: Number(y),
    })),
  );
}

const sizes = async (pdf: Buffer): Promise<string[]> => {
  const { stdout } = await withFile(pdf, (path) => run("pdfinfo", ["-f", "1", "-l", "99", path]));
  return Array.from(stdout.toString("utf8").matchAll(/size: +([\d.]+) x ([\d.]+)/g), ([, width, height]) =>
    [width, height].map((side) => Math.round(Number(side))).join("x"),
  );
};

test("the answer is a PDF, named as asked, without protection", async () => {
  const reply = expectOk(await arrange([{ rotate: { degrees: 90 } }]));
  expect([reply.headers["content-type"], savedName(reply)]).toEqual(["application/pdf", "pages.pdf"]);
  expect(reply.headers["x-credits-charged"]).toBe("1");
  expect(reply.headers["x-warnings"]).toBeUndefined();
  expect(savedName(await arrange([{ rotate: { degrees: 90 } }], colours, { output_filename: "mine" }))).toBe(
    "mine.pdf",
  );
  const locked = fixture("locked-aes-256.pdf");
  expectFailure(await arrange([{ keep: { pages: "1" } }], locked), 400, "pdf_encrypted");
  expectFailure(await arrange([{ keep: { pages: "1" } }], locked, { password: "no" }), 400, "wrong_password");
  const open = expectOk(await arrange([{ keep: { pages: "1" } }], locked, { password: "open sesame" }));
  expect((await pdfInfo(open.body))?.get("Encrypted")).toBe("no");
});

/** Steps, and the pages of four-colours.pdf that the pages of the result show. */
const SHOWN: readonly { readonly steps: readonly Step[]; readonly shows: number[][] }[] = [
  { steps: [{ delete: { pages: "2,4" } }], shows: [[1], [3]] },
  { steps: [{ delete: { pages: 1 } }, { delete: { pages: 1 } }], shows: [[3], [4]] },
  { steps: [{ keep: { pages: "4,1-2" } }], shows: [[1], [2], [4]] },
  { steps: [{ reorder: { order: "4,2" } }], shows: [[4], [2], [1], [3]] },
  { steps: [{ reorder: { order: "Reverse" } }], shows: [[4], [3], [2], [1]] },
  { steps: [{ insert_blank: { after: 0, count: 2 } }, { keep: { pages: "-3" } }], shows: [[], [], [1]] },
  { steps: [{ insert_blank: { after: "odd" } }], shows: [[1], [], [2], [3], [], [4]] },
  { steps: [{ duplicate: { pages: "3", times: 2 } }], shows: [[1], [2], [3], [3], [3], [4]] },
  {
    steps: [{ nup: { per_sheet: 2 } }],
    shows: [
      [1, 2],
      [3, 4],
    ],
  },
  {
    steps: [{ nup: { per_sheet: 2, order: "across_from_right" } }],
    shows: [
      [2, 1],
      [4, 3],
    ],
  },
  {
    steps: [{ booklet: {} }],
    shows: [
      [4, 1],
      [2, 3],
    ],
  },
  {
    steps: [{ booklet: { binding: "right" } }],
    shows: [
      [1, 4],
      [3, 2],
    ],
  },
  {
    steps: [{ keep: { pages: "1-2" } }, { duplicate: { times: 2 } }, { booklet: {} }],
    shows: [[1], [1], [2, 1], [2, 2]],
  },
  { steps: [{ nup: { per_sheet: 2 } }, { split_spreads: {} }], shows: [[1], [2], [3], [4]] },
  {
    steps: [{ nup: { per_sheet: 2 } }, { split_spreads: { pages: 1, direction: "right_to_left" } }],
    shows: [[2], [1], [3, 4]],
  },
];

// In the quick run each verb is in one of them.
test.each(chosen(SHOWN, [1, 3, 5, 12, 14]))("$steps shows $shows", async ({ steps, shows }) => {
  expect(await numbers(await arranged(steps))).toEqual(shows);
});

describe("pictures", () => {
  test.runIf(IS_FULL)("a page is turned, again, and back", async () => {
    const before = await drawn(colours, 2);
    const once = await drawn(await arranged([{ rotate: { pages: "2", degrees: 90 } }]), 2);
    expect(difference(once, turned(before))).toBeLessThan(0.002);
    const pdf = await arranged([
      { rotate: { degrees: 270 } },
      { rotate: { degrees: 180 } },
      { rotate: { pages: "3", degrees: 0, absolute: true } },
    ]);
    expect(difference(await drawn(pdf, 1), turned(await drawn(colours, 1)))).toBeLessThan(0.002);
    expect(difference(await drawn(pdf, 3), await drawn(colours, 3))).toBe(0);
  });

  test("a crop is what it leaves, of a turned page too, and takes nothing out", async () => {
    const cut = { x: 20, y: 40, width: 216, height: 306 };
    const cropped = await arranged([{ crop: { margins: { left: 40, top: "80pt", right: 140, bottom: 100 } } }]);
    expect(difference(await drawn(cropped, 1), part(await drawn(colours, 1), cut))).toBe(0);
    const box = { left: 40, top: 80, width: 432, height: 400 };
    const ofTurned = await arranged([{ rotate: { degrees: 90 } }, { crop: { pages: "1", box } }]);
    const area = { x: 20, y: 40, width: 216, height: 200 };
    expect(difference(await drawn(ofTurned, 1), part(turned(await drawn(colours, 1)), area))).toBeLessThan(0.002);
    const whole = await withFile(cropped, async (path) => (await run("pdfinfo", ["-box", path])).stdout.toString());
    expect(whole).toMatch(/MediaBox: +0.00 +0.00 +612.00 +792.00/);
  });

  test("pages on a sheet are the pages, each in its cell, as they are seen", async () => {
    const steps = [{ rotate: { pages: "2", degrees: 180 } }, { nup: { per_sheet: 4, size: "1224x1584pt" } }];
    const sheet = await drawn(await arranged(steps), 1);
    for (const [index, x, y] of [
      [0, 0, 0],
      [2, 0, 396],
      [3, 306, 396],
    ] as const) {
      const cell = part(sheet, { x, y, width: 306, height: 396 });
      expect(difference(cell, await drawn(colours, index + 1))).toBeLessThan(0.002);
    }
    const second = part(sheet, { x: 306, y: 0, width: 306, height: 396 });
    expect(difference(second, turned(turned(await drawn(colours, 2))))).toBeLessThan(0.002);
  });

  test("a page scaled to twice the size has its words at twice the places, and margins move them", async () => {
    const first = (await words(colours))[0]?.[0] ?? { x: 0, y: 0 };
    const scaled = await arranged([{ scale: { size: "1244x1604", margins: 10 } }]);
    const word = (await words(scaled))[0]?.[0];
    expect([word?.x, word?.y]).toEqual([expect.closeTo(10 + 2 * first.x, 0), expect.closeTo(10 + 2 * first.y, 0)]);
    expect(await sizes(scaled)).toEqual(["1244x1604", "1244x1604", "1244x1604", "1244x1604"]);
  });

  test.runIf(IS_FULL)(
    "paper lies as the page does, or as it is asked to, and a page covers it or is stretched",
    async () => {
      const steps: Step[] = [{ rotate: { pages: "1", degrees: 90 } }, { scale: { pages: "1-2", size: "A5" } }];
      expect(await sizes(await arranged(steps))).toEqual(["595x420", "420x595", "612x792", "612x792"]);
      const covered = await drawn(
        await arranged([{ scale: { size: "400x200", orientation: "landscape", fit: "cover" } }]),
        1,
      );
      const stretched = await drawn(
        await arranged([{ scale: { size: "400x200", orientation: "landscape", fit: "stretch" } }]),
        1,
      );
      const row = { x: 0, y: 50, width: 200, height: 1 };
      // The coloured box takes 72 % of a page's width.
      for (const picture of [covered, stretched]) {
        const red = Array.from({ length: 200 }, (_, column) => part(picture, row).samples[3 * column + 1] ?? 255);
        expect(red.filter((green) => green < 128).length / 200).toBeCloseTo(0.72, 1);
      }
    },
  );

  test.runIf(IS_FULL)("cells have gaps, margins and borders", async () => {
    const options = { per_sheet: 4, size: "1224x1584", margin: 20, gap: 30, border: true };
    const sheet = await drawn(await arranged([{ nup: options }]), 1);
    const middle = part(sheet, { x: 305, y: 100, width: 2, height: 1 });
    expect([...middle.samples]).toEqual([255, 255, 255, 255, 255, 255]);
    const edge = part(sheet, { x: 0, y: 200, width: 306, height: 1 });
    const dark = Array.from({ length: 306 }, (_, column) => edge.samples[3 * column] ?? 255).filter((red) => red < 200);
    expect(dark.length).toBeGreaterThan(0);
    const [text] = await words(await arranged([{ nup: { ...options, per_sheet: 9, order: "down_from_right" } }]));
    expect(text?.find(({ word }) => word === "1")?.x).toBeGreaterThan(816);
  });
});

describe("what belongs to pages follows them", () => {
  test("outline, links, names, fields and tags of a document on sheets", async () => {
    const pdf = await arranged([{ nup: { per_sheet: 2, size: "A4" } }], features);
    expect(await outlineTitles(pdf)).toEqual(await outlineTitles(features));
    const { stdout } = await withFile(pdf, (path) => run("mutool", ["show", path, "outline"]));
    expect(stdout.toString()).toMatch(/Goodbye.*#page=1&viewrect=4\d\d/);
    expect(await structureTexts(pdf)).toEqual(await structureTexts(features));
    expect((await pdfInfo(pdf))?.get("Form")).toBe((await pdfInfo(features))?.get("Form"));
    expect(await fieldsOf(pdf)).toEqual(await fieldsOf(features));
  });

  test("a link and a widget are where a turned, scaled page shows them, and lead to the half that has their place", async () => {
    const turnedSheet = await arranged([{ rotate: { degrees: 90 } }, { scale: { size: "918x1188" } }], linked());
    // The page of 612 by 792 points is turned and scaled by 1.5; a point (x, y) comes to (y, 612 - x) times that.
    const scale = 1.5;
    const [link, widget] = await rectangles(turnedSheet, 1);
    expect(link).toEqual([100, 612 - 300, 120, 612 - 100].map((side) => expect.closeTo(side * scale, 0)));
    expect(widget).toEqual([200, 612 - 300, 220, 612 - 100].map((side) => expect.closeTo(side * scale, 0)));
    const red = part(await drawn(turnedSheet, 1), {
      x: Math.round((210 * scale) / 2),
      y: Math.round((250 * scale) / 2),
      width: 1,
      height: 1,
    });
    expect([...red.samples]).toEqual([255, 0, 0]);

    const halves = await arranged([{ split_spreads: { pages: "2" } }], linked());
    expect(await sizes(halves)).toEqual(["612x792", "400x300", "400x300"]);
    expect(await linkTargets(halves)).toEqual([[1, 3]]);
  });

  test.runIf(IS_FULL)(
    "copies of a page lead to pages that are there once, and are no entries of the outline",
    async () => {
      const copied = await arranged([{ duplicate: { pages: "1", times: 1 } }], linked());
      expect(await linkTargets(copied)).toEqual([
        [1, 3],
        [2, 3],
      ]);
      expect(await outlineTitles(copied)).toEqual(["Right half"]);
      const dropped = await arranged([{ delete: { pages: "2" } }], linked());
      expect([await linkTargets(dropped), await outlineTitles(dropped)]).toEqual([[], []]);
    },
  );

  test("labels are those of the pages; empty pages have none", async () => {
    const labelled = classicPdf([
      "<< /Type /Catalog /Pages 2 0 R /PageLabels << /Nums [0 << /S /r >> 1 << /S /D /St 7 >>] >> >>",
      "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >>",
    ]);
    const pdf = await arranged([{ insert_blank: { after: 1 } }, { insert_blank: { after: "last" } }], labelled);
    const json = await withFile(pdf, (path) => run("qpdf", ["--json=2", "--json-key=pagelabels", path]));
    expect(JSON.parse(json.stdout.toString())).toMatchObject({
      pagelabels: [
        { index: 0, label: { "/S": "/r" } },
        { index: 1, label: {} },
        { index: 2, label: { "/S": "/D", "/St": 7 } },
        { index: 3, label: {} },
      ],
    });
  });

  test("what cannot be kept is said", async () => {
    const signed = classicPdf([
      "<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [4 0 R] >> >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [4 0 R] >>",
      "<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /V 5 0 R /Rect [0 0 0 0] /P 3 0 R >>",
      "<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Contents <00> /ByteRange [0 1 2 3] >>",
    ]);
    expect(warningCodes(expectOk(await arrange([{ nup: { per_sheet: 2 } }], signed)))).toEqual(["signatures_removed"]);
    const clipped = expectOk(await arrange([{ rotate: { degrees: 90 } }, { keep: { pages: "3-9" } }]));
    expect(warnings(clipped)).toEqual(["pages_clipped;step=1"]);
    const none = expectOk(await arrange([{ rotate: { pages: "even", degrees: 90 } }], emptyPages(1)));
    expect(warnings(none)).toEqual(["empty_selection;step=0"]);
  });
});

describe("errors name the step, the member and what is allowed", () => {
  const FAULTS: readonly {
    readonly steps: string;
    readonly at: readonly (string | number)[];
    readonly says: RegExp;
  }[] = [
    { steps: "[]", at: [], says: /at least 1/ },
    { steps: "rotate", at: [], says: /takes a JSON list of steps, such as \[\{"rotate"/ },
    { steps: '{"rotate":{"degrees":90}}', at: [], says: /expected a list/ },
    { steps: '[{"rotat":{"degrees":90}}]', at: [0], says: /Did you mean rotate\?/ },
    { steps: '[{"rotate":{"degrees":90}},7]', at: [1], says: /a step is an object with one member/ },
    { steps: '[{"rotate":90}]', at: [0, "rotate"], says: /such as \{"pages": "1-3", "degrees": 90\}, and 90 was sent/ },
    {
      steps: '[{"rotate":{"degrees":90},"keep":{"pages":"1"}}]',
      at: [0],
      says: /one verb, and this one has rotate and keep/,
    },
    { steps: '[{"rotate":{}}]', at: [0, "rotate", "degrees"], says: /steps\[0\]\.rotate\.degrees` is missing/ },
    { steps: '[{"rotate":{"degrees":45}}]', at: [0, "rotate", "degrees"], says: /0, 90, 180 or 270, and 45 was sent/ },
    { steps: '[{"rotate":{"degrees":90,"page":"1"}}]', at: [0, "rotate", "page"], says: /Did you mean pages\?/ },
    { steps: '[{"keep":{"pages":"1 2"}}]', at: [0, "keep", "pages"], says: /Commas separate pages/ },
    { steps: '[{"duplicate":{"times":101}}]', at: [0, "duplicate", "times"], says: /from 1 to 100, and 101/ },
    { steps: '[{"crop":{}}]', at: [0, "crop"], says: /one of margins and box/ },
    {
      steps: '[{"crop":{"margins":1,"box":{"left":0,"top":0,"width":9,"height":9}}}]',
      at: [0, "crop"],
      says: /exclude/,
    },
    { steps: '[{"crop":{"margins":{"top":-1}}}]', at: [0, "crop", "margins", "top"], says: /from 0 to 14400 points/ },
    {
      steps: '[{"crop":{"box":{"left":0,"top":0,"width":0,"height":9}}}]',
      at: [0, "crop", "box", "width"],
      says: /more than 0/,
    },
    { steps: '[{"crop":{"margins":306}}]', at: [0, "crop", "margins"], says: /page 1, which is 612 by 792 points/ },
    {
      steps: '[{"crop":{"box":{"left":612,"top":0,"width":9,"height":9}}}]',
      at: [0, "crop", "box"],
      says: /beyond page 1/,
    },
    { steps: '[{"scale":{"size":"A9"}}]', at: [0, "scale", "size"], says: /A0, A1, A2/ },
    { steps: '[{"scale":{"size":"A6","margins":200}}]', at: [0, "scale", "margins"], says: /nothing is left/ },
    { steps: '[{"nup":{"per_sheet":3}}]', at: [0, "nup", "per_sheet"], says: /2, 4, 6, 8, 9 or 16, and 3/ },
    { steps: '[{"nup":{"per_sheet":2,"gap":900}}]', at: [0, "nup", "gap"], says: /no room/ },
    { steps: '[{"booklet":{"binding":"top"}}]', at: [0, "booklet", "binding"], says: /'left' or 'right'/ },
  ];

  test.each(chosen(FAULTS, [1, 3, 5, 6, 7, 9, 10, 11, 12, 16, 18, 20, 22]))("$steps", async ({ steps, at, says }) => {
    expect(expectFault(await arrange(steps), { loc: ["body", "steps", ...at] }).msg).toMatch(says);
  });

  test("all of them are reported together", async () => {
    const reply = await arrange('[{"rotate":{"degrees":1}},{"keep":{}},{"nup":{"per_sheet":1}}]');
    const { detail } = JSON.parse(reply.body.toString()) as { detail: { loc: unknown[] }[] };
    expect([reply.status, detail.map(({ loc }) => loc[2])]).toEqual([422, [0, 1, 2]]);
    expectFault(await upload(service(), { path: PAGES, file: colours, fields: {} }), {
      loc: ["body", "steps"],
      type: "missing",
    });
  });

  test.each<{ steps: readonly Step[]; code: "page_out_of_range" | "too_many_pages"; says: RegExp }>([
    {
      steps: [{ rotate: { pages: "5", degrees: 90 } }],
      code: "page_out_of_range",
      says: /^steps\[0\]\.rotate\.pages: Page 5/,
    },
    {
      steps: [{ delete: { pages: "1" } }, { keep: { pages: "4" } }],
      code: "page_out_of_range",
      says: /^steps\[1\]\.keep\.pages: Page 4 does not exist; the steps before leave 3 pages/,
    },
    {
      steps: [{ nup: { per_sheet: 2 } }, { split_spreads: { pages: "1" } }, { keep: { pages: "4" } }],
      code: "page_out_of_range",
      says: /^steps\[2\]\.keep\.pages: Page 4 does not exist; the steps before leave 3 pages/,
    },
    { steps: [{ delete: { pages: "all" } }], code: "page_out_of_range", says: /no page is left/ },
    {
      steps: Array.from({ length: 3 }, () => ({ duplicate: { times: 100 } })),
      code: "too_many_pages",
      says: /^steps\[1\]\.duplicate: there would be 40804 pages.*10000 are allowed/,
    },
    {
      steps: [{ duplicate: { times: 99 } }, { nup: { per_sheet: 16 } }, { duplicate: { times: 99 } }],
      code: "too_many_pages",
      says: /^steps\[2\]\.duplicate: there would be 40000 pages, each counted as often as it is shown/,
    },
  ])("$steps is $code", async ({ steps, code, says }) => {
    expect(expectFailure(await arrange(steps), 400, code).detail).toMatch(says);
  });
});

/**
 * Returns a document of an upright page and a spread of 800 by 300 points. The first has a link to the right half of the
 * spread, at (100, 100) to (300, 120), and a button, all red, at (100, 200) to (300, 220).
 */
function linked(): Buffer {
  const red = "1 0 0 rg 0 0 200 20 re f";
  return classicPdf([
    "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] >> /Outlines 8 0 R >>",
    "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [5 0 R 6 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 800 300] >>",
    "<< /Type /Annot /Subtype /Link /Rect [100 100 300 120] /Dest [4 0 R /XYZ 450 200 null] >>",
    "<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (Go) /F 4 /Rect [100 200 300 220] /P 3 0 R /AP << /N 7 0 R >> >>",
    `<< /Type /XObject /Subtype /Form /BBox [0 0 200 20] /Length ${red.length} >>\nstream\n${red}\nendstream`,
    "<< /Type /Outlines /First 9 0 R /Last 9 0 R /Count 1 >>",
    "<< /Title (Right half) /Parent 8 0 R /Dest [4 0 R /XYZ 500 100 null] >>",
  ]);
}

/** Returns the names and values of the form fields as qpdf reads them. */
async function fieldsOf(file: Buffer): Promise<object[]> {
  const json = await withFile(file, (path) => run("qpdf", ["--json=2", "--json-key=acroform", path]));
  const { acroform } = JSON.parse(json.stdout.toString()) as {
    acroform: { fields: { fullname: string; value: unknown }[] };
  };
  return acroform.fields.map(({ fullname, value }) => ({ fullname, value }));
}

/** Returns the texts of the structure elements, by poppler. */
async function structureTexts(pdf: Buffer): Promise<string> {
  return await withFile(pdf, async (path) => (await run("pdfinfo", ["-struct-text", path])).stdout.toString());
}

/** Returns the rectangles of a page's annotations as qpdf reads them. */
async function rectangles(pdf: Buffer, page: number): Promise<number[][]> {
  const json = await withFile(pdf, (path) => run("qpdf", ["--json=2", "--json-key=pages", "--json-key=qpdf", path]));
  const { pages, qpdf } = JSON.parse(json.stdout.toString()) as {
    pages: { object: string }[];
    qpdf: [unknown, Record<string, { value: Record<string, unknown> }>];
  };
  const valueOf = (ref: unknown) => qpdf[1][`obj:${String(ref)}`]?.value ?? {};
  const { "/Annots": annotations } = valueOf(pages[page - 1]?.object);
  return (annotations as unknown[]).map((ref) => valueOf(ref)["/Rect"] as number[]);
}

/** Returns the page of each link and the one that it leads to, by MuPDF. */
async function linkTargets(pdf: Buffer): Promise<number[][]> {
  const script =
    "var d = new Document(scriptArgs[0]); for (var i = 0; i < d.countPages(); i++) { var l = d.loadPage(i).getLinks(); " +
    "for (var k = 0; k < l.length; k++) { print((i + 1) + ' ' + /^#page=(\\d+)/.exec(l[k].uri)[1]); } }";
  const { stdout } = await withFile(Buffer.from(script), (path) =>
    withFile(pdf, (file) => run("mutool", ["run", path, file])),
  );
  return stdout
    .toString()
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split(" ").map(Number));
}
