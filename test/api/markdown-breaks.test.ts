import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MARKDOWN_THEMES } from "../../src/engines/documents/port.ts";
import { call } from "./accounts.ts";
import { upload } from "./client.ts";
import { fileOf, information, type Word, withoutChromium, words } from "./html-to-pdf.ts";
import { expectOk } from "./reply.ts";
import { commonService } from "./service.ts";

/* Where the pages of Markdown break: each construct is printed at many heights above the end of a page. */

const PATH = "/api/v1/convert/markdown-to-pdf";
/** Numbers of one-line paragraphs above each construct; a page holds 26 to 31 of them. */
const ABOVE = Array.from({ length: 8 }, (_, index) => 24 + index);
/** The area of text in points from the top of A4: the margins, and how far the box of a word may exceed its line. */
const TEXT_PT = { from: 32, to: 842 - 32 };

/** The constructs, as Markdown whose words have the form `a7x`: `a` below 7 paragraphs. */
const THINGS = {
  "a heading and its text": (above: number) => `## a${above}x\n\na${above}y\n`,
  "a sentence and its list": (above: number) => `a${above}x\n\n- a${above}y\n- more\n- and more\n`,
  "a short block of code": (above: number) => `\`\`\`js\na${above}x\n1;\n2;\n3;\na${above}y\n\`\`\`\n`,
  "an alert": (above: number) => `> [!NOTE]\n> a${above}x\n>\n> More.\n>\n> a${above}y\n`,
  "the head of a table and its first row": (above: number) =>
    `| a${above}x | b |\n|---|---|\n| a${above}y | 1 |\n| c | 2 |\n| d | 3 |\n`,
} as const;

const document = (thing: (above: number) => string): string =>
  ABOVE.map((above) => `${"A line.\n\n".repeat(above)}${thing(above)}`).join("\n<!-- pagebreak -->\n\n");

describe.skipIf(withoutChromium)("pages of Markdown", () => {
  const service = commonService();
  const print = async (parameters: object): Promise<Buffer> =>
    expectOk(await call(service(), "POST", PATH, { value: parameters })).body;

  describe.each(["none", "report"])("in %s", (theme) => {
    test.each(Object.entries(THINGS))("%s stay together", async (_, thing) => {
      const printed = await words(await print({ markdown: document(thing), theme }));
      expect(torn(printed)).toEqual([]);
    });
  });

  test.each(["a heading and its text", "a short block of code", "an alert"] as const)(
    "%s are torn where nothing keeps them together",
    async (name) => {
      const css = "*{break-inside:auto!important;break-after:auto!important;orphans:1!important;widows:1!important}";
      // The element that begins each page is a separate one, and stays.
      const breaks = ".page-break{break-after:page!important}";
      const markdown = document(THINGS[name]);
      expect(torn(await words(await print({ markdown, theme: "none", css: css + breaks })))).not.toEqual([]);
    },
  );

  test.each(MARKDOWN_THEMES)("the showcase in %s is tagged and keeps to its margins above and below", async (theme) => {
    const showcase = readFileSync(join(import.meta.dirname, "../fixtures/markdown/showcase.md"), "utf8");
    const more = [fileOf(showcase, { filename: "showcase.md" })];
    const pdf = expectOk(await upload(service(), { path: PATH, fields: { theme }, more })).body;
    expect((await information(pdf))("Tagged")).toBe("yes");
    const all = await words(pdf);
    expect(all.length).toBeGreaterThan(500);
    expect(all.filter(({ yMin, yMax }) => yMin < TEXT_PT.from || yMax > TEXT_PT.to)).toEqual([]);
  });
});

/** Returns the constructs whose beginning and end are on different pages. */
function torn(all: readonly Word[]): readonly string[] {
  const pageOf = new Map(all.map(({ text, page }) => [text, page]));
  const names = ABOVE.map((above) => `a${above}`);
  expect(names.filter((name) => !pageOf.has(`${name}x`) || !pageOf.has(`${name}y`))).toEqual([]);
  return names.filter((name) => pageOf.get(`${name}x`) !== pageOf.get(`${name}y`));
}
