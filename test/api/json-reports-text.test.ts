import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chosen } from "../running/sampling.ts";
import { withoutChromium } from "./html-to-pdf.ts";
import { orders, reported, reportFixture } from "./json-to-pdf.ts";
import { run, withFile } from "./programs.ts";
import { commonService } from "./service.ts";

/*
 * Answers of real interfaces as reports for people: no page has the signs of JSON, or words of programs, but those that
 * a text of the data has. pdftotext reads them.
 */

const NAMES = readdirSync(join(import.meta.dirname, "../fixtures/reports"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(".json", ""));
const ROWS = "2,000 rows";
/** What stands for the others in a quick run: nested orders, references, cards, and what JSON's signs are data of. */
const QUICK = ["orders", "kubernetes", "issues", "long-strings"].map((name) => NAMES.indexOf(name));

describe.skipIf(withoutChromium)("reports for people", () => {
  const service = commonService();

  test.each(chosen([...NAMES, ROWS], QUICK))("%s: no JSON on any page", async (name) => {
    const json = name === ROWS ? JSON.stringify(orders(2000)) : reportFixture(name);
    const pdf = await reported(service(), { json_data: json, charts: name === "forecast" ? "auto" : "none" });
    const rest = withoutTexts(await rawText(pdf), textsOf(JSON.parse(json)));
    expect(rest.match(/.{0,30}(?:[{[]|null|undefined|NaN|\[object).{0,30}/g) ?? []).toEqual([]);
    // Binary fractions that missed their decimals.
    expect(rest).not.toMatch(/\d\.\d*(?:9{8}|0{8})\d/);
  });

  // The service validates what it is asked for before it delivers it.
  test("tables below rows, references and charts keep PDF/UA-1 and PDF/A-2a", async () => {
    const parameters = { json_data: reportFixture("orders"), charts: "auto", pdfa: "2a", pdfua: 1 };
    expect((await reported(service(), parameters)).subarray(0, 5).toString("latin1")).toBe("%PDF-");
  });

  test("the fixtures are of every kind", () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(25);
  });
});

/** Returns the text without white space, cell by cell: lines of neighbours do not mix. */
async function rawText(pdf: Buffer): Promise<string> {
  const { stdout } = await withFile(pdf, (path) => run("pdftotext", ["-raw", path, "-"]));
  return bare(stdout.toString("utf8"));
}

const bare = (text: string): string => text.replaceAll(/[\s\u00ad]+/g, "");

/** Returns all texts of data, and the names of members, that have any of the signs. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") {
    return /[{[]|null|undefined/.test(value) ? [value] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap(textsOf);
  }
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [...textsOf(name), ...textsOf(member)])
    : [];
}

/** Removes the texts of data; a page's end may lie in a long one, so its lines are removed one by one too. */
function withoutTexts(text: string, texts: readonly string[]): string {
  const lines = texts.flatMap((one) => [one, ...one.split("\n")]).filter((one) => /[{[]|null|undefined/.test(one));
  return lines
    .map(bare)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, one) => rest.replaceAll(one, ""), text);
}
