import { expect, test } from "vitest";
import { BOLD, type BuiltText, builtLines, builtPage, CODE, ITALIC } from "../testing/built-page.ts";
import { prose, shownPages, shownText } from "../testing/shown.ts";

const body = prose(4);

test("lines of one leading are one paragraph, and a gap ends it", () => {
  const second = builtLines(prose(3, { from: 5 }), { y: 158 });
  expect(shownText(...builtLines(body), ...second)).toHaveLength(2);
});

test("an indent begins a paragraph", () => {
  const [first = "", ...rest] = prose(3, { from: 5 });
  const runs = [...builtLines(body), ...builtLines([first], { x: 65, y: 148 }), ...builtLines(rest, { y: 160 })];
  expect(shownText(...runs)).toHaveLength(2);
});

test("an indent behind a full line that ends a sentence begins a paragraph", () => {
  const full = prose(5).slice(0, 4);
  const [first = "", ...rest] = prose(3, { from: 5 });
  const runs = [
    ...builtLines([...full.slice(0, -1), `${full.at(-1)}.`]),
    ...builtLines([first], { x: 58, y: 148 }),
    ...builtLines(rest, { y: 160 }),
  ];
  expect(shownText(...runs)).toHaveLength(2);
});

test("a line that is mostly an address in smaller type goes on with its paragraph", () => {
  const [first = ""] = body;
  const runs = [
    ...builtLines([first, "and on this"]),
    { text: "https://example.org/a/long/address/of/a/page", x: 110, y: 112, sizePt: 8 },
    { text: "which is the place where", x: 275, y: 112 },
    ...builtLines(["to look for more of it."], { y: 124 }),
  ];
  expect(shownText(...runs)).toHaveLength(1);
});

test("a short line that ends a sentence ends its paragraph without gap or indent", () => {
  expect(shownText(...builtLines([...body, ...prose(4, { from: 3 })]))).toHaveLength(2);
});

const entry = (y: number): BuiltText[] => [
  { text: "\\name{x}", x: 50, y, font: CODE },
  { text: "What the command does.", x: 105, y },
];

test("entries that begin with code, each behind a short line that ends a sentence, are paragraphs", () => {
  const [full = ""] = body;
  expect(shownText(...entry(100), ...entry(112), ...entry(124), ...builtLines([full], { y: 160 }))).toHaveLength(4);
});

test("a line in italics within a paragraph does not end it", () => {
  const [first = "", second = "", ...rest] = body;
  const runs = [
    ...builtLines([first]),
    ...builtLines([second], { y: 112, font: ITALIC }),
    ...builtLines(rest, { y: 124 }),
  ];
  expect(shownText(...runs)).toHaveLength(1);
});

test("a paragraph goes on in the next page", () => {
  const first = builtPage(builtLines(prose(30).slice(0, 29)), { page: 1 });
  const second = builtPage(builtLines(["goes on here and then comes to its end.", ...prose(10)]), { page: 2 });
  const [paragraph] = shownPages(first, second);
  expect(paragraph).toMatch(/ goes on here and then comes to its end\.$/);
});

test("a paragraph that ends at the foot of a page is not joined to the next", () => {
  const first = builtPage(builtLines(prose(30)), { page: 1 });
  const second = builtPage(builtLines(prose(10)), { page: 2 });
  expect(shownPages(first, second)).toHaveLength(2);
});

test("a word that a line end has cut is put together, and a compound keeps its hyphen", () => {
  const runs = builtLines([
    "Here is what a well-known person wrote, a long sen-",
    "tence about the many ways in which a page is well-",
    "known.",
  ]);
  expect(shownText(...runs)).toEqual([
    "Here is what a well-known person wrote, a long sentence about the many ways in which a page is well-known.",
  ]);
});

/** Returns a bold line in the middle of the page. */
const centred = (text: string, y: number, sizePt: number): BuiltText => {
  const narrow = text.replaceAll(/[^I]/g, "").length;
  return { text, x: 190 - (text.length * 0.5 - narrow * 0.2) * (sizePt / 2), y, sizePt, font: BOLD };
};

test("lines in the middle of the page are one title, where the first is full or they are much larger than text", () => {
  const wrapped = [centred("SECOND PART AND WHAT A THEATRE IS", 100, 14), centred("HARBOURMASTER", 129, 14)];
  const cover = [centred("MANUAL", 100, 24), centred("OF THE HARBOUR", 148, 24)];
  const parted = [centred("MANUAL", 100, 14), centred("OF THE HARBOUR", 129, 14)];
  const text = builtLines(prose(6), { y: 200 });
  expect([wrapped, cover, parted].map((title) => shownText(...title, ...text).length)).toEqual([2, 2, 3]);
});
