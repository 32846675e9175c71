import { expect, test } from "vitest";
import { chosen } from "../../../../test/running/sampling.ts";
import { CosDocument } from "../file/document.ts";
import { type CosString, type Dict, Ref } from "../objects.ts";
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
import type { WriteOptions } from "./write-document.ts";
import { isUpdatable, writeUpdate } from "./write-update.ts";

const FORMS = [
  ["a cross-reference table", false],
  ["a cross-reference stream", true],
] as const;

/** Opens a document of three pages and changes its title and the contents of its second page; a note is added. */
function changed(options: WriteOptions, password?: string, trailer = documentOf(3)): CosDocument {
  const document = CosDocument.open(written(trailer, options).bytes, { password });
  const info = document.trailer.raw("Info") as Ref;
  document.replace(info.number, dict({ Title: string("Changed") }));
  const [, page] = document.catalog.dict("Pages")?.array("Kids") ?? [];
  const contents = ((page as Ref).value as Dict).raw("Contents") as Ref;
  document.replace(contents.number, stream({}, "BT /F1 24 Tf 20 100 Td (This page is new) Tj ET"));
  const note = document.add(dict({ Note: string("Added"), Page: page as Ref }));
  const catalog = document.trailer.raw("Root") as Ref;
  document.replace(catalog.number, document.catalog.copy().set("Added", note));
  return document;
}

function updated(document: CosDocument): Uint8Array {
  const pieces: Uint8Array[] = [];
  const summary = writeUpdate(document, { write: (bytes) => pieces.push(bytes) });
  const bytes = Buffer.concat(pieces);
  expect(summary.bytes).toBe(bytes.length);
  return bytes;
}

test.each(FORMS)("an update with %s: the bytes stay, the changes count", (_, objectStreams) => {
  const document = changed({ objectStreams });
  const bytes = updated(document);
  expect(Buffer.compare(bytes.subarray(0, document.bytes.length), document.bytes)).toBe(0);
  expect(qpdfCheck(bytes)).toContain(CLEAN);
  expect(textOf(bytes.subarray(document.bytes.length)).includes("\nxref\n")).toBe(!objectStreams);
  const text = run("pdftotext", bytes, "FILE", "-");
  expect(text).toMatch(/page 1 of 3[^]*This page is new[^]*page 3 of 3/);
  const read = qpdfObjects(bytes);
  const trailer = qpdfTrailer(read);
  expect(qpdfDict(read, trailer["/Info"])).toEqual({ "/Title": "u:Changed" });
  expect(qpdfDict(read, qpdfDict(read, trailer["/Root"])["/Added"])).toMatchObject({ "/Note": "u:Added" });
});

test.each(FORMS)("an update of an update, read by this library; with %s", (_, objectStreams) => {
  const once = CosDocument.open(updated(changed({ objectStreams })), { mode: "strict" });
  const info = once.trailer.raw("Info") as Ref;
  once.replace(info.number, dict({ Title: string("Changed again") }));
  const twice = CosDocument.open(updated(once), { mode: "strict" });
  expect(twice.repairs).toEqual([]);
  expect(twice.xref.sections.map(({ kind }) => kind)).toEqual(Array(3).fill(objectStreams ? "stream" : "table"));
  expect(textOf(twice.trailer.dict("Info")?.bytes("Title") ?? new Uint8Array(0))).toBe("Changed again");
  expect(twice.catalog.dict("Added")?.dict("Page")?.name("Type")).toBe("Page");
  expect(qpdfCheck(updated(once))).toContain(CLEAN);
});

test("the first element of the ID stays, the second one is renewed", () => {
  const document = changed({});
  const [first, second] = idsOf(document.trailer);
  const [newFirst, newSecond] = idsOf(CosDocument.open(updated(document)).trailer);
  expect(newFirst).toBe(first);
  expect(newSecond).not.toBe(second);
  expect(updated(document)).toEqual(updated(document));
});

const algorithms = ["RC4-40", "RC4-128", "AES-128", "AES-256"] as const;
const protectedForms = algorithms.flatMap((algorithm) =>
  FORMS.map(([, hasStreams]) => [algorithm, hasStreams] as const),
);
test.each(chosen(protectedForms, [0, 3, 4, 7]))(
  "what is added to a document with %s is encrypted as it is (object streams: %s)",
  (algorithm, objectStreams) => {
    const firstId = bytesOf("sixteen bytes ID");
    const passwords = { userPassword: "user", ownerPassword: "owner" };
    const security = SecurityHandler.create({
      algorithm,
      ...passwords,
      permissions: -4,
      encryptMetadata: true,
      firstId,
    });
    const document = changed(
      { objectStreams, security },
      "user",
      documentOf(3).set("ID", [string("sixteen bytes ID"), null]),
    );
    const bytes = updated(document);
    expect(textOf(bytes)).not.toContain("Changed");
    for (const password of ["user", "owner"]) {
      expect(qpdfCheck(bytes, password)).toContain(CLEAN);
      expect(JSON.stringify(qpdfObjects(bytes, password))).toContain('"u:Changed"');
    }
    expect(run("pdftotext", bytes, "-upw", "user", "FILE", "-")).toContain("This page is new");
  },
);

