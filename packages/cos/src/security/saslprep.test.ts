import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { saslprep } from "./saslprep.ts";

// The examples of RFC 4013, 3.
test.each([
  ["I\u00adX", "IX"],
  ["user", "user"],
  ["USER", "USER"],
  ["\u00aa", "a"],
  ["\u2168", "IX"],
  ["\u0007", undefined],
  ["\u0627\u0031", undefined],
])("%j becomes %j", (text, expected) => {
  expect(saslprep(text)).toBe(expected);
});

test.each([
  ["", ""],
  ["a\u00a0b\u3000c\u2003d", "a b c d"],
  ["\ufb01\ufb02", "fifl"],
  ["e\u0301", "\u00e9"],
  ["\u200bx\ufe0f", "x"],
  ["пароль-密码-🔑", "пароль-密码-🔑"],
  ["\u0627\u0628\u0629", "\u0627\u0628\u0629"],
  ["\u0627 1 \u0628", "\u0627 1 \u0628"],
  ["\u0627a\u0628", undefined],
  ["\u05d0", "\u05d0"],
  ["\ue000", undefined],
  ["\ud800", undefined],
  ["x\uffff", undefined],
  ["x\u{1fffe}", undefined],
  ["\u202ex", undefined],
  ["\u{e0041}", undefined],
  ["\u007f", undefined],
])("%j becomes %j", (text, expected) => {
  expect(saslprep(text)).toBe(expected);
});

// Python's standard library has the tables of RFC 3454, and Unicode as it was then. Large blocks of similar characters
// are left out for speed, and within Hebrew only letters and ASCII are compared, because the table of characters from
// left to right is a short one here.
const PYTHON = `
import stringprep as s, unicodedata
prohibited = [s.in_table_c12, s.in_table_c21_c22, s.in_table_c3, s.in_table_c4, s.in_table_c5, s.in_table_c6, s.in_table_c7, s.in_table_c8, s.in_table_c9]
def prepared(text):
    text = "".join(" " if s.in_table_c12(c) else c for c in text if not s.in_table_b1(c))
    text = unicodedata.ucd_3_2_0.normalize("NFKC", text)
    if any(f(c) for c in text for f in prohibited): return "-"
    if any(map(s.in_table_d1, text)) and (any(map(s.in_table_d2, text)) or not (s.in_table_d1(text[0]) and s.in_table_d1(text[-1]))): return "-"
    return text.encode("utf-8").hex()
for first, end in (0, 0x3410), (0x9f00, 0xac10), (0xd7a0, 0xe010), (0xf8f0, 0x20010), (0x2a6d0, 0x2fa20), (0xe0000, 0xe0080), (0xffff0, 0x100010):
    for point in range(first, end):
        c = chr(point)
        if s.in_table_a1(c): continue
        print(format(point, "x"), prepared(c), prepared("\\u05d0" + c + "\\u05d0") if point < 128 or unicodedata.ucd_3_2_0.category(c) in ("Lu", "Ll", "Lt", "Lo") else "?")
`;
const prepared = (text: string) => {
  const result = saslprep(text);
  return result === undefined ? "-" : Buffer.from(result).toString("hex");
};

// After version 3.2, Unicode gave these another decomposition (corrigendum 4), and made marks of two Mongolian letters.
const CORRECTED = ["1885", "1886", "2f868", "2f874", "2f91f", "2f95f", "2f9bf"];

test("every character that Unicode 3.2 had gives the same result as in Python, alone and within Hebrew", () => {
  const lines = execFileSync("python3", ["-c", PYTHON], { encoding: "latin1", maxBuffer: 2 ** 26 })
    .trimEnd()
    .split("\n");
  const different = lines.filter((line) => {
    const [point = "", alone, within] = line.split(" ");
    const character = String.fromCodePoint(Number.parseInt(point, 16));
    const isSame = prepared(character) === alone && (within === "?" || prepared(`\u05d0${character}\u05d0`) === within);
    return !isSame && !CORRECTED.includes(point);
  });
  expect(lines.length).toBeGreaterThan(15_000);
  expect(different).toEqual([]);
}, 60_000);
