import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { chosen, IS_FULL } from "../../../../test/running/sampling.ts";
import { Bounds } from "../bounds.ts";
import { CosString, Dict, Ref, Stream } from "../objects.ts";
import { SecurityHandler } from "../security/security-handler.ts";
import { MadeObjects } from "./made-objects.ts";
import {
  bytesOf,
  CLEAN,
  dict,
  documentOf,
  name,
  qpdfCheck,
  qpdfDict,
  qpdfObjects,
  qpdfTrailer,
  run,
  stream,
  string,
  textOf,
  written,
} from "./testing/documents.ts";
import { differences } from "./testing/same-graph.ts";
import { writeDocument } from "./write-document.ts";

const FORMS = [
  ["a cross-reference table", false],
  ["object streams", true],
] as const;

describe.each(FORMS)("with %s", (_, objectStreams) => {
  test("qpdf finds no fault, and all objects as they were", () => {
    const objects = new MadeObjects();
    const extra = { Odd: [0.5, -1e-9, name("a b#"), new CosString(bytesOf("\u007f\u0000(\r"), true), [[]], dict({})] };
    const trailer = documentOf(300, extra, objects);
    const { bytes } = written(trailer, { objectStreams, unifyStreams: false });
    expect(qpdfCheck(bytes)).toContain(CLEAN);
    expect(differences(trailer.raw("Root") as Ref, qpdfObjects(bytes))).toEqual([]);
  });

  test("other readers find the pages and their text", () => {
    const { bytes } = written(documentOf(3), { objectStreams });
    expect(run("pdftotext", bytes, "FILE", "-")).toMatch(/page 1 of 3[^]*page 2 of 3[^]*page 3 of 3/);
    expect(run("mutool", bytes, "draw", "-F", "txt", "FILE")).toMatch(/page 1 of 3[^]*page 3 of 3/);
    expect(run("mutool", bytes, "show", "FILE", "trailer/Info/Title")).toBe("(The \\(title\\))\n");
  });

  test.runIf(objectStreams || IS_FULL)("50,000 objects", () => {
    const { bytes, summary } = written(documentOf(25_000), { objectStreams, compress: false });
    expect(summary.objects).toBeGreaterThan(50_000);
    expect(run("qpdf", bytes, "--show-npages", "FILE").trim()).toBe("25000");
    const objects = objectStreams ? 50_005 : 50_004;
    expect(run("qpdf", bytes, "--show-xref", "FILE").trim().split("\n").length).toBeGreaterThanOrEqual(objects);
  });

  test("the same objects give the same bytes", () => {
    const options = { objectStreams };
    const [one, other] = [written(documentOf(5), options), written(documentOf(5), options)];
    expect(textOf(one.bytes)).toBe(textOf(other.bytes));
    expect(textOf(written(documentOf(6), options).bytes)).not.toBe(textOf(one.bytes));
  });

  test.each([true, false])("metadata is encrypted, or not, as the protection has it: %s", (encryptMetadata) => {
    const passwords = { userPassword: "user", ownerPassword: "owner" };
    const options = { algorithm: "AES-256", ...passwords, permissions: -4, encryptMetadata } as const;
    const security = SecurityHandler.create({ ...options, firstId: new Uint8Array(0) });
    const metadata = stream({ Type: name("Metadata"), Subtype: name("XML") }, "<x:xmpmeta/>");
    const { bytes } = written(documentOf(1, { Metadata: metadata }), { objectStreams, security });
    expect(textOf(bytes).includes("<x:xmpmeta/>")).toBe(!encryptMetadata);
    expect(qpdfCheck(bytes, "user")).toContain(CLEAN);
    const data = Buffer.from("<x:xmpmeta/>").toString("base64");
    expect(JSON.stringify(qpdfObjects(bytes, "user"))).toContain(data);
  });

  const algorithms = ["RC4-40", "RC4-128", "AES-128", "AES-256"] as const;
  test.each(chosen(algorithms, objectStreams ? [1, 3] : [0, 2]))(
    "%s: both passwords open it, and everything is as it was",
    (algorithm) => {
      const firstId = bytesOf("sixteen bytes ID");
      const security = SecurityHandler.create({
        algorithm,
        userPassword: "user",
        ownerPassword: "owner",
        permissions: -4,
        encryptMetadata: true,
        firstId,
      });
      const objects = new MadeObjects();
      const signature = dict({
        Type: name("Sig"),
        ByteRange: [0, 1, 2, 3],
        Contents: string("not encrypted"),
        M: string("is"),
      });
      const extra = {
        Signature: objects.add(signature),
        Data: objects.add(stream({ Text: string("in a stream") }, "data")),
      };
      const trailer = documentOf(20, extra, objects).set("ID", [new CosString(firstId), new CosString(firstId)]);
      const { bytes } = written(trailer, { objectStreams, security });
      for (const password of ["user", "owner"]) {
        const found = qpdfCheck(bytes, password);
        expect(found).toContain(CLEAN);
        expect(found).toContain(`Supplied password is ${password} password`);
        expect(differences(trailer.raw("Root") as Ref, qpdfObjects(bytes, password))).toEqual([]);
      }
      expect(() => qpdfCheck(bytes, "neither")).toThrow(/invalid password/);
      expect(textOf(bytes)).toContain("/Contents(not encrypted)");
      expect(textOf(bytes)).not.toContain("(is)");
      expect(textOf(bytes)).not.toContain("The (title)");
    },
  );
});

