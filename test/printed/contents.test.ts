import { describe, expect, test } from "vitest";
import { type MarkdownTheme, MARKDOWN_THEMES } from "../../packages/documents/src/options.ts";
import { call } from "../api/accounts.ts";
import { withoutChromium } from "../api/html-to-pdf.ts";
import { pageTexts } from "../api/pages.ts";
import { run, withFile } from "../api/programs.ts";
import { expectOk } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { IS_FULL } from "../running/sampling.ts";

/* Tables of contents of many pages, judged by what pdftotext finds on the pages and by the links that qpdf lists. */

const WORDS = "The service reads what it is given and answers with what it has found. ";

/** A book with parts of one chapter, and chapters of one section, between others of several. */
function book(parts: number): { readonly markdown: string; readonly titles: readonly string[] } {
  const titles: string[] = [];
  const lines = ["---\ntitle: Handbook\nauthor: A. Writer\nlang: en\ntoc: true\n---\n"];
  const add = (level: number, title: string): void => {
    titles.push(title);
    lines.push(`${"#".repeat(level)} ${title}\n\n${WORDS.repeat(level)}\n`);
  };
  for (let part = 1; part <= parts; part++) {
    add(1, `Part ${part}`);
    for (let chapter = 1; chapter <= (part % 4 === 0 ? 1 : 8); chapter++) {
      add(2, `Chapter ${part}.${chapter}`);
      for (let section = 1; section <= (chapter % 3 === 0 ? 1 : 3); section++) {
        add(3, `Section ${part}.${chapter}.${section}`);
      }
    }
  }
  return { markdown: lines.join("\n"), titles };
}

const rows: readonly { readonly theme: MarkdownTheme; readonly parts: number }[] = IS_FULL
  ? MARKDOWN_THEMES.map((theme) => ({ theme, parts: 24 }))
  : [{ theme: "report", parts: 3 }];

describe.skipIf(withoutChromium)("contents", () => {
  const service = commonService();
  const print = async (value: object): Promise<Buffer> =>
    expectOk(await call(service(), "POST", "/api/v1/convert/markdown-to-pdf", { value })).body;

  const firstPage = async (value: object): Promise<string> =>
    firstPageOf(await print({ theme: "report", toc: true, ...value }));

  test.each(rows)(
    "$theme, $parts parts: numbers and links lead to the headings, and no page ends early",
    async (row) => {
      const { markdown, titles } = book(row.parts);
      const pdf = await print({ markdown, theme: row.theme, show_page_numbers: true });
      const pages = await pageTexts(pdf);
      const entries = pages.flatMap((text, index) =>
        Array.from(text.matchAll(/^ *(\S.*?) {2,}(\d+)$/gmu), ([, title = "", page]) => ({
          title,
          page: Number(page),
          on: index + 1,
        })),
      );
      expect(entries.map(({ title }) => title)).toEqual(titles);
      expect(entries.filter(({ title, page }) => !isHeading(pages[page - 1], title))).toEqual([]);
      expect(await linkedPages(pdf, titles.length)).toEqual(entries.map(({ page }) => page));
      const perPage = Map.groupBy(entries, ({ on }) => on);
      const full = [...perPage.values()].slice(1, -1).map((some) => some.length);
      expect(Math.min(...full, 40)).toBeGreaterThan(Math.max(...full, 0) * 0.85);
      expect(perPage.size).toBeGreaterThanOrEqual(row.parts > 20 ? 10 : 1);
    },
  );

  test("the title page of a report: the title that is given, else that of the front matter, else the only first heading", async () => {
    const text = "# Introduction\n\nText.\n\n# Method\n\nText.\n";
    expect(await firstPage({ markdown: text, title: "Given", author: "A. Writer" })).toBe("Given A. Writer");
    expect(await firstPage({ markdown: `---\ntitle: Own\n---\n${text}`, title: "Given" })).toBe("Given");
    expect(await firstPage({ markdown: `---\ntitle: Own\n---\n${text}` })).toBe("Own");
    expect(await firstPage({ markdown: text.replace("# Method", "## Method") })).toBe("Introduction");
  });
});

const isHeading = (page: string | undefined, title: string): boolean =>
  page?.split("\n").some((line) => line.trim() === title) === true;

async function firstPageOf(pdf: Buffer): Promise<string> {
  const [text = ""] = await pageTexts(pdf);
  return text.replaceAll(/\s+/gu, " ").trim();
}

/** Returns the pages that the first links of a document lead to, in their order, by qpdf. */
async function linkedPages(pdf: Buffer, count: number): Promise<number[]> {
  const { stdout } = await withFile(pdf, (path) => run("qpdf", ["--json=2", path]));
  const json = JSON.parse(stdout.toString("utf8")) as Json;
  const objects = json.qpdf[1];
  const value = (object: unknown): Record<string, unknown> => {
    const found = typeof object === "string" ? objects[`obj:${object}`] : undefined;
    return (found?.value ?? found?.stream?.dict ?? object) as Record<string, unknown>;
  };
  const pageNumbers = new Map(json.pages.map(({ object, pageposfrom1 }) => [object, pageposfrom1]));
  const named = value(value(objects["trailer"]?.value["/Root"])["/Dests"]);
  const links = json.pages.flatMap(({ object }) =>
    ((value(value(object)["/Annots"]) as unknown as readonly unknown[] | undefined) ?? []).map(value),
  );
  return links.slice(0, count).map((link) => {
    const [page] = value(named[String(link["/Dest"])]) as unknown as readonly string[];
    return pageNumbers.get(page ?? "") ?? 0;
  });
}

interface Json {
  readonly pages: readonly { readonly object: string; readonly pageposfrom1: number }[];
  readonly qpdf: readonly [
    unknown,
    Readonly<
      Record<
        string,
        { readonly value: Record<string, unknown>; readonly stream?: { readonly dict: Record<string, unknown> } }
      >
    >,
  ];
}
