import { expect, test } from "vitest";
import type { EngineBlock, EngineLine } from "../../library/text-engine.ts";
import { inReadingOrder } from "./reading-order.ts";

const HEIGHT_PX = 20;
const LETTER_PX = 10;

/** Returns a line of words of ten pixels a letter. */
function line(text: string, x: number, y: number): EngineLine {
  let xMin = x;
  const words = text.split(" ").map((word) => {
    const box = { xMin, yMin: y, xMax: xMin + LETTER_PX * word.length, yMax: y + HEIGHT_PX };
    xMin = box.xMax + LETTER_PX;
    return { text: word, confidence: 90, box };
  });
  return { box: { xMin: x, yMin: y, xMax: xMin - LETTER_PX, yMax: y + HEIGHT_PX }, words };
}

/** Returns a line whose second part stands at another place. */
function across(left: string, x: number, right: string, farther: number, y: number): EngineLine {
  const words = [...line(left, x, y).words, ...line(right, farther, y).words];
  return { box: { xMin: x, yMin: y, xMax: words.at(-1)!.box.xMax, yMax: y + HEIGHT_PX }, words };
}

function block(...lines: readonly EngineLine[]): EngineBlock {
  const box = {
    xMin: Math.min(...lines.map((each) => each.box.xMin)),
    yMin: Math.min(...lines.map((each) => each.box.yMin)),
    xMax: Math.max(...lines.map((each) => each.box.xMax)),
    yMax: Math.max(...lines.map((each) => each.box.yMax)),
  };
  return { box, paragraphs: [{ lines }] };
}

const column = (texts: readonly string[], x: number, y: number, pitch = 36): EngineBlock =>
  block(...texts.map((text, at) => line(text, x, y + pitch * at)));

const textOf = (blocks: readonly EngineBlock[]): readonly string[] =>
  inReadingOrder(blocks).flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) => lines.map(({ words }) => words.map(({ text }) => text).join(" "))),
  );

const PROSE = [
  "The harbour was quiet when the first",
  "boats came back from the northern",
  "grounds, and the people on the quay",
  "counted them one after another until",
  "the last sail had passed the lighthouse",
  "and the smoke of forty chimneys stood",
];
const MORE = PROSE.map((text) => text.toUpperCase());

test("labels are read with what is filled in beside them", () => {
  const labels = column(["CASE NAME:", "COURT:", "DATE FILED:"], 100, 100, 80);
  const values = column(["Robinson and Robinson", "Superior Court", "July 23"], 400, 100, 80);
  expect(textOf([labels, values])).toEqual([
    "CASE NAME: Robinson and Robinson",
    "COURT: Superior Court",
    "DATE FILED: July 23",
  ]);
});

test("lines of a column of values without a label follow the row above them, a title stays above", () => {
  const labels = column(["COUNSEL:", "JUDGE:"], 100, 136, 144);
  const values = column(
    ["Case Form", "Chaber and Smith", "101 California Street", "San Francisco", "", "Miller"],
    400,
    100,
  );
  const written = block(...values.paragraphs[0]!.lines.filter(({ words }) => words[0]!.text !== ""));
  expect(textOf([labels, written])).toEqual([
    "Case Form",
    "COUNSEL: Chaber and Smith",
    "101 California Street",
    "San Francisco",
    "JUDGE: Miller",
  ]);
});

test("amounts are read with what they are for, over several columns of them", () => {
  const goods = column(["Poly chopping board", "Plastic bowl", "Total"], 100, 100);
  const prices = column(["4.80", "2.80", "7.60"], 500, 101);
  const taxes = column(["0.30", "0.17", "0.47"], 700, 99);
  expect(textOf([goods, taxes, prices])).toEqual([
    "Poly chopping board 4.80 0.30",
    "Plastic bowl 2.80 0.17",
    "Total 7.60 0.47",
  ]);
});

