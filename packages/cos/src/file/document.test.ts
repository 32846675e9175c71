import { describe, expect, test } from "vitest";
import { Bounds } from "../bounds.ts";
import { CosError } from "../cos-error.ts";
import { CosString, Dict, Name, resolve, Stream } from "../objects.ts";
import { SecurityHandler } from "../security/security-handler.ts";
import { serialise } from "../write/testing/serialise.ts";
import { CosDocument } from "./document.ts";
import { CATALOG, changed, digits, madeFile, OBJECTS, PAGE, PAGES, TEXT, updatedFile } from "./testing/made-file.ts";
import { objectsOf, qpdf, qpdfComplains, qpdfObjects } from "./testing/qpdf.ts";

const kinds = (document: CosDocument): string[] => [...document.repairCounts.keys()];

const versionWith = (catalog: string) => CosDocument.open(madeFile([catalog, PAGES, PAGE])).version;

const withEncrypt = (encrypt: string): Buffer => madeFile(OBJECTS, { trailer: `/Encrypt ${encrypt} ` });

describe("objects are those that qpdf reads", () => {
  test.each([
    ["a table", madeFile()],
    ["an update", updatedFile(madeFile(), { 5: "(new)", 6: "<< /Six 5 0 R >>" })],
    ["object streams", qpdf(madeFile(), "--object-streams=generate")],
    ["linearized", qpdf(madeFile(), "--linearize")],
    ["linearized with object streams", qpdf(madeFile(), "--linearize", "--object-streams=generate")],
    ["qdf", qpdf(madeFile(), "--qdf")],
    ["rc4", qpdf(madeFile(), "--allow-weak-crypto", "--encrypt", "", "owner", "128", "--")],
    ["aes 128", qpdf(madeFile(), "--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=y", "--")],
    ["aes 256", qpdf(madeFile(), "--encrypt", "", "owner", "256", "--")],
    ["aes 256, object streams", qpdf(madeFile(), "--object-streams=generate", "--encrypt", "", "owner", "256", "--")],
  ])("%s", (_, file) => {
    const document = CosDocument.open(file);
    expect(objectsOf(document)).toEqual(qpdfObjects(file));
    expect(document.repairs).toEqual([]);
    expect(document.isRebuilt).toBe(false);
  });
});

