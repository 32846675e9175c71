import { describe, expect, test } from "vitest";
import { Bounds } from "../bounds.ts";
import { CosDocument } from "./document.ts";
import { changed, digits, madeFile, OBJECTS, updatedFile } from "./testing/made-file.ts";
import { objectsOf, qpdf, qpdfObjects } from "./testing/qpdf.ts";
import { XrefEntries, XrefKind } from "./xref-entries.ts";
import type { XrefTableSection } from "./xref-table.ts";

const firstTable = (document: CosDocument): XrefTableSection => {
  const section = document.xref.sections[0];
  if (section?.kind !== "table") {
    throw new Error("The first section is no table.");
  }
  return section;
};
const open = (file: Uint8Array): CosDocument => CosDocument.open(file, { mode: "strict" });

const headerOf = (text: string) => CosDocument.open(madeFile(OBJECTS, { header: text })).header;

const trailing = (after: string) => CosDocument.open(madeFile(OBJECTS, { after })).xref.startxref?.trailingBytes;

describe("facts of a file with a table", () => {
  const file = madeFile();

  test("offsets are those of the bytes", () => {
    const { header, xref } = open(file);
    const table = firstTable(open(file));
    expect(header).toMatchObject({ offset: 0, version: "1.4", isAlone: true, hasBinaryComment: true, endOffset: 9 });
    expect(table.offset).toBe(file.indexOf("xref\n0"));
    expect(table.trailerOffset).toBe(file.indexOf("trailer"));
    expect(file.subarray(0, table.endOffset).toString("latin1")).toMatch(/ >>$/u);
    expect(xref.startxref).toEqual({
      offset: file.indexOf("startxref"),
      value: table.offset,
      eofOffset: file.indexOf("%%EOF"),
      endOffset: file.length,
      trailingBytes: 0,
    });
    expect(xref.isStartxrefExact).toBe(true);
    expect(xref.revisions.map(({ endOffset }) => endOffset)).toEqual([file.length]);
  });

  test("the form of the table is as ISO 19005-1, 6.1.4, wants it, or not", () => {
    expect(firstTable(open(file))).toMatchObject({
      hasSingleEolAfterKeyword: true,
      hasWellFormedHeaders: true,
      malformedEntries: 0,
      firstMalformedOffset: null,
      subsections: [{ firstNumber: 0, count: 6, hasSingleSpace: true }],
    });
    expect(firstTable(open(changed(file, "xref\n0 6", "xref \n0 6"))).hasSingleEolAfterKeyword).toBe(false);
    expect(firstTable(open(changed(file, "xref\n0 6", "xref\n\n0 6"))).hasSingleEolAfterKeyword).toBe(false);
    expect(firstTable(open(changed(file, "xref\n0 6", "xref\r\n0 6"))).hasSingleEolAfterKeyword).toBe(true);
    expect(firstTable(open(changed(file, "xref\n0 6", "xref\n0  6"))).hasWellFormedHeaders).toBe(false);
    const short = firstTable(open(madeFile(OBJECTS, { entry: (at) => `${digits(at, 10)} 00000 n\n` })));
    expect(short.malformedEntries).toBe(5);
    expect(short.firstMalformedOffset).toBe((short.subsections[0]?.offset ?? 0) + "0 6\n0000000000 65535 f \n".length);
  });

  test("the header's facts", () => {
    expect(headerOf("junk\n%PDF-1.4\n%abcd\n")).toMatchObject({ offset: 5, hasBinaryComment: false, isAlone: true });
    expect(headerOf("%PDF-1.4 %\u00e2\u00e3\u00cf\u00d3\n")).toMatchObject({ isAlone: false, comment: null });
    expect(headerOf("%PDF-1.4\n\n%\u00e2\u00e3\u00cf\u00d3\n")).toMatchObject({
      hasBinaryComment: false,
      comment: null,
    });
    expect(headerOf("%PDF-1.4\r\n%\u00e2\u00e3\u00cf\n")).toMatchObject({ hasBinaryComment: false, isAlone: true });
    expect(headerOf("%PDF-new\n").version).toBe("");
    expect(headerOf("%PDF-2.0\r%\u00e2\u00e3\u00cf\u00d3\u0080 and more\r")).toMatchObject({
      hasBinaryComment: true,
      version: "2.0",
    });
    expect(headerOf(`${" ".repeat(1024)}%PDF-1.4\n`).offset).toBe(1024);
    expect(headerOf(`${" ".repeat(1025)}%PDF-1.4\n`).offset).toBeNull();
  });

  test("what follows after the end is counted from one end-of-line marker on", () => {
    expect([trailing(""), trailing("\n"), trailing("xyz")]).toEqual([0, 1, 3]);
  });
});

