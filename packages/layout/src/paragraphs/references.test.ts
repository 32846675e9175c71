import { expect, test } from "vitest";
import { type BuiltText, builtLines } from "../testing/built-page.ts";
import { prose, shownText } from "../testing/shown.ts";

/** Builds works with their labels at one place and their lines at another, from a baseline down. */
function works(all: readonly (readonly [label: string, ...lines: string[]])[], { x = 50, y = 100 } = {}): BuiltText[] {
  let line = 0;
  return all.flatMap(([label, ...lines]) => {
    const at = y + 12 * line;
    line += lines.length;
    return [{ text: label, x, y: at }, ...builtLines(lines, { x: x + 32, y: at })];
  });
}

const [full = ""] = prose(3);

test("a work that ends with a full line is not glued to the next", () => {
  const runs = works([
    ["[9]", full, `${full},`],
    ["[10]", full],
    ["[11]", full, "2001."],
  ]);
  expect(shownText(...runs)).toEqual([`[9] ${full} ${full},`, `[10] ${full}`, `[11] ${full} 2001.`]);
});

test("works whose labels are letters and a year are parted too", () => {
  const runs = works([
    ["[Kn84]", full, full],
    ["[La86]", full, full],
  ]);
  expect(shownText(...runs)).toEqual([`[Kn84] ${full} ${full}`, `[La86] ${full} ${full}`]);
});

test("a line of a work that begins with an initial or a number is no item", () => {
  const runs = works([
    ["[1]", "A. Author, B. Writer, C. Scholar,", `S. Other, ${full}`],
    ["[2]", `${full}.`, "19. Century and after."],
  ]);
  expect(shownText(...runs)).toEqual([
    `[1] A. Author, B. Writer, C. Scholar, S. Other, ${full}`,
    `[2] ${full}. 19. Century and after.`,
  ]);
});

test("text that was wrapped before two citations is one paragraph", () => {
  const [a = "", b = "", c = "", ...rest] = prose(6);
  const runs = builtLines([a, `[1] ${b}`, c, `[2] ${rest[0]}`, ...rest.slice(1)]);
  expect(shownText(...runs)).toHaveLength(1);
});

const entry = (y: number): BuiltText[] => [
  { text: `Author ${full}`, x: 50, y },
  { text: `and ${full}.`, x: 70, y: y + 12 },
];

test("entries without labels whose lines hang are parted behind a full line", () => {
  expect(shownText(...entry(100), ...entry(124), ...entry(148))).toHaveLength(3);
});
