import { array, assert, constantFrom, nat, oneof, property } from "fast-check";
import { expect, test } from "vitest";
import { CosString } from "../objects.ts";
import { dict, name, ObjectStore } from "./testing/object-store.ts";
import { outputOf } from "./testing/programs.ts";
import { decodeTextString, encodePdfDocEncoding, encodeTextString } from "./text-string.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);
const utf16 = (text: string) => Buffer.concat([bytes(0xff, 0xfe), Buffer.from(text, "utf16le")]);
const utf16be = (text: string) => utf16(text).swap16();

test("every byte of PDFDocEncoding is the character that qpdf takes it for", () => {
  const store = new ObjectStore();
  const strings = Array.from({ length: 256 }, (_, byte) => new CosString(bytes(byte)));
  const pages = store.add(dict({ Type: name("Pages"), Kids: [], Count: 0 }));
  const catalog = store.add(dict({ Type: name("Catalog"), Pages: pages, Bytes: strings }));
  const json = JSON.parse(outputOf("qpdf", ["--json=1", "--json-key=objects", "%"], store.pdf(catalog)));
  const theirs: string[] = json.objects[`${catalog.number} 0 R`]["/Bytes"];
  expect(theirs).toHaveLength(256);
  for (const [byte, character] of theirs.entries()) {
    expect(decodeTextString(bytes(byte)), `byte ${byte}`).toBe(character);
  }
  expect(decodeTextString(bytes(0x7f, 0x9f, 0xad))).toBe("\ufffd\ufffd\ufffd");
});

test.each([
  ["UTF-16BE", utf16be("Grüße 😀"), "Grüße 😀"],
  ["UTF-16LE, which is none of the standard's", utf16("Grüße 😀"), "Grüße 😀"],
  ["UTF-8", Buffer.from("\ufeffGrüße 😀"), "Grüße 😀"],
  ["a second byte order mark is text", Buffer.from("\ufeff\ufeffa"), "\ufeffa"],
  ["language escapes", utf16be("\u001ben\u001bcolour \u001benUS\u001bcolor"), "colour color"],
  ["an escape that is none", utf16be("\u001bwhatever"), "\u001bwhatever"],
  ["lone surrogates", utf16be("a\ud83db\ude00"), "a\ufffdb\ufffd"],
  ["half a character at the end", utf16be("ab").subarray(0, 5), "a"],
  ["UTF-8 that is none", Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff]), "a\ufffd"],
  ["only the mark", bytes(0xfe, 0xff), ""],
  ["nothing", bytes(), ""],
])("decodes %s", (_, encoded, expected) => {
  expect(decodeTextString(encoded)).toBe(expected);
});

test("text is encoded in one byte per character where that is possible", () => {
  expect(encodeTextString("€ – fl")).toEqual(bytes(0xa0, 0x20, 0x85, 0x20, 0x66, 0x6c));
  expect(encodeTextString("Ω")).toEqual(bytes(0xfe, 0xff, 0x03, 0xa9));
  expect(encodePdfDocEncoding("Ω")).toBeUndefined();
});

test.each(["þÿ", "ÿþ", "ï»¿", "ÿþabc"])(
  "text that looks like a byte order mark is not left in one byte each: %s",
  (text) => {
    expect(encodeTextString(text).subarray(0, 2)).toEqual(bytes(0xfe, 0xff));
    expect(decodeTextString(encodeTextString(text))).toBe(text);
  },
);

test("what is encoded is decoded to the same text", () => {
  const characters = oneof(nat(0xff), constantFrom(0x20ac, 0x2022, 0xfb01), nat(0x10ffff));
  assert(
    property(array(characters), (codes) => {
      const text = String.fromCodePoint(...codes);
      expect(decodeTextString(encodeTextString(text))).toBe(text.replaceAll("\u001b", "").toWellFormed());
    }),
    { numRuns: 1000 },
  );
  expect(decodeTextString(encodeTextString("a\ud800b\u001b"))).toBe("a\ufffdb");
});

test("a long string is decoded", () => {
  expect(decodeTextString(new Uint8Array(300_000).fill(0x41))).toBe("A".repeat(300_000));
});