describe("what is written", () => {
  test("only what the catalog and the information lead to, each object once", () => {
    const objects = new MadeObjects();
    objects.add(dict({ Nobody: name("Refers") }));
    const shared = objects.add(dict({ Marker: true }));
    const { bytes, summary } = written(documentOf(1, { A: shared, B: [shared] }, objects), { objectStreams: false });
    expect(textOf(bytes)).not.toContain("Nobody");
    expect(textOf(bytes).split("/Marker").length).toBe(2);
    expect(summary).toMatchObject({ bytes: bytes.length, objects: 8, unifiedStreams: 0 });
  });

  test("null stands for what does not exist, and is reported", () => {
    const objects = new MadeObjects();
    const missing = new Ref(objects, 777, 0);
    const trailer = documentOf(1, { Missing: missing, Array: [1, missing, 2] }, objects).set("Extra", missing);
    const { bytes, summary } = written(trailer);
    const read = qpdfObjects(bytes);
    const catalog = qpdfDict(read, qpdfTrailer(read)["/Root"]);
    expect(catalog["/Array"]).toEqual([1, null, 2]);
    expect(catalog).not.toHaveProperty("/Missing");
    expect(summary.dropped).toEqual({ missing: 1, fileStructure: 0, trailerKeys: ["Extra"] });
  });

  test("identical streams once, unless it is turned off", () => {
    const objects = new MadeObjects();
    const image = () => {
      const mask = objects.add(stream({ Subtype: name("Image") }, "mask"));
      return objects.add(stream({ Subtype: name("Image"), SMask: mask }, "image"));
    };
    const trailer = documentOf(1, { Images: [image(), image()] }, objects);
    const once = written(trailer);
    expect(once.summary.unifiedStreams).toBe(2);
    expect(qpdfCheck(once.bytes)).toContain(CLEAN);
    const read = qpdfObjects(once.bytes);
    const [one, other] = qpdfDict(read, qpdfTrailer(read)["/Root"])["/Images"] as string[];
    expect(one).toBe(other);
    const twice = written(trailer, { unifyStreams: false });
    expect(twice.summary).toMatchObject({ unifiedStreams: 0, objects: once.summary.objects + 2 });
  });

  test("objects of several documents", () => {
    const other = new MadeObjects();
    const page = (documentOf(1, {}, other).dict("Root")?.dict("Pages")?.array("Kids") ?? [])[0] as Ref;
    const { bytes } = written(documentOf(1, { Other: page }));
    expect(qpdfCheck(bytes)).toContain(CLEAN);
    expect(
      Object.values(qpdfObjects(bytes)).filter((object) => JSON.stringify(object).includes('"/Page"')),
    ).toHaveLength(2);
  });

  test("dictionaries that stand in the trailer themselves, and streams that stand in dictionaries", () => {
    const trailer = documentOf(1, { Direct: stream({}, "inside") });
    trailer.set("Root", trailer.get("Root")).set("Info", trailer.get("Info"));
    const { bytes } = written(trailer);
    expect(qpdfCheck(bytes)).toContain(CLEAN);
    expect(run("mutool", bytes, "show", "-b", "FILE", "trailer/Root/Direct")).toBe("inside");
  });

  test("an information that is no dictionary is left out", () => {
    const { bytes } = written(documentOf(1).set("Info", 5));
    expect(qpdfTrailer(qpdfObjects(bytes))).not.toHaveProperty("/Info");
  });
});

