import * as fc from "fast-check";
import type { Block, LaidOutDocument, List, Span, Table, TableCell } from "../../blocks.ts";

/* Random documents with text that looks like markup, for the writers' tests. */

const box = { xMin: 72, yMin: 72, xMax: 300, yMax: 90 };

export const place = (page = 1): { readonly page: number; readonly box: typeof box } => ({ page, box });

const NASTY = [
  ..."* _ ` < > & [ ] ( ) # + - . ! | \\ ~ = : \" ' $ ^ { } @ / % , ; ?".split(" "),
  ..."a b c é 中 א 🙂 1 2".split(" "),
  " ",
  "  ",
  "\t",
  "\n",
  "\u00A0",
  "\u200B",
  "\0",
  "\u2028",
  "\uD800",
  "**",
  "__",
  "~~~",
  "```",
  "---",
  "===",
  "- ",
  "+ ",
  "* ",
  "1. ",
  "23) ",
  "# ",
  "> ",
  "[x](y)",
  "[a]: /b",
  "![i](j)",
  "<b>",
  "</p>",
  "<!--",
  "&amp;",
  "&#65;",
  "a_b",
  "word",
  "snake_case_name",
  "2 * 3",
  "| --- |",
  "|",
  "http://example.org/a_b",
  "\\|",
  "”",
  "。",
  "€",
];

const nastyText = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom(...NASTY), weight: 6 },
      { arbitrary: fc.string({ maxLength: 6 }), weight: 1 },
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(""));

const HREFS = [
  "https://example.org/",
  "https://example.org/a_(b)_c?d=e&copy;=f|g",
  "https://example.org/(",
  "https://example.org/a b`c\\d*e*",
  "mailto:jane@example.org",
  "javascript:alert(1)",
  "file:///etc/passwd",
];

const flag = fc.option(fc.constant(true), { nil: undefined, freq: 3 });

const span: fc.Arbitrary<Span> = fc
  .record({
    text: nastyText,
    bold: flag,
    italic: flag,
    code: flag,
    script: fc.option(fc.constantFrom<"super" | "sub">("super", "sub"), { nil: undefined, freq: 5 }),
    href: fc.option(fc.constantFrom(...HREFS), { nil: undefined, freq: 5 }),
  })
  .map(({ text, bold, italic, code, script, href }) => ({
    text,
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(code && { code }),
    ...(script && { script }),
    ...(href && { href }),
  }));

export const spans = fc.array(span, { maxLength: 4 });

const paragraph: fc.Arbitrary<Block> = spans.map((own) => ({ kind: "paragraph", ...place(), spans: own }));

const heading: fc.Arbitrary<Block> = fc
  .record({ level: fc.integer({ min: 1, max: 6 }), spans })
  .map((own) => ({ kind: "heading", ...place(), ...own }));

const codeLine = fc.oneof(nastyText, fc.constantFrom("", "    indented", "```", "````", "~~~", "- a", "\tx"));

const code: fc.Arbitrary<Block> = fc
  .array(codeLine, { maxLength: 4 })
  .map((lines) => ({ kind: "code", ...place(), lines }));

const cell = (isHeader: boolean): fc.Arbitrary<TableCell> =>
  fc.array(span, { maxLength: 2 }).map((own) => ({
    rowSpan: 1,
    colSpan: 1,
    isHeader,
    spans: own.map((each) => ({ ...each, text: each.text.replaceAll("\n", " ") })),
  }));

export const table: fc.Arbitrary<Table> = fc
  .record({
    columns: fc.integer({ min: 1, max: 4 }),
    rows: fc.integer({ min: 1, max: 4 }),
    headRows: fc.constantFrom(0, 1),
  })
  .chain(({ columns, rows, headRows }) =>
    fc
      .tuple(
        ...Array.from({ length: rows }, (_, row) =>
          fc.array(cell(row < headRows), { minLength: columns, maxLength: columns }),
        ),
      )
      .map((cells): Table => ({ kind: "table", ...place(), rows: cells, headRows, caption: undefined })),
  );

const list = (item: fc.Arbitrary<Block>): fc.Arbitrary<List> =>
  fc
    .record({
      isOrdered: fc.boolean(),
      start: fc.integer({ min: 0, max: 12 }),
      items: fc.array(
        fc
          .tuple(paragraph, fc.array(item, { maxLength: 2 }))
          .map(([first, more]) => ({ label: "", blocks: [first, ...more] })),
        { minLength: 1, maxLength: 3 },
      ),
    })
    .map((own) => ({ kind: "list", ...place(), ...own }));

const leaf = fc.oneof(
  { arbitrary: paragraph, weight: 4 },
  { arbitrary: heading, weight: 1 },
  { arbitrary: code, weight: 1 },
  { arbitrary: table, weight: 1 },
);

export const block: fc.Arbitrary<Block> = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    list(tie("block")),
    fc.array(tie("block"), { maxLength: 3 }).map((blocks): Block => ({ kind: "quote", ...place(), blocks })),
  ),
})).block;

export const documentOf = (blocks: readonly Block[], more: Partial<LaidOutDocument> = {}): LaidOutDocument => ({
  title: undefined,
  lang: undefined,
  blocks,
  pages: [{ page: 1, widthPt: 595, heightPt: 842 }],
  ...more,
});