describe("revisions", () => {
  test("each is as long as the file was", () => {
    const first = madeFile();
    const second = updatedFile(first, { 5: "(second)", 6: "(six)" });
    const third = updatedFile(second, { 5: "(third)" }, { free: [6] });
    const document = open(third);
    expect(document.xref.revisions.map(({ endOffset }) => endOffset)).toEqual(
      [first, second, third].map((f) => f.length),
    );
    expect(document.xref.revisions.map(({ trailer }) => trailer.get("Size"))).toEqual([6, 7, 7]);
    expect(document.trailer).toBe(document.xref.revisions[2]?.trailer);
    expect(objectsOf(document)).toEqual(qpdfObjects(third));
    expect([document.fetch(6, 0), document.repairs]).toEqual([null, []]);
    for (const { endOffset } of document.xref.revisions) {
      expect(objectsOf(open(third.subarray(0, endOffset)))).toEqual(qpdfObjects(third.subarray(0, endOffset)));
    }
  });

  test("offsets of updates count from the header, as those of the original", () => {
    const first = Buffer.concat([Buffer.from("junk\n"), madeFile()]);
    const file = updatedFile(first, { 5: "(second)" }, { base: 5 });
    expect(objectsOf(open(file))).toEqual(qpdfObjects(file));
    expect(open(file).xref).toMatchObject({ offsetBase: 5, isStartxrefExact: true });
    expect(open(file).repairs).toEqual([]);
  });

  test("a linearized file is one revision of two sections", () => {
    for (const options of [["--linearize"], ["--linearize", "--object-streams=generate"]]) {
      const file = qpdf(madeFile(), ...options);
      const document = open(file);
      expect(document.linearization).toMatchObject({ isLengthOfFile: true, offset: file.indexOf(" 0 obj") - 1 });
      expect(document.xref.sections).toHaveLength(2);
      expect(document.xref.revisions).toHaveLength(1);
      expect(document.xref.revisions[0]?.endOffset).toBe(file.length);
      const updated = updatedFile(file, { 50: "(new)" });
      expect(open(updated).linearization?.isLengthOfFile).toBe(false);
      expect(open(updated).xref.revisions.map(({ endOffset }) => endOffset)).toEqual([file.length, updated.length]);
    }
  });
});

const rows = (...entries: [number, number, number][]): string =>
  entries.map(([type, place, detail]) => `0${type}${place.toString(16).padStart(4, "0")}0${detail}`).join("");

const streamFile = (entries: string, makeRows: (file: Buffer) => string): Buffer => {
  const file = madeFile();
  const objects = file.subarray(0, file.indexOf("xref\n0")).toString("latin1");
  const data = makeRows(file);
  const dict = `<< /Type /XRef ${entries} /Root 1 0 R /Filter /ASCIIHexDecode /Length ${data.length + 1} >>`;
  const xref = `6 0 obj\n${dict}\nstream\n${data}>\nendstream\nendobj\nstartxref\n${objects.length}\n%%EOF\n`;
  return Buffer.from(objects + xref, "latin1");
};

const offsets = (file: Buffer): [number, number, number][] =>
  [1, 2, 3, 4, 5].map((number) => [1, file.indexOf(`${number} 0 obj`), 0]);

const some = (file: Buffer): string => rows(...offsets(file).slice(0, 3)) + rows([1, file.indexOf("5 0 obj"), 0]);

const untyped = (file: Buffer): string =>
  offsets(file)
    .map(([, place]) => place.toString(16).padStart(4, "0"))
    .join("");

const all = (file: Buffer): string => rows([0, 0, 0], ...offsets(file), [1, file.indexOf("xref\n0"), 0]);

