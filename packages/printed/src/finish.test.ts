import { CosDocument, CosError, CosString, Dict, decodeStream, Name, readPageTree, Stream } from "@quire/cos";
import { describe, expect, test } from "vitest";
import { finishPrinted, finishPrintedInThreads } from "./index.ts";
import { changed } from "./testing/changed.ts";
import { finished } from "./testing/finished.ts";
import { scripts, table } from "./testing/long-documents.ts";
import { placesOfContent } from "./testing/places.ts";
import { fixture, hasBrowser, printed, source, UNSAID, withBrowser } from "./testing/printing.ts";
import { imagesOf, outputOf } from "./testing/programs.ts";

const kept = ["invoice", "structure"].map((name) => ({ name, pdf: fixture(name), maxBytes: 19_000 }));

const toPrint = [
  { name: "invoice", html: source("invoice"), maxBytes: 25_000 },
  { name: "structure", html: source("structure"), maxBytes: 25_000 },
  { name: "scripts", html: scripts, maxBytes: 150_000 },
  { name: "40 rows", html: table(40), maxBytes: 30_000 },
  { name: "200 rows", html: table(200), maxBytes: 100_000 },
];
// The first two are printed again, when the browser has had more nodes.
const prints = hasBrowser ? await printed(...[...toPrint, ...toPrint.slice(0, 2)].map(({ html }) => html)) : [];
const printedNow = toPrint.map(({ name, maxBytes }, index) => {
  return { name: `${name}, printed now`, pdf: prints[index], maxBytes };
});

describe.each([...kept, ...printedNow])("$name", ({ pdf, maxBytes }) => {
  const before = pdf ?? new Uint8Array(0);
  const after = pdf === undefined ? before : finished(before);

  test.skipIf(pdf === undefined)(`stays what it was, and is smaller (${withBrowser})`, () => {
    expect(after.length).toBeLessThan(before.length);
    expect(after.length).toBeLessThan(maxBytes);
    expect(outputOf("qpdf", ["--check", "%"], after)).toContain("No syntax or stream encoding errors");
    const isDrawn = drawsFonts(before);
    const written = (text: string): string => (isDrawn ? text.replaceAll(/\s+/g, "") : text);
    for (const [program, ...args] of isDrawn ? [...LOOKS.slice(2), RAW] : LOOKS) {
      expect(written(outputOf(program, args, after)), program).toBe(written(outputOf(program, args, before)));
    }
    // fonts/outline-fonts.test.ts judges the look of fonts that were drawings.
    expect(isDrawn ? [] : imagesOf(after)).toEqual(isDrawn ? [] : imagesOf(before));
    expect(outputOf("pdfinfo", ["%"], after)).toMatch(/^Tagged: +yes$/m);
  });

  // Poppler takes seconds for the tags of a long table.
  test.skipIf(before.length === 0 || before.length > 200_000)(`the tags have the same text (${withBrowser})`, () => {
    const text = taggedText(after);
    expect(text.length).toBeGreaterThan(0);
    // Poppler skips elements of types that it does not know, with their text. Those have a role now, so it may find
    // more text.
    const isLonger = text.length > taggedText(before).length;
    expect(isLonger ? taggedText(withoutRoles(after)) : text).toBe(taggedText(before));
  });

  test.skipIf(pdf === undefined)(`content of pages is where the pages say it is (${withBrowser})`, () => {
    expect(placesOfContent(before).length).toBeGreaterThan(0);
    expect(placesOfContent(before).filter(({ isThere }) => !isThere)).toEqual([]);
    // What decorates its element is an artifact, and belongs to none.
    const real = placesOfContent(after).filter(({ isArtifact }) => !isArtifact);
    expect(real.filter(({ isThere }) => !isThere)).toEqual([]);
    expect(placesOfContent(before)).toEqual(expect.arrayContaining(real));
  });
});

/** Returns whether a font is drawn: the spaces that Poppler finds around its text are guesses. */
const drawsFonts = (pdf: Uint8Array): boolean => outputOf("pdffonts", ["%"], pdf).includes("Type 3");
const RAW = ["pdftotext", "-raw", "%", "-"] as const;

/** Outputs of programs about a document that must not change; the first two are about its text. */
const LOOKS: readonly (readonly [string, ...string[]])[] = [
  ["pdftotext", "-layout", "%", "-"],
  ["pdftotext", "-raw", "%", "-"],
  ["pdfinfo", "-dests", "%"],
  ["pdfinfo", "-url", "%"],
  ["mutool", "show", "%", "outline"],
];

