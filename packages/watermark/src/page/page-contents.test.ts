import { deflateSync } from "node:zlib";
import { Bounds, CosDocument, pagesOf } from "@quire/cos";
import { expect, test } from "vitest";
import { marked, type Options, pageOf, pdfOf, streamOf } from "../testing/documents.ts";
import { checked, drawnByMupdf, drawnByPoppler, type Gray, reported } from "../testing/programs.ts";

const RESOURCES =
  "/Resources<</ExtGState<</Faint<</ca 0.1/CA 0.1/BM/Multiply>>>>/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>/Properties<</Hidden 101 0 R>>>>";
const BOX = "/MediaBox[0 0 120 100]";
const CATALOG = "/OCProperties<</OCGs[101 0 R]/D<</OFF[101 0 R]/Order[]>>>>";

/** Makes a document with a page for each content. */
const documentOf = (contents: readonly string[], entries = "") =>
  pdfOf({
    catalog: CATALOG,
    pages: contents.map((_, index) => `${BOX}${RESOURCES}${entries}/Contents ${200 + index} 0 R`),
    objects: {
      101: "<</Type/OCG/Name(Hidden)>>",
      ...Object.fromEntries(contents.map((content, index) => [200 + index, streamOf(content)])),
    },
  });
const MARK = { text: "MARK", sizePt: 20, position: "bottom" } as const;
/** The edges of the mark, in pixels from the top left: 48 by 20, 25 above the bottom. */
const MARKED = { left: 36, right: 84, top: 55, bottom: 75 };

interface Wrong {
  readonly inside: number;
  readonly outside: number;
}
const NOTHING: Wrong = { inside: 0, outside: 0 };

/**
 * Counts, for each page, the pixels inside the mark that differ from those of a mark on an empty page, and the pixels
 * outside it that differ from the original page.
 */
function wrongPixels(original: Uint8Array, pdf: Uint8Array, draw: (pdf: Uint8Array) => Gray[]): Wrong[] {
  const [clean] = draw(marked(documentOf([""]), MARK).pdf);
  const [before, after] = [draw(original), draw(pdf)];
  expect(after.length).toBe(before.length);
  return after.map(({ samples }, page) => {
    const wrong = { inside: 0, outside: 0 };
    for (let index = 0; index < samples.length; index++) {
      const [x, y] = [index % 120, Math.floor(index / 120)];
      const isInside = x >= MARKED.left && x < MARKED.right && y >= MARKED.top && y < MARKED.bottom;
      const expected = (isInside ? clean : before[page])?.samples[index];
      wrong[isInside ? "inside" : "outside"] += samples[index] === expected ? 0 : 1;
    }
    return wrong;
  });
}

const SHAPES = "0.5 g 5 5 30 90 re f\n";
const inlineImage = (data: string, filter = "") => `BI /W 8 /H 40 /BPC 8 /CS /G ${filter} ID ${data}`;
const pixels = (count: number) => "\u0060".repeat(count);
const cut = deflateSync(Buffer.from(Array.from({ length: 320 }, (_, index) => (index * 7919) % 251)))
  .subarray(0, 150)
  .toString("latin1");

const CONTENTS: readonly [string, string][] = [
  ["is balanced", `q ${SHAPES} Q`],
  ["opens a state", `q q ${SHAPES} 2 0 0 2 10 10 cm`],
  ["closes states that it never opened", `${SHAPES}Q Q`],
  ["closes and opens states", `q ${SHAPES} Q Q q 3 0 0 3 1 1 cm q`],
  ["changes the matrix", `0.2 0 0 0.2 10 10 cm ${SHAPES}`],
  ["clips", `${SHAPES}0 0 10 10 re W n`],
  ["is about to clip", `${SHAPES}0 0 10 10 re W`],
  ["clips to no path", `${SHAPES}W`],
  ["opens a text", `${SHAPES}BT /F 30 Tf 10 50 Td (x) Tj`],
  ["clips to a text", `${SHAPES}BT /F 30 Tf 10 50 Td 7 Tr (x) Tj`],
  ["has a text invisible", `${SHAPES}BT 3 Tr /F 30 Tf 40 Ts 300 Tz ET`],
  ["opens marked content", `${SHAPES}/P BMC /Span <</Lang (x)>> BDC`],
  ["hides a layer", `${SHAPES}/OC /Hidden BDC 60 50 20 20 re f`],
  ["opens a section of compatibility", `${SHAPES}BX BX`],
  ["leaves a path", `${SHAPES}0 0 m 120 100 l 60 0 l`],
  ["is faint", `${SHAPES}/Faint gs`],
  ["leaves a string", `${SHAPES}BT (abc (d \\) e`],
  ["leaves a string at an escape", `${SHAPES}(abc\\`],
  ["leaves a hexadecimal string", `${SHAPES}<4142`],
  ["leaves an array", `${SHAPES}BT /F 9 Tf [(a) 20 [ (b`],
  ["leaves a dictionary", `${SHAPES}/P <</MCID 0 /X [<</Y (`],
  ["leaves a comment", `${SHAPES}q % a comment (`],
  ["leaves operands", `${SHAPES}1 0 0 1 /Name`],
  ["has unknown operators", `${SHAPES}q 60 0 0 60 0 0 cm QBT 1 e2 Tf BTET`],
  ["leaves an operator", `${SHAPES}0 0 10 10 r`],
  ["leaves data of an image", `${SHAPES}q 30 0 0 30 80 10 cm ${inlineImage(pixels(200))}`],
  ["leaves deflated data of an image", `${SHAPES}q 30 0 0 30 80 10 cm ${inlineImage(cut, "/F /Fl")}`],
  ["leaves an image without data", `${SHAPES}q BI /W 10 /H 10`],
  ["takes back nothing, after a change", `0.5 0 0 0.5 0 0 cm 1 0 0 RG Q ${SHAPES} Q ${SHAPES} 20 0 0 20 0 0 cm`],
];

