import { expect, test } from "vitest";
import { layOut } from "../lay-out.ts";
import { builtLines, builtPage, NO_DOCUMENT } from "../testing/built-page.ts";
import { prose, shownText } from "../testing/shown.ts";
import { writeHtml } from "../writers/html/html.ts";
import { writeMarkdown } from "../writers/markdown/markdown.ts";
import { writeReadingText } from "../writers/text/reading-text.ts";

const ADDRESS = ["Mary Miller", "Department of Boats and Harbours", "12 Quay Street", "Galway", "mary@example.org"];

const laidOut = (lines: readonly string[]) =>
  layOut(NO_DOCUMENT, [builtPage([...builtLines(prose(4)), ...builtLines(lines, { y: 200 })])]);

const markdown = (lines: readonly string[]): string => [...writeMarkdown(laidOut(lines))].join("");

test("the lines of an address stay lines, in all forms", () => {
  const document = laidOut(ADDRESS);
  expect([...writeMarkdown(document)].join("")).toContain(ADDRESS.join("  \n"));
  expect([...writeHtml(document)].join("")).toContain(ADDRESS.join("<br>"));
  expect([...writeReadingText(document)].join("")).toContain(ADDRESS.join("\n"));
});

test("lines of about one width are an address where they are far from the edge of their column", () => {
  const address = ["Petra Mustermann", "Vor dem Berg 1", "12345 Musterhausen"];
  expect(markdown(address)).toContain(address.join("  \n"));
});

test("an address whose first line is the longest stays lines where the next text beside it is far", () => {
  const address = ["Professor Dr. Petra Mustermann", "Vor dem Berg 1", "12345 Musterhausen"];
  const facts = Array.from({ length: 8 }, (_, line) => `Fact number ${line} of the office`);
  const shown = (x: number): string => {
    const beside = [...builtLines(address, { y: 140 }), ...builtLines(facts, { x, y: 100, sizePt: 8, leadingPt: 16 })];
    return [
      ...writeMarkdown(
        layOut(NO_DOCUMENT, [builtPage([...beside, ...builtLines(prose(8, { letters: 90 }), { y: 300 })])]),
      ),
    ].join("");
  };
  expect(shown(400)).toContain(address.join("  \n"));
  expect(shown(230)).not.toContain(address.join("  \n"));
});

test("lines that were wrapped are one, in a narrow column too, and lines that begin within a sentence are", () => {
  expect(markdown(prose(6, { letters: 25 }))).not.toContain("  \n");
  expect(markdown(["Here are boats", "which have gone to the harbour in", "the rain", "and wait"])).not.toContain(
    "\\\n",
  );
  const title = [
    "Boats",
    "Here the quick brown fox jumps over some lazy dogs and then",
    "Walks home with its young friends.",
  ];
  expect(markdown(title)).not.toContain("  \n");
});

test("lines with leaders between two texts are not joined", () => {
  const credits = [
    "Design ............... Mary Miller",
    "Music and sounds ..... John Smith",
    "Tests ................. Paul Jones",
  ];
  const lines = shownText(...builtLines(prose(3)), ...builtLines(credits, { y: 200 }));
  expect(lines.slice(1).map((line) => line.replaceAll(/[ .]+/g, " "))).toEqual([
    "Design Mary Miller",
    "Music and sounds John Smith",
    "Tests Paul Jones",
  ]);
});