test.skipIf(!hasBrowser)(`a second printing is the same, byte for byte (${withBrowser})`, () => {
  for (const index of [0, 1]) {
    const [first = Buffer.alloc(0), again = Buffer.alloc(0)] = [prints[index], prints[toPrint.length + index]];
    expect(identifier(first)).toMatch(/node/);
    expect(identifier(first)).not.toBe(identifier(again));
    expect(finished(first).equals(finished(again))).toBe(true);
  }
});

const identifier = (pdf: Buffer): string | undefined => /node\d+/.exec(pdf.toString("latin1"))?.[0];

test("nothing of the time of printing is left", () => {
  expect(outputOf("pdfinfo", ["%"], fixture("invoice"))).toMatch(/^CreationDate/m);
  const after = finished(fixture("invoice"));
  expect(outputOf("pdfinfo", ["%"], after)).not.toMatch(/Date/);
  expect(Buffer.compare(after, finished(fixture("invoice")))).toBe(0);
  expect(outputOf("mutool", ["show", "%", "trailer/ID"], after)).toMatch(/^\[ (?:<[0-9A-F]{32}>|\()/);
});

test("says how many pages there are", () => {
  const sink = { write: () => {} };
  const options = { information: {}, creator: "" };
  expect(finishPrinted(CosDocument.open(fixture("structure")), sink, options)).toMatchObject({ pages: 3 });
});

test.each([1, 2] as const)("content that is deflated in threads gives the same file, for part %d", async (part) => {
  const options = { information: {}, creator: "Quire 1", unsaidLanguage: UNSAID, accessibility: part };
  const [atOnce, inThreads] = [new Pieces(), new Pieces()];
  finishPrinted(withLongContent(), atOnce, options);
  await finishPrintedInThreads(withLongContent(), inThreads, options);
  expect(inThreads.whole.equals(atOnce.whole)).toBe(true);
  expect(outputOf("qpdf", ["--check", "%"], inThreads.whole)).toContain("No syntax or stream encoding errors");
});

class Pieces {
  readonly #list: Uint8Array[] = [];

  get whole(): Buffer {
    return Buffer.concat(this.#list);
  }

  write(bytes: Uint8Array): void {
    this.#list.push(bytes.slice());
  }
}

/** Returns a document whose first page has enough content for a thread. */
function withLongContent(): CosDocument {
  const document = CosDocument.open(fixture("structure"));
  const [page] = readPageTree(document).pages;
  const content = [page?.contents(document.bounds).bytes ?? Buffer.alloc(0), Buffer.alloc(40_000, "0 0 1 1 re n\n")];
  page?.dict.set("Contents", document.add(new Stream(new Dict(), Buffer.concat(content))));
  return document;
}

test("entries that no browser prints are dropped", () => {
  const pdf = changed(fixture("invoice"), (catalog) => {
    const script = new Dict([
      ["S", new Name("JavaScript")],
      ["JS", new Stream(new Dict(), Buffer.from("app.alert(1)"))],
    ]);
    catalog.set("OpenAction", script);
    catalog.set("Names", new Dict([["JavaScript", new Dict([["Names", [new CosString(Buffer.from("x")), script]]])]]));
  });
  expect(outputOf("pdfinfo", ["%"], pdf)).toMatch(/^JavaScript: +yes$/m);
  expect(outputOf("pdfinfo", ["%"], finished(pdf))).toMatch(/^JavaScript: +no$/m);
  const document = CosDocument.open(finished(pdf));
  const streams = [...document.objectNumbers()].map((number) => document.ref(number).value);
  const isScript = streams.some(
    (value) => value instanceof Stream && String(decodeStream(value, document.bounds).bytes).includes("app.alert"),
  );
  expect(isScript).toBe(false);
});

test.each([
  ["no pages", new Dict([["Kids", []]])],
  ["no page tree", null],
])("a document that has %s is none", (_, pages) => {
  const pdf = changed(fixture("invoice"), (catalog) => catalog.set("Pages", pages));
  expect(() => finished(pdf)).toThrow(CosError);
});

const taggedText = (pdf: Uint8Array): string =>
  [...outputOf("pdfinfo", ["-struct-text", "%"], pdf).matchAll(/^ *"(.*)"$/gm)].map(([, text]) => text).join("");

const withoutRoles = (pdf: Uint8Array): Buffer =>
  changed(pdf, (catalog) => catalog.dict("StructTreeRoot")?.delete("RoleMap"));
