import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Bounds } from "../bounds.ts";
import { CosString, type CosValue, Dict, type ObjectSource, Ref, resolve, Stream } from "../objects.ts";
import type { FileLocation, IndirectObject } from "./facts.ts";
import { type ObjectContext, parseIndirectObject } from "./parser.ts";

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString("latin1");
const nowhere: ObjectSource = { fetch: () => null };

function read(
  text: string,
  more: Partial<ObjectContext> = {},
  offset = 0,
): IndirectObject & { location: FileLocation } {
  const object = parseIndirectObject(bytesOf(text), offset, {
    source: nowhere,
    bounds: new Bounds(),
    facts: [],
    ...more,
  });
  if (object?.location.kind !== "file") {
    throw new Error("There is no object.");
  }
  return { ...object, location: object.location };
}

function encoded(value: CosValue): string {
  return value instanceof Stream ? textOf(value.bytes.encoded()) : "no stream";
}

test("number, generation, value, and the bytes it takes", () => {
  const text = "%PDF\n12 3 obj\n<</A (b)>>\nendobj\nrest";
  const object = read(text, {}, 5);
  expect([object.number, object.generation]).toEqual([12, 3]);
  expect(object.value instanceof Dict && textOf(object.value.bytes("A"))).toBe("b");
  expect(text.slice(object.location.offset, object.location.endOffset)).toBe("12 3 obj\n<</A (b)>>\nendobj");
  expect(object.location.syntax).toEqual({
    hasEolBeforeNumber: true,
    hasSingleSpaces: true,
    hasEolAfterObj: true,
    hasEolBeforeEndobj: true,
    hasEolAfterEndobj: true,
    hasEndobj: true,
  });
  expect(object.location.stream).toBeUndefined();
  expect(object.facts).toEqual([]);
});

describe("the spacing", () => {
  test.each<[string, Partial<FileLocation["syntax"]>]>([
    [" 1 0 obj\n1\nendobj\n", { hasEolBeforeNumber: false }],
    ["\n1  0 obj\n1\nendobj\n", { hasSingleSpaces: false }],
    ["\n1 0\r\nobj\n1\nendobj\n", { hasSingleSpaces: false }],
    ["\n1 0obj\n1\nendobj\n", { hasSingleSpaces: false }],
    ["\n1 0 obj 1\nendobj\n", { hasEolAfterObj: false }],
    ["\n1 0 obj<<>>\nendobj\n", { hasEolAfterObj: false }],
    ["\n1 0 obj5\nendobj\n", { hasEolAfterObj: false }],
    ["\n1 0 obj\n1 endobj\n", { hasEolBeforeEndobj: false }],
    ["\n1 0 obj\n<<>>endobj\r", { hasEolBeforeEndobj: false }],
    ["\n1 0 obj\n1\nendobj \n", { hasEolAfterEndobj: false }],
    ["\n1 0 obj\n1\nendobj", { hasEolAfterEndobj: false }],
    ["\n1 0 obj\n1\n2 0 obj", { hasEndobj: false, hasEolAfterEndobj: false }],
    ["\n1 0 obj\n1 other\n", { hasEndobj: false, hasEolBeforeEndobj: false }],
  ])("%j", (text, differences) => {
    expect(read(text).location.syntax).toEqual({
      hasEolBeforeNumber: true,
      hasSingleSpaces: true,
      hasEolAfterObj: true,
      hasEolBeforeEndobj: true,
      hasEolAfterEndobj: true,
      hasEndobj: true,
      ...differences,
    });
  });

  test("a comment before endobj is skipped", () => {
    expect(read("1 0 obj 5 % five\nendobj").location.syntax.hasEndobj).toBe(true);
  });
});

test.each([
  "",
  "1",
  "1 0",
  "1 0 R",
  "1 0 ob",
  "a 0 obj",
  "1 b obj",
  "-1 0 obj",
  "1 0.5 obj",
  "1.5 0 obj",
  "+1 0 obj",
  "%1 0 obj",
  "xref\n0 1",
  `${"9".repeat(30)} 0 obj`,
])("%s is no object", (text) => {
  expect(parseIndirectObject(bytesOf(text), 0, { source: nowhere, bounds: new Bounds() })).toBeUndefined();
});