const ALL = CONTENTS.map((_, index) => index + 1);
const original = documentOf(CONTENTS.map(([, content]) => content));

test.each([
  ["poppler", drawnByPoppler],
  ["MuPDF", drawnByMupdf],
])("over content of every kind the mark is the same, and the content, too: as %s draws it", (_, draw) => {
  const { pdf } = marked(original, { ...MARK, pages: ALL });
  const wrong = wrongPixels(original, pdf, draw);
  expect(CONTENTS.map(([kind], index) => [kind, wrong[index]])).toEqual(CONTENTS.map(([kind]) => [kind, NOTHING]));
});

test("below content of every kind", () => {
  const { pdf } = marked(original, { ...MARK, pages: ALL, layer: "under" });
  const [before, after] = [drawnByPoppler(original), drawnByPoppler(pdf)];
  for (const [page, [kind]] of CONTENTS.entries()) {
    const [old, now] = [before[page]?.samples ?? [], after[page]?.samples ?? []];
    expect([kind, now.some((sample, index) => sample > (old[index] ?? 255))]).toEqual([kind, false]);
    expect([kind, now[73 * 120 + 40]]).toEqual([kind, 0]);
  }
});

const contentsOf = (pdf: Uint8Array) => {
  const document = CosDocument.open(pdf);
  return pagesOf(document).map((page) => {
    const { bytes } = page.contents(document.bounds);
    return Buffer.from(bytes).toString("latin1");
  });
};

test("streams stay as they are, and are shared as they were", () => {
  const deflated = deflateSync(Buffer.from(`q ${SHAPES} Q`));
  const pdfBefore = pdfOf({
    pages: [1, 2, 3].map(() => `${BOX}/Contents[100 0 R 101 0 R null 9 102 0 R]`),
    objects: {
      100: streamOf(deflated.toString("latin1"), "/Filter/FlateDecode/Note(mine)"),
      101: streamOf("q"),
      102: streamOf("Q"),
    },
  });
  const { pdf } = marked(pdfBefore, { ...MARK, pages: [1, 2, 3] });
  const raw = pdf.toString("latin1");
  expect(raw.split(deflated.toString("latin1")).length).toBe(2);
  expect(raw).toContain("/Note(mine)");
  const document = CosDocument.open(pdf);
  const lists = pagesOf(document).map((page) => page.dict.array("Contents") ?? []);
  // Entries that are no streams are left out: some readers show nothing of a page whose list has such entries.
  expect(lists.map((list) => list.length)).toEqual([5, 5, 5]);
  expect(new Set(lists.flat()).size).toBe(5);
});

test.each(["over", "under"] as const)("pages without contents, %s which the mark is", (layer) => {
  const entries = ["", "/Contents null", "/Contents[]", "/Contents 99 0 R", "/Contents 7"];
  const before = pdfOf({ pages: entries.map((contents) => `${BOX}${contents}`) });
  const { pdf } = marked(before, { ...MARK, layer, pages: [1, 2, 3, 4, 5] });
  const empty = pdfOf({ pages: entries.map(() => BOX) });
  expect(wrongPixels(empty, pdf, drawnByPoppler)).toEqual(entries.map(() => NOTHING));
  checked(pdf);
});

