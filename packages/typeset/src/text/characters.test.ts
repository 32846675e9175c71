import { expect, test } from "vitest";
import { isIgnorable, linesOf, withoutSpent, withoutTrailingSpaces, writableLine } from "./characters.ts";

test.each(["\n", "\r\n", "\r", "\u0085", "\u2028", "\u2029"])("%j ends a line", (end) => {
  expect(linesOf(`a${end}b${end}`)).toEqual(["a", "b", ""]);
});

test("two line ends in a row make an empty line, and a carriage return belongs to the line feed after it", () => {
  expect(linesOf("a\r\n\r\nb\n\rc")).toEqual(["a", "", "b", "", "c"]);
});

test("a tab is four spaces", () => {
  const missing = new Set<string>();
  expect(writableLine("a\tb", missing)).toBe("a    b");
  expect(missing).toEqual(new Set());
});

test("controls and unpaired surrogates are left out and named once, pairs stay", () => {
  const missing = new Set<string>();
  expect(writableLine("a\u0007\u0007b\u009bc\ud800d\udc00e😀\u000b", missing)).toBe("abcde😀");
  expect([...missing]).toEqual(["\u0007", "\u009b", "\ud800", "\udc00", "\u000b"]);
});

test("marks of direction, soft hyphens and byte order marks are left out with their levels", () => {
  const text = "\uFEFFa\u200Fb\u00ADc😀\u2067d";
  const line = withoutSpent({ text, levels: Uint8Array.from({ length: text.length }, (_, index) => index) });
  expect(line.text).toBe("abc😀d");
  expect([...line.levels]).toEqual([1, 3, 5, 6, 7, 9]);
});

test("what chooses glyphs stays: joiners, variation selectors, tags", () => {
  const text = "क्\u200dष 👨\u200d👩 ❤\uFE0F 葛\u{E0100} 🏴\u{E0067}\u{E007F}";
  expect(withoutSpent({ text, levels: new Uint8Array(text.length) }).text).toBe(text);
});

const trimmed = (text: string): string => withoutTrailingSpaces({ text, levels: new Uint8Array(text.length) }).text;

test("spaces at the end of a line are left out, but not those that hold words together", () => {
  expect(trimmed("  a b \u3000 ")).toBe("  a b");
  expect(trimmed("a\u00a0")).toBe("a\u00a0");
  expect(trimmed("   ")).toBe("");
});

test("only characters that are never visible are ignorable", () => {
  expect(["\u200d", "\uFE0F\u200c", "\u00ad"].map(isIgnorable)).toEqual([true, true, true]);
  expect(["a\u200d", " ", ""].map(isIgnorable)).toEqual([false, false, false]);
});
