import { describe, expect, test } from "vitest";
import { assert } from "../../../../kernel/assert.ts";
import { MultipartParser, multipartBoundary } from "./multipart.ts";
import type { PartHeaders } from "./part-headers.ts";

interface Part {
  headers: PartHeaders;
  bytes: Buffer;
}

/** Parses `body` in pieces of `pieceBytes`. */
function read(body: Buffer | string, { boundary = "B", pieceBytes = Infinity } = {}): Part[] {
  const bytes = Buffer.from(body as string, "latin1");
  const parser = new MultipartParser(boundary, 1000);
  const parts: Part[] = [];
  let isOpen = false;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    for (const event of parser.push(bytes.subarray(at, Math.min(bytes.length, at + pieceBytes)))) {
      switch (event.kind) {
        case "part":
          assert(!isOpen, "a part begins inside a part");
          isOpen = true;
          parts.push({ headers: event.headers, bytes: Buffer.alloc(0) });
          break;
        case "data": {
          const part = parts.at(-1);
          assert(isOpen && part !== undefined && event.bytes.length > 0, "data stands in a part");
          part.bytes = Buffer.concat([part.bytes, event.bytes]);
          break;
        }
        case "end":
          isOpen = false;
          break;
      }
    }
  }
  parser.finish();
  return parts;
}

const texts = (parts: Part[]) => parts.map(({ headers, bytes }) => [headers.name, bytes.toString("latin1")]);
const field = (name: string, value: string, boundary = "B") =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

describe("well-formed bodies", () => {
  test("what Node's FormData encodes comes back, in pieces of every size", async () => {
    const form = new FormData();
    const binary = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256));
    form.append("file", new Blob([binary]), 'na"ïve\n.pdf');
    form.append("text", "zwei\r\nZeilen – ünïcode");
    form.append("empty", "");
    form.append("nothing", new Blob([]), "x");
    const response = new Response(form);
    const boundary = multipartBoundary(response.headers.get("content-type") ?? "") ?? "";
    const body = Buffer.from(await response.arrayBuffer());
    for (const pieceBytes of [1, 2, 3, 7, 64, 1000, Infinity]) {
      const parts = read(body, { boundary, pieceBytes });
      expect(parts.map(({ headers }) => [headers.name, headers.file?.plain])).toEqual([
        ["file", 'na"ïve\n.pdf'],
        ["text", undefined],
        ["empty", undefined],
        ["nothing", "x"],
      ]);
      expect(parts.map(({ bytes }) => bytes)).toEqual([
        binary,
        Buffer.from("zwei\r\nZeilen – ünïcode"),
        Buffer.alloc(0),
        Buffer.alloc(0),
      ]);
    }
  });

  test("data that looks like the beginning of a boundary is data", () => {
    const value = "\r\n--\r\n--A\r\r\n\r\n-\r\n--\nB--B\r\n";
    for (const pieceBytes of [1, 2, 3, 5, 8, Infinity]) {
      expect(texts(read(`${field("a", value)}--B--`, { pieceBytes }))).toEqual([["a", value]]);
    }
  });

  test("preamble, epilogue, blanks after a boundary and a quoted boundary are allowed", () => {
    const body = `preamble\r\n--x y\r\n${field("a", "1", "x y").slice(7)}--x y \t\r\n${field("b", "2", "x y").slice(7)}--x y--\r\nepilogue --x y`;
    for (const pieceBytes of [1, 4, Infinity]) {
      expect(texts(read(body, { boundary: "x y", pieceBytes }))).toEqual([
        ["a", "1"],
        ["b", "2"],
      ]);
    }
  });

  test("the line break before a boundary may be the one that ends the headers", () => {
    const body =
      '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n--B\r\nContent-Disposition: form-data; name=b\r\n\r\n2\r\n--B--';
    for (const pieceBytes of [1, 3, Infinity]) {
      expect(texts(read(body, { pieceBytes }))).toEqual([
        ["a", ""],
        ["b", "2"],
      ]);
    }
  });

  test("a form without parts is a form", () => {
    expect(read("--B--\r\n")).toEqual([]);
  });
});

const headersOf = (lines: string) => read(Buffer.from(`--B\r\n${lines}\r\n\r\n\r\n--B--`))[0]?.headers;

