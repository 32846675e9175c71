import { expect, test } from "vitest";
import { composeText } from "./compose-text.ts";
import type { TextStyle } from "./text-style.ts";

const STYLE: TextStyle = {
  fontFamily: "sans",
  fontSizePt: 11,
  color: "#000000",
  lineHeight: 1.4,
  alignment: "left",
  tabSize: 4,
};

const compose = (text: string, style: Partial<TextStyle> = {}) => {
  const { sections, ...rest } = composeText(text, { ...STYLE, ...style });
  return { ...rest, sections: [...sections] };
};

/** Returns the paragraphs of all sections, `^` before those that begin a page. */
const paragraphs = (text: string): string[] =>
  compose(text).sections.flatMap((html) =>
    [...html.matchAll(/<p( class=page)?>([^<]*)<\/p>/g)].map(([, isPage, content = ""]) =>
      isPage === undefined ? content : `^${content}`,
    ),
  );

test.each([
  ["one\ntwo", ["one\ntwo"]],
  ["one\r\ntwo\rthree", ["one\ntwo\nthree"]],
  ["one\u2028two\u0085three\vfour", ["one\ntwo\nthree\nfour"]],
  ["one\n\n \ntwo", ["one\n\n \n", "two"]],
  ["\n\n  one", ["\n\n", "  one"]],
  ["\tone  two\n   three", ["\tone  two\n   three"]],
  ["one\n\n\n", ["one"]],
  ["a & b <script>&amp;</p>", ["a &amp; b &lt;script&gt;&amp;amp;&lt;/p&gt;"]],
])("%j has the paragraphs %j", (text, expected) => {
  expect(paragraphs(text)).toEqual(expected);
});

test.each([
  ["one\ftwo", ["one", "^two"]],
  ["one\n\n\n\f\ntwo", ["one", "^\n", "two"]],
  ["one\f\ftwo", ["one", "^", "^two"]],
  ["one\f\n\f \n", ["one"]],
  ["\fone", ["one"]],
  [" \n\t", [""]],
])("%j has the pages %j", (text, expected) => {
  expect(paragraphs(text)).toEqual(expected);
});

test.each([
  ["nul\0 bell\u0007 delete\u007f mark\ufeff", "nul bell delete mark"],
  ["\u001b[31;1mred\u001b[0m \u009b4mline\u009bm", "red line"],
  ["half \ud83d \udc00 whole \u{1f600}", "half \ufffd \ufffd whole \u{1f600}"],
  ["noncharacter\uffff", "noncharacter"],
])("%j becomes %j", (text, expected) => {
  expect(paragraphs(text)).toEqual([expected]);
});

test("the style sheet has the chosen style", () => {
  const [html] = compose("x", {
    fontFamily: "mono",
    fontSizePt: 6.5,
    color: "#123456",
    lineHeight: 0.8,
    alignment: "justify",
    tabSize: 16,
  }).sections;
  expect(html).toMatch(
    /font:6\.5pt\/0\.8 "Noto Sans Mono",monospace;color:#123456.*text-align:justify;tab-size:16.*<body><p>x<\/p>\n$/s,
  );
  expect(compose("x").sections[0]).toContain("text-align:start");
});

test.each([
  ["\n== A  title\t==\nmore", "== A title =="],
  ["\f---\n\fשלום\n", "שלום"],
  ["-- \n **", undefined],
  [`${"word ".repeat(30)}end`, `${"word ".repeat(20).trim()}…`],
  ["e\u0301".repeat(80), `${"e\u0301".repeat(50)}…`],
])("the title of %j is %j", (text, title) => {
  expect(compose(text).title).toBe(title);
});

const LINE = `${"word ".repeat(15)}\n`;

test("long texts come in few sections, of which nothing is lost", () => {
  const text = `${LINE.repeat(9)}\n`.repeat(5000);
  const { sections } = compose(text);
  expect(sections).toHaveLength(3);
  expect(paragraphs(text).join("") === text.trimEnd()).toBe(true);
  expect(sections.every((html) => html.startsWith("<!doctype html>"))).toBe(true);
});

test("a section ends with a page, where a form feed is near", () => {
  const page = `${LINE.repeat(40)}\f`;
  const [first = ""] = compose(page.repeat(600)).sections;
  expect(first.endsWith("</p>\n")).toBe(true);
  expect(first.match(/<p/g)?.length).toBeLessThan(500);
  expect(compose(`${LINE.repeat(40)}\n`.repeat(600)).sections[0]?.length).toBeGreaterThan(first.length);
});

test("large type makes sections shorter, since it makes more pages", () => {
  const text = LINE.repeat(2000);
  expect(compose(text).sections).toHaveLength(1);
  expect(compose(text, { fontSizePt: 72 }).sections.length).toBeGreaterThan(2);
});

test.each([
  ["spaces", "word ".repeat(40_000), /^(?:word )+(?:word)?$/],
  ["letters of two halves", "\u{1f600}".repeat(60_000), /^\u{1f600}+$/u],
  ["letters with accents", "e\u0301".repeat(60_000), /^(?:e\u0301)+$/],
  ["marks without a letter", "\u0301".repeat(120_000), /^\u0301+$/],
])("a line without end is cut between %s", (_, text, whole) => {
  const pieces = paragraphs(text);
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.every((piece) => whole.test(piece) && piece.length <= 50_000)).toBe(true);
  expect(pieces.join("") === text.trimEnd()).toBe(true);
});

test.each(["-", " ", "\n", "\f", "\u001b[ ", "a\n"])("a million of %j is no trouble", (piece) => {
  const { sections } = compose(`${piece.repeat(1_000_000)}.`);
  // Too much of it to be shown where it is wrong.
  expect(sections.at(-1)?.endsWith(".</p>\n")).toBe(true);
});
