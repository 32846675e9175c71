import { describe, expect, test } from "vitest";
import { closedRawHtml } from "./raw-html.ts";
import { compose } from "./testing/compose.ts";

describe("raw HTML", () => {
  test.each([
    ["<script>alert(1)</script>", ""],
    ["<script>alert(1)", ""],
    ["<style>p{color:red}</style>", ""],
    ['<iframe src="https://example.com"></iframe>', ""],
    ['<div><object data="a.swf">a</object></div>', "<div></div>"],
    ["<div><svg><script>alert(1)</script></svg></div>", "<div></div>"],
    ["a <svg><script>alert(1)</script></svg>", '<p dir="auto">a alert(1)</p>'],
    ["a <math><mtext><style>b</style></mtext></math>", '<p dir="auto">a b</p>'],
    ["<!-- secret -->", ""],
    ["<?php echo 1; ?>", ""],
    ['<div onclick="alert(1)">a</div>', "<div>a</div>"],
    ['<div style="position:fixed;color:red">a</div>', '<div style="color:red">a</div>'],
    ['<div style="background:url(https://example.com/a.png)">a</div>', "<div>a</div>"],
    ['<form action="/a"><div>a</div></form>', "<div>a</div>"],
    ['<div style="page-break-after: always"></div>', '<div style="page-break-after: always"></div>'],
  ])("%s becomes %s", async (raw, expected) => {
    const { main } = await compose(`${raw}\n`);
    expect(main.trim()).toBe(expected);
  });

  test.each([
    "[a](javascript:alert(1))",
    '<a href="javascript:alert(1)">a</a>',
    '<a href=" java\nscript:alert(1)">a</a>',
    '<a href="&#106;avascript:alert(1)">a</a>',
    '<a href="data:text/html,<script>alert(1)</script>">a</a>',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
    '<img src="javascript:alert(1)" srcset="javascript:alert(1) 2x">',
    "![a](data:image/svg+xml;base64,PHN2Zz4=)",
    '<a href="file:///etc/passwd">a</a>',
  ])("an address that runs or reads something is left out: %s", async (markdown) => {
    const { main } = await compose(markdown);
    expect(main).not.toMatch(/(?:href|src|srcset)="/u);
  });

  test("addresses of the web, files of the request and pixels stay", async () => {
    const pixels = "data:image/png;base64,iVBORw0KGgo=";
    const { main } = await compose(
      `![a](https://example.com/a.png) ![b](b.png) <img src="${pixels}"> [c](#c) [d](mailto:d@example.com)`,
    );
    for (const address of ["https://example.com/a.png", "b.png", pixels, "#c", "mailto:d@example.com"]) {
      expect(main).toContain(`="${address}"`);
    }
  });

  test("elements may have Markdown between their tags", async () => {
    const { main } = await compose('<div align="center">\n\n**a**<br>b\n\n</div>\n\nH<sub>2</sub>O <kbd>Ctrl</kbd>\n');
    expect(main).toMatch(/<div align="center">\s*<p dir="auto"><strong>a<\/strong><br \/>b<\/p>\s*<\/div>/u);
    expect(main).toContain("H<sub>2</sub>O <kbd>Ctrl</kbd>");
  });

  test("details are open: they cannot be opened on paper", async () => {
    const { main } = await compose("<details><summary>More</summary>\n\nInside\n\n</details>\n");
    expect(main).toMatch(/<details open(?:="")?><summary>More<\/summary>/u);
  });

  test.each([
    "<div title='never ends",
    '<a href="never ends',
    "text <title> text",
    "text <textarea>",
    "text <!-- text",
    "text <script> text",
    "<plaintext>",
  ])("an element left open takes nothing else with it: %s", async (raw) => {
    const { main } = await compose(`before\n\n${raw}\n\nAfter **all**.\n\n\`\`\`ts\nlet a;\n\`\`\`\n`);
    expect(main).toContain("before");
    expect(main).toContain("After <strong>all</strong>.");
    expect(main).toContain('data-language="ts"');
    expect(main).not.toMatch(/<(?:script|textarea|title|plaintext)/u);
  });

  test.each(["<textarea>", "<!-- never ends", "<![CDATA[ a", "<script>"])(
    "constructs that CommonMark lets go on to the end of the document are left out: %s",
    async (raw) => {
      const { main } = await compose(`before\n\n${raw}\n\nAfter\n`);
      expect(main.trim()).toBe('<p dir="auto">before</p>');
    },
  );

  test("HTML of this package is not taken for the document's, nor the other way round", async () => {
    const { main } = await compose('<input type="text" onfocus="a"><svg onload="a"></svg>\n\n- [x] done\n\n$x$\n');
    expect(main.match(/<input[^>]*>/gu)).toEqual([
      '<input type="checkbox" class="task-list-item-checkbox" disabled checked>',
    ]);
    expect(main).toContain('class="katex"');
  });

  test("what is not cleaned is what cleaning makes of it", async () => {
    const markdown = [
      "# A *title*",
      "[a](https://example.com/a?b=1&c=2#d) [b](#a-title) [c](docs/c.md) www.example.com",
      "[d](//example.com) [e](javascript:e) [f](data:text/html,f) [g](mailto:g@example.com)",
      "![](https://example.com/a.png) ![b *c*](b.png)\\\nafter a break",
      '![Alt](a.png "The <caption>")',
      "- [x] done\n- [ ] open\n\n3. three\n\n> [!NOTE]\n> A note[^1]",
      "| a | b |\n|:--|--:|\n| `c` | ~~d~~ |",
      "---",
      "[^1]: The footnote.",
    ];
    for (const part of [...markdown, markdown.join("\n\n")]) {
      // A comment is raw HTML, and nothing is left of it.
      const cleaned = await compose(`${part}\n\n<!-- -->\n`);
      const { main } = await compose(`${part}\n`);
      expect(withoutBlankLines(main)).toBe(withoutBlankLines(cleaned.main));
    }
  });

  test("a stray bracket is text", () => {
    expect(closedRawHtml("<b>1 < 2</b>")).toBe("<b>1 &lt; 2</b>");
  });
});

const withoutBlankLines = (html: string): string => html.trim().replaceAll(/\n+/gu, "\n");