describe("what other readers accept is accepted, and reported when qpdf complains", () => {
  const file = madeFile();
  const xref = file.indexOf("xref\n0");
  // The two bytes before `endstream` end the stream when its Length does not: here they are no end-of-line marker.
  const unpadded = changed(file, "S\n\nendstream", "S  endstream");
  const offsetOf = (text: string): string => digits(file.indexOf(text), 10);
  const moved = (by: number): Buffer =>
    changed(file, offsetOf("4 0 obj"), digits(Number(offsetOf("4 0 obj")) + by, 10));
  test.each<[string, Buffer, string[]]>([
    ["entries of 19 bytes", madeFile(OBJECTS, { entry: (at) => `${digits(at, 10)} 00000 n\n` }), []],
    ["entries of 21 bytes", madeFile(OBJECTS, { entry: (at) => `${digits(at, 10)} 00000 n  \n` }), []],
    ["entries with two spaces", madeFile(OBJECTS, { entry: (at) => `${digits(at, 10)}  00000 n\n` }), ["xref-entry"]],
    ["a Size that is too large", madeFile(OBJECTS, { size: 1_000_000_000 }), ["xref-size"]],
    ["an offset before white-space", moved(-1), []],
    ["an offset inside of the object", moved(1), ["object-moved"]],
    ["an offset far behind the end", moved(99_999_999), ["object-moved"]],
    ["a missing endobj", changed(file, `${TEXT}\nendobj`, `${TEXT}\n      `), ["object-syntax"]],
    ["a Length that is too small", changed(unpadded, "/Length 8", "/Length 3"), ["stream-length"]],
    [
      "a Length that is too large",
      madeFile(OBJECTS.with(3, "<< /Length 9999 >>\nstream\n0 0 m\nS  endstream")),
      ["stream-length"],
    ],
    ["500 bytes after the end", madeFile(OBJECTS, { after: "x".repeat(500) }), []],
    ["5,000 bytes after the end", madeFile(OBJECTS, { after: "x".repeat(5000) }), ["trailing-bytes"]],
    ["bytes before the header", Buffer.concat([Buffer.from("MIME\r\n\r\n"), file]), []],
    ["bytes before the header, counted", madeFile(OBJECTS, { header: "MIME\r\n\r\n%PDF-1.4\n" }), ["offset-base"]],
    ["no header", madeFile(OBJECTS, { header: "%HELLO\n" }), ["header-missing"]],
    [
      "startxref before white-space",
      changed(file, `startxref\n${xref}`, `startxref\n${xref - 1}`),
      ["startxref-moved"],
    ],
    ["a Prev of 0", madeFile(OBJECTS, { trailer: "/Prev 0 " }), []],
    ["an Encrypt that is null", madeFile(OBJECTS, { trailer: "/Encrypt null " }), []],
  ])("%s", (_, damaged, repairs) => {
    const document = CosDocument.open(damaged);
    expect(objectsOf(document)).toEqual(qpdfObjects(damaged));
    expect(kinds(document)).toEqual(repairs);
    expect(document.isRepaired).toBe(qpdfComplains(damaged));
    expect(document.isRebuilt).toBe(false);
  });

  test("a table that starts at 1 where it means 0, which qpdf rejects", () => {
    const document = CosDocument.open(madeFile(OBJECTS, { firstNumber: 1 }));
    expect(objectsOf(document)).toEqual(qpdfObjects(file));
    expect(kinds(document)).toEqual(["xref-entry"]);
  });

  test("an entry without an offset is no object", () => {
    const document = CosDocument.open(changed(file, offsetOf("4 0 obj"), digits(0, 10)));
    expect(document.fetch(4, 0)).toBeNull();
    expect(kinds(document)).toEqual(["object-missing"]);
  });

  test("a reference with another generation leads to the object, and a free one to nothing", () => {
    const document = CosDocument.open(changed(file, "/Text 5 0 R", "/Text 5 3 R"));
    expect(document.fetch(3, 0)).toBeInstanceOf(Dict);
    expect(Array.isArray((document.fetch(3, 0) as Dict).get("Text"))).toBe(true);
    expect(kinds(document)).toEqual(["object-generation"]);
    const freed = CosDocument.open(updatedFile(file, {}, { free: [5] }));
    expect(freed.fetch(5, 0)).toBeNull();
    expect([...freed.objectNumbers()]).toEqual([1, 2, 3, 4]);
  });

  test("in strict mode an object that is not there is null", () => {
    const document = CosDocument.open(moved(1), { mode: "strict" });
    expect(document.fetch(4, 0)).toBeNull();
    expect(kinds(document)).toEqual(["object-missing"]);
  });
});

describe("objects", () => {
  test("the same object is read once, and the same reference is made once", () => {
    const document = CosDocument.open(qpdf(madeFile(), "--object-streams=generate"));
    const pages = document.catalog.get("Pages");
    expect(document.catalog.get("Pages")).toBe(pages);
    expect(document.catalog.raw("Pages")).toBe(
      document.ref((document.catalog.raw("Pages") as { number: number }).number),
    );
  });

  test("objects that are references are followed, in a circle to null", () => {
    const file = madeFile([...OBJECTS, "7 0 R", "8 0 R", "(eight)", "10 0 R", "9 0 R", "11 0 R"]);
    const document = CosDocument.open(file);
    expect(document.fetch(6, 0)).toBe(document.fetch(8, 0));
    expect([document.fetch(9, 0), document.fetch(10, 0), document.fetch(11, 0)]).toEqual([null, null, null]);
    expect(kinds(document)).toEqual(["reference-loop"]);
  });

  test("a chain of references that is longer than bounds allow ends in null", () => {
    const chain = Array.from({ length: 3000 }, (_, index) => `${OBJECTS.length + index + 2} 0 R`);
    const document = CosDocument.open(madeFile([...OBJECTS, ...chain]));
    expect(document.fetch(6, 0)).toBeNull();
  });

  test("a stream whose Length is itself ends at endstream", () => {
    const document = CosDocument.open(madeFile(OBJECTS.with(3, "<< /Length 4 0 R >>\nstream\n0 0 m\nendstream")));
    const stream = document.fetch(4, 0) as Stream;
    expect(Buffer.from(stream.bytes.encoded()).toString()).toBe("0 0 m");
    expect(kinds(document)).toEqual(["reference-loop", "stream-length"]);
  });

  test("facts are kept when they are asked for, each object's in its own list", () => {
    const file = madeFile(OBJECTS.with(4, "[ <abc> 5000000000 ]"));
    const document = CosDocument.open(file, { keepsFacts: true });
    expect(document.object(5)?.facts.map(({ kind }) => kind)).toEqual(["hex-string-odd", "integer"]);
    expect(document.object(1)?.facts).toEqual([]);
    expect(CosDocument.open(file).object(5)?.facts).toEqual([]);
    const packed = CosDocument.open(qpdf(file, "--object-streams=generate"), { keepsFacts: true });
    const inStream = [...packed.objectNumbers()].map((number) => packed.object(number));
    expect(inStream.flatMap((object) => object?.facts.map(({ kind }) => kind) ?? [])).toContain("integer");
    expect(inStream.filter((object) => object?.location.kind === "object-stream")).toHaveLength(4);
  });

  test("the location is that of the bytes", () => {
    const file = madeFile(OBJECTS, { header: "junk\n%PDF-1.4\n" });
    const location = CosDocument.open(file).object(4)?.location;
    expect(location).toMatchObject({ kind: "file", offset: file.indexOf("4 0 obj") });
    const end = location?.kind === "file" ? location.endOffset : 0;
    expect(file.subarray(0, end).toString("latin1")).toMatch(/endstream\nendobj$/u);
  });

  test("the version is the later one of header and catalog", () => {
    expect(versionWith("<< /Type /Catalog /Pages 2 0 R /Version /1.6 >>")).toBe("1.6");
    expect(versionWith("<< /Type /Catalog /Pages 2 0 R /Version /1.2 >>")).toBe("1.4");
    expect(versionWith("<< /Type /Catalog /Pages 2 0 R /Version /later >>")).toBe("1.4");
  });
});

