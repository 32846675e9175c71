import { expect, test } from "vitest";
import { sniffContentType, sniffMediaType, unsupportedFile } from "./media-type.ts";

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

test.each([
  ["<!doctype html>", "text/html"],
  ["%PDF is a format, says <p>", "text/html"],
  ["<p>A PDF begins with %PDF-1.7</p>", "text/html"],
  ["PK is a name", "text/html"],
  ["\xe9 in Latin-1", "text/html"],
  ["\xff\xfe<\0p\0>\0", "text/html"],
  ["\xfe\xff\0<\0p\0>", "text/html"],
  ["PK\x03\x04", "application/zip"],
  ["PK\x05\x06\0\0", "application/zip"],
  ["%PDF-1.7", undefined],
  ["\x89PNG\r\n\x1a\n", undefined],
  ["\xff\xd8\xff\xe0", undefined],
  ["RIFF\x10\0\0\0WEBPVP8 ", undefined],
  ["<\0p\0>\0", undefined],
] as const)("content that begins %j is %s", (head, type) => {
  expect(sniffContentType(latin1(head), ["text/html", "application/zip"])).toBe(type);
});

test("only a type that is accepted is returned", () => {
  expect(sniffContentType(latin1("PK\x03\x04"), ["text/html"])).toBeUndefined();
  expect(sniffContentType(latin1("text"), ["application/zip"])).toBeUndefined();
  expect(sniffContentType(latin1("text"), ["application/zip", "text/markdown", "text/plain"])).toBe("text/markdown");
});

test.each(["text/plain", "text/markdown", "application/json"] as const)(
  "any text may be %s, and nothing else",
  (type) => {
    for (const head of ["# A", '{"a":1}', "not JSON", "\xef\xbb\xbf[]", "\xff\xfe[\0]\0", "Gr\xfc\xdfe", "<p>"]) {
      expect([head, sniffContentType(latin1(head), [type])]).toEqual([head, type]);
    }
    for (const head of ["PK\x03\x04", "%PDF-1.7", "\x89PNG\r\n\x1a\n", "a\0b"]) {
      expect([head, sniffContentType(latin1(head), [type])]).toEqual([head, undefined]);
    }
  },
);

test.each([
  ["II*\0\x08\0\0\0", "image/tiff"],
  ["MM\0*\0\0\0\x08", "image/tiff"],
  ["MM\0+\0\x08\0\0", "image/tiff"],
  ["GIF89a", "image/gif"],
  ["BM\x36\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0", "image/bmp"],
  ["BM is how a text may begin, too", undefined],
  ["\0\0\0\x1cftypavif\0\0\0\0avifmif1", "image/avif"],
  ["\0\0\0\x1cftypmif1\0\0\0\0miafavif", "image/avif"],
  ["\0\0\0\x1cftypheic\0\0\0\0mif1heic", undefined],
] as const)("a file that begins %j is %s", (head, type) => {
  expect(sniffMediaType(latin1(head))).toBe(type);
});

test.each([
  ["\0\0\0\x1cftypheic\0\0\0\0mif1heic", /HEIC image.*converted to JPEG/],
  ["II*\0\x08\0\0\0", /image\/tiff/],
])("of a file that begins %j the failure says what it is", (head, says) => {
  expect(unsupportedFile(latin1(head), ["application/pdf"]).message).toMatch(says);
});
