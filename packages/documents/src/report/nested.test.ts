import { describe, expect, test } from "vitest";
import { composeReport } from "./report.ts";
import type { ReportStyle } from "./report-style.ts";
import { STYLE } from "./testing/report-style.ts";

/* Nested values, wide tables, names, totals and charts: the shape of the HTML, which is what the package makes. */

const TURNED = { textWidthPt: 698, textHeightPt: 451 };

const composed = (value: unknown, style: Partial<ReportStyle> = {}) =>
  composeReport(typeof value === "string" ? value : JSON.stringify(value), { ...STYLE, ...style });
const report = (value: unknown, style: Partial<ReportStyle> = {}): string =>
  [...composed(value, style).sections].map((html) => html.replace(/^.*?<body>\n/s, "")).join("");
const textOf = (html: string): string => html.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, " ").replaceAll(/\s+/g, " ");
const headersOf = (html: string): string[] =>
  [...html.matchAll(/<th scope=col>([^<]*)/g)].map(([, label = ""]) => label);

const line = (n: number) => ({ sku: `S-${n}`, name: `Thing ${n}`, quantity: n, unit_price: 2.5, amount: n * 2.5 });
const order = (n: number, lines: number) => ({
  id: `O-${n}`,
  customer: { name: "Ann", email: "ann@a.example", phone: null },
  lines: Array.from({ length: lines }, (_, index) => line(index + 1)),
});

const wide = (columns: number, rows: number) =>
  Array.from({ length: rows }, (_, row) =>
    Object.fromEntries([
      ["run", `R-${row}`],
      ...[...Array(columns).keys()].map((column) => [`pressure_${column}`, 1000 + row + column / 4]),
    ]),
  );

const card = (n: number, more: object) => ({
  title: "Senior Software Engineer",
  ...more,
  about: "x".repeat(300),
  ...Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`field_${index}`, `value ${n}`])),
});

const namesOf = (values: readonly unknown[]): (string | undefined)[] =>
  [...report(values).matchAll(/<h2 class=record>([^<]*)/g)].map(([, name]) => name);

const store = (count: number) => ({ manager: "Ann", lines: order(1, count).lines });
const partsOf = (value: unknown): string[] => report(value).match(/<h\d>[^<]*|<th scope=col>Key/g) ?? [];

