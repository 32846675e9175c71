import { describe, expect, test } from "vitest";
import { call, chargedBy } from "./accounts.ts";
import { send } from "./client.ts";
import {
  fileOf,
  information,
  pageCount,
  pixelAt,
  sizeOf,
  structure,
  textOf,
  withoutChromium,
  wordOf,
  words,
} from "./html-to-pdf.ts";
import { resultOf, untilFinal } from "./jobs.ts";
import { JSON_TO_PDF, misplaced, orders, reported, reportForm, reportJson, rightEdges } from "./json-to-pdf.ts";
import { pageTexts } from "./pages.ts";
import { qpdfProblems, run, withFile } from "./programs.ts";
import { expectFailure, expectFault, expectOk, faults, json, savedName, warnings } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 8, json-to-pdf: each field by its effect in the PDF, and data that cannot be printed. */

const IS_FULL = process.env["QUIRE_TEST_FULL"] === "1";
const NAVY = [0, 0, 128];

describe.skipIf(withoutChromium)("json-to-pdf", () => {
  const service = commonService({ keepsResults: true });
  const print = (parameters: object): Promise<Buffer> => reported(service(), parameters);
  const textFrom = async (parameters: object): Promise<string> => textOf(await print(parameters));
  /** Returns the width of a word in points. */
  const widthOf = async (word: string, parameters: object): Promise<number> => {
    const { xMin, xMax } = await wordOf(await print(parameters), word);
    return xMax - xMin;
  };
  /** Returns the colour of the pixel left of the first column's name. */
  const headerColour = async (parameters: object): Promise<readonly number[]> => {
    const pdf = await print({ json_data: ROWS, ...parameters });
    const { xMin, yMin, yMax } = await wordOf(pdf, "Item");
    return pixelAt(pdf, Math.round(xMin - 4), Math.round((yMin + yMax) / 2));
  };
  /** Returns the colour of the pixel left of a word that names a state. */
  const stateColour = async (parameters: object): Promise<readonly number[]> => {
    const pdf = await print({ json_data: ROWS, ...parameters });
    const { xMin, yMin } = await wordOf(pdf, "failed");
    return pixelAt(pdf, Math.round(xMin - 3), Math.round(yMin + 7));
  };
  const ROWS = [
    { item: "Oak", price: 1249.5, state: "active" },
    { item: "Elm", price: 19, state: "failed" },
    { item: "Ash", price: 20.25, state: null },
  ];

  describe("the data", () => {
    test("in every form it may come in, the same PDF", async () => {
      const text = JSON.stringify(ROWS);
      const replies = await Promise.all([
        reportJson(service(), { json_data: ROWS }),
        reportJson(service(), { data: ROWS }),
        reportJson(service(), { json_data: text }),
        reportForm(service(), { json_data: text }),
        reportForm(service(), {}, [fileOf(text, { name: "json_data", filename: "rows.json" })]),
      ]);
      const [first, ...others] = replies.map((reply) => expectOk(reply).body);
      expect(others.map((other) => first?.equals(other))).toEqual([true, true, true, true]);
      expect(replies.map((reply) => [savedName(reply), chargedBy(reply), warnings(reply)])).toEqual(
        Array.from(replies, () => ["report.pdf", 1, []]),
      );
      const pdf = first ?? Buffer.alloc(0);
      expect(await qpdfProblems(pdf)).toBe("");
      expect(await textOf(pdf)).toBe("Item Price State Oak 1,249.50 active Elm 19.00 failed Ash 20.25 –");
    });

    test("is tagged as what it is, and titled", async () => {
      const pdf = await print({ json_data: { name: "N", rows: ROWS }, title: "Stock" });
      const tree = await structure(pdf);
      expect(tree).toMatch(/H1.*H2/s);
      expect(tree.match(/^\s*TH\b/gm)).toHaveLength(4);
      expect(tree.match(/^\s*TD\b/gm)).toHaveLength(10);
      const about = await information(pdf);
      expect([about("Title"), about("Tagged")]).toEqual(["Stock", "yes"]);
      expect((await information(await print({ json_data: ROWS })))("Title")).toBe("Report");
    });

    test("numbers keep their digits, members their order", async () => {
      const body = '{"json_data": {"2026": 123456789012345678901234567890, "2024": 0.1000, "a": 1e308, "b": -0}}';
      const reply = await send(service(), {
        method: "POST",
        path: JSON_TO_PDF,
        headers: { "content-type": "application/json" },
        body: Buffer.from(body),
      });
      expect(await textOf(expectOk(reply).body)).toBe(
        "2026 123,456,789,012,345,678,901,234,567,890 2024 0.1000 A 1 × 10³⁰⁸ B 0",
      );
    });

    test("script in it is text", async () => {
      const script = "<script>document.write('ran')</script><img src=x onerror=alert(1)>";
      expect(await textFrom({ json_data: { [script]: script }, title: script })).not.toMatch(/^ran| ran/);
      expect(await textFrom({ json_data: [script] })).toContain("<script>document.write('ran')</script>");
    });

    test.each([
      [{}, "No data"],
      [[], "No entries"],
      ["0", "0"],
      ['"text"', "text"],
      [[null], "–"],
    ])("%j says so", async (json_data, text) => {
      expect((await textFrom({ json_data })).replace("• ", "")).toBe(text);
    });
  });

  describe("each field", () => {
    test("title and subtitle, with their sizes", async () => {
      const json_data = { a: 1 };
      expect(await textFrom({ json_data, title: "Head", subtitle: "Under" })).toBe("Head Under A 1");
      const small = await widthOf("Head", { json_data, title: "Head", title_font_size: 12 });
      expect(await widthOf("Head", { json_data, title: "Head" })).toBeCloseTo((small * 20) / 12, 0);
      expect(await widthOf("Head", { json_data, title: "Head", title_font_size: 36 })).toBeCloseTo(small * 3, 0);
    });

    test("font_size and header_font_size", async () => {
      const rows = { json_data: [{ measured: "measured" }] };
      expect((await widthOf("measured", { ...rows, font_size: 16 })) / (await widthOf("measured", rows))).toBeCloseTo(
        1.6,
        1,
      );
      const large = await widthOf("Measured", { ...rows, header_font_size: 18 });
      expect(large / (await widthOf("Measured", rows))).toBeCloseTo(1.5, 1);
    });

    test("header_bg_color: names and numbers; the names of columns stay readable", async () => {
      expect(await headerColour({})).toEqual(NAVY);
      expect(await headerColour({ header_bg_color: "DarkGreen" })).toEqual([0, 100, 0]);
      expect(await headerColour({ header_bg_color: "#fa0" })).toEqual([255, 170, 0]);
      expect(await headerColour({ header_bg_color: "rebeccapurple", table_style: "modern" })).toEqual([102, 51, 153]);
      expect(await headerColour({ table_style: "minimal" })).toEqual([255, 255, 255]);
    });

    test("alternate_row_color and border_color", async () => {
      const pdf = await print({ json_data: ROWS, alternate_row_color: "yellow", border_color: "red" });
      const [first, second] = await Promise.all(["Oak", "Elm"].map((word) => wordOf(pdf, word)));
      const colours = await Promise.all(
        [first, second].map((word) =>
          pixelAt(pdf, Math.round((word?.xMax ?? 0) + 12), Math.round(((word?.yMin ?? 0) + (word?.yMax ?? 0)) / 2)),
        ),
      );
      expect(colours).toEqual([
        [255, 255, 255],
        [255, 255, 0],
      ]);
      expect(await reddest(pdf)).toBe(true);
      expect(await reddest(await print({ json_data: ROWS, status_colors: false }))).toBe(false);
    });

    test("status_colors", async () => {
      expect(await stateColour({})).toEqual([254, 226, 226]);
      expect(await stateColour({ status_colors: false })).toEqual([255, 255, 255]);
    });

    test.each(["max_nesting_depth", "max_depth"])("%s", async (field) => {
      const json_data = { a: { b: { c: { d: 1 } } } };
      expect(await textFrom({ json_data, [field]: 1 })).toBe("A B 1 field (A1) Further values A · A › B A1 C D: 1");
      expect(await textFrom({ json_data })).toBe("A B C D: 1");
      expect(await textFrom({ json_data, [field]: 5 })).toBe("A B C D: 1");
    });

    test("table_style: as many words, in other places", async () => {
      const heights = await Promise.all(
        ["default", "minimal", "modern"].map(async (table_style) => {
          const pdf = await print({ json_data: ROWS, table_style });
          return (await wordOf(pdf, "Ash")).yMin - (await wordOf(pdf, "Oak")).yMin;
        }),
      );
      expect(heights[2]).toBeGreaterThan((heights[0] ?? 0) + 3);
      const [boxed, open] = await Promise.all(
        ["default", "minimal"].map(
          async (table_style) => (await wordOf(await print({ json_data: ROWS, table_style }), "Oak")).xMin,
        ),
      );
      expect(open).toBeCloseTo(72, 0);
      expect(boxed).toBeGreaterThan(75);
    });

    test("columns", async () => {
      const columns = [
        { key: "price", label: "Amount", format: "currency", total: true, width: "30%", align: "left" },
        { key: "item", colour: "red" },
      ];
      const reply = expectOk(await reportJson(service(), { json_data: ROWS, columns }));
      expect(await textOf(reply.body)).toBe("Amount Item 1,249.50 Oak 19.00 Elm 20.25 Ash 1,288.75 Total");
      expect(warnings(reply)).toEqual(['unknown_field;name="columns[1].colour"']);
      const left = await wordOf(reply.body, "19.00");
      const item = await wordOf(reply.body, "Elm");
      expect(item.xMin - left.xMin).toBeCloseTo(0.3 * 451.3, 0);
      const form = expectOk(
        await reportForm(service(), { json_data: JSON.stringify(ROWS), columns: JSON.stringify(columns) }),
      );
      expect(form.body.equals(reply.body)).toBe(true);
    });

    test("locale", async () => {
      const json_data = [{ on: "2026-03-12", amount: 1234.5, ok: true }];
      expect(await textFrom({ json_data })).toContain("12 Mar 2026 1,234.50 Yes");
      expect(await textFrom({ json_data, locale: "de-DE" })).toContain("12. März 2026 1.234,50 Ja");
    });

    test("charts: drawn and described where they are asked for", async () => {
      const json_data = Array.from({ length: 5 }, (_, n) => ({ day: `2026-01-0${n + 1}`, visits: 100 + 7 * n }));
      const pdf = await print({ json_data, charts: "auto" });
      expect(await structure(pdf)).toContain("Figure");
      const { stdout } = await withFile(pdf, (path) => run("qpdf", ["--json=2", "--json-key=qpdf", path]));
      expect(stdout.toString("utf8")).toContain('"/Alt": "u:Line chart: Visits by Day, 5 values from 100 to 128"');
      expect(await structure(await print({ json_data }))).not.toContain("Figure");
    });

    test("the page block", async () => {
      const pdf = await print({
        json_data: orders(40),
        page_size: "A5",
        orientation: "landscape",
        margin_left: 100,
        show_page_numbers: true,
        header_text: "Above",
        footer_text: "Below",
        author: "Someone",
        tagged: false,
      });
      expect(await sizeOf(pdf)).toEqual([596, 420]);
      const pages = await pageTexts(pdf);
      expect(
        pages.every((page, index) => new RegExp(`Above.*Below.*${index + 1} ?/ ?${pages.length}`, "s").test(page)),
      ).toBe(true);
      const about = await information(pdf);
      expect([about("Author"), about("Tagged")]).toEqual(["Someone", "no"]);
      const { xMin } = await wordOf(pdf, "ID");
      expect(xMin).toBeGreaterThan(99);
      const reply = await reportJson(service(), { json_data: [], output_filename: "mine.pdf" });
      expect(savedName(expectOk(reply))).toBe("mine.pdf");
    });

    test("every wrong one is reported", async () => {
      const reply = await reportJson(service(), {
        json_data: [],
        font_size: 7,
        header_font_size: 19,
        title_font_size: 40,
        table_style: "fancy",
        max_nesting_depth: 6,
        header_bg_color: "navyish",
        alternate_row_color: "#12345",
        border_color: "url(x)",
        status_colors: "maybe",
        locale: "not a language",
        charts: "pie",
        columns: [{ key: "a" }, { label: "x" }, { key: "a", format: "money" }, { key: "a", width: "1;}" }, 1],
        page_size: "A9",
      });
      expect(reply.status).toBe(422);
      expect(
        faults(reply)
          .map(({ loc }) => loc.slice(1).join("."))
          .toSorted(),
      ).toEqual(
        (
          "font_size header_font_size title_font_size table_style max_nesting_depth header_bg_color alternate_row_color " +
          "border_color status_colors locale charts columns.1 columns.2 columns.3 columns.4 page_size"
        )
          .split(" ")
          .toSorted(),
      );
    });
  });

  describe("data that is none", () => {
    test.each(["not json", '{"a": NaN}', "[1,]", "{'a': 1}", "[", '"open'])("the text %j", async (text) => {
      expectFault(await reportJson(service(), { json_data: text }), {
        type: "json_invalid",
        loc: ["body", "json_data"],
      });
      expectFault(await reportJson(service(), { data: text }), { type: "json_invalid", loc: ["body", "data"] });
      expectFault(await reportForm(service(), { json_data: text }), { type: "json_invalid" });
    });

    test("missing", async () => {
      expectFault(await reportJson(service(), {}), { type: "missing", loc: ["body", "json_data"] });
    });

    test("40 levels are laid out step by step, 100,000 are shown as they are", async () => {
      const levels = (count: number) => ({ json_data: `${"[".repeat(count)}1${"]".repeat(count)}` });
      expect(await textFrom(levels(40))).toMatch(/^[^[]*J1 1$/);
      const reply = await reportJson(service(), levels(100_000));
      expect(await pageCount(expectOk(reply).body)).toBeGreaterThan(1);
    });

    test("300 columns", async () => {
      const record = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`column_${index}`, index * 1000]));
      const pdf = await print({ json_data: [record, record] });
      const text = await textOf(pdf);
      expect(text.match(/Column 299 299,000/g)).toHaveLength(2);
      expect(await misplaced(pdf)).toEqual([]);
    });

    test.runIf(IS_FULL)("a million members end with an answer", async () => {
      const members = Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":0`).join();
      const accepted = await reportJson(service(), { json_data: `{${members}}` });
      expect(accepted.status).toBe(202);
      const { job_id: id } = json(accepted) as { readonly job_id: string };
      expect(await untilFinal(service(), id)).toMatchObject({ status: "failed" });
      expectFailure(await resultOf(service(), id), 400, "document_too_complex");
    });
  });

  test.each(IS_FULL ? [3000, 20_000] : [3000])("%d rows are joined from sections", async (count) => {
    const accepted = await call(service(), "POST", `${JSON_TO_PDF}?async=true`, {
      value: {
        json_data: orders(count),
        show_page_numbers: true,
        columns: [{ key: "id" }, { key: "customer" }, { key: "amount", total: true }],
      },
    });
    const { job_id: id } = json(accepted) as { readonly job_id: string };
    expect(await untilFinal(service(), id)).toMatchObject({ status: "complete" });
    const { body: pdf } = await resultOf(service(), id);
    const pages = await pageTexts(pdf);
    expect(pages.length).toBeGreaterThan(count / 40);
    const numbered = pages.filter((page, index) => page.trimEnd().endsWith(`${index + 1} / ${pages.length}`));
    expect(numbered).toHaveLength(pages.length);
    expect(pages.every((page) => /^\s*ID\s+Customer\s+Amount/.test(page))).toBe(true);
    const ids = pages.flatMap((page) =>
      [...page.matchAll(/^\s*([\d,]+)\s+Customer \d/gm)].map(([, number = ""]) => Number(number.replace(",", ""))),
    );
    expect(ids).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    const cents = orders(count).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    expect(pages.at(-1)).toContain(new Intl.NumberFormat("en", { minimumFractionDigits: 2 }).format(cents / 100));
    expect(rightEdges(await words(pdf), /^[\d,]+\.\d\d$/).size).toBe(1);
    expect(await qpdfProblems(pdf)).toBe("");
  });
});

/** Returns whether a column of pixels between two rows has a red one. */
const reddest = async (pdf: Buffer): Promise<boolean> => {
  const { xMin, yMax } = await wordOf(pdf, "Oak");
  const pixels = await Promise.all(
    Array.from({ length: 10 }, (_, index) => pixelAt(pdf, Math.round(xMin + 30), Math.round(yMax) - 1 + index)),
  );
  return pixels.some(([red = 0, green = 0]) => red > 240 && green < 200);
};
