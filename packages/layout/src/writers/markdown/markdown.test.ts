import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Block, List, Span, Table } from "../../blocks.ts";
import { documentOf, place } from "../testing/trees.ts";
import { writeMarkdown } from "./markdown.ts";
import type { MarkdownOptions } from "./options.ts";

const pagesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ page: index + 1, widthPt: 595, heightPt: 842 }));

const written = (blocks: readonly Block[], options: MarkdownOptions = {}, pages = 1): string =>
  [...writeMarkdown(documentOf(blocks, { pages: pagesOf(pages) }), options)].join("");

const paragraph = (...spans: readonly Span[]): Block => ({ kind: "paragraph", ...place(), spans });
const text = (words: string, page = 1): Block => ({ kind: "paragraph", ...place(page), spans: [{ text: words }] });
const heading = (level: number, words: string): Block => ({
  kind: "heading",
  ...place(),
  level,
  spans: [{ text: words }],
});
const cell = (words: string, more: object = {}) => ({
  rowSpan: 1,
  colSpan: 1,
  isHeader: false,
  spans: [{ text: words }],
  ...more,
});
const head = (words: string, more: object = {}) => cell(words, { isHeader: true, ...more });
const list = (isOrdered: boolean, items: readonly (readonly [string, ...Block[]])[]): List => ({
  kind: "list",
  ...place(),
  isOrdered,
  start: 1,
  items: items.map(([label, ...blocks]) => ({ label, blocks })),
});

const note = (label: string): Block => ({ kind: "footnote", ...place(), label, spans: [{ text: "Note." }] });
const imageUrl = ({ page, image }: { page: number; image: number }): string => `page_${page}_image_${image}.png`;

const prices: Table = {
  kind: "table",
  ...place(),
  headRows: 1,
  caption: undefined,
  rows: [
    [head("Name"), head("Price | €")],
    [cell("茶"), cell("1.50")],
    [cell(""), cell("2")],
  ],
};

describe("text", () => {
  test.each([
    [
      "Plain text: 1 - 2 + 3 = 2, (a) [b] {c} 50% #4 x_y a*b",
      String.raw`Plain text: 1 - 2 + 3 = 2, (a) [b] {c} 50% #4 x_y a\*b`,
    ],
    ["2 * 3 and C:\\Users and a & b and AT&T; ~5", "2 * 3 and C:\\Users and a & b and AT&amp;T; ~5"],
    ["1. First", String.raw`1\. First`],
    ["1986. A great year", String.raw`1986\. A great year`],
    ["- dash", String.raw`\- dash`],
    ["-5 degrees", "-5 degrees"],
    ["# sign", String.raw`\# sign`],
    ["#tag", "#tag"],
    ["> more", String.raw`\> more`],
    ["[a]: b", String.raw`\[a]: b`],
    ["[a](b)", String.raw`[a\](b)`],
    ["---", String.raw`\---`],
    ["_private and __init__", String.raw`\_private and \_\_init\_\_`],
    ["a < b, a <b> c", String.raw`a < b, a \<b> c`],
  ])("is escaped where it would read as something else: %s", (words, markdown) => {
    expect(written([text(words)])).toBe(`${markdown}\n`);
  });

  test("has markers for bold and italic type where they can open and close, elements where they cannot", () => {
    const spans = [
      { text: "a " },
      { text: "b ", bold: true },
      { text: "c", italic: true },
      { text: "d", bold: true, italic: true },
    ];
    expect(written([paragraph(...spans)])).toBe("a **b** *c*<em><strong>d</strong></em>\n");
    expect(written([paragraph({ text: "x" }, { text: "(y)", bold: true }, { text: "z" })])).toBe(
      "x<strong>(y)</strong>z\n",
    );
  });

  test("is plain where bold and italic type are not kept", () => {
    const spans = [
      { text: "a ", bold: true },
      { text: "b", italic: true },
      { text: "2", script: "super" as const },
    ];
    expect(written([paragraph(...spans)], { keepsBoldItalic: false })).toBe("a b<sup>2</sup>\n");
  });

  test("has code between as many ticks as it needs", () => {
    expect(written([paragraph({ text: "run " }, { text: "a `b`", code: true })])).toBe("run `` a `b` ``\n");
  });

  test.each([
    ["https://example.org/a_(b)", "[here](https://example.org/a_(b))"],
    ["https://example.org/(", "[here](<https://example.org/(>)"],
    ["https://example.org/a b", "[here](https://example.org/a%20b)"],
    ["javascript:alert(1)", "here"],
  ])("has its links: %s", (href, markdown) => {
    expect(written([paragraph({ text: "here", href })])).toBe(`${markdown}\n`);
  });

  test("of several styles that is one link is one link, with the spaces between", () => {
    const href = "https://example.org/";
    const spans = [{ text: "see ", href }, { text: "code", code: true, href }, { text: " there" }];
    expect(written([paragraph(...spans)])).toBe("[see `code`](https://example.org/) there\n");
  });

  test("that is its own link is in angle brackets, and an exclamation mark before a link makes no image", () => {
    const href = "https://example.org/";
    expect(written([paragraph({ text: "See!" }, { text: href, href })])).toBe(`See!<${href}>\n`);
    expect(written([paragraph({ text: "See!" }, { text: "it", href })])).toBe(`See\\![it](${href})\n`);
  });
});

