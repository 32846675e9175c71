import { describe, expect, test } from "vitest";
import { attachment, cleanFileName, fileNameFrom, relativePathFrom } from "./file-name.ts";

describe("the name of an uploaded file", () => {
  test.each([
    ["report.pdf", "report.pdf"],
    ["/etc/passwd", "passwd"],
    ["C:\\Users\\me\\Letter.pdf", "Letter.pdf"],
    ["../../a/../b.pdf", "b.pdf"],
    ["a\r\nX-Evil: 1.pdf", "aX-Evil: 1.pdf"],
    ["nul\0.pdf\u0085", "nul.pdf"],
    ["cafe\u0301.pdf", "café.pdf"],
    ["  spaced.pdf ", "spaced.pdf"],
    ["dir/", "document.pdf"],
    ["..", "document.pdf"],
    ["", "document.pdf"],
    ["half\ud83d.pdf", "half\ufffd.pdf"],
  ])("%j becomes %j", (raw, name) => {
    expect(cleanFileName(raw)).toBe(name);
  });

  test("is cut to 255 bytes between characters, and keeps its extension", () => {
    const name = cleanFileName(`${"é".repeat(200)}.pdf`);
    expect(name).toBe(`${"é".repeat(125)}.pdf`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(cleanFileName("x".repeat(300))).toBe("x".repeat(255));
    expect(Buffer.byteLength(cleanFileName(`a.${"x".repeat(300)}`))).toBe(255);
  });

  test("filename* is preferred when it can be decoded", () => {
    expect(fileNameFrom({ plain: "plain.pdf", extended: "UTF-8''%E2%82%AC%20rates.pdf" })).toBe("€ rates.pdf");
    expect(fileNameFrom({ plain: "plain.pdf", extended: "iso-8859-1'en'%A3%20rates.pdf" })).toBe("£ rates.pdf");
    expect(fileNameFrom({ extended: "utf-8''..%2F..%2Fx.pdf" })).toBe("x.pdf");
    expect(fileNameFrom({ plain: "plain.pdf", extended: "UTF-8''%FF%FE" })).toBe("plain.pdf");
    expect(fileNameFrom({ plain: "plain.pdf", extended: "koi8-r''x.pdf" })).toBe("plain.pdf");
    expect(fileNameFrom({ plain: "plain.pdf", extended: "no quotes" })).toBe("plain.pdf");
    expect(fileNameFrom({})).toBe("document.pdf");
  });
});

describe("the relative path of an uploaded file", () => {
  test.each([
    ["a.css", "a.css"],
    ["css/a.css", "css/a.css"],
    ["css\\a.css", "css/a.css"],
    ["./css//a.css", "css/a.css"],
    ["/a.css", "a.css"],
    ["c\0ss/\na.css", "css/a.css"],
    ["cafe\u0301.css", "café.css"],
    ["..a/b..", "..a/b.."],
    ["", undefined],
    ["./", undefined],
    ["../a.css", undefined],
    ["a/../b.css", undefined],
    ["a\\..\\b.css", undefined],
    [".\0./a.css", undefined],
    ["é".repeat(512), "é".repeat(512)],
    ["é".repeat(513), undefined],
  ])("%j is %j", (plain, path) => {
    expect(relativePathFrom({ plain })).toBe(path);
  });

  test("filename* is preferred, and leads nowhere else either", () => {
    expect(relativePathFrom({ plain: "a.css", extended: "UTF-8''css%2Fb.css" })).toBe("css/b.css");
    expect(relativePathFrom({ plain: "a.css", extended: "UTF-8''..%2Fb.css" })).toBeUndefined();
    expect(relativePathFrom({})).toBeUndefined();
  });
});

describe("the Content-Disposition of a result", () => {
  test.each([
    ["watermarked.pdf", 'attachment; filename="watermarked.pdf"'],
    ['say "hi" \\o.pdf', 'attachment; filename="say \\"hi\\" \\\\o.pdf"'],
    ["naïve (1).pdf", "attachment; filename=\"na_ve (1).pdf\"; filename*=UTF-8''na%C3%AFve%20%281%29.pdf"],
    ["a\r\nSet-Cookie: x", 'attachment; filename="aSet-Cookie: x"'],
    ["😀.zip", "attachment; filename=\"_.zip\"; filename*=UTF-8''%F0%9F%98%80.zip"],
  ])("%j", (name, header) => {
    expect(attachment(name)).toBe(header);
  });
});
