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

/** A letter with a column of small facts beside its text. */
const letter = (facts: readonly string[]): string => {
  const body = builtLines(prose(20, { letters: 60 }), { x: 50, y: 100 });
  const beside = builtLines(facts, { x: 450, y: 100, sizePt: 7, leadingPt: 9 });
  return [...writeMarkdown(layOut(NO_DOCUMENT, [builtPage([...body, ...beside])]))].join("");
};

test("facts beside a letter stay lines, by twos as well, and a label among them parts nothing", () => {
  const facts = [
    "Hook and Company of the Bay",
    "Pirates",
    "Office:",
    "Telephone 222",
    "Fax 444",
    "hook@example.org",
    "www.example.org",
  ];
  expect(letter(facts)).toContain(facts.join("  \n"));
  expect(letter(["Flagship of Hook,", "12. May 2018", ...facts])).toContain("Flagship of Hook,  \n12\\. May 2018");
  expect(letter(["What we need,", "12. Candles", ...facts])).not.toContain("What we need,  \n12. Candles");
  expect(letter(prose(8, { letters: 25 }))).not.toContain("  \n");
});

test("values below the value of a label are of its paragraph, and keep their lines where they have room", () => {
  const values = [
    { text: "Copies:", x: 50, y: 200 },
    { text: "The chair of the board", x: 95, y: 200 },
    { text: "All members", x: 95, y: 212 },
  ];
  const shown = (second: string): string =>
    [
      ...writeMarkdown(
        layOut(NO_DOCUMENT, [
          builtPage([
            ...builtLines(prose(4)),
            ...values.slice(0, 2),
            { ...(values[2] ?? { x: 95, y: 212 }), text: second },
          ]),
        ]),
      ),
    ].join("");
  expect(shown("All members")).toContain("Copies: The chair of the board  \nAll members");
  expect(shown("and all the members")).toContain("Copies: The chair of the board and all the members");
});

test("lines that end at one edge and begin at none are an address beside another, and the date below is by itself", () => {
  const right = [
    { text: "Peter Musterfrau", x: 406, y: 120 },
    { text: "Hinter dem Tale 2", x: 401, y: 132 },
    { text: "54321 Musterheim am Berg", x: 364, y: 144 },
    { text: "Germany", x: 445, y: 156 },
  ];
  const address = ["Petra Mustermann", "Vor dem Berg 1", "12345 Musterhausen", "Austria"];
  const date = { text: "Musterheim, 29. Februar 2011", x: 340, y: 190 };
  const runs = [
    ...builtLines(address, { y: 114 }),
    ...right,
    date,
    ...builtLines(prose(8, { letters: 90 }), { y: 230 }),
  ];
  const shown = [...writeMarkdown(layOut(NO_DOCUMENT, [builtPage(runs)]))].join("");
  expect(shown).toContain(`${address.join("  \n")}\n\n${right.map(({ text }) => text).join("  \n")}\n\n${date.text}`);
});

test("an address in wider leading than that of the letter is one block, and labels far above each other are none", () => {
  const address = ["Petra Mustermann", "Vor dem Berg 1", "12345 Musterhausen"];
  const facts = builtLines(["Hook and Company", "Pirates", "Telephone: 222", "Fax: 444", "Bay of the island"], {
    x: 400,
    sizePt: 8,
  });
  const shown = (leadingPt: number): string =>
    [
      ...writeMarkdown(
        layOut(NO_DOCUMENT, [
          builtPage([
            ...builtLines(address, { y: 107, leadingPt }),
            ...facts,
            ...builtLines(prose(8, { letters: 90 }), { y: 260 }),
          ]),
        ]),
      ),
    ].join("");
  expect(shown(16)).toContain(address.join("  \n"));
  expect(shown(26)).toContain(address.join("\n\n"));
});