describe("streams", () => {
  const long = "compressible ".repeat(50);

  test("those without a filter are deflated, when that is shorter and wanted", () => {
    const deflated = written(documentOf(1, { Data: stream({ DecodeParms: dict({ Predictor: 12 }) }, long) })).bytes;
    expect(filterOfData(deflated)).toEqual({ filter: "/FlateDecode", parameters: "null" });
    expect(run("mutool", deflated, "show", "-b", "FILE", "trailer/Root/Data")).toBe(long);
    for (const [text, compress] of [
      ["short", true],
      [long, false],
    ] as const) {
      expect(filterOfData(written(documentOf(1, { Data: stream({}, text) }), { compress }).bytes).filter).toBe("null");
    }
  });

  test.each<[string, Dict]>([
    ["metadata", dict({ Type: name("Metadata"), Subtype: name("XML") })],
    ["the data of an external file", dict({ F: string("elsewhere") })],
    ["what has an unknown filter", dict({ Filter: name("Unknown") })],
  ])("%s stays as it is", (_, entries) => {
    const { bytes } = written(documentOf(1, { Data: new Stream(entries, bytesOf(long)) }), { objectStreams: false });
    expect(textOf(bytes)).toContain(`\nstream\n${long}\nendstream\nendobj\n`);
  });

  test("what is encoded is passed on, and to the sink as it is", () => {
    const encoded = new Uint8Array(3 * 2 ** 20).fill(7);
    const trailer = documentOf(1, { Data: new Stream(dict({ Filter: name("DCTDecode"), Length: 1 }), encoded) });
    const pieces: Uint8Array[] = [];
    writeDocument(trailer, { write: (bytes) => pieces.push(bytes) });
    expect(pieces.filter(({ buffer }) => buffer === encoded.buffer).map(({ length }) => length)).toEqual([
      2 ** 20,
      2 ** 20,
      2 ** 20,
    ]);
    expect(textOf(Buffer.concat(pieces))).toContain("/Filter/DCTDecode/Length 3145728>>");
  });

  test("the bytes are given in pieces", () => {
    const lengths: number[] = [];
    const { bytes } = writeDocument(
      documentOf(5000),
      { write: ({ length }) => lengths.push(length) },
      { objectStreams: false },
    );
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(bytes);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2 ** 20);
    expect(lengths.length).toBeLessThan(bytes / 60_000 + 10);
  });

  test("the Crypt filter goes with the encryption", () => {
    const filters = [name("Crypt"), name("ASCIIHexDecode")];
    const parameters = [dict({ Name: name("StdCF") }), null];
    const entries = dict({ Filter: filters, DecodeParms: parameters });
    const { bytes } = written(documentOf(1, { Data: new Stream(entries, bytesOf("6162>")) }));
    expect(run("mutool", bytes, "show", "-b", "FILE", "trailer/Root/Data")).toBe("ab");
    expect(filterOfData(bytes).filter).not.toContain("Crypt");
  });
});

