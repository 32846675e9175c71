import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Block, LaidOutDocument, Span } from "../../blocks.ts";
import { outlineOf, stylesOf } from "../testing/outline.ts";
import { allElements, elementsOf, readHtml, readTree, textOf } from "../testing/read-html.ts";
import { block, documentOf, place } from "../testing/trees.ts";
import { writeHtml } from "./html.ts";
import type { HtmlOptions } from "./options.ts";

const written = (blocks: readonly Block[], options: HtmlOptions = {}, more: Partial<LaidOutDocument> = {}): string =>
  [...writeHtml(documentOf(blocks, more), options)].join("");

const paragraph = (...spans: readonly Span[]): Block => ({ kind: "paragraph", ...place(), spans });
const cell = (text: string, more: object = {}) => ({
  rowSpan: 1,
  colSpan: 1,
  isHeader: false,
  spans: [{ text }],
  ...more,
});

const items = (...labels: readonly string[]) => labels.map((label) => ({ label, blocks: [paragraph({ text: "x" })] }));
const note = (page: number, label: string): Block => ({
  kind: "footnote",
  ...place(page),
  label,
  spans: [{ text: `on ${page}` }],
});
const text = (page: number, label: string): Block => ({
  ...paragraph({ text: "see" }, { text: label, script: "super" }),
  page,
});

const PLAIN_ATTRIBUTES =
  /^(?:data-page|data-bbox|data-furniture|dir|start|value|type|href|rel|scope|lang|charset|name|content|http-equiv)$/;
const ELEMENTS =
  /^(?:html|head|meta|title|body|section|h[1-6]|p|ul|ol|li|table|thead|tbody|tr|th|td|figure|pre|blockquote|strong|em|code|sup|sub|a)$/;

test("trees of blocks are read back, and every element is closed where it should be", () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), (blocks) => {
      const html = written(blocks);
      expect(readHtml(html), html).toEqual(
        outlineOf(
          blocks,
          stylesOf((href) => href),
        ),
      );
    }),
    { numRuns: 600 },
  );
});

