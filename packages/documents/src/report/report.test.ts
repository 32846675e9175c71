import { describe, expect, test } from "vitest";
import { IS_FULL } from "../../../../test/running/sampling.ts";
import { ContentError } from "../composed.ts";
import { composeReport } from "./report.ts";
import type { ReportStyle } from "./report-style.ts";
import { STYLE } from "./testing/report-style.ts";

const sectionsOf = (json: string, style: Partial<ReportStyle> = {}): string[] => [
  ...composeReport(json, { ...STYLE, ...style }).sections,
];
const bodyOf = (html: string): string => html.replace(/^.*?<body>\n/s, "");
const report = (value: unknown, style: Partial<ReportStyle> = {}): string =>
  sectionsOf(typeof value === "string" ? value : JSON.stringify(value), style)
    .map(bodyOf)
    .join("");
/** Returns the cells of a table, row by row. */
const cells = (html: string): string[][] =>
  [...html.matchAll(/<tr[^>]*>(.*)/g)].map(([, row = ""]) =>
    row
      .replace(/<\/table>.*/, "")
      .split(/<t[hd][^>]*>/)
      .slice(1)
      .map((cell) => cell.replaceAll(/<[^>]*>/g, "")),
  );

const record = (columns: number) =>
  Object.fromEntries(Array.from({ length: columns }, (_, index) => [`value${index}`, 1000 + index]));
