import { array, assert, constantFrom, integer, oneof, property, tuple } from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { toMarkdown } from "../../src/operations/ocr/markdown.ts";
import type { TextBlock } from "../../src/operations/ocr/text-blocks.ts";

/*
 * The Markdown that text recognition writes, read by another program: it shows the text, and nothing turned into
 * markup.
 */

const parser = new MarkdownIt({ html: true });
const box = { xMin: 0, yMin: 0, xMax: 1, yMax: 1 };

/** Words with everything that Markdown could interpret, as they occur on pages. */
const word = array(
  constantFrom(
    ..."abcXYZ019".split(""),
    ..."\\`*_{}[]()#+-.!<>|~=:&;\"'$/^@".split(""),
    ..."äßé“”–…•€".split(""),
    "**",
    "__",
    "~~",
    "---",
    "```",
    "&amp;",
    "&#38;",
    "<b>",
    "</b>",
    "<!--",
    "](",
    "![",
    "[ ]",
    "[^1]",
    "1.",
    "2)",
    "http://a.b",
  ),
  { minLength: 1, maxLength: 6 },
).map((parts) => parts.join(""));
const lineOfText = array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
const lines = array(lineOfText, { minLength: 1, maxLength: 4 });

const paragraph = lines.map((found): TextBlock => ({ type: "paragraph", box, lines: found }));
const heading = tuple(lineOfText, constantFrom(1 as const, 2 as const)).map(
  ([line, level]): TextBlock => ({ type: "heading", level, box, lines: [line] }),
);
const bullets = array(lines, { minLength: 1, maxLength: 3 }).map(
  (items): TextBlock => listOf(items.map((found) => ({ marker: "-", lines: found }))),
);
const numbers = tuple(array(lines, { minLength: 1, maxLength: 3 }), integer({ min: 1, max: 99 })).map(
  ([items, first]) => listOf(items.map((found, index) => ({ marker: `${first + index}.`, lines: found }))),
);

const listOf = (items: Extract<TextBlock, { type: "list" }>["items"]): TextBlock => ({
  type: "list",
  box,
  lines: items.flatMap((item) => item.lines),
  items,
});

test.each([
  { what: "a paragraph", block: paragraph, element: "p" },
  { what: "a heading", block: heading, element: "h" },
  { what: "a list", block: oneof(bullets, numbers), element: "li" },
])("$what is shown as it was read", ({ block, element }) => {
  assert(
    property(block, (one) => {
      const shown = shownText(toMarkdown([one]));
      expect(shown.map(({ text }) => text).join("\n")).toBe(one.lines.join("\n"));
      expect(new Set(shown.map(({ within }) => within))).toEqual(new Set([element]));
    }),
    { numRuns: 3000 },
  );
});

test("blocks stand apart", () => {
  assert(
    property(array(oneof(paragraph, heading), { minLength: 1, maxLength: 4 }), (blocks) => {
      expect(shownText(toMarkdown(blocks)).map(({ text }) => text)).toEqual(blocks.map((one) => one.lines.join("\n")));
    }),
    { numRuns: 1000 },
  );
});

/**
 * Returns the texts of a document, one for each block or item, with the elements around them; anything else than text
 * is reported by its name.
 */
function shownText(markdown: string): { text: string; within: string }[] {
  const shown = [];
  const open: string[] = [];
  for (const token of parser.parse(markdown, {})) {
    if (token.nesting === 1) {
      open.push(token.tag);
    } else if (token.nesting === -1) {
      open.pop();
    } else if (token.type === "inline") {
      const text = (token.children ?? []).map((child) => {
        const isText = child.type === "text" || child.type === "text_special";
        return isText ? child.content : child.type === "softbreak" ? "\n" : `<${child.type}>`;
      });
      const within = open.includes("li") ? "li" : (open.at(-1) ?? "").replace(/^h\d$/, "h");
      shown.push({ text: text.join(""), within });
    } else {
      shown.push({ text: `<${token.type}>`, within: token.type });
    }
  }
  return shown;
}