test("whatever a document says, there are no other elements and attributes than those of its structure", () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 3 }), fc.string(), (blocks, words) => {
      const html = written(
        blocks,
        { hasBoxes: true },
        { title: `${words}</title><script>`, lang: `en" onload="${words}` },
      );
      const elements = allElements(readTree(html));
      expect(elements.map(({ name }) => name).filter((name) => !ELEMENTS.test(name))).toEqual([]);
      expect(
        elements.flatMap((each) => Object.keys(each.attributes)).filter((name) => !PLAIN_ATTRIBUTES.test(name)),
      ).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("the document has a type, a character set, a language, a title and the policy that it passes under", () => {
  const html = written([paragraph({ text: "Text" })], {}, { title: "A <b> & c", lang: "de-AT" });
  expect(html).toMatch(/^<!doctype html>\n<html lang="de-AT">\n<head>\n<meta charset="utf-8">\n/);
  expect(html).toContain("<title>A &lt;b&gt; &amp; c</title>");
  expect(html).toContain(`content="default-src 'none'; img-src data:"`);
  expect(written([])).toContain("<title>Untitled</title>");
});

test("each page is a section, those without text too", () => {
  const pages = [1, 2, 3].map((page) => ({ page, widthPt: 595, heightPt: 842 }));
  const pieces = [
    ...writeHtml(documentOf([paragraph({ text: "One" }), { ...paragraph({ text: "Three" }), page: 3 }], { pages })),
  ];
  expect(pieces.slice(1, -1)).toEqual([
    '<section data-page="1">\n<p>One</p>\n</section>\n',
    '<section data-page="2">\n</section>\n',
    '<section data-page="3">\n<p>Three</p>\n</section>\n',
  ]);
});

test("a table has a head, spans, scopes and its caption", () => {
  const table: Block = {
    kind: "table",
    ...place(),
    headRows: 1,
    caption: [{ text: "Table 1. Prices" }],
    rows: [
      [cell("Name", { isHeader: true }), cell("Price", { isHeader: true, colSpan: 2 })],
      [cell("Tea", { isHeader: true, rowSpan: 2 }), cell("1"), cell("a\nb")],
      [cell("2"), cell("<3")],
    ],
  };
  expect(written([table])).toContain(
    [
      "<figure>",
      "<figcaption>Table 1. Prices</figcaption>",
      "<table>",
      "<thead>",
      '<tr><th scope="col">Name</th><th colspan="2">Price</th></tr>',
      "</thead>",
      "<tbody>",
      '<tr><th rowspan="2">Tea</th><td>1</td><td>a<br>b</td></tr>',
      "<tr><td>2</td><td>&lt;3</td></tr>",
      "</tbody>",
      "</table>",
      "</figure>",
    ].join("\n"),
  );
});

describe("lists", () => {
  test.each([
    [["3.", "4."], 3, '<ol start="3">\n<li>x</li>\n<li>x</li>'],
    [["1.", "3."], 1, '<ol>\n<li>x</li>\n<li value="3">x</li>'],
    [["a)", "b)"], 1, '<ol type="a">\n<li>x</li>'],
    [["B.", "C."], 2, '<ol type="A" start="2">\n<li>x</li>'],
    [["i.", "ii."], 1, '<ol type="i">\n<li>x</li>'],
    [["IX.", "X."], 9, '<ol type="I" start="9">\n<li>x</li>'],
    [["c)", "d)"], 3, '<ol type="a" start="3">\n<li>x</li>'],
  ])("count as they do on the page: %j", (labels, start, html) => {
    expect(written([{ kind: "list", ...place(), isOrdered: true, start, items: items(...labels) }])).toContain(html);
  });

  test("have labels that no counting gives in their text", () => {
    const list: Block = { kind: "list", ...place(), isOrdered: true, start: 1, items: items("2.1", "2.2") };
    expect(written([list])).toContain("<ul>\n<li>2.1 x</li>\n<li>2.2 x</li>\n</ul>");
  });

  test("within an item stand beneath its text", () => {
    const inner: Block = { kind: "list", ...place(), isOrdered: false, start: 1, items: items("•") };
    const outer: Block = {
      kind: "list",
      ...place(),
      isOrdered: false,
      start: 1,
      items: [{ label: "•", blocks: [paragraph({ text: "a" }), inner] }],
    };
    expect(written([outer])).toContain("<ul>\n<li>a\n<ul>\n<li>x</li>\n</ul></li>\n</ul>");
  });
});

test.each([
  ["https://example.org/?a=1&b=2", 'href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer"'],
  ["mailto:jane@example.org", 'href="mailto:jane@example.org"'],
  ["tel:+4930", 'href="tel:+4930"'],
])("a link leads where it led: %s", (href, attribute) => {
  expect(written([paragraph({ text: "here", href })])).toContain(`<p><a ${attribute}`);
});

test.each([
  "javascript:alert(1)",
  " java\nscript:alert(1)",
  "file:///etc/passwd",
  "data:text/html,x",
  "//example.org",
  "",
])("a link that a browser could run, or open from a disk, is text: %j", (href) => {
  expect(written([paragraph({ text: "here", href })])).toContain("<p>here</p>");
});

test("footnotes stand in a section at the end, and their references lead to them page by page", () => {
  const pages = [1, 2].map((page) => ({ page, widthPt: 595, heightPt: 842 }));
  const html = written([text(1, "1"), note(1, "1"), text(2, "1"), text(2, "2"), note(2, "1")], {}, { pages });
  const references = elementsOf(html, "a").map(({ attributes }) => attributes["href"]);
  expect(references).toEqual(["#note-1-1", "#note-2-1"]);
  const notes = elementsOf(html, "p").filter(({ attributes }) => attributes["id"] !== undefined);
  expect(notes.map((each) => [`#${each.attributes["id"] ?? ""}`, textOf(each)])).toEqual([
    ["#note-1-1", "1 on 1"],
    ["#note-2-1", "1 on 2"],
  ]);
  expect(html.indexOf("doc-endnotes")).toBeGreaterThan(html.indexOf('data-page="2"'));
});

describe("direction", () => {
  test("text that reads from right to left says so in a document that does not", () => {
    expect(written([paragraph({ text: "שלום עולם" }), paragraph({ text: "Hello שלום world" })])).toContain(
      '<p dir="rtl">שלום עולם</p>\n<p>Hello שלום world</p>',
    );
  });

  test("a document of a language that reads from right to left does so, but its code and its English", () => {
    const code: Block = { kind: "code", ...place(), lines: ["a = 1"] };
    const html = written(
      [paragraph({ text: "مرحبا" }), paragraph({ text: "Hello" }), paragraph({ text: "12" }), code],
      {},
      { lang: "ar" },
    );
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('<p>مرحبا</p>\n<p dir="ltr">Hello</p>\n<p>12</p>\n<figure dir="ltr"><pre><code>');
  });
});

describe("figures", () => {
  const figure: Block = {
    kind: "figure",
    ...place(2),
    image: 3,
    alt: 'A "cat"',
    caption: [{ text: "Figure 1. A cat" }],
  };

  test("have their image where there is one in the page", () => {
    const asked: unknown[] = [];
    const imageUrl = (image: unknown): string => {
      asked.push(image);
      return "data:image/png;base64,AAAA";
    };
    expect(written([figure], { imageUrl })).toContain(
      '<figure><img src="data:image/png;base64,AAAA" alt="A &quot;cat&quot;"><figcaption>Figure 1. A cat</figcaption></figure>',
    );
    expect(asked).toEqual([{ page: 2, image: 3 }]);
  });

  test.each([undefined, "https://example.org/a.png", "data:image/svg+xml;base64,AAAA", 'data:image/png;base64,"x'])(
    "have no other image than such data: %j",
    (url) => {
      const html = written([figure], { imageUrl: () => url });
      expect(html).toContain("<figure><figcaption>Figure 1. A cat</figcaption></figure>");
    },
  );

  test("that are left out are read out by screen readers", () => {
    expect(written([{ ...figure, caption: undefined }])).toContain(
      '<figure role="img" aria-label="A &quot;cat&quot;"></figure>',
    );
  });
});

test("running headers and footers are left out unless they are kept", () => {
  const head: Block = { kind: "running", ...place(), spans: [{ text: "Page 1" }] };
  expect(written([head])).not.toContain("Page 1");
  expect(written([head], { keepsRunningHeaders: true })).toContain('<p data-furniture="">Page 1</p>');
});

test("boxes are written with the option", () => {
  const html = written(
    [
      {
        kind: "heading",
        page: 1,
        level: 2,
        spans: [{ text: "A", bold: true }],
        box: { xMin: 1.234, yMin: 2, xMax: 3, yMax: 4.5 },
      },
    ],
    { hasBoxes: true },
  );
  expect(html).toContain('<h2 data-bbox="1.23 2 3 4.5">A</h2>');
});
