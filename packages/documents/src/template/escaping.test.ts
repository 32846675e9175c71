import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { escapeHtml, escapeLine, escapeMarkdown } from "./escaping.ts";

const markdown = new MarkdownIt({ html: true, linkify: false });

/** Escapes text as `escapeHtml`, without the characters that markdown-it does not escape. */
const asMarkup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

describe("Markdown's own characters are text", () => {
  test.each([
    "*a* **b** _c_ __d__ ~~e~~",
    "# no heading",
    "- no list",
    "+ no list",
    "1. no list",
    "1) no list",
    "> no quote",
    "    no code",
    "---",
    "===",
    "[a](b) ![c](d) [e][f] <https://example.com>",
    "`code` ``more``",
    "\\* \\\\",
    "&amp; &#42; &lt;",
    "<b>bold</b><script>alert(1)</script><!-- -->",
    "a | b",
    "$x$ [^1]",
    "\"quotes\" and 'others'",
  ])("%s", (text) => {
    const html = markdown.render(escapeMarkdown(text));
    // The blanks that begin a paragraph are all that may be lost.
    expect(html.replaceAll("\u0020\u0020", "")).toBe(`<p>${asMarkup(text)}</p>\n`.replaceAll("\u0020\u0020", ""));
  });

  test("lines stay in their paragraph, heading or row", () => {
    const value = escapeMarkdown("one\n\n# two\r\nthree");
    expect(markdown.render(`# A ${value} B`)).toBe("<h1>A one<br><br># two<br>three B</h1>\n");
    expect(markdown.render(`|a|\n|-|\n|${value}|`)).toContain("<td>one<br><br># two<br>three</td>");
  });

  test("raw HTML and its attributes cannot be left", () => {
    const value = escapeMarkdown('"><script>');
    expect(markdown.render(`<div title="${value}">\n${value}\n</div>`)).not.toContain("<script");
  });
});

test("a value of front matter stays on its line", () => {
  expect(escapeLine("a\n---\r\nb\u2028c")).toBe("a --- b c");
});

test("HTML", () => {
  expect(escapeHtml("<a b='c' d=\"e\" f=`g`>&amp;")).toBe(
    "&lt;a b&#61;&#39;c&#39; d&#61;&quot;e&quot; f&#61;&#96;g&#96;&gt;&amp;amp;",
  );
});