test("offsets count from the header, where they do", () => {
  const { bytes } = written(documentOf(1), { objectStreams: false });
  const document = CosDocument.open(Buffer.concat([bytesOf("something before\n"), bytes]));
  document.add(dict({ A: 1 }));
  const read = CosDocument.open(updated(document), { mode: "strict" });
  expect(read.xref.sections).toHaveLength(2);
  expect(read.isRebuilt).toBe(false);
});

test("a hybrid file is updated with a table", () => {
  const source = written(documentOf(1), { objectStreams: false }).bytes;
  const hybrid = hybridOf(textOf(source));
  const document = CosDocument.open(hybrid, { mode: "strict" });
  expect(document.catalog.dict("Hidden")?.raw("A")).toBe(1);
  const added = document.add(dict({ Added: true }));
  document.replace((document.trailer.raw("Root") as Ref).number, document.catalog.copy().set("New", added));
  const bytes = updated(document);
  const [newest] = CosDocument.open(bytes, { mode: "strict" }).xref.sections;
  expect(newest?.kind).toBe("table");
  expect(newest?.trailer.has("XRefStm")).toBe(false);
  expect(run("qpdf", bytes, "--show-object=1", "FILE")).toMatch(/New/);
  expect(run("mutool", bytes, "show", "FILE", "trailer/Root/Hidden/A").trim()).toBe("1");
});

test("without changes there is no update", () => {
  const { bytes } = written(documentOf(1));
  expect(Buffer.compare(updated(CosDocument.open(bytes)), bytes)).toBe(0);
});

test("an object that is replaced by null is gone", () => {
  const document = changed({});
  const info = document.trailer.raw("Info") as Ref;
  document.replace(info.number, null);
  expect(CosDocument.open(updated(document)).trailer.dict("Info")).toBeUndefined();
});

test("a file whose objects had to be searched for is not updated", () => {
  const { bytes } = written(documentOf(1));
  const document = CosDocument.open(bytes.subarray(0, bytes.length - 60));
  document.add(name("New"));
  expect(isUpdatable(document)).toBe(false);
  expect(() => writeUpdate(document, { write: () => {} })).toThrow("rewritten");
});

test("a document with an object that does not end is not updated", () => {
  const { bytes } = written(documentOf(1), { objectStreams: false });
  const text = Buffer.from(bytes).toString("latin1");
  const document = CosDocument.open(Buffer.from(text.replaceAll("endobj", "      "), "latin1"));
  expect(document.isRebuilt).toBe(false);
  expect(document.catalog.has("Pages")).toBe(true);
  expect(isUpdatable(document)).toBe(false);
});

test("changes refer to objects of the document only", () => {
  const sink = { write: () => {} };
  for (const value of [new MadeObjects().add(1), stream({}, "")]) {
    const document = changed({});
    document.add([value]);
    expect(() => writeUpdate(document, sink)).toThrow("add it first");
  }
});

const idsOf = (trailer: Dict) => (trailer.array("ID") ?? []).map((id) => textOf((id as CosString).bytes));

/** Makes a hybrid file whose catalog refers to an object that only the stream at XRefStm has (7.5.8.4). */
function hybridOf(source: string): Uint8Array {
  const size = Number(/\/Size (\d+)/.exec(source)?.[1]);
  const oldXref = Number(/startxref\n(\d+)/.exec(source)?.[1]);
  const hiddenOffset = source.length;
  const hidden = `${size} 0 obj\n<</A 1>>\nendobj\n`;
  const xrefStmOffset = hiddenOffset + hidden.length;
  const row = String.fromCharCode(1, hiddenOffset >> 8, hiddenOffset & 255, 0);
  const xrefStm = `${size + 1} 0 obj\n<</Type/XRef/W[1 2 1]/Index[${size} 1]/Size ${size + 2}/Root 1 0 R/Length 4>>\nstream\n${row}\nendstream\nendobj\n`;
  const rootOffset = xrefStmOffset + xrefStm.length;
  const pages = /\/Pages (\d+) 0 R/.exec(source)?.[1];
  const root = `1 0 obj\n<</Type/Catalog/Pages ${pages} 0 R/Hidden ${size} 0 R>>\nendobj\n`;
  const xref = `xref\n1 1\n${String(rootOffset).padStart(10, "0")} 00000 n \n`;
  const trailer = `trailer\n<</Size ${size + 2}/Root 1 0 R/Prev ${oldXref}/XRefStm ${xrefStmOffset}>>\n`;
  const end = `startxref\n${rootOffset + root.length}\n%%EOF\n`;
  return bytesOf(source + hidden + xrefStm + root + xref + trailer + end);
}
