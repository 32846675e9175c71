import { assert, describe, expect, test } from "vitest";
import { Bounds } from "../bounds.ts";
import { Dict, Name, Stream } from "../objects.ts";
import { CosDocument } from "./document.ts";
import { ObjectStream, ObjectStreamCache } from "./object-stream.ts";
import { CATALOG, changed, digits, madeFile, OBJECTS, PAGE, PAGES, updatedFile } from "./testing/made-file.ts";
import { objectsOf, qpdf, qpdfObjects } from "./testing/qpdf.ts";

const kinds = (document: CosDocument): string[] => [...document.repairCounts.keys()];
const hex = (value: number): string => value.toString(16).padStart(4, "0");
const objectStream = (entries: string, data: string): string =>
  `<< /Type /ObjStm ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;
const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

describe("a file whose cross-reference section is of no use", () => {
  const file = madeFile();
  const withoutTable = file.subarray(0, file.indexOf("xref\n0"));
  test.each<[string, Buffer, string[]]>([
    ["cut before startxref", file.subarray(0, file.indexOf("startxref")), []],
    ["another startxref", changed(file, "startxref\n", "startxref\n9"), []],
    ["a startxref of 0", changed(file, `startxref\n${file.indexOf("xref\n0")}`, "startxref\n0"), []],
    ["no number after startxref", changed(file, "startxref\n", "startxref\n-"), []],
    ["a Prev that leads nowhere", madeFile(OBJECTS, { trailer: "/Prev 7 " }), []],
    ["a Prev that is a reference", madeFile(OBJECTS, { trailer: "/Prev 5 0 R " }), []],
    ["a Prev to itself", madeFile(OBJECTS, { trailer: `/Prev ${file.indexOf("xref\n0")} ` }), []],
    ["a trailer without Size", changed(file, "/Size 6", "/Sice 6"), []],
    ["an entry that is none", changed(file, "65535 f", "6553x f"), []],
    ["fewer entries than it says", changed(file, "xref\n0 6", "xref\n0 9"), []],
    ["bytes put in before the table", changed(file, "xref\n0", "12345\nxref\n0"), []],
    ["bytes put in between objects", changed(file, "2 0 obj", "%12345\n2 0 obj"), []],
    [
      "CR at the ends of lines",
      changed(latin1(file.toString("latin1").replaceAll("\n", "\r")), "startxref", "start"),
      [],
    ],
  ])("%s: the objects are those that qpdf finds", (_, damaged, more) => {
    const document = CosDocument.open(damaged);
    expect(objectsOf(document)).toEqual(qpdfObjects(damaged));
    expect(document.isRebuilt).toBe(true);
    expect(kinds(document)).toEqual(["xref-rebuilt", ...more]);
    expect(() => CosDocument.open(damaged, { mode: "strict" })).toThrow(expect.objectContaining({ code: "not_pdf" }));
  });

  test("two sections that lead to one another", () => {
    const chain = updatedFile(madeFile(OBJECTS, { trailer: "/Prev 9999 " }), { 5: "(new)" });
    const loop = changed(chain, "/Prev 9999", `/Prev ${digits(chain.indexOf("xref\n5"), 4)}`);
    const document = CosDocument.open(loop);
    expect(document.xref.sections).toHaveLength(2);
    expect(kinds(document)).toEqual(["xref-rebuilt"]);
    expect(document.fetch(5, 0)).not.toBeNull();
  });

  test("an update that was cut off: what is left of it, when it is more than a little", () => {
    const short = updatedFile(file, { 5: "(new)" });
    const before = CosDocument.open(short.subarray(0, -30));
    expect(objectsOf(before)).toEqual(qpdfObjects(file));
    expect(before.xref.startxref?.trailingBytes).toBe(short.length - 30 - file.length);
    expect(kinds(before)).toEqual(["update-cut"]);
    const long = updatedFile(file, { 5: `(${"new".repeat(1000)})` });
    expect(objectsOf(CosDocument.open(long.subarray(0, -30)))).toEqual(qpdfObjects(long));
  });

  test.each([
    ["\n12 0 obj\n<< /Type /Metadata", ["update-cut"]],
    ["\r\n7", ["update-cut"]],
    ["\nxref\n0 1", ["update-cut"]],
    ["\n\0\0 \r\n", []],
    ["\n-- sent by a mail server --", []],
  ])("%j after the end of the file: %j", (after, repairs) => {
    expect(kinds(CosDocument.open(Buffer.concat([file, Buffer.from(after)])))).toEqual(repairs);
  });

  test("without any trailer one is made for the catalog", () => {
    const document = CosDocument.open(withoutTable);
    expect(objectsOf(document)).toEqual(qpdfObjects(file));
    expect(kinds(document)).toEqual(["xref-rebuilt", "trailer-made"]);
    const untyped = CosDocument.open(changed(withoutTable, "/Type /Catalog ", ""));
    expect(untyped.catalog).toBe(untyped.fetch(1, 0));
  });

  test("the last trailer whose Root is a catalog counts", () => {
    const update = updatedFile(file, { 6: CATALOG }).toString("latin1").replaceAll("startxref", "start");
    const last = (root: string): CosDocument => CosDocument.open(latin1(`${update}trailer\n<< /Root ${root} >>\n`));
    const document = last("6 0 R");
    expect(document.catalog).toBe(document.fetch(6, 0));
    const misled = last("5 0 R");
    expect(misled.catalog).toBe(misled.fetch(1, 0));
    expect(kinds(misled)).toEqual(["xref-rebuilt"]);
  });

  test("of objects with the same number the last one counts, wherever it is", () => {
    const packed = qpdf(file, "--object-streams=generate");
    const catalog = CosDocument.open(packed).trailer.raw("Root");
    const number = (catalog as { number: number }).number;
    const later = Buffer.concat([
      packed,
      latin1(`${number} 0 obj\n<< /Pages ${number + 1} 0 R /New true >>\nendobj\n`),
    ]);
    const document = CosDocument.open(changed(later, "startxref", "start"));
    expect(document.catalog.get("New")).toBe(true);
    expect([...document.objectNumbers()]).toEqual([...CosDocument.open(packed).objectNumbers()]);
    const earlier = changed(
      changed(packed, "startxref", "start"),
      "%PDF-1.5",
      `%PDF-1.5\n${number} 0 obj null endobj\n`,
    );
    expect(CosDocument.open(earlier).catalog.has("Pages")).toBe(true);
  });

  test("a file in a file is not mistaken for it", () => {
    const attached = madeFile(OBJECTS.with(4, "(attached)")).toString("latin1");
    const outer = madeFile([...OBJECTS, `<< /Length ${attached.length} >>\nstream\n${attached}\nendstream`]);
    const indirect = madeFile([
      ...OBJECTS,
      `${attached.length}`,
      `<< /Length 6 0 R >>\nstream\n${attached}\nendstream`,
    ]);
    for (const whole of [outer, indirect]) {
      const document = CosDocument.open(whole.subarray(0, whole.lastIndexOf("xref\n0")));
      expect(objectsOf(document)).toEqual(qpdfObjects(whole));
    }
  });

  test("a stream without endstream does not swallow what follows", () => {
    const objects = OBJECTS.with(3, "<< /Length 999 >>\nstream\n0 0 m\n");
    const document = CosDocument.open(madeFile([...objects, "<< /Length 1 >>\nstream\nx\nendstream"]).subarray(0, -20));
    expect([...document.objectNumbers()]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(Array.isArray(document.fetch(5, 0))).toBe(true);
    const cut = CosDocument.open(file.subarray(0, file.indexOf("S\n\nendstream")));
    expect(cut.fetch(4, 0)).toBeInstanceOf(Stream);
    expect(kinds(cut)).toContain("trailer-made");
  });

  test("objects are recognised in any spacing that is one", () => {
    const text = "%PDF-1.4\n1 0 obj<</Pages 2 0 R>>endobj2 0 obj<</Kids[3 0 R]>>endobj 3\r\n0\tobj[1]endobj";
    const others = " x4 0 obj 4 endobj -5 0 obj 5 endobj 6 0 object 7 0obj 7 endobj 0 0 obj 0 endobj";
    expect([...CosDocument.open(latin1(text + others)).objectNumbers()]).toEqual([1, 2, 3]);
  });
});

describe("a section that is well-formed, but wrong", () => {
  test("the page tree is looked for in the whole file", () => {
    const file = madeFile();
    const old = updatedFile(file, { 1: "<< /Type /Catalog /Pages 9 0 R >>" });
    const document = CosDocument.open(old);
    // The file holds nothing better than the catalog that it names.
    expect(document.isRebuilt).toBe(false);
    expect(document.catalog.has("Pages")).toBe(false);
    const swapped = CosDocument.open(changed(file, "/Root 1 0 R", "/Root 5 0 R"));
    expect(swapped.catalog).toBe(swapped.fetch(1, 0));
    expect(kinds(swapped)).toEqual(["xref-rebuilt", "trailer-made"]);
  });

  test("nothing that is a document is no PDF", () => {
    for (const bytes of [
      latin1(""),
      latin1("%PDF-1.4\n"),
      latin1("<html>1 0 obj</html>"),
      madeFile(["7"]),
      Buffer.alloc(9999),
    ]) {
      expect(() => CosDocument.open(bytes)).toThrow(expect.objectContaining({ code: "not_pdf" }));
    }
  });
});

const streamFile = (stream: string, numbers: readonly number[]): Buffer => {
  // A search finds these objects; the test is about what is in the stream.
  const objects = `1 0 obj\n${CATALOG}\nendobj\n2 0 obj\n${PAGES}\nendobj\n3 0 obj\n${PAGE}\nendobj\n`;
  const text = `%PDF-1.5\n${objects}6 0 obj\n${stream}\nendobj\n`;
  const rows = ["1", "2", "3"].map((number) => `01${hex(text.indexOf(`${number} 0 obj`))}00`);
  rows.push(`01${hex(text.indexOf("6 0 obj"))}00`, `01${hex(text.length)}00`);
  rows.push(...numbers.map((_, index) => `020006${index.toString(16).padStart(2, "0")}`));
  const index = `[1 3 6 2 ${numbers.map((number) => `${number} 1`).join(" ")}]`;
  const data = `${rows.join("")}>`;
  const entries = `/Type /XRef /Size ${Math.max(...numbers) + 1} /W [1 2 1] /Root 1 0 R /Index ${index} /Filter /ASCIIHexDecode`;
  const xref = `7 0 obj\n<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj\n`;
  return latin1(`${text}${xref}startxref\n${text.length}\n%%EOF\n`);
};

describe("object streams", () => {
  test("are read by number where the index is wrong, and as far as they go", () => {
    const file = streamFile(objectStream("/N 3 /First 20", "10 0 11 4 12 8      (a) (b) [12]"), [11, 10, 12]);
    const document = CosDocument.open(file);
    expect(objectsOf(document)).toMatchObject({ "10 0 R": "u:a", "12 0 R": [12] });
    expect(document.object(11)?.location).toEqual({ kind: "object-stream", stream: 6, index: 1 });
    const lie = CosDocument.open(streamFile(objectStream("/N 2000000000 /First 5", "10 0 (a)"), [10]));
    expect(objectsOf(lie)["10 0 R"]).toBe("u:a");
  });

  test.each<[string, string, unknown, string[]]>([
    ["an object that is no stream", "[1 2 3]", null, ["object-stream", "object-missing"]],
    ["another Type", objectStream("/Type /Other /N 1 /First 5", "10 0 7"), null, ["object-stream", "object-missing"]],
    ["no First", objectStream("/N 1", "10 0 7"), null, ["object-stream", "object-missing"]],
    ["a First below 0", objectStream("/N 1 /First -5", "10 0 7"), null, ["object-stream", "object-missing"]],
    ["an N below 0", objectStream("/N -1 /First 5", "10 0 7"), null, ["object-missing"]],
    ["a Filter in it", objectStream("/N 1 /First 5 /Filter 10 0 R", "10 0 7"), 7, ["reference-loop"]],
    [
      "a Length in it",
      objectStream("/N 1 /First 5", "10 0 7").replace(/Length \d+/u, "Length 10 0 R"),
      7,
      ["reference-loop", "stream-length"],
    ],
  ])("%s", (_, object, value, repairs) => {
    const document = CosDocument.open(streamFile(object, [10]));
    expect(document.fetch(10, 0)).toBe(value);
    expect(kinds(document)).toEqual(repairs);
    expect(document.isRebuilt).toBe(false);
  });

  test("one that is in another, or in itself, is refused", () => {
    const document = CosDocument.open(streamFile(objectStream("/N 1 /First 4", "6 0 [1]"), [6, 10]));
    expect(document.fetch(10, 0)).toBeNull();
    expect(kinds(document)).toContain("object-missing");
  });

  test("objects of several of them are read in any order", () => {
    const objects = [...OBJECTS, ...Array.from({ length: 300 }, (_, index) => `(number ${index})`)];
    const file = qpdf(
      madeFile([...objects, `[${objects.map((_, index) => `${index + 1} 0 R`).join(" ")}]`], {
        trailer: "/All 306 0 R ",
      }),
      "--object-streams=generate",
    );
    const document = CosDocument.open(file);
    const numbers = [...document.objectNumbers()].toReversed();
    const streams = new Set(
      numbers
        .map((number) => document.object(number)?.location)
        .map((place) => (place?.kind === "object-stream" ? place.stream : 0)),
    );
    expect(streams.size).toBeGreaterThan(3);
    expect(objectsOf(document)).toEqual(qpdfObjects(file));
  });

  test("those that were asked for last stay in memory, up to a limit", () => {
    const cache = new ObjectStreamCache();
    for (const number of [1, 2, 3]) {
      const dict = new Dict([
        ["Type", new Name("ObjStm")],
        ["N", 1],
        ["First", 5],
      ]);
      const bytes = Buffer.alloc(7 * 2 ** 20, `${number}0 0 `, "latin1");
      const decoded = ObjectStream.read(number, new Stream(dict, bytes), new Bounds());
      assert(decoded !== undefined);
      cache.add(decoded);
      cache.get(1);
    }
    expect([cache.get(1)?.numbers, cache.get(2), cache.get(3)?.numbers]).toEqual([[10], undefined, [30]]);
    cache.clear();
    expect(cache.get(1)).toBeUndefined();
  });
});

describe("hostile files end soon", () => {
  test.each<[string, () => string]>([
    ["trailers in trailers", () => "trailer<</A(".repeat(300_000)],
    ["objects in strings", () => "1 0 obj(".repeat(100_000)],
    ["streams without an end", () => "1 0 obj<<>>stream\n".repeat(200_000)],
    ["object streams without an end", () => "1 0 obj<</Type/ObjStm/N 9/First 9>>stream\n".repeat(100_000)],
    ["white-space", () => `1 0 obj${" ".repeat(3_000_000)}`],
    ["digits", () => `${"1".repeat(3_000_000)} 0 obj`],
    ["numbers of many objects", () => Array.from({ length: 50_000 }, (_, i) => `${i * 160} 0 obj`).join(" ")],
    ["startxref again and again", () => "startxref 5 %%EOF ".repeat(200_000)],
    ["subsections of nothing", () => `${"0 0\n".repeat(500_000)}startxref 9 %%EOF`],
  ])("%s", (_, content) => {
    const started = performance.now();
    expect(() =>
      CosDocument.open(latin1(`%PDF-1.4\nxref\n${content()}`), { bounds: new Bounds({ timeoutMs: 20_000 }) }),
    ).toThrow(expect.objectContaining({ name: "CosError" }));
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
