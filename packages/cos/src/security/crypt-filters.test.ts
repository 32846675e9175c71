import { describe, expect, test } from "vitest";
import { Dict } from "../objects.ts";
import { cipherOfStream, readCryptFilters } from "./crypt-filters.ts";
import { SecurityHandler } from "./security-handler.ts";
import { bytesOf, FIRST_ID, parse, textOf } from "./testing/small-pdf.ts";

function dictOf(text: string): Dict {
  const value = parse(text);
  return value instanceof Dict ? value : new Dict();
}
const CF =
  "/CF << /Aes << /CFM /AESV2 >> /Rc4 << /CFM /V2 >> /Open << /CFM /None >> /Bare << >> /Odd << /CFM /Strange >> >>";

describe("the crypt filters of a document", () => {
  test.each([
    ["<< >>", 2, { strings: "RC4", streams: "RC4", embeddedFiles: "RC4" }],
    [`<< ${CF} /StmF /Aes /StrF /Rc4 >>`, 2, { strings: "RC4", streams: "RC4", embeddedFiles: "RC4" }],
    ["<< >>", 4, { strings: "Identity", streams: "Identity", embeddedFiles: "Identity" }],
    [`<< ${CF} /StmF /Aes /StrF /Rc4 >>`, 4, { strings: "RC4", streams: "AES", embeddedFiles: "AES" }],
    [
      `<< ${CF} /StmF /Identity /StrF /Identity /EFF /Aes >>`,
      4,
      { strings: "Identity", streams: "Identity", embeddedFiles: "AES" },
    ],
    [`<< ${CF} /StmF /Open /StrF /Bare >>`, 4, { strings: "Identity", streams: "Identity" }],
    [`<< /CF << /Identity << /CFM /AESV2 >> >> /StmF /Identity >>`, 4, { streams: "Identity" }],
    [`<< /CF << /Identity << /CFM /Strange >> >> /StmF /Identity >>`, 4, { streams: "Identity" }],
    [`<< ${CF} /StmF /Missing /StrF /Aes >>`, 4, { strings: "AES", streams: "AES" }],
    ["<< /CF << /Null null >> /StmF /Null >>", 4, { streams: "AES" }],
    [`<< /CF << /StdCF << /CFM /AESV3 >> >> /StmF /StdCF /StrF /StdCF >>`, 5, { strings: "AES", streams: "AES" }],
  ])("%s in version %i", (text, version, expected) => {
    expect(readCryptFilters(dictOf(text), version)).toMatchObject(expected);
  });

  test("are not to have an unknown method, when they are used", () => {
    expect(() => readCryptFilters(dictOf(`<< ${CF} /StmF /Odd >>`), 4)).toThrow("Odd has the unknown method Strange");
    expect(() => readCryptFilters(dictOf(`<< ${CF} /EFF /Odd >>`), 4)).toThrow("unknown method");
    expect(readCryptFilters(dictOf(`<< ${CF} /StmF /Aes >>`), 4).streams).toBe("AES");
  });
});

describe("the method of a stream", () => {
  const filters = readCryptFilters(dictOf(`<< ${CF} /StmF /Aes /StrF /Aes /EFF /Rc4 >>`), 4);
  test.each([
    ["<< >>", "AES"],
    ["<< /Filter /FlateDecode >>", "AES"],
    ["<< /Filter /Crypt >>", "Identity"],
    ["<< /Filter [/Crypt /FlateDecode] >>", "Identity"],
    ["<< /Filter /Crypt /DecodeParms << /Name /Rc4 >> >>", "RC4"],
    ["<< /Filter /Crypt /DecodeParms << /Name /Identity >> >>", "Identity"],
    ["<< /Filter [/Crypt] /DecodeParms << /Name /Rc4 >> >>", "RC4"],
    ["<< /Filter [/Crypt /FlateDecode] /DecodeParms [<< /Name /Rc4 >> null] >>", "RC4"],
    ["<< /Filter [/FlateDecode /Crypt] /DecodeParms [null << /Name /Rc4 >>] >>", "AES"],
    ["<< /Filter /Crypt /DecodeParms << /Name /Missing >> >>", "AES"],
    ["<< /Type /EmbeddedFile >>", "RC4"],
    ["<< /Type /EmbeddedFile /Filter /Crypt /DecodeParms << /Name /Aes >> >>", "AES"],
  ])("%s", (text, expected) => {
    expect(cipherOfStream(dictOf(text), filters, true)).toBe(expected);
    expect(cipherOfStream(dictOf(text), filters, false)).toBe(expected);
  });

  test("that is metadata is none when metadata is readable, unless it has its own", () => {
    expect(cipherOfStream(dictOf("<< /Type /Metadata >>"), filters, true)).toBe("AES");
    expect(cipherOfStream(dictOf("<< /Type /Metadata >>"), filters, false)).toBe("Identity");
    const own = dictOf("<< /Type /Metadata /Filter [/Crypt] /DecodeParms [<< /Name /Rc4 >>] >>");
    expect(cipherOfStream(own, filters, false)).toBe("RC4");
  });
});

test("strings and streams of one object are decrypted each by its own method", () => {
  const options = { userPassword: "", ownerPassword: "o", permissions: -1, encryptMetadata: true, firstId: FIRST_ID };
  const { encrypt } = SecurityHandler.create({ algorithm: "AES-128", ...options });
  const mixed = encrypt
    .copy()
    .set("CF", dictOf(CF.replace("/CF ", "")))
    .set("StmF", parse("/Aes"))
    .set("StrF", parse("/Rc4"));
  const handler = SecurityHandler.open(mixed, FIRST_ID, undefined);
  const both = () => [
    handler.decryptString(handler.encryptString(bytesOf("string"), 7, 0), 7, 0),
    handler.decryptStream(handler.encryptStream(bytesOf("stream"), new Dict(), 7, 0), new Dict(), 7, 0),
  ];
  expect([...both(), ...both()].map(textOf)).toEqual(["string", "stream", "string", "stream"]);
  expect(handler.encryptString(bytesOf("string"), 7, 0)).toHaveLength(6);
  expect(handler.encryptStream(bytesOf("stream"), new Dict(), 7, 0)).toHaveLength(32);
});