describe("cross-reference streams", () => {
  test("the section is the object", () => {
    const file = streamFile("/Size 7 /W [1 2 1]", all);
    const document = open(file);
    expect(objectsOf(document)).toEqual(qpdfObjects(file));
    expect(document.xref.sections[0]).toMatchObject({ kind: "stream", offset: file.indexOf("6 0 obj") });
    expect(document.xref.revisions[0]?.endOffset).toBe(file.length);
    expect(document.repairs).toEqual([]);
  });

  test("an Index says which; a width of 0 is a default; more widths are left", () => {
    const indexed = open(streamFile("/Size 7 /W [1 2 1] /Index [1 3 5 1]", some));
    expect([...indexed.objectNumbers()]).toEqual([1, 2, 3, 5]);
    const file = streamFile("/Size 6 /W [0 2 0] /Index [1 5]", untyped);
    expect([...open(file).objectNumbers()]).toEqual([1, 2, 3, 4, 5]);
  });

  test.each([
    ["no W", "/Size 7"],
    ["a W of nothing", "/Size 7 /W [0 0 0]"],
    ["a W of too many bytes", "/Size 7 /W [1 9 1]"],
    ["a W of strings", "/Size 7 /W [(1) 2 1]"],
    ["no Size", "/W [1 2 1]"],
    ["more entries than there are", "/Size 8 /W [1 2 1]"],
    ["a billion entries", "/Size 1000000000 /W [1 2 1]"],
    ["an Index of a billion", "/Size 7 /W [1 2 1] /Index [0 1000000000]"],
    ["half an Index", "/Size 7 /W [1 2 1] /Index [0]"],
    ["an Index below 0", "/Size 7 /W [1 2 1] /Index [-3 7]"],
    ["an Index that is none", "/Size 7 /W [1 2 1] /Index 7"],
    ["another Type", "/Type /Xref /Size 7 /W [1 2 1]"],
  ])("%s: not read strictly, and repaired", (_, entries) => {
    const file = streamFile(entries, all);
    expect(() => open(file)).toThrow(expect.objectContaining({ code: "not_pdf" }));
    const document = CosDocument.open(file);
    expect(document.isRebuilt).toBe(true);
    expect([...document.objectNumbers()]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(document.catalog.has("Pages")).toBe(true);
  });

  test("in a hybrid file the objects that the table hides are found, before those of the older section", () => {
    const first = madeFile();
    const startOfStream = first.length;
    const hidden = `9 0 obj\n<< /Type /ObjStm /N 2 /First 8 /Length 24 >>\nstream\n5 0 7 6 (new) (seven)    \nendstream\nendobj\n`;
    const xrefStream = startOfStream + hidden.length;
    const data = rows([2, 9, 0]) + rows([2, 9, 1]);
    const stream = `8 0 obj\n<< /Type /XRef /Size 10 /W [1 2 1] /Index [5 1 7 1] /Filter /ASCIIHexDecode /Length ${data.length + 1} >>\nstream\n${data}>\nendstream\nendobj\n`;
    const table = xrefStream + stream.length;
    const entries = `5 1\n0000000000 00001 f \n7 1\n0000000000 00000 f \n8 2\n${digits(xrefStream, 10)} 00000 n \n${digits(startOfStream, 10)} 00000 n \n`;
    const trailer = `<< /Size 10 /Root 1 0 R /Prev ${first.indexOf("xref\n0")} /XRefStm ${xrefStream} >>`;
    const text = `${hidden}${stream}xref\n${entries}trailer\n${trailer}\nstartxref\n${table}\n%%EOF\n`;
    const file = Buffer.concat([first, Buffer.from(text, "latin1")]);
    const document = open(file);
    expect(objectsOf(document)).toEqual(qpdfObjects(file));
    expect(objectsOf(document)["7 0 R"]).toBe("u:seven");
    expect(firstTable(document).xrefStream?.offset).toBe(xrefStream);
    expect(document.xref.revisions).toHaveLength(2);
  });
});

describe("entries", () => {
  test("those that are set first stay, and numbers are ascending", () => {
    const entries = new XrefEntries(8_388_607);
    expect(entries.setIfNone(8_388_607, XrefKind.file, 17, 1)).toBe(true);
    expect(entries.setIfNone(8_388_607, XrefKind.objectStream, 18, 2)).toBe(true);
    expect(entries.set(8_388_608, XrefKind.file, 17, 1)).toBe(false);
    entries.set(3, XrefKind.free, 0, 0);
    entries.set(700, XrefKind.objectStream, 5, 9);
    expect([...entries.numbersInUse()]).toEqual([700, 8_388_607]);
    expect([entries.kind(8_388_607), entries.place(8_388_607), entries.detail(8_388_607)]).toEqual([
      XrefKind.file,
      17,
      1,
    ]);
    expect([entries.kind(2 ** 32 + 700), entries.kind(4), entries.highest]).toEqual([0, 0, 8_388_607]);
  });

  test("a chain of many sections and a number of many digits end", () => {
    let file = madeFile();
    for (let index = 0; index < 300; index++) {
      file = updatedFile(file, { 5: `(${index})` });
    }
    const document = open(file);
    expect(document.xref.revisions).toHaveLength(301);
    expect(document.repairs).toEqual([]);
    const digitsOnly = changed(madeFile(), "xref\n0 6", `xref\n${"9".repeat(1_000_000)} 6`);
    expect(() => CosDocument.open(digitsOnly, { mode: "strict", bounds: new Bounds({ timeoutMs: 5000 }) })).toThrow(
      expect.objectContaining({ code: "not_pdf" }),
    );
  });
});