describe("records in records", () => {
  test("are tables below their rows, all with the same columns; the outer table stays one", () => {
    const html = report([order(1, 4), order(2, 0), order(3, 1)]);
    expect(html.match(/<table class="records t1/g)).toHaveLength(1);
    expect(html.match(/<tr class="below"><td colspan=2><table class="records t2/g)).toHaveLength(2);
    expect(html.match(/<caption>Lines<\/caption>/g)).toHaveLength(2);
    expect(html).toContain("<span class=key>Name:</span> Ann, <span class=key>Email:</span>");
    expect(html).not.toContain("class=record>");
  });

  test("quantities and amounts of an order's lines add up, prices do not", () => {
    const html = report([order(1, 4), order(2, 1)]);
    expect(html.match(/<tr class=total>.*/g)).toEqual(["<tr class=total><td>Total<td><td>10<td><td>25.00"]);
    const mixed = [order(1, 3)].map((one) => ({
      ...one,
      lines: one.lines.map((each, index) => ({ ...each, currency: index === 0 ? "EUR" : "USD" })),
    }));
    expect(report(mixed)).not.toContain("class=total");
    expect(
      report([
        { year: 2024, rate: 0.5, temperature: 20 },
        { year: 2025, rate: 0.6, temperature: 21 },
      ]),
    ).not.toContain("class=total");
  });

  test("deeper than the limit: their number, and the values of all rows in one table that it leads to", () => {
    const html = report({ shop: { orders: [order(1, 5), order(2, 7)] } });
    expect(html).toContain('<a href="#A1">5 items (A1)</a>');
    expect(html).toContain('<a href="#A2">7 items (A2)</a>');
    expect(html).toContain("<h3>A · Shop › Orders › Lines</h3>");
    expect(html.match(/<tr id=A[12]>/g)).toHaveLength(2);
    expect(html.match(/<tr[^>]*><td>A2/g)).toHaveLength(7);
  });

  test("of wrappers: the members of these are columns", () => {
    const pods = [1, 2].map((n) => ({
      kind: "Pod",
      metadata: { name: `web-${n}`, uid: "x".repeat(120), note: "y".repeat(90) },
      status: { phase: "Running" },
    }));
    expect(headersOf(report(pods))).toEqual(["Kind", "Name", "Uid", "Note", "Status"]);
  });

  test("under names of their own: a table with the names first", () => {
    const versions = { "1.0.0": { size: 1, license: "MIT" }, "1.1.0": { size: 2, license: "MIT" } };
    const html = report({ versions });
    expect(headersOf(html)).toEqual(["Key", "Size", "License"]);
    expect(html).toContain("<tr><td>1.1.0<td>2<td>MIT");
  });

  test("under names of their own: sections, where a table would have the names alone, or pages between its rows", () => {
    const halves = { early: order(1, 5).lines, late: order(1, 5).lines };
    const inSections = ["<h2>North", "<h3>Early", "<h3>Late", "<h2>South", "<h3>Early", "<h3>Late"];
    expect(partsOf({ North: halves, South: halves })).toEqual(inSections);
    // Sections of lists so deep would be in the appendix.
    expect(partsOf({ regions: { North: halves, South: halves } })).toEqual(["<h2>Regions", "<th scope=col>Key"]);
    expect(partsOf({ North: store(5), South: store(5) })).toEqual(["<th scope=col>Key"]);
    expect(partsOf({ North: store(5), South: store(41) })).toEqual([
      "<h2>North",
      "<h3>Lines",
      "<h2>South",
      "<h3>Lines",
    ]);
  });
});

describe("lists of equal length side by side", () => {
  test("are a table over their times", () => {
    const html = report({ hourly: { time: ["2026-01-01", "2026-01-02", "2026-01-03"], rain: [1, 2.5, 0] } });
    expect(headersOf(html)).toEqual(["Time", "Rain"]);
    expect(html).toContain("<tr><td>2 Jan 2026<td>2.5");
  });

  test("have the units that stand beside them", () => {
    const time = ["2026-01-01", "2026-01-02", "2026-01-03"];
    const html = report({ hourly_units: { time: "iso8601", rain: "mm" }, hourly: { time, rain: [1, 2.5, 0] } });
    expect(headersOf(html)).toEqual(["Time", "Rain (mm)"]);
  });

  test("are lists when they are of nothing in common", () => {
    expect(report({ tags: ["a", "b", "c"], skills: ["x", "y", "z"] })).not.toContain('class="records');
  });
});

describe("a table of many columns", () => {
  test("turns the paper where it may", () => {
    expect(composed(wide(7, 5), { turned: TURNED }).isLandscape).toBe(true);
    expect(composed(wide(7, 5)).isLandscape).toBeUndefined();
    expect(composed(wide(3, 5), { turned: TURNED }).isLandscape).toBeUndefined();
  });

  test("is divided by its columns, each part with the column that tells rows apart", () => {
    const html = report(wide(24, 6));
    const tables = html.split("<table").slice(1);
    expect(tables.length).toBeGreaterThan(1);
    expect(tables.every((table) => headersOf(table)[0] === "Run")).toBe(true);
    expect(html).toContain(`<caption>Columns, part 1 / ${tables.length}</caption>`);
    expect(new Set(headersOf(html)).size).toBe(25);
  });

  test("says once what is the same, or empty, in all rows", () => {
    const rows = wide(6, 5).map((row) => ({ ...row, currency: "EUR", coupon: null, a_column_with_a_long_name: false }));
    const text = textOf(report(rows));
    expect(text).toContain("The same in every row: Currency: EUR, A column with a long name: No");
    expect(text).toContain("Empty in every row: Coupon");
    expect(headersOf(report(rows))).not.toContain("Currency");
  });
});

describe("records that are no table", () => {
  test("are titled by what tells them apart", () => {
    expect(namesOf([1, 2, 3].map((n) => card(n, { employee_number: `E-${n}` })))).toEqual([
      "Senior Software Engineer · E-1",
      "Senior Software Engineer · E-2",
      "Senior Software Engineer · E-3",
    ]);
    expect(namesOf([1, 2].map((n) => card(n, { name: `Ann ${n}` })))).toEqual(["Ann 1", "Ann 2"]);
    expect(namesOf([1, 2].map((n) => card(n, { metadata: { name: `web-${n}` } })))).toHaveLength(2);
  });

  test("tell of members without a value in one line", () => {
    const html = report([1, 2].map((n) => card(n, { id: n, a: null, b: null, c: [], d: {} })));
    expect(textOf(html)).toContain("Without a value: A, B, C, D");
  });
});

describe("points in time that are numbers", () => {
  test.each([
    ["created", "1772000000", "25 Feb 2026, 06:13:20"],
    ["createdAt", "1772000000000", "25 Feb 2026, 06:13:20"],
    ["last_login", "1772000000.5", "25 Feb 2026, 06:13:20.500"],
    ["quantity", "1772000000", "1,772,000,000"],
    ["created", "86400", "86,400"],
    ["updated_at", "17720000000000000", "17,720,000,000,000,000"],
  ])("%s %s is %s", (key, source, text) => {
    expect(textOf(report(`{"${key}": ${source}}`))).toContain(text);
    expect(textOf(report(`[{"${key}": ${source}}, {"${key}": null}]`))).toContain(text);
  });

  test("a column is of times when all of its numbers are", () => {
    expect(textOf(report([{ end: 1_772_000_000 }, { end: 12 }]))).toContain("1,772,000,000 12");
  });
});

describe("names that are data", () => {
  test("stay as they are", () => {
    const text = textOf(
      report({ headers: { "content-type": "text/html", date: "now", "x-a": "1", "x-b": "2", "x-c": "3" } }),
    );
    expect(text).toContain("content-type text/html");
    expect(textOf(report({ address: { line1: "High Street", sha256: "ab" } }))).toContain(
      "Line 1: High Street, Sha256: ab",
    );
  });
});

describe("charts", () => {
  const months = Array.from({ length: 6 }, (_, n) => ({
    month: `2026-0${n + 1}-01`,
    revenue: 100 + n * 20,
    orders: n,
  }));

  test("are drawn where they are asked for, with words in their place", () => {
    const html = report(months, { charts: "auto" });
    expect(html.match(/<svg role=img/g)).toHaveLength(2);
    expect(html).toContain('aria-label="Line chart: Revenue by Month, 6 values from 100 to 200"');
    expect(report(months)).not.toContain("<svg");
  });

  test("are bars over names, and none over what is no series", () => {
    const html = report(
      [
        { name: "A", n: -2 },
        { name: "B", n: 3 },
        { name: "<b>", n: 4 },
      ],
      { charts: "auto" },
    );
    expect(html.match(/<rect/g)).toHaveLength(3);
    expect(html).toContain("Bar chart: N by Name");
    expect(html).not.toContain("<b>");
    expect(
      report(
        [
          { id: 1, lat: 4 },
          { id: 2, lat: 5 },
          { id: 3, lat: 6 },
        ],
        { charts: "auto" },
      ),
    ).not.toContain("<svg");
  });

  test("of twenty thousand points draw what can be seen", () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => ({ at: 1_772_000_000 + n, v: n === 777 ? 9 : n % 3 }));
    const [svg = ""] = /<svg.*?<\/svg>/s.exec(report(rows, { charts: "auto" })) ?? [];
    expect(svg.length).toBeLessThan(12_000);
    expect(svg).toContain("20000 values from 0 to 9");
  });
});

test("words are in the language", () => {
  const html = textOf(report({ a: { b: { c: { d: [1, [{ e: 1 }]] } } }, empty: [] }, { locale: "de-DE" }));
  expect(html).toContain("1 Feld (A1)");
  expect(html).toContain("Weitere Werte");
  expect(html).toContain("(keine)");
});

test("links lead nowhere but to their own section", () => {
  const rows = Array.from({ length: 4000 }, (_, n) => ({ n, a: "x", deep: { b: { c: { d: { e: n } } } } }));
  const sections = [...composed(rows).sections];
  expect(sections.length).toBeGreaterThan(1);
  for (const html of sections) {
    const links = [...html.matchAll(/<a href="#([A-Z]+\d+)"/g)].map(([, name = ""]) => name);
    expect(links.every((name) => html.includes(`id=${name}>`) || html.includes(`id=${name} `))).toBe(true);
  }
  expect(sections.join("")).toMatch(/1 field \(A\d+\)/);
});
