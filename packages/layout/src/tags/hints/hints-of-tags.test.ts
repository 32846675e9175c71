import { expect, test } from "vitest";
import { drawnPage, element, on, taggedContent, tagsOf } from "../testing/tagged-document.ts";
import { hintsOfTags } from "./hints-of-tags.ts";

test("each element says on each of its pages what it is, and where", () => {
  const structure = [
    element("H2", [0]),
    element("P", [1]),
    element("L", [element("LI", [element("LBody", [2])]), element("LI", [on(2, 0)])]),
  ];
  const first = drawnPage(1, [
    { id: 0, text: "Head", x: 72, y: 100 },
    { id: 1, text: "Text", x: 72, y: 120 },
    { id: 2, text: "Item", x: 90, y: 140 },
  ]);
  const hints = hintsOfTags(
    tagsOf(taggedContent(structure, 2), [first, drawnPage(2, [{ id: 0, text: "Item", x: 90, y: 100 }])]),
  );
  expect(hints.get(1)).toMatchObject([
    { kind: "heading", role: "H2", level: 2, markedContentIds: new Set([0]), box: { xMin: 72, yMin: 92, yMax: 102 } },
    { kind: "list", markedContentIds: new Set([2]) },
    { kind: "item", box: { xMin: 90 } },
  ]);
  expect(hints.get(2)?.map(({ role }) => role)).toEqual(["L", "LI"]);
});

test("an element that is an artifact says so", () => {
  const page = drawnPage(1, [{ id: 0, text: "Ground", x: 72, y: 100 }]);
  const tags = tagsOf(taggedContent([element("Artifact", [element("P", [0])])]), [page]);
  expect(hintsOfTags(tags).get(1)).toMatchObject([{ kind: "artifact", markedContentIds: new Set([0]) }]);
});

test("elements of which nothing is seen give no hint", () => {
  const tags = tagsOf(taggedContent([element("Table", [5])]), [drawnPage(1, [])]);
  expect(hintsOfTags(tags).get(1) ?? []).toEqual([]);
});
