import { expect, test } from "vitest";
import type { StructureChild, StructureElement } from "../../content.ts";
import { assessTags } from "../assess-tags.ts";
import { blocksOfTags } from "../blocks/blocks-of-tags.ts";
import { hintsOfTags } from "../hints/hints-of-tags.ts";
import { drawnPage, element, on, outlineOf, taggedContent, tagsOf } from "../testing/tagged-document.ts";
import { contentOf, nodesOf, tagTree } from "./tag-tree.ts";

const contentIds = (structure: readonly StructureElement[]): number[] =>
  tagTree(structure).roots.flatMap((root) => [...contentOf(root)].map(({ markedContentId }) => markedContentId));

test("a tree that loops ends", () => {
  const children: StructureChild[] = [on(1, 0)];
  const loop = { ...element("Sect", []), children };
  children.push({ ...element("Div", [1]), children: [loop, on(1, 1)] }, loop);
  expect(contentIds([loop])).toEqual([0, 1]);
});

test("content that two elements claim belongs to the first, and an element that the tree has twice is there once", () => {
  const shared = element("P", [2]);
  expect(contentIds([element("P", [0, 1, 1]), element("P", [1, 0]), shared, shared])).toEqual([0, 1, 2]);
});

test("a tree deeper than any keeps its text", () => {
  let deep = element("P", [0]);
  for (let depth = 0; depth < 20_000; depth++) {
    deep = element("Div", [deep, depth + 1]);
  }
  expect(contentIds([deep])).toHaveLength(20_001);
  expect([...nodesOf(tagTree([deep]).roots)].length).toBeLessThan(200);
});

test("content of pages that are not there is left out", () => {
  const structure = [element("P", [0, on(7, 0)]), element("P", [on(0, 1)]), element("Table", [on(-1, 3)])];
  const tags = tagsOf(taggedContent(structure), [drawnPage(1, [{ id: 0, text: "Text", x: 72, y: 100 }])]);
  expect(outlineOf(blocksOfTags(tags))).toEqual(["p Text"]);
});

test("spans of a table that would cover a country are taken as they are", () => {
  const cells = Array.from({ length: 200 }, (_, id) => element("TD", [id], { colSpan: 10_000, rowSpan: 10_000 }));
  const rows = Array.from({ length: 100 }, (_, row) => element("TR", cells.slice(2 * row, 2 * row + 2)));
  const texts = cells.map((_, id) => ({ id, text: `c${id}`, x: 72 + 100 * (id % 2), y: 5 + 4 * id, sizePt: 3 }));
  const [table] = blocksOfTags(tagsOf(taggedContent([element("Table", rows)]), [drawnPage(1, texts)]));
  expect(table).toMatchObject({ kind: "table", rows: { length: 100 } });
});

test("thousands of elements are read in one pass", () => {
  const perPage = 2500;
  const numbers = [1, 2];
  const ids = Array.from({ length: perPage }, (_, id) => id);
  const pages = numbers.map((page) =>
    drawnPage(
      page,
      ids.map((id) => ({ id, text: "ab", x: 20 + 11 * (id % 50), y: 20 + 8 * Math.floor(id / 50), sizePt: 5 })),
    ),
  );
  const roles = ["P", "LI", "H1"];
  const elements = numbers.flatMap((page) => ids.map((id) => element(roles[id % 3] ?? "P", [on(page, id)])));
  const tags = tagsOf(taggedContent([element("L", elements)], numbers.length), pages);
  expect(assessTags(tags).coverage).toBe(1);
  expect(blocksOfTags(tags).length).toBeGreaterThan(0);
  expect(hintsOfTags(tags).get(numbers.length)).toHaveLength(ids.filter((id) => id % 3 > 0).length + 1);
}, 120_000);
