import { expect, test } from "vitest";
import { findTables } from "./find-tables.ts";
import { drawnPage } from "./testing/drawn-tables.ts";

const COMMANDS = ["draw", "fill", "shade", "node", "path"];

test("backgrounds of words within lines are no cells", () => {
  const texts = COMMANDS.map((name, row) => ({ text: `${name} : constructs and shows it`, x: 60, y: 100 + row * 16 }));
  const fields = COMMANDS.map(
    (name, row) => [57, 91 + row * 16, 63 + name.length * 5, 103 + row * 16] as [number, number, number, number],
  );
  expect(findTables(drawnPage({ texts, fields }))).toEqual([]);
});

test("backgrounds of cells are", () => {
  const texts = COMMANDS.flatMap((name, row) => [
    { text: name, x: 60, y: 100 + row * 16 },
    { text: `${row + 1}.50`, right: 200, y: 100 + row * 16 },
    { text: `${row}7`, right: 300, y: 100 + row * 16 },
  ]);
  const fields = COMMANDS.flatMap((_, row): [number, number, number, number][] => [
    [55, 89 + row * 16, 130, 105 + row * 16],
    [130, 89 + row * 16, 210, 105 + row * 16],
    [210, 89 + row * 16, 310, 105 + row * 16],
  ]);
  expect(findTables(drawnPage({ texts, fields })).map(({ table }) => table.rows.length)).toEqual([5]);
});
