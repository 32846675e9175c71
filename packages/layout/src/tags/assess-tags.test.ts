import { expect, test } from "vitest";
import type { StructureElement } from "../content.ts";
import { assessTags, type TagAssessment } from "./assess-tags.ts";
import { type DrawnText, drawnPage, element, on, taggedContent, tagsOf } from "./testing/tagged-document.ts";

const assessed = (structure: readonly StructureElement[], ...pages: readonly (readonly DrawnText[])[]): TagAssessment =>
  assessTags(
    tagsOf(
      taggedContent(structure, pages.length),
      pages.map((texts, index) => drawnPage(index + 1, texts)),
    ),
  );

const SENTENCE = "A sentence of the text that ends here.";
const lines = (ids: readonly number[], x = 72): DrawnText[] =>
  ids.map((id, index) => ({ id, text: SENTENCE, x, y: 100 + 14 * index }));

test("a tree that covers the page in the order of reading is trusted", () => {
  const structure = [element("H1", [0]), ...[1, 2, 3, 4, 5].map((id) => element("P", [id]))];
  expect(assessed(structure, lines([0, 1, 2, 3, 4, 5]))).toMatchObject({
    verdict: "trusted",
    coverage: 1,
    orderAgreement: 1,
    reasons: [],
  });
});

test("the next column may begin higher, to the right or to the left", () => {
  const structure = [element("H1", [0]), ...[1, 2, 3, 4, 5, 6, 7].map((id) => element("P", [id]))];
  const left = lines([0, 1, 2, 3]);
  const right = lines([4, 5, 6, 7], 330);
  expect(assessed(structure, [...left, ...right]).orderAgreement).toBe(1);
  const reversed = [...lines([0, 1, 2, 3], 330), ...lines([4, 5, 6, 7])];
  expect(assessed(structure, reversed).orderAgreement).toBe(1);
});

test("rows of a table lead back to the left without making the order strange", () => {
  const rows = [0, 2, 4, 6].map((id) => element("TR", [element("TD", [id]), element("TD", [id + 1])]));
  const texts = [...lines([0, 2, 4, 6]), ...lines([1, 3, 5, 7], 330)];
  expect(assessed([element("Table", rows)], texts)).toMatchObject({ verdict: "trusted", orderAgreement: 1 });
});

test("a tree whose order jumps across the page gives hints alone", () => {
  const order = [0, 4, 1, 5, 2, 6, 3, 7];
  const structure = [element("H1", [8]), ...order.map((id) => element("P", [id]))];
  const texts = [...lines([0, 1, 2, 3]), ...lines([4, 5, 6, 7], 330)];
  expect(assessed(structure, texts)).toMatchObject({ verdict: "hints", reasons: ["strange-order"] });
  const upward = [element("H1", [5]), ...[4, 3, 2, 1, 0].map((id) => element("P", [id]))];
  expect(assessed(upward, lines([0, 1, 2, 3, 4, 5])).reasons).toContain("strange-order");
});

test("each page is judged by its own text that no element has", () => {
  const structure = [element("H1", [0]), element("P", [1, on(2, 0)])];
  const { verdict, pages } = assessed(structure, lines([0, 1]), lines([0, -1, -1]));
  expect(verdict).toBe("trusted");
  expect(pages).toMatchObject([
    { page: 1, verdict: "trusted", coverage: 1 },
    { page: 2, verdict: "hints", reasons: ["little-coverage"] },
  ]);
});

test("artifacts need no element", () => {
  const artifacts: DrawnText[] = [3, 4].map((id) => ({
    id,
    text: SENTENCE,
    x: 72,
    y: 400 + 20 * id,
    isArtifact: true,
  }));
  const structure = [element("H1", [0]), element("P", [1, 2])];
  expect(assessed(structure, [...lines([0, 1, 2]), ...artifacts])).toMatchObject({ verdict: "trusted", coverage: 1 });
});

test("paragraphs and spans alone are no evidence", () => {
  const structure = [element("Document", [element("P", [0, element("Span", [1])]), element("Div", [2])])];
  expect(assessed(structure, lines([0, 1, 2]))).toMatchObject({ verdict: "hints", reasons: ["no-roles"] });
});

test("lines that are tagged as paragraphs are fragments", () => {
  const ids = Array.from({ length: 12 }, (_, id) => id);
  const texts = ids.map((id): DrawnText => ({ id, text: "and so it goes on without", x: 72, y: 100 + 14 * id }));
  const structure = [element("H1", [0]), ...ids.slice(1).map((id) => element("P", [id]))];
  expect(assessed(structure, texts)).toMatchObject({ verdict: "hints", reasons: ["fragmented"] });
});

test("one paragraph that holds pages is too coarse", () => {
  const ids = Array.from({ length: 50 }, (_, id) => id);
  const pages = [1, 2, 3].map(() => lines(ids));
  const all = [1, 2, 3].flatMap((page) => ids.map((id) => on(page, id)));
  expect(assessed([element("Document", [element("P", all), element("H1", [99])])], ...pages).reasons).toEqual([
    "coarse",
  ]);
});

test("a document that is not marked as tagged, or that is suspect, gives hints; one without structure none", () => {
  const pages = [drawnPage(1, lines([0, 1]))];
  const suspect = { ...taggedContent([element("H1", [0]), element("P", [1])]), isTagged: false };
  expect(assessTags(tagsOf(suspect, pages))).toMatchObject({ verdict: "hints", reasons: ["not-marked"] });
  expect(assessTags(tagsOf(taggedContent([]), pages))).toMatchObject({ verdict: "none", coverage: 0 });
});