test("nothing from the end on is read, and an offset outside of the file is no object", () => {
  const bytes = bytesOf("1 0 obj [1 2 3 4] endobj");
  const context = { source: nowhere, bounds: new Bounds() };
  expect(parseIndirectObject(bytes, 0, context, 12)?.value).toEqual([1, 2]);
  expect(parseIndirectObject(bytes, 0, context, 6)).toBeUndefined();
  expect(parseIndirectObject(bytes, 99, context)).toBeUndefined();
  expect(parseIndirectObject(bytes, -9, context)?.number).toBe(1);
});

describe("damaged objects", () => {
  test("an object without endobj ends where the next one begins", () => {
    const text = "1 0 obj <</A [1 2 ";
    const object = read(`${text}2 0 obj (next) endobj`);
    expect(object.value instanceof Dict && object.value.array("A")).toEqual([1, 2]);
    expect(object.location.endOffset).toBe(text.length);
    expect(object.location.syntax.hasEndobj).toBe(false);
    expect(object.facts.map(({ kind }) => kind)).toContain("unterminated");
  });

  test("an object without a value is null", () => {
    const object = read("1 0 obj endobj");
    expect(object.value).toBeNull();
    expect(object.location.syntax.hasEndobj).toBe(true);
    expect(object.facts).toEqual([{ kind: "value-missing", offset: 8 }]);
  });

  test("an object that is a reference is what that refers to", () => {
    expect(read("1 0 obj 2 0 R endobj", { source: { fetch: (number) => number + 40 } }).value).toBe(42);
  });

  test("each object has separate facts, and none when they are not kept", () => {
    const facts = [] as never[];
    const context = { source: nowhere, bounds: new Bounds(), facts };
    const bytes = bytesOf("1 0 obj <4> endobj");
    expect(parseIndirectObject(bytes, 0, context)?.facts).toEqual([{ kind: "hex-string-odd", offset: 8 }]);
    expect(parseIndirectObject(bytes, 0, context)?.facts).toHaveLength(1);
    expect(facts).toEqual([]);
    expect(parseIndirectObject(bytes, 0, { source: nowhere, bounds: new Bounds() })?.facts).toEqual([]);
  });
});

