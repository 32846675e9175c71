import { expect, test } from "vitest";
import { sniffContentType } from "./media-type.ts";

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