describe("headings", () => {
  test("have signs, or lines beneath them where these exist", () => {
    const blocks = [1, 2, 3].map((level) => heading(level, "1. Title #"));
    expect(written(blocks)).toBe("# 1. Title \\#\n\n## 1. Title \\#\n\n### 1. Title \\#\n");
    expect(written(blocks, { headingStyle: "setext" })).toBe(
      "1\\. Title #\n===========\n\n1\\. Title #\n-----------\n\n### 1. Title \\#\n",
    );
  });

  test("are bold by themselves", () => {
    expect(written([{ kind: "heading", ...place(), level: 1, spans: [{ text: "Title", bold: true }] }])).toBe(
      "# Title\n",
    );
  });
});

describe("lists", () => {
  test("are nested by the width of their markers and keep the numbers on the page", () => {
    const inner = list(false, [
      ["•", text("x")],
      ["•", text("y")],
    ]);
    expect(
      written([
        list(true, [
          ["9.", text("a"), inner],
          ["10)", text("b")],
        ]),
      ]),
    ).toBe("9. a\n   - x\n   - y\n10. b\n");
  });

  test("with labels that no counting gives have them in their text", () => {
    expect(
      written([
        list(true, [
          ["2.1", text("a")],
          ["2.2", text("b")],
        ]),
      ]),
    ).toBe("- 2.1 a\n- 2.2 b\n");
    expect(
      written([
        list(true, [
          ["a)", text("a")],
          ["（b）", text("b")],
        ]),
      ]),
    ).toBe("- a) a\n- （b） b\n");
    expect(written([list(true, [["（1", text("a")]])])).toBe("- （1 a\n");
    expect(
      written([
        list(true, [
          ["4、", text("a")],
          ["", text("b")],
        ]),
      ]),
    ).toBe("4. a\n5. b\n");
  });

  test("right after one another do not become one", () => {
    const one = list(false, [["•", text("a")]]);
    const two = list(true, [["1.", text("a")]]);
    expect(written([one, one, two, two, one])).toBe("- a\n\n* a\n\n1. a\n\n1) a\n\n- a\n");
  });

  test("right after one another on two pages do not become one either", () => {
    const one = list(false, [["•", text("a")]]);
    expect(written([one, { ...one, page: 2 }], { hasPageBreaks: false }, 2)).toBe("- a\n\n* a\n");
    expect(written([one, { ...one, page: 2 }], {}, 2)).toBe("- a\n\n---\n\n- a\n");
  });

  test("with more than text in an item have blank lines", () => {
    const code: Block = { kind: "code", ...place(), lines: ["if (a) {", "", "  b"] };
    expect(
      written([
        list(true, [
          ["1.", text("a"), code],
          ["2.", text("b")],
        ]),
      ]),
    ).toBe("1. a\n\n   ```\n   if (a) {\n\n     b\n   ```\n\n2. b\n");
  });
});

test("code is between as many ticks as it needs, unchanged", () => {
  const code: Block = { kind: "code", ...place(), lines: ["a *b* <c>", "````", "\tx"] };
  expect(written([code])).toBe("`````\na *b* <c>\n````\n    x\n`````\n");
});