describe("changes", () => {
  test("what is replaced is seen through references; what is added has a new number", () => {
    const document = CosDocument.open(madeFile(OBJECTS, { size: 20 }));
    const ref = document.add(new Name("Twenty"));
    expect([ref.number, ref.value]).toEqual([20, new Name("Twenty")]);
    expect(document.add(1).number).toBe(21);
    document.replace(2, null);
    expect(document.catalog.get("Pages")).toBeNull();
    expect(document.object(2)?.value).toBeInstanceOf(Dict);
    expect([...document.changes.keys()]).toEqual([20, 21, 2]);
  });

  test("a Size beyond the bounds does not count", () => {
    expect(CosDocument.open(madeFile(OBJECTS, { size: 4_000_000_000 })).add(1).number).toBe(6);
    const document = CosDocument.open(madeFile(), { bounds: new Bounds({ maxObjects: 5 }) });
    expect(() => document.add(1)).toThrow(CosError);
  });
});

describe("encryption", () => {
  const encrypted = qpdf(madeFile(), "--encrypt", "user", "owner", "256", "--");

  test("passwords open, or are asked for", () => {
    for (const [password, openedAs] of [
      ["user", "user"],
      ["owner", "owner"],
    ] as const) {
      const document = CosDocument.open(encrypted, { password });
      expect(objectsOf(document)).toEqual(qpdfObjects(encrypted, password));
      expect(document.security?.openedAs).toBe(openedAs);
    }
    expect(() => CosDocument.open(encrypted)).toThrow(expect.objectContaining({ code: "password_needed" }));
    expect(() => CosDocument.open(encrypted, { password: "no" })).toThrow(
      expect.objectContaining({ code: "wrong_password" }),
    );
  });

  test("a file whose cross-reference section is lost is decrypted all the same", () => {
    const streams = qpdf(madeFile(), "--object-streams=generate", "--encrypt", "user", "owner", "256", "--");
    for (const file of [encrypted, streams]) {
      const damaged = changed(file, "startxref", "startxxxx");
      const document = CosDocument.open(damaged, { password: "user" });
      expect(document.isRebuilt).toBe(true);
      expect(objectsOf(document)).toEqual(qpdfObjects(file, "user"));
      expect(() => CosDocument.open(damaged)).toThrow(expect.objectContaining({ code: "password_needed" }));
    }
  });

  test("an Encrypt that only a search finds, which finds no pages, does not count", () => {
    const ids = "00".repeat(16);
    const { encrypt } = SecurityHandler.create({
      algorithm: "RC4-40",
      userPassword: "",
      ownerPassword: "owner",
      permissions: -1,
      encryptMetadata: true,
      firstId: new Uint8Array(16),
    });
    const file = madeFile(["<< /Type /Catalog >>", "(plain)"], {
      trailer: `/Encrypt 3 0 R /ID [<${ids}> <${ids}>] `,
      after: `3 0 obj\n${Buffer.from(serialise(encrypt)).toString("latin1")}\nendobj\n`,
    });
    const document = CosDocument.open(file);
    expect(document.security).toBeUndefined();
    expect(kinds(document)).toEqual(["update-cut", "encrypt-ignored"]);
    expect(document.fetch(2, 0)).toEqual(new CosString(new Uint8Array(Buffer.from("plain"))));
  });

  test("an Encrypt that is not a dictionary is refused, one that leads nowhere is reported", () => {
    expect(() => CosDocument.open(withEncrypt("7"))).toThrow(
      expect.objectContaining({ code: "unsupported_encryption" }),
    );
    expect(() => qpdfObjects(withEncrypt("7"))).toThrow("/Encrypt in trailer dictionary is not a dictionary");
    expect(kinds(CosDocument.open(withEncrypt("99 0 R")))).toEqual(["encrypt-ignored"]);
  });
});