/** Returns the type size of the first table, in points; 0 without one. */
const typeSizeOf = (html: string) => Number(/\.t1\{font-size:([\d.]+)pt/.exec(html)?.[1] ?? 0);

describe("a list of objects", () => {
  test("is a table of all members, in the order in which they come", () => {
    const html = report([
      { b: 1, a: "x" },
      { c: true, a: null },
    ]);
    expect(cells(html)).toEqual([
      ["B", "A", "C"],
      ["1", "x", "–"],
      ["–", "–", "Yes"],
    ]);
  });

  test("numbers of a column have equal decimals, and grow by no rounding", () => {
    const html = report('[{"n": 1.5}, {"n": 12345}, {"n": 0.125}, {"n": 98765432109876543210}]');
    expect(cells(html).flat().slice(1)).toEqual(["1.500", "12,345.000", "0.125", "98,765,432,109,876,543,210.000"]);
    expect(html).toContain(".t1 tr>:nth-child(1){text-align:right}");
  });

  test("numbers next to other values are no column of numbers", () => {
    const html = report([{ n: 1.5 }, { n: "none" }]);
    expect(cells(html).flat()).toEqual(["N", "1.5", "none"]);
    expect(html).not.toContain("text-align");
  });

  test("times of a column are equally precise", () => {
    const html = report([{ at: "2026-01-01T10:00:00Z" }, { at: "2026-01-01T10:00:07Z" }]);
    expect(cells(html).flat().slice(1)).toEqual(["1 Jan 2026, 10:00:00", "1 Jan 2026, 10:00:07"]);
  });

  test("objects, lists and addresses in cells", () => {
    const html = report([
      {
        who: { name: "Ann", age: 7 },
        tags: ["a", "b"],
        site: "https://a.example/?x&y",
        mail: "ann@a.example",
        none: [],
      },
    ]);
    expect(html).toContain("<td><span class=key>Name:</span> Ann, <span class=key>Age:</span> 7");
    expect(html).toContain("<td>a, b<td>");
    expect(html).toContain('<a href="https://a.example/?x&amp;y">https://a.example/?x&amp;y</a>');
    expect(html).toContain('<a href="mailto:ann@a.example">');
    expect(html).toContain("<td>(none)");
  });

  test("too wide for the type, it is set smaller, then record by record", () => {
    expect(typeSizeOf(report([record(3)]))).toBe(10);
    expect(typeSizeOf(report([record(9)]))).toBeLessThan(10);
    expect(typeSizeOf(report([record(9)]))).toBeGreaterThanOrEqual(6.5);
    const cards = report([record(300), record(300)]);
    expect(cards).not.toContain('class="records');
    expect(cards.match(/<h2 class=record>/g)).toHaveLength(2);
  });

  test("columns that the caller chose: paths, names, formats, sums", () => {
    const rows = [
      { item: { name: "Oak" }, price: 0.1, share: 0.256, on: "2026-01-02T10:00:00Z", left: "out" },
      { item: { name: "Elm" }, price: "0.2", share: 0.5, on: "2026-01-03", left: "out" },
      { item: null, price: null },
    ];
    const html = report(rows, {
      columns: [
        { key: "item.name", label: "Wood" },
        { key: "price", format: "currency", hasTotal: true },
        { key: "share", format: "percent", align: "center" },
        { key: "on", format: "date" },
      ],
    });
    expect(cells(html)).toEqual([
      ["Wood", "Price", "Share", "On"],
      ["Oak", "0.10", "25.6%", "2 Jan 2026"],
      ["Elm", "0.20", "50.0%", "3 Jan 2026"],
      ["–", "–", "–", "–"],
      ["Total", "0.30", "", ""],
    ]);
    expect(html).toContain(":nth-child(3){text-align:center}");
  });

  test("widths that the caller chose are given", () => {
    const html = report([{ a: 1, b: 2, c: "x" }], {
      columns: [{ key: "a", width: "25%" }, { key: "b", width: "2in" }, { key: "c" }],
    });
    expect([...html.matchAll(/<col style="width:([\d.]+)pt">/g)].map(([, width]) => Number(width))).toEqual([
      112.8, 144, 194.3,
    ]);
  });

  test("more than some thousand rows come in sections with the same columns", () => {
    const rows = Array.from({ length: 5000 }, (_, id) => ({ id, amount: id / 100 }));
    const sections = sectionsOf(JSON.stringify(rows), {
      title: "All",
      columns: [{ key: "id" }, { key: "amount", hasTotal: true }],
    });
    expect(sections).toHaveLength(2);
    expect(new Set(sections.map((html) => /<style>\.t1.*<tbody>/.exec(html)?.[0])).size).toBe(1);
    expect(sections.map((html) => html.split("<h1>").length - 1)).toEqual([1, 0]);
    expect(sections.map((html) => html.split("class=total").length - 1)).toEqual([0, 1]);
    const all = sections.flatMap((html) => cells(bodyOf(html)).slice(1));
    expect(all.slice(0, -1).map(([id]) => Number(id?.replaceAll(",", "")))).toEqual(rows.map(({ id }) => id));
    expect(all.at(-1)).toEqual(["Total", "124,975.00"]);
  });
});

describe("an object", () => {
  test("is a list of names and values, and sections for nested values", () => {
    const html = report({ first: { second: { third: { fourth: 1 } } }, plain: true, list: ["a", "b\nc"] });
    expect(html).toContain("<th scope=row>Plain<td>Yes");
    expect(html.indexOf("Plain")).toBeLessThan(html.indexOf("<h2>First</h2>"));
    expect(html).toContain("<h3>Second</h3>");
    expect(html).toContain("<th scope=row>Third<td><span class=key>Fourth:</span> 1");
    expect(html).toContain("<h2>List</h2>\n<ul><li>a\n<li>b\nc\n</ul>");
  });

  test.each([1, 2, 3, 4])("is laid out %d levels deep; what is deeper is in the appendix", (maxNestingDepth) => {
    const html = report('{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":1}}}}}}}}', { maxNestingDepth });
    const [main = "", ...more] = html.split("<h2 class=further>Further values</h2>");
    expect(main.match(/<h\d>/g)).toHaveLength(maxNestingDepth);
    expect(main).toContain('<a href="#A1">1 field (A1)</a>');
    expect(more.join("")).toContain("id=A1");
    expect(html.replaceAll(/<[^>]*>/g, "")).not.toMatch(/[{[]/);
  });

  test("amounts alone stand below each other", () => {
    expect(cells(report({ net: 100, tax: 19.5 }))).toEqual([
      ["Net", "100.00"],
      ["Tax", "19.50"],
    ]);
    expect(cells(report({ net: 100, tax: 19.5, note: "x" }))[0]).toEqual(["Net", "100"]);
  });
});

describe("other values", () => {
  test.each([
    ["{}", "No data"],
    ["[]", "No entries"],
    ["null", "–"],
    ["true", "Yes"],
    ['"text\\nmore"', "text\nmore"],
    ["1e308", "1 × 10³⁰⁸"],
    ["-0", "0"],
    ['""', "(empty text)"],
  ])("%s is %j", (json, text) => {
    expect(report(json).replaceAll(/<[^>]*>/g, "")).toBe(text);
  });

  test("mixed lists are laid out item by item", () => {
    const html = report([1, "a", { name: "N", v: 2 }, [1, 2]]);
    expect(html).toMatch(/<ul><li>1\n<li>a\n<\/ul><h2 class=record>N<\/h2>.*<\/table><ul><li>1, 2\n<\/ul>$/s);
  });

  test("lists of equally long lists are tables", () => {
    expect(
      cells(
        report([
          ["Name", "Units"],
          ["a", 1],
          ["b", 20],
        ]),
      ),
    ).toEqual([
      ["Name", "Units"],
      ["a", "1"],
      ["b", "20"],
    ]);
    expect(
      cells(
        report([
          [1, 2],
          [3, 4],
        ]),
      )[0],
    ).toEqual(["1", "2"]);
  });

  test("few short records in records stand in their cells", () => {
    const html = report([
      { name: "A", items: [{ x: 1 }, { x: 2 }] },
      { name: "B", items: [] },
    ]);
    expect(html).toContain("<tr><td>A<td><span class=key>X:</span> 1\n<span class=key>X:</span> 2");
    expect(html).toContain("<tr><td>B<td>(none)");
  });
});

describe("the sent content", () => {
  test("never becomes markup", () => {
    const attack = `</style><script>alert(1)</script>"'&\u0000\ud800`;
    const html = sectionsOf(
      JSON.stringify({ [attack]: [{ [attack]: attack }, { [attack]: { [attack]: [attack] } }] }),
      {
        title: attack,
        subtitle: attack,
        columns: [],
      },
    ).join("");
    expect(html).not.toContain("<script>");
    expect(html.match(/<\/style>/g)).toHaveLength(html.match(/<style>/g)?.length ?? 0);
    expect(html).not.toContain("\u0000");
    expect(html.isWellFormed()).toBe(true);
  });

  test("words of state are coloured unless the option is off", () => {
    const rows = [{ status: "Failed" }];
    expect(report(rows)).toContain("<td><b class=bad>Failed</b>");
    expect(report(rows, { colorsStatus: false })).toContain("<td>Failed");
  });

  test("text from right to left has its own direction", () => {
    expect(report([{ a: "שלום" }])).toContain("<td dir=auto>שלום");
    expect(sectionsOf("{}", { locale: "ar" })[0]).toContain('<html lang="ar" dir=rtl>');
  });

  test("the language is the locale's", () => {
    const { language, title } = composeReport('{"n": 12345.5, "ok": true}', { ...STYLE, locale: "de-DE" });
    expect([language, title]).toEqual(["de-DE", "Report"]);
    expect(cells(report('{"n": 12345.5, "ok": true}', { locale: "de-DE" }))).toEqual([
      ["N", "12.345,5"],
      ["Ok", "Ja"],
    ]);
  });

  test.each([
    ["#000080", "#ffffff"],
    ["#ffff00", "#000000"],
    ["#777777", "#000000"],
  ])("text on %s is %s", (headerColor, ink) => {
    expect(sectionsOf("{}", { headerColor })[0]).toContain(`.records th{background:${headerColor};color:${ink}}`);
  });

  test.runIf(IS_FULL)("a million members end", () => {
    const members = Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":0`).join();
    expect(() => composeReport(`{${members}}`, STYLE)).toThrow(expect.any(ContentError));
  });
});