describe("tables", () => {
  test("with pipes", () => {
    expect(written([prices])).toBe("| Name | Price \\| € |\n| --- | ---: |\n| 茶 | 1.50 |\n|  | 2 |\n");
    const rule = (figure: string): string | undefined =>
      written([{ ...prices, rows: [...prices.rows, [cell("x"), cell(figure)]] }]).split("\n")[1];
    expect(rule("12 000,40")).toBe("| --- | ---: |");
    expect(rule("12 40")).toBe("| --- | --- |");
  });

  test("without a head have an empty one", () => {
    expect(written([{ ...prices, headRows: 0, rows: [[cell("a"), cell("b")]] }])).toBe(
      "|  |  |\n| --- | --- |\n| a | b |\n",
    );
  });

  test("in a grid, wide characters counted as two", () => {
    expect(written([prices], { tableFormat: "grid" })).toBe(
      [
        "+------+------------+",
        "| Name | Price \\| € |",
        "+======+============+",
        "| 茶   | 1.50       |",
        "+------+------------+",
        "|      | 2          |",
        "+------+------------+",
        "",
      ].join("\n"),
    );
  });

  test("simple", () => {
    expect(written([prices], { tableFormat: "simple" })).toBe(
      ["Name  Price | €", "----  ---------", "茶    1.50", "      2", ""].join("\n"),
    );
  });

  test("in HTML, on one line", () => {
    expect(written([prices], { tableFormat: "html" })).toBe(
      "<table><tr><th>Name</th><th>Price | €</th></tr><tr><td>茶</td><td>1.50</td></tr><tr><td></td><td>2</td></tr></table>\n",
    );
  });

  test.each(["pipe", "grid", "simple"] as const)(
    "with spans, line breaks or two rows of heads are HTML: %s",
    (tableFormat) => {
      const spanning = {
        ...prices,
        rows: [[head("A", { colSpan: 2 })], [cell("b", { rowSpan: 2 }), cell("<c>")], [cell("d")]],
      };
      expect(written([spanning], { tableFormat })).toBe(
        '<table><tr><th colspan="2">A</th></tr><tr><td rowspan="2">b</td><td>&lt;c&gt;</td></tr><tr><td>d</td></tr></table>\n',
      );
      expect(written([{ ...prices, rows: [[cell("a\nb")]] }], { tableFormat })).toBe(
        "<table><tr><td>a<br>b</td></tr></table>\n",
      );
      expect(written([{ ...prices, headRows: 2 }], { tableFormat })).toMatch(/^<table>/);
    },
  );

  test("that a drawing cannot hold are HTML", () => {
    const wide = { ...prices, rows: [[cell("x".repeat(500)), cell("y")]] };
    expect(written([wide], { tableFormat: "grid" })).toMatch(/^<table>/);
    expect(written([{ ...prices, rows: [[cell("a")], [cell("b")]] }], { tableFormat: "simple" })).toMatch(/^<table>/);
    expect(
      written(
        [
          {
            ...prices,
            rows: [
              [cell("a"), cell("b")],
              [cell(""), cell("")],
            ],
          },
        ],
        { tableFormat: "simple" },
      ),
    ).toMatch(/^<table>/);
  });

  test("have their caption before them", () => {
    expect(written([{ ...prices, caption: [{ text: "Table 1. Prices" }] }])).toMatch(/^Table 1\. Prices\n\n\| Name/);
  });
});

describe("pages", () => {
  test("have a rule between them, those without text too", () => {
    expect(written([text("One"), text("Four", 4)], {}, 4)).toBe("One\n\n---\n\n---\n\n---\n\nFour\n");
    expect(written([text("Two", 2)], {}, 2)).toBe("---\n\nTwo\n");
    expect(written([text("One"), text("Two", 2)], { hasPageBreaks: false }, 2)).toBe("One\n\nTwo\n");
  });

  test("come one by one", () => {
    const pieces = [...writeMarkdown(documentOf([text("One"), text("Two", 2)], { pages: pagesOf(2) }))];
    expect(pieces).toEqual(["One\n", "\n---\n", "\nTwo\n"]);
  });

  test("without any text are nothing", () => {
    expect(written([])).toBe("");
  });
});

