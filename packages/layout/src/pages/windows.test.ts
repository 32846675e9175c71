import { describe, expect, test } from "vitest";
import type { PageContent } from "../content.ts";
import { layOut } from "../lay-out.ts";
import { drawnPage, element, on, taggedContent } from "../tags/testing/tagged-document.ts";
import { BOLD, type BuiltText, builtLines, builtPage, NO_DOCUMENT } from "../testing/built-page.ts";
import { prose, shown } from "../testing/shown.ts";

const PAGES = Array.from({ length: 30 }, (_, index) => index + 1);

const inWindowsOf = (windowPages: number, pages: Iterable<PageContent>): string[] =>
  shown(layOut(NO_DOCUMENT, pages, { windowPages }).blocks);

const head = (page: number): BuiltText => ({ text: `A running head of the text ${page}`, x: 50, y: 30, sizePt: 8 });

/**
 * Builds a document with a paragraph that is cut by the end of each third page, headings of two levels and a running
 * header.
 */
function chapters(page: number): PageContent {
  const isCut = page % 3 === 0;
  const goesOn = page % 3 === 1 && page > 1;
  const text = prose(12, { from: page });
  return builtPage(
    [
      head(page),
      ...(goesOn
        ? builtLines(["and so it came to its end at last."], { y: 80 })
        : [
            {
              text: page % 2 === 0 ? "A part of it" : `Chapter ${page} of all`,
              x: 50,
              y: 80,
              font: BOLD,
              sizePt: page % 2 === 0 ? 14 : 18,
            },
          ]),
      ...builtLines(text, { y: 120 }),
      ...(isCut ? builtLines(["The last line of this page goes on with what comes next,"], { y: 300 }) : []),
    ],
    { page },
  );
}

/** Builds pages full of text that never ends a sentence. */
const endless = (page: number): PageContent =>
  builtPage(
    builtLines(
      Array.from({ length: 40 }, (_, line) => `word${page} line${line} and so on to the end of this long line of it,`),
    ),
    { page },
  );

describe("a document that is laid out in windows", () => {
  test.each([8, 9, 10, 11, 20])("has the blocks that it has as a whole, %i pages at a time", (windowPages) => {
    expect(inWindowsOf(windowPages, PAGES.map(chapters))).toEqual(inWindowsOf(100, PAGES.map(chapters)));
  });

  test("takes pages one by one", () => {
    let made = 0;
    function* pages(): Generator<PageContent> {
      for (const page of PAGES) {
        made++;
        yield chapters(page);
      }
    }
    expect(inWindowsOf(10, pages())).toEqual(inWindowsOf(100, PAGES.map(chapters)));
    expect(made).toBe(30);
  });

  test("loses and repeats nothing where all of its pages go on", () => {
    const text = inWindowsOf(8, PAGES.map(endless)).join(" ");
    const expected = PAGES.flatMap((number) => Array.from({ length: 40 }, (_, line) => `word${number} line${line}`));
    expect(text.match(/word\d+ line\d+/g)).toEqual(expected);
  });

  test("has its tagged parts once, those on two pages too", () => {
    const structure = PAGES.flatMap((page) => [
      element("H1", [on(page, 0)]),
      element("P", [on(page, 1), ...(page % 2 === 1 ? [on(page + 1, 2)] : [])]),
    ]);
    const pages = PAGES.map((page) =>
      drawnPage(page, [
        ...(page % 2 === 0 ? [{ id: 2, text: `rest ${page}.`, x: 72, y: 60 }] : []),
        { id: 0, text: `Head ${page}`, x: 72, y: 100, sizePt: 16 },
        { id: 1, text: `Text ${page}${page % 2 === 1 ? "," : "."}`, x: 72, y: 130 },
      ]),
    );
    const document = taggedContent(structure, PAGES.length);
    const whole = shown(layOut(document, pages).blocks);
    expect(whole).toContain("Text 7, rest 8.");
    expect(shown(layOut(document, pages, { windowPages: 9 }).blocks)).toEqual(whole);
  });

  test("keeps the order of pages that are given in another", () => {
    const order = PAGES.toReversed();
    const { blocks } = layOut(NO_DOCUMENT, order.map(chapters), { windowPages: 9 });
    expect([...new Set(blocks.map(({ page }) => page))]).toEqual(order);
  });
});