describe("bounds", () => {
  test("numbers above the bound are left out, and reported", () => {
    const document = CosDocument.open(madeFile(), { bounds: new Bounds({ maxObjects: 4 }) });
    expect([...document.objectNumbers()]).toEqual([1, 2, 3, 4]);
    expect(document.fetch(5, 0)).toBeNull();
    expect(kinds(document)).toContain("object-number");
  });

  test.each([
    ["[", "]"],
    ["<</A ", ">>"],
  ])("what is nested too deep in %j is left out, and reported", (open, close) => {
    const nested = `${open.repeat(100_000)}7${close.repeat(100_000)}`;
    const document = CosDocument.open(madeFile([`<< /X ${nested} /Type /Catalog /Pages 2 0 R >>`, PAGES, PAGE]));
    expect(kinds(document)).toEqual(["nested-too-deep"]);
    expect(document.catalog.name("Type")).toBe("Catalog");
    let depth = 0;
    for (let value = document.catalog.get("X"); value !== null; depth++) {
      value = resolve(Array.isArray(value) ? value[0] : (value as Dict).raw("A"));
    }
    expect(depth).toBe(document.bounds.maxDepth - 1);
  });

  test("what is nested a million deep and never ends is left out, too", () => {
    const document = CosDocument.open(madeFile([CATALOG, PAGES, PAGE, "[".repeat(1_000_000)]));
    expect(document.fetch(4, 0)).toHaveLength(1);
    expect(kinds(document)).toContain("nested-too-deep");
  });

  test("a signal and the time end the work", () => {
    const aborted = new Bounds({ signal: AbortSignal.abort(new Error("enough")) });
    expect(() => CosDocument.open(madeFile(), { bounds: aborted })).toThrow("enough");
    const late = new Bounds({ timeoutMs: -1 });
    expect(() => CosDocument.open(madeFile(), { bounds: late })).toThrow(
      expect.objectContaining({ code: "too_complex" }),
    );
  });

  test("counts of a billion, with a catalog or without, cost nothing", () => {
    const file = madeFile();
    const counts = changed(file, "xref\n0 6", "xref\n0 1000000000");
    expect(objectsOf(CosDocument.open(counts))).toEqual(qpdfObjects(file));
    expect(() => CosDocument.open(changed(counts, CATALOG, "(no catalog)"))).toThrow(
      expect.objectContaining({ code: "not_pdf" }),
    );
  });
});

const deep = (depth: number): Buffer =>
  qpdf(
    madeFile([...OBJECTS, `${"[".repeat(depth)}${"]".repeat(depth)}`], { trailer: "/Kept 6 0 R " }),
    "--object-streams=generate",
  );

describe("an object is examined without being read whole, and its damage is told as when it is read", () => {
  const packed = qpdf(madeFile(), "--object-streams=generate");
  test.each([
    ["a table", madeFile(), []],
    ["object streams", packed, []],
    ["a missing endobj", changed(madeFile(), `${TEXT}\nendobj`, `${TEXT}\n      `), ["object-syntax"]],
    ["nesting within the bounds", deep(30), []],
    ["nesting beyond them", deep(60), ["nested-too-deep"]],
  ])("%s", (_, file, expected) => {
    const [examined, read] = [1, 2].map(() => CosDocument.open(file, { bounds: new Bounds({ maxDepth: 50 }) }));
    for (const number of examined?.objectNumbers() ?? []) {
      examined?.examine(number);
      read?.object(number);
    }
    expect(examined?.repairs).toEqual(read?.repairs);
    expect(examined && kinds(examined)).toEqual(expect.arrayContaining(expected));
  });
});