describe("streams", () => {
  interface Case {
    text: string;
    data: string;
    declared: number | null;
    actual?: number;
    eol?: string;
    eolBefore?: boolean;
    endstream?: boolean;
    endobj?: boolean;
  }
  test.each<Case>([
    { text: "/Length 4>>\nstream\nabcd\nendstream endobj", data: "abcd", declared: 4 },
    { text: "/Length 4>>stream\r\nabcd\r\nendstream endobj", data: "abcd", declared: 4, eol: "CRLF" },
    { text: "/Length 4>>stream\rabcd\rendstream endobj", data: "abcd", declared: 4, eol: "CR" },
    { text: "/Length 4>>streamabcd\nendstream endobj", data: "abcd", declared: 4, eol: "none" },
    { text: "/Length 4>>stream \t\r\nabcd\nendstream endobj", data: "abcd", declared: 4, eol: "none" },
    { text: "/Length 4>>stream\nabcdendstream endobj", data: "abcd", declared: 4, eolBefore: false },
    { text: "/Length 0>>stream\n\nendstream endobj", data: "", declared: 0 },
    { text: "/Length 0>>stream\nendstream endobj", data: "", declared: 0, eolBefore: false },
    // In the first the CR is data and the LF is the EOL; in the next the EOL is a CR LF.
    { text: "/Length 4>>stream\nabc\r\nendstream endobj", data: "abc\r", declared: 4 },
    { text: "/Length 3>>stream\nabc\r\nendstream endobj", data: "abc", declared: 3 },
    // The Length counts the EOL: the stream is read with it, but the difference is reported.
    { text: "/Length 4>>stream\nabc\nendstream endobj", data: "abc\n", declared: 4, actual: 3 },
    { text: "/Length 3>>stream\nabc \nendstream endobj", data: "abc", declared: 3, actual: 4 },
    // Wrong lengths.
    { text: "/Length 2>>stream\nabcd\nendstream endobj", data: "abcd", declared: 2, actual: 4 },
    { text: "/Length 5>>stream\nabcd\r\nendstream endobj", data: "abcd\r", declared: 5 },
    { text: "/Length 9>>stream\nabcd\r\nendstream endobj", data: "abcd", declared: 9, actual: 4 },
    { text: "/Length 99999>>stream\nabcd\nendstream endobj", data: "abcd", declared: 99_999, actual: 4 },
    { text: "/Length -4>>stream\nabcd\nendstream endobj", data: "abcd", declared: -4, actual: 4 },
    { text: "/Length 4.5>>stream\nabcd\nendstream endobj", data: "abcd", declared: null, actual: 4 },
    { text: ">>stream\nabcd\nendstream endobj", data: "abcd", declared: null, actual: 4 },
    { text: "/Length 9 0 R>>stream\nabcd\nendstream endobj", data: "abcd", declared: null, actual: 4 },
    // The `endstream` is missing.
    { text: "/Length 4>>stream\nabcd\nendobj", data: "abcd", declared: 4, endstream: false, eolBefore: false },
    { text: "/Length 4>>stream\nabcd", data: "abcd", declared: 4, endstream: false, eolBefore: false, endobj: false },
    {
      text: "/Length 4>>stream\n",
      data: "",
      declared: 4,
      actual: 0,
      endstream: false,
      eolBefore: false,
      endobj: false,
    },
    {
      text: "/Length 4>>stream",
      data: "",
      declared: 4,
      actual: 0,
      eol: "none",
      endstream: false,
      eolBefore: false,
      endobj: false,
    },
    {
      text: "/Length 1>>stream\nabcd\nendobj\n2 0 obj\n<<>>stream\nx\nendstream",
      data: "abcd",
      declared: 1,
      actual: 4,
      endstream: false,
      eolBefore: false,
    },
    { text: "/Length 1>>stream\nab endobj cd\nendstream endobj", data: "ab endobj cd", declared: 1, actual: 12 },
    { text: "/Length 4>>stream\nabcd\nendstreamendobj", data: "abcd", declared: 4 },
    { text: "/Length 4>>stream\nabcd\nendstream", data: "abcd", declared: 4, endobj: false },
    { text: "/Length 4 stream\nabcd\nendstream endobj", data: "abcd", declared: 4 },
  ])("$text", ({ text, data, declared, ...facts }) => {
    const { value, location } = read(`1 0 obj <<${text}`);
    expect(encoded(value)).toBe(data);
    expect(value instanceof Stream && value.bytes.lengthBytes).toBe(data.length);
    const endstream = facts.endstream ?? true;
    expect(location.stream).toMatchObject({
      declaredLength: declared,
      actualLength: facts.actual ?? data.length,
      eolAfterKeyword: facts.eol ?? "LF",
      hasEolBeforeEndstream: facts.eolBefore ?? true,
      hasEndstream: endstream,
    });
    expect(location.syntax.hasEndobj).toBe(facts.endobj ?? true);
  });

  test("a Length elsewhere is looked up; the bytes are a view", () => {
    const bytes = bytesOf("1 0 obj <</Length 7 0 R>>stream\nab endstream cd\nendstream endobj");
    const source: ObjectSource = { fetch: (number, generation) => (number === 7 && generation === 0 ? 15 : null) };
    const object = parseIndirectObject(bytes, 0, { source, bounds: new Bounds() });
    expect(encoded(object?.value ?? null)).toBe("ab endstream cd");
    expect(object?.value instanceof Stream && object.value.bytes.encoded().buffer).toBe(bytes.buffer);
  });

  test("only a dictionary is one of a stream", () => {
    const { value, location } = read("1 0 obj [] stream\nabc\nendstream endobj");
    expect(value).toEqual([]);
    expect(location.stream).toBeUndefined();
  });
});

const flip = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 1);

