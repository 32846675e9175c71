import { describe, expect, test } from "vitest";
import type { PageContent, StructureElement } from "../content.ts";
import { layOut } from "../lay-out.ts";
import { type DrawnText, drawnPage, element, on, taggedContent } from "../tags/testing/tagged-document.ts";
import { shown } from "../testing/shown.ts";

const SENTENCE = "A sentence of the text that ends here, and is as long as a line of it.";

/** Draws a heading and numbered paragraphs. */
const texts = (page: number): DrawnText[] => [
  { id: 0, text: `Head of ${page}`, x: 72, y: 80, sizePt: 16 },
  ...[1, 2, 3, 4, 5].map((id) => ({ id, text: `${id}. ${SENTENCE}`, x: 72, y: 90 + 40 * id })),
];

const structureOf = (page: number): StructureElement[] => [
  element("H1", [on(page, 0)]),
  ...[1, 2, 3, 4, 5].map((id) => element("BlockQuote", [element("P", [on(page, id)])])),
];

const untagged = (page: number): PageContent =>
  drawnPage(
    page,
    texts(page).map((text) => ({ ...text, id: -1 })),
  );

const kindsOf = (structure: readonly StructureElement[], pages: readonly PageContent[]): string[] =>
  layOut(taggedContent(structure, pages.length), pages).blocks.map(({ page, kind }) => `${page} ${kind}`);

describe("tags", () => {
  test("decide the blocks of their pages, and the looks of the other pages those of these", () => {
    const pages = [untagged(1), drawnPage(2, texts(2)), untagged(3)];
    expect([...new Set(kindsOf(structureOf(2), pages))]).toEqual([
      "1 heading",
      "1 list",
      "2 heading",
      "2 quote",
      "3 heading",
      "3 list",
    ]);
  });

  test("are not looked for in a document that has none", () => {
    expect(new Set(kindsOf([], [drawnPage(1, texts(1))]))).toEqual(new Set(["1 heading", "1 list"]));
  });
});

/** Returns tags whose tree has the page's text in order from the bottom up. */
const upward = (): StructureElement[] => [
  element("Figure", [6], { alt: "A photo" }),
  ...[5, 4, 3, 2, 1].map((id) => element("P", [id])),
  element("H1", [0]),
];
const photo = { index: 1, widthPx: 9, heightPx: 9, isArtifact: false, markedContentId: 6 };
const page = (own: readonly DrawnText[]): PageContent =>
  drawnPage(1, own, [{ ...photo, xMin: 72, yMin: 400, xMax: 272, yMax: 500 }]);

const headings = (own: readonly DrawnText[], structure: readonly StructureElement[]): string[] =>
  shown(layOut(taggedContent(structure), [page(own)]).blocks).filter((line) => line.startsWith("#"));

describe("tags that are not trusted", () => {
  test("say what images show", () => {
    const { blocks } = layOut(taggedContent(upward()), [page(texts(1))]);
    expect(blocks.find(({ kind }) => kind === "figure")).toMatchObject({ image: 1, alt: "A photo" });
  });

  test("decide which texts are headings where looks alone leave it open", () => {
    const modest = texts(1).map((text) => (text.id === 0 ? { ...text, sizePt: 10 } : text));
    const bold = texts(1).map((text) =>
      text.id === 3 ? { ...text, text: "A bold line", font: "bold" as const } : text,
    );
    expect(headings(modest, upward())).toEqual(["# Head of 1"]);
    expect(headings(modest, [])).toEqual([]);
    expect(headings(bold, upward())).toEqual(["# Head of 1"]);
    expect(headings(bold, [])).toEqual(["# Head of 1", "## A bold line"]);
  });
});
