import { describe, expect, test } from "vitest";
import { MARKDOWN_THEMES } from "../../packages/documents/src/options.ts";
import { call } from "../api/accounts.ts";
import { HTML_TO_PDF, withoutChromium } from "../api/html-to-pdf.ts";
import { expectOk } from "../api/reply.ts";
import { sharedService } from "../api/service.ts";
import { chosen, IS_FULL } from "../running/sampling.ts";
import { headingsOfMarkdown, misplaced, outlineOf } from "./outline-judges.ts";
import { READMES, readme } from "./readmes.ts";

/*
 * Outlines beside the headings that they are of, which markdown-it and htmlparser2 find in the source. In the quick run a
 * README with a picture as its first heading stands for all; the full run has each in each theme.
 */

const rows = chosen(
  READMES.flatMap((name) => MARKDOWN_THEMES.map((theme) => ({ name, theme }))),
  [0],
);

/** Returns records of twelve cells each. */
const records = (count: number): object[] =>
  Array.from({ length: count }, (_, row) => ({
    name: `Row ${row}`,
    ...Object.fromEntries(Array.from({ length: 11 }, (__, column) => [`c${column + 1}`, row + column])),
  }));

describe.skipIf(withoutChromium)("outlines", () => {
  const service = sharedService({ QUIRE_OUTBOUND: "off" });
  const print = async (path: string, value: object): Promise<Buffer> =>
    expectOk(await call(service(), "POST", path, { value })).body;

  test.each(rows)("$name in $theme: texts, levels and places are those of its headings", async ({ name, theme }) => {
    const markdown = readme(name);
    const pdf = await print("/api/v1/convert/markdown-to-pdf", { markdown, theme });
    const outline = await outlineOf(pdf);
    expect(outline.map(({ text, depth }) => ({ text, depth }))).toEqual(headingsOfMarkdown(markdown));
    expect(await misplaced(pdf, outline)).toEqual([]);
  });

  test("HTML: texts as they are written, however they are set; pictures by their texts; nothing hidden", async () => {
    const picture = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
    const html = `<style>h1{text-transform:uppercase;width:90px}h2::before{content:"1. "}.gone{display:none}</style>
      <h1>Straße der <em>langen</em><br>Überschriften</h1>
      <h2><img alt="Logo" src="${picture}" width=20 height=20> Name</h2>
      <h2><img alt="Only a logo" src="${picture}" width=20 height=20></h2>
      <h3 class=gone>Gone</h3><h2 aria-hidden=true>Not read</h2>
      <div style="height:850px"></div><h2 style="break-inside:avoid">Moved</h2>
      <p role=heading aria-level=4>By its role`;
    const outline = await outlineOf(await print(HTML_TO_PDF, { html, page_size: "A4" }));
    expect(outline.map(({ text, depth }) => [text, depth])).toEqual([
      ["Straße der langen Überschriften", 0],
      ["Name", 1],
      ["Only a logo", 1],
      ["Moved", 1],
      ["By its role", 2],
    ]);
    for (const options of [{ tagged: false }, { javascript: false }, { pdfua: 1, language: "de", title: "x" }]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      expect(await outlineOf(await print(HTML_TO_PDF, { html, page_size: "A4", ...options }))).toEqual(outline);
    }
  });

  test("JSON of many rows: one outline over all parts that are printed apart", async () => {
    // Sections end where they have 6,000 cells: in the last rows of the third table, before the last heading.
    const halves = { "First half": records(250), "Second half": records(5) };
    const json_data = { North: halves, South: halves };
    // Tags take half of the time, and the outline is the same without them.
    const pdf = await print("/api/v1/convert/json-to-pdf", { json_data, title: "Halves", tagged: IS_FULL });
    const outline = await outlineOf(pdf);
    expect(outline.map(({ text, depth }) => `${depth} ${text}`)).toEqual([
      "0 Halves",
      ...["North", "South"].flatMap((name) => [`1 ${name}`, "2 First half", "2 Second half"]),
    ]);
    expect(await misplaced(pdf, outline)).toEqual([]);
  });

  test.skipIf(!IS_FULL)(
    "JSON of so many rows that they have no tags: the outline of the headings among them",
    async () => {
      const json_data = { North: records(1600), South: records(1600) };
      const pdf = await print("/api/v1/convert/json-to-pdf", { json_data, title: "Thousands" });
      const outline = await outlineOf(pdf);
      expect(outline.map(({ text, depth }) => `${depth} ${text}`)).toEqual(["0 Thousands", "1 North", "1 South"]);
      expect(await misplaced(pdf, outline)).toEqual([]);
    },
  );
});