describe("the trailer and the header", () => {
  test("the first element of the ID is kept, the second one is new", () => {
    const old = new CosString(bytesOf("old"));
    const kept = idsOf(documentOf(1).set("ID", [old, old]));
    expect(kept[0]).toBe("u:old");
    expect(kept[1]).toMatch(/^b:[0-9a-f]{32}$/);
    const made = idsOf(documentOf(1));
    expect(made[0]).toMatch(/^b:[0-9a-f]{32}$/);
    expect(made[1]).toBe(made[0]);
  });

  test("four bytes above 127 say that the file is binary", () => {
    expect(headerOf(written(documentOf(1), { version: "1.7" }))).toBe("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n");
  });

  test.each([
    [{ version: "1.4" }, "1.4", false],
    [{ version: "1.4", objectStreams: true }, "1.5", true],
    [{ version: "1.7" }, "1.7", true],
    [{ version: "2.0", objectStreams: false }, "2.0", false],
    [{}, "1.5", true],
    [{ objectStreams: false }, "1.4", false],
  ])("%j gives version %s", (options, version, hasObjectStreams) => {
    const { bytes, summary } = written(documentOf(1), options);
    expect(textOf(bytes.subarray(0, 9))).toBe(`%PDF-${version}\n`);
    expect(summary.version).toBe(version);
    expect(textOf(bytes).includes("/ObjStm")).toBe(hasObjectStreams);
    expect(textOf(bytes).includes("\nxref\n")).toBe(!hasObjectStreams);
  });

  test("the version is that of the documents, and the catalog's is in the header", () => {
    const source = Object.assign(new MadeObjects(), { version: "1.6" });
    const pages = source.add(dict({ Type: name("Pages"), Kids: [], Count: 0 }));
    const version = (catalogVersion: string) => {
      const entries = { Type: name("Catalog"), Pages: pages, Version: name(catalogVersion) };
      const { bytes } = written(dict({ Root: dict(entries) }), { objectStreams: false });
      expect(textOf(bytes)).not.toContain("/Version");
      return textOf(bytes.subarray(5, 8));
    };
    expect(version("1.3")).toBe("1.6");
    expect(version("1.7")).toBe("1.7");
    expect(version("99.9")).toBe("1.6");
  });

  test("protection raises the version", () => {
    const versions = (["RC4-128", "AES-128", "AES-256"] as const).map(
      (algorithm) => protectedBy(algorithm).summary.version,
    );
    expect(versions).toEqual(["1.4", "1.6", "2.0"]);
    // A protection that was made without an ID is opened without one.
    expect(qpdfCheck(protectedBy("AES-128").bytes)).toContain(CLEAN);
  });

  test("cross-reference streams have rows no wider than they need", () => {
    const { bytes } = written(documentOf(300));
    const text = textOf(bytes);
    expect(text).toMatch(/\/W\[1 2 1\]/);
    const { offset, length } = xrefStreamData(text);
    const rows = inflateSync(bytes.subarray(offset, offset + length));
    expect(rows.length % 5).toBe(0);
    expect(rows[0]).toBe(2);
  });
});

describe("what cannot be written", () => {
  test.each([
    ["no catalog", dict({})],
    ["a catalog that is no dictionary", dict({ Root: 5 })],
    ["a catalog that does not exist", dict({ Root: new Ref(new MadeObjects(), 1, 0) })],
  ])("%s", (_, trailer) => {
    expect(() => written(trailer)).toThrow(expect.objectContaining({ code: "not_pdf" }));
  });

  test("a version that is none", () => {
    expect(() => written(documentOf(1), { version: "1,7" })).toThrow("no version");
  });

  test("more objects than the bounds allow, and work that is given up", () => {
    const sink = { write: () => {} };
    const few = new Bounds({ maxObjects: 10 });
    expect(() => writeDocument(documentOf(100), sink, {}, few)).toThrow(
      expect.objectContaining({ code: "too_complex" }),
    );
    const reason = new Error("given up");
    const abandoned = new Bounds({ signal: AbortSignal.abort(reason) });
    expect(() => writeDocument(documentOf(100), sink, {}, abandoned)).toThrow(reason);
  });
});

/** Returns what mutool prints of the stream at /Data of the catalog; in qpdf's JSON the stream is decoded. */
function filterOfData(bytes: Uint8Array): { filter: string; parameters: string } {
  const shown = (key: string) => run("mutool", bytes, "show", "FILE", `trailer/Root/Data/${key}`).trim();
  return { filter: shown("Filter"), parameters: shown("DecodeParms") };
}

const headerOf = ({ bytes }: { bytes: Uint8Array }) => textOf(bytes.subarray(0, 15));

function idsOf(trailer: Dict): unknown[] {
  const ids = qpdfTrailer(qpdfObjects(written(trailer).bytes))["/ID"];
  return Array.isArray(ids) ? ids : [];
}

/** Writes a document that the empty password opens; nothing has an ID. */
function protectedBy(algorithm: "RC4-128" | "AES-128" | "AES-256"): ReturnType<typeof written> {
  const options = { userPassword: "", ownerPassword: "o", permissions: -4, encryptMetadata: true };
  const security = SecurityHandler.create({ algorithm, ...options, firstId: new Uint8Array(0) });
  return written(documentOf(1), { version: "1.4", security });
}

function xrefStreamData(text: string): { offset: number; length: number } {
  const dictionary = text.lastIndexOf("/Type/XRef");
  const length = Number(/\/Length (\d+)/.exec(text.slice(dictionary))?.[1]);
  return { offset: text.indexOf("stream\n", dictionary) + 7, length };
}
