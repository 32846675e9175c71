import { expect, test } from "vitest";
import { layOut } from "../lay-out.ts";
import { type BuiltText, builtBar, builtLines, builtPage, ITALIC, NO_DOCUMENT } from "../testing/built-page.ts";
import { prose, shownPages } from "../testing/shown.ts";

const [first = "", second = "", ...rest] = prose(6);

/** Builds a paragraph whose second line has a gap of 20 points at x = 110, and what stands above and below it. */
const paragraph = (above: string, below: string): BuiltText[] => [
  ...builtLines([first]),
  { text: "it is then", x: 50, y: 116 },
  { text: above, x: 113, y: 109, font: ITALIC },
  { text: below, x: 113, y: 123, font: ITALIC },
  { text: second, x: 132, y: 116 },
  ...builtLines(rest, { y: 132 }),
];

test("a fraction is in its line, the numerator first, and does not tear the paragraph", () => {
  const page = builtPage(paragraph("ab", "cd"), { rules: [builtBar(111, 129, 113.5)] });
  expect(shownPages(page)).toEqual([`${first} it is then ab cd ${second} ${rest.join(" ")}`]);
});

test("a small number above a bar is no mark of a note", () => {
  const note = { text: "1 Here is what a note at the foot says.", x: 50, y: 700, sizePt: 8 };
  const small = paragraph("1", "cd").map((run) => (run.font === ITALIC ? { ...run, sizePt: 7, font: 0 } : run));
  const page = builtPage([...small, note], { rules: [builtBar(111, 129, 113.5)] });
  const { blocks } = layOut(NO_DOCUMENT, [page]);
  const spans = blocks.flatMap((block) => (block.kind === "paragraph" ? block.spans : []));
  expect(spans.filter(({ script }) => script === "super")).toEqual([]);
});

test("text above and below a rule that is no bar beside a line stays where it is", () => {
  const page = builtPage(paragraph("ab", "cd"), { rules: [builtBar(111, 129, 118)] });
  expect(shownPages(page).join(" ")).not.toContain("it is then ab cd");
  const wide = builtPage(paragraph("ab that is longer", "cd"), { rules: [builtBar(111, 129, 113.5)] });
  expect(shownPages(wide).join(" ")).not.toContain("it is then ab that");
});