describe("encrypted objects", () => {
  const asked: [number, number][] = [];
  let decryptions = 0;
  const cryptFor = (number: number, generation: number) => {
    asked.push([number, generation]);
    return {
      decryptString: flip,
      decryptStream: (bytes: Uint8Array) => {
        decryptions++;
        return flip(bytes);
      },
    };
  };

  test("strings at once, streams when they are asked for", () => {
    const { value } = read("4 1 obj <</A (ab)/Length 2>>stream\nab\nendstream endobj", { cryptFor });
    expect(asked).toEqual([[4, 1]]);
    expect(value instanceof Stream && textOf(value.dict.bytes("A"))).toBe("`c");
    expect(decryptions).toBe(0);
    expect(encoded(value)).toBe("`c");
    expect(decryptions).toBe(1);
  });

  test("the strings of a cross-reference stream are not encrypted", () => {
    const { value, facts } = read("4 1 obj <</ID [<616>]/Type /XRef/Length 2>>stream\nab\nendstream endobj", {
      cryptFor,
    });
    const id = value instanceof Stream ? value.dict.array("ID")?.[0] : undefined;
    expect(id instanceof CosString && textOf(id.bytes)).toBe("a`");
    expect(facts).toHaveLength(1);
  });

  test("an object that is not encrypted stays as it is", () => {
    const { value } = read("4 1 obj (ab) endobj", { cryptFor: () => undefined });
    expect(value instanceof CosString && textOf(value.bytes)).toBe("ab");
  });
});

test("qpdf reads the same values", () => {
  const objects = [
    "<< /A 1 /B -2.5 /C [ true false null ] /D /Na#20me /E (text \\(\\) \\101\\\n\\r) /F <4142 4> /G 1 0 R >>",
    "[ 1 0 R 2 3 0 R +17 .5 -.002 0 00012 [ [ ] << >> ] /a/b(c)(d)/e<<>>]",
    "(line\rline\r\nline\\\nline \\0533 (nested \\)) \\x)",
    "<</Deep<</Deep<</Deep[<</Deep[(a)]>>]>>>>/Dup 1/Dup 2>>",
    "<< /Type /Catalog /Pages 6 0 R % comment (\n/X(%)/Y/#41#42 >>",
    "<</Type/Pages/Kids[]/Count 0>>",
  ];
  let file = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xref = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<</Size ${offsets.length + 1}/Root 5 0 R>>\nstartxref\n${xref}\n%%EOF\n`;
  const folder = mkdtempSync(join(tmpdir(), "cos-parser-"));
  try {
    const path = join(folder, "made.pdf");
    writeFileSync(path, file, "latin1");
    const { status, stdout } = qpdfJson(path);
    // Status 3: qpdf warns of the key that is there twice.
    expect([0, 3]).toContain(status);
    const theirs = JSON.parse(stdout).qpdf[1];
    for (const [index, offset] of offsets.entries()) {
      expect(asJson(read(file, {}, offset).value)).toEqual(theirs[`obj:${index + 1} 0 R`].value);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function qpdfJson(path: string): { status: number; stdout: string } {
  try {
    return { status: 0, stdout: execFileSync("qpdf", ["--json=2", path], { encoding: "utf8", stdio: "pipe" }) };
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return { status, stdout };
  }
}

/** Returns a value in the form of qpdf's JSON version 2, without null entries. */
function asJson(value: CosValue): unknown {
  if (value instanceof Ref) {
    return `${value.number} ${value.generation} R`;
  }
  if (value instanceof CosString) {
    const text = textOf(value.bytes);
    return /^[\x20-\x7e\r\n\t]*$/.test(text) ? `u:${text}` : `b:${Buffer.from(value.bytes).toString("hex")}`;
  }
  if (value instanceof Dict) {
    return Object.fromEntries([...value.entries].map(([key, entry]) => [`/${key}`, asJson(entry)]));
  }
  if (Array.isArray(value)) {
    return value.map(asJson);
  }
  return typeof value === "object" && value !== null && "value" in value ? `/${value.value}` : resolve(value);
}