/** Returns the parts of a body, or the code of what is wrong with it. */
const outcome = (body: string, pieceBytes: number): unknown => {
  try {
    return texts(read(body, { pieceBytes }));
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test("whatever the bytes are, they mean the same in one piece and in many", () => {
  const sample = `${field("a", "x\r\n--By")}${field("b", "")}--B--\r\nend`;
  const random = seeded(7);
  const outcomes = new Set<unknown>();
  for (let round = 0; round < 3000; round++) {
    const bytes = sample.split("");
    for (let change = random(4); change >= 0; change--) {
      bytes.splice(
        random(bytes.length),
        random(3),
        ...["\r\n", "-", "--B", "\r", ":", ""].slice(random(6)).slice(0, 1),
      );
    }
    const body = bytes.join("");
    const whole = outcome(body, Infinity);
    expect([outcome(body, 1), outcome(body, 1 + random(20))], JSON.stringify(body)).toEqual([whole, whole]);
    outcomes.add(typeof whole);
  }
  expect(outcomes).toEqual(new Set(["string", "object"]));
});

/** Makes a generator of numbers below `bound`, the same in every run. */
function seeded(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

describe("part headers", () => {
  test.each([
    ['Content-Disposition: form-data; name="file"; filename="a.pdf"', "file", { plain: "a.pdf", extended: undefined }],
    ["content-disposition:FORM-DATA;name=file;filename=a.pdf", "file", { plain: "a.pdf", extended: undefined }],
    ['Content-Disposition: form-data; filename="é.pdf"; name="ü"', "ü", { plain: "é.pdf", extended: undefined }],
    ['Content-Disposition: form-data; name="f"; filename="a\u0007.pdf"', "f", { plain: "a\u0007.pdf" }],
    ['Content-Disposition: form-data; name="f"; filename="C:\\dir\\a.pdf"', "f", { plain: "C:\\dir\\a.pdf" }],
    ['Content-Disposition: form-data; name="f"; filename="a\\"b\\\\c.pdf"', "f", { plain: 'a"b\\c.pdf' }],
    ['Content-Disposition: form-data; name="f"; filename="a; name=x.pdf"', "f", { plain: "a; name=x.pdf" }],
    [
      'Content-Disposition: form-data; name="f"; filename="a.pdf"; filename*=UTF-8\'\'%C3%A9.pdf',
      "f",
      { plain: "a.pdf", extended: "UTF-8''%C3%A9.pdf" },
    ],
    ['Content-Disposition: form-data;\r\n name="f";\r\n\tfilename="a.pdf"', "f", { plain: "a.pdf" }],
    ['Content-Disposition: form-data; name="f"\r\nContent-Type: application/pdf', "f", {}],
    ['Content-Disposition: form-data; name="f"; filename=""', "f", { plain: "" }],
    ['Content-Disposition: form-data; name="f"\r\nContent-Type: text/plain; charset=utf-8', "f", undefined],
    ['Content-Disposition: form-data; name="constructor"', "constructor", undefined],
  ])("%j", (lines, name, file) => {
    const headers = headersOf(lines);
    expect(headers?.name).toBe(name);
    expect(headers?.file).toEqual(file);
  });

  test("Latin-1 bytes of old clients are read as such", () => {
    const [part] = read('--B\r\nContent-Disposition: form-data; name="f"; filename="caf\xe9.pdf"\r\n\r\n\r\n--B--');
    expect(part?.headers.file?.plain).toBe("café.pdf");
  });

  test("the charset of a text is reported", () => {
    expect(
      headersOf('Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset="ISO-8859-1"'),
    ).toMatchObject({ charset: "ISO-8859-1" });
  });
});

describe("broken bodies are refused", () => {
  const part = field("a", "1");
  test.each([
    ["empty", ""],
    ["garbage", "%PDF-1.7 this is no form"],
    ["another boundary", part.replaceAll("--B", "--C") + "--C--"],
    ["no final boundary", part],
    ["cut in the data", part.slice(0, -3)],
    ["cut in the headers", part.slice(0, 20)],
    ["cut in the final boundary", `${part}--B-`],
    ["a final boundary with a single dash", `${part}--B-\r\n`],
    ["text after a boundary", `${part}--Bx\r\n${part}--B--`],
    ["bare line feeds", `${part}--B--`.replaceAll("\r\n", "\n")],
    ["no headers", "--B\r\n\r\n1\r\n--B--"],
    ["no Content-Disposition", "--B\r\nContent-Type: text/plain\r\n\r\n1\r\n--B--"],
    ["no name", "--B\r\nContent-Disposition: form-data\r\n\r\n1\r\n--B--"],
    ["an empty name", '--B\r\nContent-Disposition: form-data; name=""\r\n\r\n1\r\n--B--'],
    ["another disposition", '--B\r\nContent-Disposition: attachment; name="a"\r\n\r\n1\r\n--B--'],
    ["a name without end", '--B\r\nContent-Disposition: form-data; name="a\r\n\r\n1\r\n--B--'],
    ["two names", '--B\r\nContent-Disposition: form-data; name="a"; name="b"\r\n\r\n1\r\n--B--'],
    ["text between parameters", '--B\r\nContent-Disposition: form-data; x name="a"\r\n\r\n1\r\n--B--'],
    ["a line without colon", '--B\r\nContent-Disposition: form-data; name="a"\r\nbad\r\n\r\n1\r\n--B--'],
    ["a header without name", '--B\r\nContent-Disposition: form-data; name="a"\r\n: bad\r\n\r\n1\r\n--B--'],
    ["a bare line feed in a header", '--B\r\nContent-Disposition: form-data; name="a"\nX: y\r\n\r\n1\r\n--B--'],
    ["a bare carriage return in a header", '--B\r\nContent-Disposition: form-data; name="a\r"\r\n\r\n1\r\n--B--'],
    ["no empty line after the headers", '--B\r\nContent-Disposition: form-data; name="a"\r\n--B--'],
    ["5,000 headers", `--B\r\nContent-Disposition: form-data; name="a"\r\n${"X: y\r\n".repeat(5000)}\r\n1\r\n--B--`],
    ["40 headers", `--B\r\nContent-Disposition: form-data; name="a"\r\n${"X: y\r\n".repeat(40)}\r\n1\r\n--B--`],
    ["a header without end", `--B\r\nContent-Disposition: form-data; name="${"a".repeat(1_000_000)}`],
    ["blanks without end", `${part}--B${" ".repeat(100_000)}`],
  ])("%s", (_, body) => {
    for (const pieceBytes of [1000, Infinity]) {
      expect(() => read(body, { pieceBytes })).toThrow(expect.objectContaining({ code: "malformed_multipart" }));
    }
  });
});

describe("the boundary of a Content-Type", () => {
  test.each([
    ["multipart/form-data; boundary=abc", "abc"],
    ['Multipart/Form-Data; charset=utf-8; Boundary="a b:c"', "a b:c"],
    ["multipart/form-data;boundary=abc;x=y", "abc"],
    ["application/json", undefined],
    ["multipart/mixed; boundary=abc", undefined],
    ["multipart/form-datax; boundary=abc", undefined],
    ["", undefined],
  ])("%j", (contentType, boundary) => {
    expect(multipartBoundary(contentType)).toBe(boundary);
  });

  test.each([
    "multipart/form-data",
    "multipart/form-data; boundary=",
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary=${"x".repeat(300)}`,
  ])("%j has none", (contentType) => {
    expect(() => multipartBoundary(contentType)).toThrow(expect.objectContaining({ code: "malformed_multipart" }));
  });
});

const parse = (body: string, maxParts: number): void => {
  for (const event of new MultipartParser("B", maxParts).push(Buffer.from(body, "latin1"))) {
    assert(event.kind !== "part" || event.headers.name === "a", "the name of each part");
  }
};

describe("bounds", () => {
  test("a part too many is refused before its headers are parsed", () => {
    parse(field("a", "1").repeat(3), 3);
    expect(() => parse(`${field("a", "1").repeat(3)}--B\r\nno header\r\n\r\n`, 3)).toThrow(
      expect.objectContaining({ code: "payload_too_large" }),
    );
  });

  test("long headers of many parts are refused", () => {
    const part = `--B\r\nContent-Disposition: form-data; name="a"\r\nX-A: a${" \t".repeat(7500)}b\r\n\r\n1\r\n`;
    expect(() => parse(part.repeat(30), 300)).toThrow(expect.objectContaining({ code: "malformed_multipart" }));
  });
});
