import { describe, expect, test } from "vitest";
import { information, sizeOf, textOf, withoutChromium, words } from "./html-to-pdf.ts";
import { misplaced, orders, reported, reportFixture, rightEdges } from "./json-to-pdf.ts";
import { pageTexts } from "./pages.ts";
import { qpdfProblems } from "./programs.ts";
import { commonService } from "./service.ts";

/*
 * Reports of realistic data: a person has looked at how they are printed; this file holds what can be measured of it.
 */

const SHAPES = ["invoice", "configuration", "statistics", "log", "survey", "tree", "wide", "mixed", "empty"];

describe.skipIf(withoutChromium)("reports of real life", () => {
  const service = commonService();
  const report = (name: string, more: object = {}): Promise<Buffer> =>
    reported(service(), { json_data: reportFixture(name), title: `The ${name} report`, ...more });

  test.each(SHAPES.flatMap((name) => ["default", "minimal", "modern"].map((style) => [name, style])))(
    "%s, in the %s style: nothing is cut off or lies over something else",
    async (name, table_style) => {
      const pdf = await report(name ?? "", { table_style });
      expect(await misplaced(pdf)).toEqual([]);
      expect(await qpdfProblems(pdf)).toBe("");
      expect((await information(pdf))("Tagged")).toBe("yes");
    },
  );

  test.each([8, 10, 16])("at %d points", async (font_size) => {
    const pdfs = await Promise.all(
      ["invoice", "log", "wide"].map((name) => report(name, { font_size, header_font_size: 18 })),
    );
    expect(await Promise.all(pdfs.map(misplaced))).toEqual([[], [], []]);
  });

  test("the same data gives the same bytes", async () => {
    const [one, other] = await Promise.all([report("survey"), report("survey")]);
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
  });

  test("invoice: amounts of a column stand below each other, sums too", async () => {
    const all = await words(await report("invoice"));
    expect(rightEdges(all, /^(?:2,499\.00|1,512\.00|240\.00|-125\.05)$/).size).toBe(2);
    expect(rightEdges(all, /^(?:783\.93|4,909\.88)$/).size).toBe(1);
    expect(all.filter(({ text }) => text === "4,125.95")).toHaveLength(2);
    expect(all.map(({ text }) => text).join(" ")).toMatch(/Issue date 12 Mar 2026 Due date 11 Apr 2026/);
  });

  test("statistics: decimals are equal, years are names in their order", async () => {
    const all = await words(await report("statistics"));
    expect(rightEdges(all, /^0\.01\d\d$/).size).toBe(1);
    expect(rightEdges(all, /^(?:-2\.35|-2\.49|12\.85)$/).size).toBe(1);
    expect(await textOf(await report("statistics"))).toMatch(/2026 2,116,341.75 2025 1,998,220.10 2024 1,780,045.90/);
  });

  test("log: line feeds stay, times are equally precise", async () => {
    const [page = ""] = await pageTexts(await report("log", { orientation: "landscape" }));
    expect(page).toMatch(/TimeoutError: no answer within 30 s\n\s+at Socket/);
    expect(page.match(/12 Mar 2026, 08:0\d:\d\d\.\d{3}/g)).toHaveLength(6);
  });

  test("survey: every script, in its own direction", async () => {
    const text = (await pageTexts(await report("survey"))).join("").replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "");
    expect(text).toContain("とても静かな部屋でした");
    expect(text).toContain("ארוחת הבוקר הייתה מצוינת");
    const hebrew = (await words(await report("survey"))).filter((word) => /\p{Script=Hebrew}/u.test(word.text));
    expect(Math.max(...hebrew.map(({ xMax }) => xMax))).toBeGreaterThan(500);
  });

  test("wide: every value of every record", async () => {
    const text = await textOf(await report("wide"));
    for (let patient = 1000; patient < 1009; patient++) {
      expect(text).toContain(`P-${patient}`);
    }
    expect(text).toMatch(/Creatinine.*0\.93/);
    expect(await sizeOf(await report("wide"))).toEqual([842, 596]);
    expect(await sizeOf(await report("wide", { orientation: "portrait" }))).toEqual([596, 842]);
  });

  test("many rows: the header is on each page, figures align, and the file is small", async () => {
    const pdf = await reported(service(), { json_data: orders(200) });
    const pages = await pageTexts(pdf);
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.every((page) => /^\s*ID\s+Ordered on\s+Customer\s+Status\s+Amount/.test(page))).toBe(true);
    const all = await words(pdf);
    expect(rightEdges(all, /^[\d,]+\.\d\d$/).size).toBe(1);
    expect(await misplaced(pdf)).toEqual([]);
    expect(pdf.length).toBeLessThan(100_000);
  });
});
