import { expect, test } from "vitest";
import { findTables } from "./find-tables.ts";
import { joinTables, type PageTables } from "./join-tables.ts";
import {
  type DrawnPage,
  type DrawnText,
  drawnPage,
  gridRules,
  onlyTable,
  prose,
  rowsOf,
  textRows,
} from "./testing/drawn-tables.ts";

const HEAD = ["Date", "Text", "Amount"];
const COLUMNS = { columns: [50, 250, 400] };

const entries = (from: number, count: number): string[][] =>
  Array.from({ length: count }, (_, at) => [`0${from + at}.03.2026`, "Card", `${from + at}0.50`]);

const found = (drawn: DrawnPage): PageTables => {
  const page = drawnPage(drawn);
  return { page, tables: findTables(page) };
};

/** Builds a table at the end of page 1, and at the beginning of page 2. */
const overPages = (first: readonly DrawnText[], second: readonly DrawnText[]): PageTables[] => [
  found({ page: 1, texts: first }),
  found({ page: 2, texts: second }),
];

const END = { ...COLUMNS, y: 690 };
const START = { ...COLUMNS, y: 70 };

test("a table that goes on over a page is one table, and its repeated head is left out", () => {
  const pages = overPages(
    [
      ...prose({ x: 50, y: 60, lines: 4, words: 9 }),
      ...textRows([HEAD, ...entries(1, 4)], END),
      { text: "1", x: 300, y: 785 },
    ],
    [
      { text: "Quarterly", x: 50, y: 30 },
      ...textRows([HEAD, ...entries(5, 3)], START),
      ...prose({ x: 50, y: 300, lines: 4, words: 9 }),
    ],
  );
  const { table, words } = onlyTable(joinTables(pages));
  expect(rowsOf(table)).toEqual([HEAD, ...entries(1, 7)].map((row) => row.join(" | ")));
  expect([table.page, table.headRows]).toEqual([1, 1]);
  expect(words.size).toBe(pages.flatMap(({ tables }) => tables.flatMap((part) => [...part.words])).length);
});

test("a continuation without a head is recognised by its columns, on pages with other margins too", () => {
  const pages = overPages(
    textRows([HEAD, ...entries(1, 4)], END),
    textRows(entries(5, 3), { columns: [70, 270, 420], y: 70 }),
  );
  const { table } = onlyTable(joinTables(pages));
  expect(table.rows).toHaveLength(8);
  expect(table.rows[5]?.some(({ isHeader }) => isHeader)).toBe(false);
});

test("it goes on over more than two pages", () => {
  const pages = [
    found({ page: 1, texts: textRows([HEAD, ...entries(1, 4)], END) }),
    found({ page: 2, texts: textRows([HEAD, ...entries(1, 44)], START) }),
    found({ page: 3, texts: textRows([HEAD, ...entries(1, 3)], START) }),
  ];
  expect(onlyTable(joinTables(pages)).table.rows).toHaveLength(1 + 4 + 44 + 3);
});

const rules = (ys: readonly number[]) => gridRules([45, 200, 330, 405], ys);

test("a row that the page has cut is joined again", () => {
  const lines = [["", "of a friend", ""], ...entries(5, 3)];
  const ruled: PageTables[] = [
    found({
      page: 1,
      texts: textRows([HEAD, ...entries(1, 2)], { ...END, y: 712, pitch: 20 }),
      rules: rules([700, 720, 740, 760]),
    }),
    found({ page: 2, texts: textRows(lines, { ...START, y: 72, pitch: 20 }), rules: rules([60, 80, 100, 120, 140]) }),
  ];
  expect(rowsOf(onlyTable(joinTables(ruled)).table).slice(2, 4)).toEqual([
    "02.03.2026 | Card of a friend | 20.50",
    "05.03.2026 | Card | 50.50",
  ]);
});

test.each([
  [
    "text follows on the first page",
    [...textRows([HEAD, ...entries(1, 4)], { ...END, y: 300 }), ...prose({ x: 50, y: 450, lines: 4, words: 9 })],
    textRows(entries(5, 3), START),
  ],
  [
    "text comes before it on the second",
    textRows([HEAD, ...entries(1, 4)], END),
    [...prose({ x: 50, y: 60, lines: 8, words: 9 }), ...textRows(entries(5, 3), { ...START, y: 300 })],
  ],
  [
    "the columns are others",
    textRows([HEAD, ...entries(1, 4)], END),
    textRows(entries(5, 3), { ...START, columns: [50, 150, 520] }),
  ],
  [
    "there are more columns",
    textRows([HEAD, ...entries(1, 4)], END),
    textRows(
      entries(5, 3).map((row) => [...row, "7"]),
      { ...START, columns: [50, 250, 400, 450] },
    ),
  ],
])("tables stay two where %s", (_, first, second) => {
  expect(joinTables(overPages(first, second))).toHaveLength(2);
});

test("tables stay two where a page stands between them", () => {
  const pages = [
    found({ page: 1, texts: textRows([HEAD, ...entries(1, 4)], END) }),
    found({ page: 2, texts: prose({ x: 50, y: 60, lines: 40, words: 9 }) }),
    found({ page: 3, texts: textRows(entries(5, 3), START) }),
  ];
  expect(joinTables(pages)).toHaveLength(2);
});

const second = (rows: string[][]) => textRows(rows, { columns: [330, 430, 530], y: 70 });

test("a table that goes on in the next column of its page is one table, if its head is repeated", () => {
  const first = textRows([HEAD, ...entries(1, 4)], { columns: [50, 150, 250], y: 690 });
  const joined = joinTables([found({ texts: [...first, ...second([HEAD, ...entries(5, 4)])] })]);
  expect(rowsOf(onlyTable(joined).table)).toEqual([HEAD, ...entries(1, 8)].map((row) => row.join(" | ")));
  expect(joinTables([found({ texts: [...first, ...second(entries(5, 4))] })])).toHaveLength(2);
});

test("a title at the foot of a page is that of the next table, which begins anew", () => {
  const pages = overPages(
    [...textRows([HEAD, ...entries(1, 4)], { ...COLUMNS, y: 640 }), { text: "Savings", x: 50, y: 740, sizePt: 14 }],
    textRows([HEAD, ...entries(5, 3)], START),
  );
  expect(joinTables(pages)).toHaveLength(2);
});