test.each([
  ["poppler", drawnByPoppler],
  ["MuPDF", drawnByMupdf],
])("content that cannot be decoded, or only in part: as %s draws it", (_, draw) => {
  const cutShort = deflateSync(Buffer.from(`q q ${SHAPES.repeat(400)} Q`))
    .subarray(0, -30)
    .toString("latin1");
  const before = pdfOf({
    pages: [100, 101, 102].map((number) => `${BOX}/Contents ${number} 0 R`),
    objects: {
      100: streamOf("q q q", "/Filter/NoSuchDecode"),
      101: streamOf(cutShort, "/Filter/FlateDecode"),
      102: streamOf("\u0001\u0002\u0003", "/Filter/FlateDecode"),
    },
  });
  const { pdf } = marked(before, { ...MARK, pages: [1, 2, 3] });
  expect(wrongPixels(before, pdf, draw)).toEqual([NOTHING, NOTHING, NOTHING]);
});

test("content that is too long to be looked at", () => {
  const contents = ["q ".repeat(1000), `${"q ".repeat(1000)}${SHAPES}0.1 0 0 0.1 0 0 cm 1 1 1 1 re W n`];
  const before = documentOf(contents);
  const { pdf } = marked(before, { ...MARK, pages: [1, 2], bounds: new Bounds({ maxStreamBytes: 500 }) });
  expect(wrongPixels(before, pdf, drawnByPoppler)).toEqual([NOTHING, NOTHING]);
});

test("content that is marked for a structure stays with its page, whatever it leaves open", () => {
  const content = `/P <</MCID 0>> BDC ${SHAPES} EMC q 30 0 0 30 80 10 cm ${inlineImage(pixels(200))}`;
  const { pdf } = marked(documentOf([content], "/StructParents 0"), MARK);
  expect(contentsOf(pdf)[0]).toContain("/P <</MCID 0>> BDC");
});

test("broken contents that pages share become one form", () => {
  const before = pdfOf({
    tree: "/Resources<<>>",
    pages: [BOX, BOX, "/MediaBox[0 0 200 200]", BOX].map((entries) => `${entries}/Contents[100 0 R 101 0 R]`),
    objects: { 100: streamOf(SHAPES), 101: streamOf("2 w Q q BT ETBT") },
  });
  const { pdf } = marked(before, { ...MARK, pages: [1, 2, 3, 4] });
  const forms = pagesOf(CosDocument.open(pdf)).map((page) => {
    const [name] = /(?<=^q \/)\w+(?= Do Q)/.exec(contentsOf(pdf)[page.index] ?? "") ?? [];
    return page.resources?.dict("XObject")?.stream(name ?? "");
  });
  expect(forms[0]?.dict.name("Subtype")).toBe("Form");
  expect(forms[1]).toBe(forms[0]);
  expect(forms[2]?.dict.array("BBox")).toEqual([-1, -1, 201, 201]);
  checked(pdf);
});

test("the mark is an artifact, and it closes all that it opens", () => {
  const { pdf } = marked(pageOf("0 0 10 10 re f"), { colour: [128, 128, 128], opacity: 0.25 });
  const qdf = reported("qpdf", ["--qdf", "%", "-"], pdf).text;
  expect(contentsOf(pdf)[0]).toBe(
    "q\n\n0 0 10 10 re f\n\nQ\n/Artifact <</Type /Pagination /Subtype /Watermark>> BDC\nq /Wm1 gs 1 0 0 1 126 190 cm /Wm1 Do Q\nEMC\n\n",
  );
  expect(qdf).toMatch(/\n0\.502 g\n/);
  expect(qdf).toMatch(/\/CA 0?\.25\s+\/Type \/ExtGState\s+\/ca 0?\.25/);
  expect(qdf).toMatch(/\/Group <<\s+\/S \/Transparency\s+>>/);
});

test("opacity and colour are drawn as given", () => {
  const colours: readonly [Options, number][] = [
    [{ colour: [0, 0, 0], opacity: 0.5 }, 128],
    [{ colour: [64, 64, 64], opacity: 1 }, 64],
    [{ colour: [64, 64, 64], opacity: 0.05 }, 245],
    [{ colour: [255, 0, 0], opacity: 1 }, 76],
  ];
  for (const [options, gray] of colours) {
    const [image] = drawnByPoppler(marked(documentOf([""]), { ...MARK, ...options }).pdf);
    expect(Math.abs((image?.samples[73 * 120 + 82] ?? 0) - gray)).toBeLessThanOrEqual(2);
  }
});
