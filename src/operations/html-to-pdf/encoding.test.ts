import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { declaredEncoding } from "./encoding-sniffing.ts";
import { htmlInUtf8 } from "./html-in-utf8.ts";

describe("the encoding that a file declares", () => {
  test.each([
    ["<meta charset=windows-1252>", "windows-1252"],
    ['<!doctype html><html lang="de"><META CharSet = "Shift_JIS">', "shift_jis"],
    ["<meta/charset='latin1'>", "windows-1252"],
    ["<meta http-equiv='Content-Type' content='text/html; charset=koi8-r'>", "koi8-r"],
    ['<meta content="text/html; charset = gb2312" http-equiv=content-type>', "gbk"],
    ["<!-- <meta charset=koi8-r> --><meta charset=big5>", "big5"],
    ["<a title='<meta charset=koi8-r>'><meta charset=big5>", "big5"],
    ["<p><meta name=x charset=nonsense><meta charset=euc-kr>", "euc-kr"],
    ["<meta charset=utf-16le>", "utf-8"],
    ["<meta charset=x-user-defined>", "windows-1252"],
    ["<?xml version='1.0' encoding='iso-8859-2'?><html/>", "iso-8859-2"],
    ["\xef\xbb\xbf<meta charset=koi8-r>", "utf-8"],
    ["\xff\xfe<\0", "utf-16le"],
    ["\xfe\xff\0<", "utf-16be"],
    ["<meta content='text/html; charset=koi8-r'>", undefined],
    ["<metadata charset=koi8-r>", undefined],
    ["<!-- <meta charset=koi8-r>", undefined],
    [`${" ".repeat(1024)}<meta charset=koi8-r>`, undefined],
    ["<meta charset=", undefined],
    ["<", undefined],
    ["", undefined],
  ])("%j: %s", (text, encoding) => {
    expect(declaredEncoding(Buffer.from(text, "latin1"))).toBe(encoding);
  });
});

const iconv = (text: string, charset: string): Buffer =>
  execFileSync("iconv", ["-f", "utf-8", "-t", charset], { input: text });

describe("a file in UTF-8", () => {
  let directory: string;
  let count = 0;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "quire-encoding-"));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const inUtf8 = async (content: Buffer): Promise<string> => {
    count += 1;
    const path = join(directory, `${count}.html`);
    writeFileSync(path, content);
    return readFileSync(await htmlInUtf8(path, `${path}.utf-8`, new AbortController().signal), "utf8");
  };

  const TEXTS = [
    ["windows-1252", "Größe – „naïve“ 5 €"],
    ["iso-8859-15", "Œuvre – 5 EUR".replace("–", "-")],
    ["shift_jis", "日本語のテキスト"],
    ["euc-kr", "한국어 문서"],
    ["big5", "繁體中文"],
    ["gb18030", "简体中文"],
    ["koi8-r", "Русский текст"],
    ["iso-8859-8", "שלום עולם"],
  ] as const;
  test.each(TEXTS)("as %s declares it", async (charset, text) => {
    const html = `<meta charset=${charset}>${text}`;
    expect(await inUtf8(iconv(html, charset))).toBe(html);
  });

  test.each(["utf-16le", "utf-16be"])("from %s with its mark, whatever the chunks are", async (charset) => {
    const text = `<p>${"Größe 😀 ".repeat(20_000)}`;
    expect(await inUtf8(iconv(`\ufeff${text}`, charset))).toBe(text);
  });

  test("without a declaration, as UTF-8 when it is that, else as windows-1252", async () => {
    const text = `${"x".repeat(65_535)}größer – 5 €`;
    expect(await inUtf8(Buffer.from(text))).toBe(text);
    expect(await inUtf8(Buffer.from(`\ufeff${text}`))).toBe(text);
    expect(await inUtf8(iconv(text, "windows-1252"))).toBe(text);
  });

  test("what says that it is UTF-8 and is not, has replacement characters", async () => {
    expect(await inUtf8(Buffer.from("<meta charset=utf-8>Gr\xf6\xdfe", "latin1"))).toBe(
      "<meta charset=utf-8>Gr\ufffd\ufffde",
    );
  });

  test("an empty one", async () => {
    expect(await inUtf8(Buffer.alloc(0))).toBe("");
  });
});