test("footnotes stand at the end, behind their labels", () => {
  expect(written([note("1"), note("*"), text("Text")])).toBe("Text\n\n1 Note.\n\n\\* Note.\n");
});

const referring = (page: number): Block[] => [
  {
    kind: "paragraph",
    ...place(page),
    spans: [{ text: "A claim" }, { text: "1", script: "super" }, { text: " holds." }],
  },
  { ...note("1"), ...place(page) },
];

describe("footnotes that the text refers to", () => {
  test("are definitions, with labels that differ over pages", () => {
    expect(written([...referring(1), ...referring(2)], { hasPageBreaks: false }, 2)).toBe(
      "A claim[^1] holds.\n\nA claim[^1-2] holds.\n\n[^1]: Note.\n\n[^1-2]: Note.\n",
    );
  });

  test("are not those of exponents, nor of text that looks like a reference", () => {
    const area = paragraph({ text: "12 m" }, { text: "1", script: "super" }, { text: " and [^1]" });
    expect(written([area, note("1")])).toBe("12 m<sup>1</sup> and \\[^1]\n\n1 Note.\n");
  });

  test("keep their signs raised where a table is HTML", () => {
    const raised = { ...cell("x"), rowSpan: 2, spans: [{ text: "Total" }, { text: "1", script: "super" as const }] };
    const table: Table = {
      kind: "table",
      ...place(),
      headRows: 0,
      caption: undefined,
      rows: [[raised, cell("2")], [cell("3")]],
    };
    const result = written([table, note("1")]);
    expect(result).toContain("<sup>1</sup>");
    expect(result).toContain("\n\n1 Note.\n");
  });
});

describe("figures", () => {
  const figure: Block = { kind: "figure", ...place(3), image: 2, alt: "A [cat]", caption: [{ text: "Figure 1" }] };

  test("are their caption where images are left out", () => {
    expect(written([figure])).toBe("Figure 1\n");
  });

  test("have the name or the data of their image", () => {
    expect(written([figure], { imageUrl })).toBe("![A \\[cat\\]](page_3_image_2.png)\n\nFigure 1\n");
  });
});

test("quotes have their sign on every line", () => {
  expect(written([{ kind: "quote", ...place(), blocks: [text("a"), text("b")] }])).toBe("> a\n>\n> b\n");
});

test("running headers and footers are left out unless they are kept", () => {
  const foot: Block = { kind: "running", ...place(), spans: [{ text: "Page 1" }] };
  expect(written([foot])).toBe("");
  expect(written([foot], { keepsRunningHeaders: true })).toBe("Page 1\n");
});

describe("kinds that are not kept are written as paragraphs", () => {
  test("headings", () => {
    expect(written([heading(1, "1. Title")], { hasHeadings: false })).toBe("1\\. Title\n");
  });

  test("lists", () => {
    const inner = list(true, [["b)", text("x")]]);
    expect(
      written(
        [
          list(false, [
            ["•", text("a"), inner],
            ["-", text("b")],
          ]),
        ],
        { hasLists: false },
      ),
    ).toBe("• a\n\nb) x\n\n\\- b\n");
  });

  test("tables", () => {
    expect(written([prices], { hasTables: false })).toBe("Name Price | €\n\n茶 1.50\n\n2\n");
  });

  test("code, in blocks and in text", () => {
    const code: Block = { kind: "code", ...place(), lines: ["a | b", "--- | ---", "  *c*", "", "d"] };
    expect(written([code, paragraph({ text: "e", code: true })], { hasCode: false })).toBe(
      "a | b  \n\\--- | ---  \n\\*c\\*\n\nd\n\ne\n",
    );
  });
});

test("front matter is YAML", () => {
  const frontMatter = { title: 'A: "b" # c\n', pages: 3, tags: ["x", "y: z"], author: undefined, "a b": true };
  const markdown = written([text("Text")], { frontMatter });
  expect(markdown).toMatch(/^---\ntitle: /);
  const [, yaml, rest] = /^---\n([^]*?)\n---\n\n([^]*)$/.exec(markdown) ?? [];
  expect(parse(yaml ?? "")).toEqual({ title: 'A: "b" # c ', pages: 3, tags: ["x", "y: z"], "a b": true });
  expect(rest).toBe("Text\n");
});