test("amounts at some lines of a list are read with them", () => {
  const list = column(["16 Le pont des anges", "Anna Peters", "18 Fleurs des champs", "19 Portrait"], 100, 100);
  expect(textOf([list, block(line("550", 600, 100)), block(line("375", 600, 172))])).toEqual([
    "16 Le pont des anges 550",
    "Anna Peters",
    "18 Fleurs des champs 375",
    "19 Portrait",
  ]);
});

test("columns of prose stay columns, and addresses side by side", () => {
  const columns = [column(PROSE, 100, 100), column(MORE, 600, 100)];
  expect(textOf(columns)).toEqual([...PROSE, ...MORE]);
  const sender = ["Miller and Sons", "12 Harbour Road", "Bristol"];
  const receiver = ["Anna Peters", "7 Quay Street", "Exeter"];
  expect(textOf([column(sender, 100, 100), column(receiver, 600, 100)])).toEqual([...sender, ...receiver]);
});

test("a box beside prose is read by itself", () => {
  const box = column(["Opening hours", "Mon 9 to 5", "Closed in May", "Tel 5512"], 600, 100);
  expect(textOf([column(PROSE, 100, 100), box])).toEqual([
    ...PROSE,
    "Opening hours",
    "Mon 9 to 5",
    "Closed in May",
    "Tel 5512",
  ]);
});

test("lines of prose that were read across two columns are read down each", () => {
  const rows = PROSE.map((text, at) => across(text, 100, MORE[at]!, 520, 100 + 36 * at));
  expect(textOf([block(...rows)])).toEqual([...PROSE, ...MORE]);
});

test("rows of a table stay rows", () => {
  const rows = PROSE.map((_, at) => across(`Item ${at} of some kind`, 100, `${at}.50 EUR`, 520, 100 + 36 * at));
  expect(textOf([block(...rows)])[0]).toBe("Item 0 of some kind 0.50 EUR");
});

/** Returns four pages on a sheet whose lines were read across, with the numbers of the pages above them. */
function sheet(numbers: readonly [number, number, number, number]): readonly EngineBlock[] {
  const words = PROSE.map((text) => text.split(" ").slice(0, 4));
  const pageOf = (number: number): readonly string[] =>
    words.map((some) => some.map((word) => `${number}${word}`).join(" "));
  return [0, 1].flatMap((row) => {
    const [left, right] = [numbers[2 * row]!, numbers[2 * row + 1]!];
    const y = 100 + 500 * row;
    const lines = pageOf(left).map((text, at) => across(text, 100, pageOf(right)[at]!, 600, y + 60 + 36 * at));
    return [block(across(String(left), 300, String(right), 800, y)), block(...lines)];
  });
}

const inOneBlock = (blocks: readonly EngineBlock[]): readonly EngineBlock[] => [
  blocks[0]!,
  block(...blocks.slice(1).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))),
];

test.each([
  ["column by column", sheet([64, 66, 65, 67])],
  ["row by row", sheet([64, 65, 66, 67])],
  ["column by column, in one block", inOneBlock(sheet([64, 66, 65, 67]))],
  ["row by row, in one block", inOneBlock(sheet([64, 65, 66, 67]))],
])("four pages on a sheet, numbered %s, are read in the order of their numbers", (_, blocks) => {
  const texts = textOf(blocks);
  const [ordered, perPage] = [[64, 65, 66, 67], PROSE.length + 1];
  expect(texts.filter((__, at) => at % perPage === 0)).toEqual(ordered.map(String));
  expect(texts.map((text) => text.slice(0, 2))).toEqual(
    ordered.flatMap((number) => Array.from({ length: perPage }, () => String(number))),
  );
});

test("words out of order, boxes over each other and empty pages lose nothing", () => {
  expect(inReadingOrder([])).toEqual([]);
  const crossed: EngineLine = { ...line("500: 100:", 100, 100), words: line("500: 100:", 100, 100).words.toReversed() };
  const blocks = [block(crossed), block(line("7 8", 130, 100)), block(line("9", 150, 104), line("10", 90, 130))];
  expect(textOf(blocks).join(" ").split(" ").toSorted()).toEqual(["10", "100:", "500:", "7", "8", "9"]);
});
