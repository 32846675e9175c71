import { expect, test } from "vitest";
import { strokesOf } from "./strokes.ts";
import { drawnPage } from "./testing/drawn-tables.ts";

test("a bar over the whole width of a page, as slides have for their titles, is no field of a table", () => {
  const fields = [
    [0, 60, 600, 90],
    [40, 190, 560, 210],
  ] as const;
  const { content } = drawnPage({ texts: [], fields });
  expect(strokesOf(content, { placed: (box) => box, sizePt: 10 }).fields.map(({ xMin }) => xMin)).toEqual([40]);
});
