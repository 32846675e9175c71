import { describe, expect, test } from "vitest";
import { findTables } from "./find-tables.ts";
import { drawnPage, gridRules, onlyTable, prose, rowsOf, textRows } from "./testing/drawn-tables.ts";

const FIGURES = [
  ["Item", "2026", "2025"],
  ["Revenue", "1,996", "9,326"],
  ["Cost of sales", "429", "2,889"],
  ["Gross profit", "(8,463)", "8,394"],
  ["Income tax", "", "1,792"],
];

/** Returns the background of a cell, with white around it. */
const cell = (column: number, row: number, height = 1) =>
  [50 + column * 90, 100 + row * 20, 137 + column * 90, 97 + (row + height) * 20] as const;

describe("tables with rules on all sides", () => {
  test("have cells over several rows and columns where borders are missing", () => {
    const page = drawnPage({
      texts: [
        { text: "Name", x: 55, y: 122 },
        { text: "Value", middle: 250, y: 112 },
        { text: "Min", x: 155, y: 132 },
        { text: "Max", x: 255, y: 132 },
        { text: "Supply", x: 55, y: 152 },
        { text: "1.2", x: 155, y: 152 },
        { text: "3.4", x: 255, y: 152 },
      ],
      rules: [
        ...[100, 140, 160].map((y): [number, number, number, number] => [50, y, 350, y]),
        [150, 120, 350, 120],
        ...[50, 150, 350].map((x): [number, number, number, number] => [x, 100, x, 160]),
        [250, 120, 250, 160],
      ],
    });
    const { table, columnEdges } = onlyTable(findTables(page));
    expect(rowsOf(table)).toEqual(["↓2 Name | →2 Value", "Min | Max", "Supply | 1.2 | 3.4"]);
    expect(table.rows[0]?.map(({ isHeader }) => isHeader)).toEqual([true, true]);
    expect(table.headRows).toBe(2);
    expect(columnEdges.map(Math.round)).toEqual([50, 150, 250, 350]);
    expect(table.evidence).toBe("lattice");
  });

  test("have no row of the body in their head where its label alone is filled in, bold as all labels", () => {
    const rows = [
      ["State", "Votes", "Share"],
      ["AL", "", ""],
      ["AK", "", ""],
      ["AZ", "77", "1.2"],
    ];
    const texts = textRows(rows, { columns: [55, 190, 290], y: 112, pitch: 20 }).map((text) => ({
      ...text,
      isBold: text.y === 112 || text.x === 55,
    }));
    const rules = gridRules([50, 150, 200, 300], [100, 120, 140, 160, 180]);
    const { table } = onlyTable(findTables(drawnPage({ texts, rules })));
    expect(rowsOf(table)).toHaveLength(4);
    expect(table.headRows).toBe(1);
  });

  test("keep the lines of a cell together, hyphens at their ends taken out", () => {
    const page = drawnPage({
      texts: [
        { text: "A long descrip-", x: 55, y: 112 },
        { text: "tion of it", x: 55, y: 124 },
        { text: "12", x: 155, y: 118 },
        { text: "Short", x: 55, y: 142 },
        { text: "13", x: 155, y: 142 },
      ],
      rules: gridRules([50, 150, 250], [100, 130, 150]),
    });
    expect(rowsOf(onlyTable(findTables(page)).table)).toEqual(["A long description of it | 12", "Short | 13"]);
  });

  test("may be drawn cell by cell, or with dots", () => {
    const texts = textRows(FIGURES, { columns: [55, 190, 290], y: 112, pitch: 20 });
    const xs = [50, 150, 200, 300];
    const ys = [100, 120, 140, 160, 180, 200];
    const pieces = ys.flatMap((y) => xs.slice(0, -1).map((x, at) => [x, y, xs[at + 1] ?? 0, y] as const));
    const sides = xs.flatMap((x) => ys.slice(0, -1).map((y, at) => [x, y, x, ys[at + 1] ?? 0] as const));
    const dots = gridRules(xs, ys).flatMap(([x0, y0, x1, y1]) =>
      Array.from({ length: Math.round((x1 - x0 + y1 - y0) / 1.5) }, (_, at) => {
        const x = x0 === x1 ? x0 : x0 + at * 1.5;
        const y = y0 === y1 ? y0 : y0 + at * 1.5;
        return [x, y, x + 0.75, y + 0.75] as const;
      }),
    );
    const expected = rowsOf(onlyTable(findTables(drawnPage({ texts, rules: gridRules(xs, ys) }))).table);
    expect(expected).toEqual(FIGURES.map((row) => row.join(" | ")));
    expect(rowsOf(onlyTable(findTables(drawnPage({ texts, rules: [...pieces, ...sides] }))).table)).toEqual(expected);
    const dotted = onlyTable(findTables(drawnPage({ texts, fields: dots })));
    expect(rowsOf(dotted.table)).toEqual(expected);
    expect(dotted.table.evidence).toBe("lattice");
  });

  test("are cut into rows by their lines where only the columns are ruled", () => {
    const page = drawnPage({
      texts: textRows(FIGURES, { columns: [55, 190, 290], y: 112, pitch: 14 }),
      rules: gridRules([50, 150, 200, 300], [100, 116, 175]),
    });
    expect(rowsOf(onlyTable(findTables(page)).table)).toEqual(FIGURES.map((row) => row.join(" | ")));
  });

  test("are not frames, nor boxes with prose", () => {
    const frame = { texts: prose({ x: 60, y: 120, lines: 12 }), rules: gridRules([50, 550], [100, 300]) };
    const boxes = {
      texts: [...prose({ x: 60, y: 120, lines: 14, words: 6 }), ...prose({ x: 310, y: 120, lines: 14, words: 6 })],
      rules: gridRules([50, 300, 550], [100, 300, 320]),
    };
    expect(findTables(drawnPage(frame))).toEqual([]);
    expect(findTables(drawnPage(boxes))).toEqual([]);
  });

  test("may have no text but the names of their columns", () => {
    const page = drawnPage({
      texts: [
        ...textRows([["Date", "Purpose", "Amount"]], { columns: [55, 240, 420], y: 112 }),
        ...["Treasurer", "Mary Miller", "1 Quay Street"].map((text, index) => ({ text, x: 470, y: 112 + index * 14 })),
      ],
      rules: gridRules([50, 150, 350, 450], [100, 120, 400]),
    });
    expect(rowsOf(onlyTable(findTables(page)).table)).toEqual(["Date | Purpose | Amount"]);
  });

  test("are not the grid of a chart", () => {
    const page = drawnPage({
      texts: [...textRows([["0"], ["10"], ["20"], ["30"]], { columns: [30] }), ...prose({ x: 50, y: 300, lines: 4 })],
      rules: gridRules([50, 100, 150, 200, 250], [100, 120, 140, 160, 180]),
    });
    expect(findTables(page)).toEqual([]);
  });
});

describe("tables with rules or backgrounds between rows", () => {
  test("have a head above the first rule, and rows of several lines between rules", () => {
    const page = drawnPage({
      texts: [
        ...prose({ x: 50, y: 60, lines: 2, words: 14 }),
        ...textRows([["Code", "Meaning", "Uses"]], { columns: [50, 200, 400], y: 112 }),
        { text: "F8", x: 50, y: 132 },
        { text: "You are using the route", x: 120, y: 132 },
        { text: "15", right: 400, y: 132 },
        { text: "in an old way", x: 120, y: 144 },
        ...textRows(
          [
            ["F9", "It is gone", "7"],
            ["G1", "It is back", "21"],
          ],
          { columns: [50, 170, 400], y: 164, pitch: 20 },
        ),
      ],
      rules: [116, 150, 170, 190].map((y) => [50, y, 400, y] as const),
    });
    const { table } = onlyTable(findTables(page));
    expect(rowsOf(table)).toEqual([
      "Code | Meaning | Uses",
      "F8 | You are using the route in an old way | 15",
      "F9 | It is gone | 7",
      "G1 | It is back | 21",
    ]);
    expect([table.headRows, table.evidence]).toEqual([1, "bands"]);
  });

  test("have no caption for a head, though its number stands apart", () => {
    const rows = [
      ["Experiment", "u", "T"],
      ["Run 11", "12.5", "103.4"],
      ["Run 12", "24.0", "68.3"],
    ];
    const caption = [
      { text: "Table 1", x: 80, y: 92 },
      { text: "A simple table", x: 130, y: 92 },
    ];
    const page = drawnPage({
      texts: [...caption, ...textRows(rows, { columns: [55, 190, 290], y: 112, pitch: 16 })],
      rules: [98, 100, 118, 150].map((y) => [50, y, 300, y] as const),
    });
    expect(rowsOf(onlyTable(findTables(page)).table)).toEqual(rows.map((row) => row.join(" | ")));
  });

  test("are two where a caption stands between rules of the same width", () => {
    const page = drawnPage({
      texts: [
        ...textRows(FIGURES.slice(0, 3), { columns: [50, 200, 300], y: 112 }),
        { text: "Table 2. Costs and profits", x: 80, y: 170 },
        ...textRows(FIGURES.slice(0, 4), { columns: [50, 200, 300], y: 192 }),
      ],
      rules: [100, 117, 150, 180, 197, 246].map((y) => [50, y, 300, y] as const),
    });
    expect(findTables(page).map(({ table }) => [rowsOf(table).length, table.headRows])).toEqual([
      [3, 1],
      [4, 1],
    ]);
  });

  test("are two where text stands between rules of the same width", () => {
    const rows = textRows(FIGURES.slice(0, 3), { columns: [50, 200, 300], y: 112 });
    const more = textRows(FIGURES.slice(0, 4), { columns: [50, 200, 300], y: 312 });
    const page = drawnPage({
      texts: [...rows, ...prose({ x: 50, y: 200, lines: 4, words: 9 }), ...more],
      rules: [100, 117, 150, 300, 317, 366].map((y) => [50, y, 300, y] as const),
    });
    expect(findTables(page).map(({ table }) => rowsOf(table).length)).toEqual([3, 4]);
  });

  test("have the columns of the backgrounds of their cells, and rows without a background between them", () => {
    const xs = [50, 150, 200, 300];
    const stripes = [100, 140, 180].flatMap((y) =>
      xs.slice(0, -1).map((x, at) => [x, y, xs[at + 1] ?? 0, y + 20] as const),
    );
    const page = drawnPage({
      texts: textRows(FIGURES, { columns: [55, 190, 290], y: 113, pitch: 20 }),
      fields: stripes,
    });
    const { table, columnEdges } = onlyTable(findTables(page));
    expect(rowsOf(table)).toEqual(FIGURES.map((row) => row.join(" | ")));
    expect(columnEdges.slice(1, -1).map(Math.round)).toEqual([150, 200]);
  });

  test("are one where stripes touch at the end", () => {
    const xs = [50, 150, 200, 300];
    const stripes = [100, 140, 180, 200].flatMap((y) =>
      xs.slice(0, -1).map((x, at) => [x, y, xs[at + 1] ?? 0, y + 20] as const),
    );
    const rows = [...FIGURES, ["Total", "9", "99"]];
    const texts = textRows(rows, { columns: [55, 190, 290], y: 113, pitch: 20 });
    const twoBlocks = [...stripes, ...xs.slice(0, -1).map((x, at) => [x, 220, xs[at + 1] ?? 0, 240] as const)];
    const { table } = onlyTable(findTables(drawnPage({ texts, fields: twoBlocks })));
    expect(rowsOf(table).slice(0, rows.length)).toEqual(rows.map((row) => row.join(" | ")));
  });

  test("may be whole blocks of backgrounds with white between them", () => {
    const page = drawnPage({
      texts: textRows(
        [
          ["Power", "1", "Supply"],
          ["", "2", "Ground"],
          ["Bus", "3", "Clock"],
        ],
        { columns: [55, 160, 280], y: 113, pitch: 20 },
      ),
      fields: [cell(0, 0, 2), ...[0, 1, 2].flatMap((row) => [cell(1, row), cell(2, row)]), cell(0, 2)],
    });
    expect(rowsOf(onlyTable(findTables(page)).table)).toEqual([
      "↓2 Power | 1 | Supply",
      "2 | Ground",
      "Bus | 3 | Clock",
    ]);
  });

  test("are not columns of prose between the rules of a page's head and foot", () => {
    const references = Array.from({ length: 16 }, (_, index) => ({
      text: `Author A. (${1990 + index}) A title of it.`,
      x: 310,
      y: 120 + index * 12,
    }));
    const page = drawnPage({
      texts: [...prose({ x: 50, y: 120, lines: 30, words: 8 }), ...references],
      rules: [
        [50, 100, 550, 100],
        [50, 500, 550, 500],
      ],
    });
    expect(findTables(page)).toEqual([]);
  });
});

describe("tables of nothing but text", () => {
  test("are found by columns of figures", () => {
    const page = drawnPage({
      texts: [
        ...prose({ x: 50, y: 40, lines: 3, words: 14 }),
        ...textRows(FIGURES, { columns: [50, 250, 320] }),
        ...prose({ x: 50, y: 220, lines: 3, words: 14 }),
      ],
    });
    const { table, words } = onlyTable(findTables(page));
    expect(rowsOf(table)).toEqual(FIGURES.map((row) => row.join(" | ")));
    expect([table.headRows, table.evidence]).toEqual([1, "text"]);
    expect(words.size).toBe(FIGURES.flat().flatMap((text) => text.split(" ").filter(Boolean)).length);
  });

  test("are two where a title in larger type stands between them", () => {
    const page = drawnPage({
      texts: [
        ...textRows(FIGURES, { columns: [50, 250, 320], y: 100, pitch: 24 }),
        { text: "Pins", x: 48, y: 220, sizePt: 13 },
        ...textRows(FIGURES, { columns: [50, 230, 300], y: 244, pitch: 24 }),
      ],
    });
    const rows = FIGURES.map((row) => row.join(" | "));
    expect(findTables(page).map(({ table }) => rowsOf(table))).toEqual([rows, rows]);
  });

  test("have rows of several lines, which stand nearer to each other than rows", () => {
    const page = drawnPage({
      texts: [
        ...textRows([["Date", "Text", "Amount"]], { columns: [50, 150, 300], y: 100 }),
        { text: "01.03.202", x: 50, y: 120 },
        { text: "Direct", x: 130, y: 120 },
        { text: "478.41", right: 300, y: 120 },
        { text: "6", x: 50, y: 132 },
        { text: "debit Ember", x: 130, y: 132 },
        ...textRows(
          [
            ["02.03.2026", "Card", "598.32"],
            ["03.03.2026", "Card", "12.50"],
          ],
          { columns: [50, 150, 300], y: 152, pitch: 20 },
        ),
      ],
    });
    expect(rowsOf(onlyTable(findTables(page)).table)).toEqual([
      "Date | Text | Amount",
      "01.03.2026 | Direct debit Ember | 478.41",
      "02.03.2026 | Card | 598.32",
      "03.03.2026 | Card | 12.50",
    ]);
  });

  test("have a head in which a few names take several lines, with the others at its foot", () => {
    const columns = [50, 150, 240, 320, 400];
    const page = drawnPage({
      rules: [[48, 126, 440, 126]],
      texts: [
        { text: "Descripti", x: 150, y: 106 },
        { text: "Referenc", x: 240, y: 106 },
        ...["Date", "on", "e", "Debit", "Balance"].map((text, at) => ({ text, x: columns[at] ?? 0, y: 118 })),
        ...[1, 2, 3, 4].flatMap((day) =>
          [`0${day}.03.2026`, "Card", "981857", `${day}78.41`, `${day},021.59`].map((text, at) => ({
            text,
            x: columns[at] ?? 0,
            y: 120 + 20 * day,
          })),
        ),
      ],
    });
    expect(rowsOf(onlyTable(findTables(page)).table)[0]).toBe("Date | Descripti on | Referenc e | Debit | Balance");
  });

  test("have a heading over several columns", () => {
    const page = drawnPage({
      texts: [
        { text: "Value", middle: 245, y: 100 },
        ...textRows(
          [
            ["Name", "Min", "Typ", "Max"],
            ["Supply", "1.0", "2.2", "3.1"],
            ["Leakage", "0.1", "0.2", "0.3"],
            ["Clock", "4.5", "5.5", "6.5"],
          ],
          {
            columns: [50, 200, 250, 300],
            y: 118,
          },
        ),
      ],
      rules: [...[90, 122, 172].map((y) => [50, y, 300, y] as const), [180, 104, 302, 104]],
    });
    expect(rowsOf(onlyTable(findTables(page)).table).slice(0, 3)).toEqual([
      "↓2 Name | →3 Value",
      "Min | Typ | Max",
      "Supply | 1.0 | 2.2 | 3.1",
    ]);
  });

  test("keep a heading with its column, at whichever side of it the heading stands", () => {
    const page = drawnPage({
      texts: [
        { text: "Name", x: 50, y: 100 },
        { text: "Share", x: 160, y: 100 },
        { text: "Note", x: 320, y: 100 },
        ...textRows(
          [
            ["Pine", "9", "a"],
            ["Birch", "6", "b"],
            ["Ember", "3", "c"],
            ["Grove", "4", "d"],
          ],
          { columns: [50, 280, 340], y: 118 },
        ),
      ],
    });
    expect(rowsOf(onlyTable(findTables(page)).table)).toEqual([
      "Name | Share | Note",
      "Pine | 9 | a",
      "Birch | 6 | b",
      "Ember | 3 | c",
      "Grove | 4 | d",
    ]);
  });

  test("are found next to a column of prose whose baselines are others", () => {
    const page = drawnPage({
      texts: [
        ...prose({ x: 40, y: 50, lines: 40, words: 7 }),
        ...prose({ x: 310, y: 55, lines: 8, words: 7, leading: 13 }),
        ...textRows(FIGURES, { columns: [310, 440, 520], y: 190, pitch: 17 }),
        ...prose({ x: 310, y: 300, lines: 12, words: 7, leading: 13 }),
      ],
    });
    expect(rowsOf(onlyTable(findTables(page)).table)).toEqual(FIGURES.map((row) => row.join(" | ")));
  });

  test("are recognised by spaces that are wider than those of the page, be it by little", () => {
    const rows = [
      ["1", "Super Kite"],
      ["2", "Turbo Flyer"],
      ["3", "Giga Trash"],
      ["4", "Bare Bone"],
    ];
    const page = drawnPage({
      texts: [
        ...prose({ x: 50, y: 40, lines: 3, words: 12 }),
        ...rows.flatMap(([number = "", name = ""], row) => [
          { text: number, x: 50, y: 100 + row * 16 },
          { text: name, x: 59, y: 100 + row * 16 },
          { text: `${row}0.00`, right: 300, y: 100 + row * 16 },
        ]),
      ],
    });
    expect(rowsOf(onlyTable(findTables(page)).table)[0]).toBe("1 | Super Kite | 00.00");
  });

  test.each([
    ["two columns of prose", [...prose({ x: 40, y: 50, lines: 30 }), ...prose({ x: 310, y: 50, lines: 30 })]],
    ["three narrow columns", [40, 220, 400].flatMap((x) => prose({ x, y: 50, lines: 20, words: 4 }))],
    [
      "justified lines",
      Array.from({ length: 9 }, (_, line) =>
        ["river", "meadow", "silver", "window", "garden", "candle", "mirror"].map((text, at) => ({
          text,
          x: 40 + at * 38 + (line % 3) * (at % 2),
          y: 50 + line * 12,
        })),
      ).flat(),
    ],
    [
      "a list",
      ["1.", "2.", "3.", "4."].flatMap((label, at) => [
        { text: label, x: 50, y: 100 + at * 16 },
        { text: "river meadow silver", x: 75, y: 100 + at * 16 },
        { text: `${9 - at}0.00`, right: 300, y: 100 + at * 16 },
      ]),
    ],
    [
      "a table of contents",
      textRows(
        [
          ["Opening", "3"],
          ["The middle part", "7"],
          ["What is left", "12"],
          ["The end", "12"],
        ],
        { columns: [50, 500] },
      ),
    ],
    [
      "a table of contents with leaders",
      textRows(
        [
          ["Opening ..............", "x3"],
          ["The middle part ........", "x1"],
          ["The end .............", "x2"],
        ],
        { columns: [50, 500] },
      ),
    ],
    [
      "names and values",
      textRows(
        [
          ["Orders:", "93"],
          ["Returns:", "12"],
          ["Letters:", "71"],
          ["Visitors:", "40"],
        ],
        { columns: [50, 200] },
      ),
    ],
    [
      "code",
      textRows(
        [
          ["add", "93"],
          ["take", "12"],
          ["add", "71"],
          ["store", "40"],
        ],
        { columns: [50, 200] },
      ).map((text) => ({ ...text, isFixedPitch: true })),
    ],
    [
      "places and years with lines of text between them",
      [1, 2, 3, 4, 5].flatMap((at) => [
        { text: "River Works", x: 50, y: 60 + at * 40 },
        { text: `201${at}-201${at + 1}`, right: 500, y: 60 + at * 40 },
        { text: "Silver mirror window garden basket", x: 50, y: 76 + at * 40 },
      ]),
    ],
    [
      "an address beside another",
      textRows(
        [
          ["Acme Works", "Invoice to"],
          ["River Road 5", "Jane Window"],
          ["Meadow", "Garden"],
        ],
        { columns: [50, 400] },
      ),
    ],
  ])("are not %s", (_, texts) => {
    expect(findTables(drawnPage({ texts }))).toEqual([]);
  });
});

describe("text between two rules of a page", () => {
  const rules = [
    [50, 90, 550, 90],
    [50, 300, 550, 300],
  ] as const;
  const keywords = ["Received May", "Accepted June", "Keywords", "Candle", "Mirror", "Window", "Garden"];

  test("is none beside a paragraph", () => {
    const texts = keywords.flatMap((keyword, index) => [
      { text: keyword, x: 50, y: 120 + 12 * index },
      {
        text: "and the old house by the river was lit by one candle for all of that night",
        x: 180,
        y: 120 + 12 * index,
      },
    ]);
    expect(findTables(drawnPage({ texts, rules }))).toEqual([]);
  });

  test("is none where few lines have two parts", () => {
    const texts = keywords.flatMap((keyword, index) =>
      index === 3 || index === 5
        ? [
            { text: keyword.toUpperCase(), x: 50, y: 120 + 12 * index },
            { text: "SOFTWARE AS IT IS", x: 120, y: 120 + 12 * index },
          ]
        : [{ text: `${keyword} and what is said of it at some length`, x: 50, y: 120 + 12 * index }],
    );
    expect(findTables(drawnPage({ texts, rules }))).toEqual([]);
  });

  test("is one where it has columns", () => {
    const texts = keywords.flatMap((keyword, index) => [
      { text: keyword, x: 50, y: 120 + 12 * index },
      { text: `${index * 7}.50`, right: 400, y: 120 + 12 * index },
    ]);
    expect(findTables(drawnPage({ texts, rules }))).toHaveLength(1);
  });
});

describe("tables that are rotated", () => {
  test.each([90, 180, 270] as const)("by %i degrees are read as they stand", (rotation) => {
    const texts = textRows(FIGURES, { columns: [55, 190, 290], y: 112, pitch: 20 });
    const rules = gridRules([50, 150, 200, 300], [100, 120, 140, 160, 180, 200]);
    const { table, box, rotation: found } = onlyTable(findTables(drawnPage({ texts, rules, rotation })));
    expect(rowsOf(table)).toEqual(FIGURES.map((row) => row.join(" | ")));
    expect(found).toBe(rotation);
    const [width, height] = [box.xMax - box.xMin, box.yMax - box.yMin].map(Math.round);
    expect([width, height]).toEqual(rotation === 180 ? [250, 100] : [100, 250]);
  });

  test.each([
    { sizePt: 60, expected: FIGURES.map((row) => row.join(" | ")) },
    // A label in the size of the text belongs to the cell that it lies in.
    { sizePt: 10, expected: expect.arrayContaining([expect.stringContaining("DRAFT")]) },
  ])("a word of $sizePt points that lies across the cells is of none of them if it is a watermark", (watermark) => {
    const texts = textRows(FIGURES, { columns: [55, 190, 290], y: 112, pitch: 20 });
    const rules = gridRules([50, 150, 200, 300], [100, 120, 140, 160, 180, 200]);
    const drawn = drawnPage({ texts: [...texts, { text: "DRAFT", x: 165, y: 150, sizePt: watermark.sizePt }], rules });
    const { glyphs } = drawn.content;
    const angleDegrees = new Uint16Array(glyphs.count);
    angleDegrees[glyphs.count - 1] = 315;
    const lines = drawn.lines.map((line, index) =>
      index === drawn.lines.length - 1 ? { ...line, rotation: 270 as const } : line,
    );
    const page = { content: { ...drawn.content, glyphs: { ...glyphs, angleDegrees } }, lines };
    expect(rowsOf(onlyTable(findTables(page)).table)).toEqual(watermark.expected);
  });
});

describe("pages with too much on them", () => {
  test("with lines as close as hatching have the tables of their text", () => {
    const hatching = Array.from({ length: 20_000 }, (_, at) => [
      [0, at * 3, 60_000, at * 3] as const,
      [at * 3, 0, at * 3, 60_000] as const,
    ]).flat();
    const page = drawnPage({ texts: textRows(FIGURES, { columns: [50, 250, 320] }), rules: hatching });
    expect(rowsOf(onlyTable(findTables(page)).table)).toEqual(FIGURES.map((row) => row.join(" | ")));
  });

  test("with a hundred columns and hundreds of rows are one table", () => {
    const rows = Array.from({ length: 300 }, (_, row) =>
      Array.from({ length: 100 }, (__, column) => String((row * column) % 97)),
    );
    const page = drawnPage({
      texts: textRows(rows, { columns: Array.from({ length: 100 }, (_, at) => 20 + at * 30), pitch: 12 }),
    });
    const { table, columnEdges } = onlyTable(findTables(page));
    expect([table.rows.length, columnEdges.length - 1]).toEqual([300, 100]);
  });
});

const spansOf = (lines: readonly (readonly { text: string }[])[]) => [
  {
    text: `<${lines
      .flat()
      .map(({ text }) => text)
      .join("_")}>`,
  },
];

test("the text of cells comes from the caller's way to put words together, where it has one", () => {
  const page = drawnPage({ texts: textRows(FIGURES, { columns: [50, 250, 320] }) });
  expect(rowsOf(onlyTable(findTables(page, { spansOf })).table)[2]).toBe("<Cost_of_sales> | <429> | <2,889>");
});

test("a table in a script that is read from the right has its first column there, and its words in that order", () => {
  const page = drawnPage({
    texts: [
      { text: "ארץ", right: 240, y: 112 },
      { text: "סכום", x: 60, y: 112 },
      // Each line of the page has its words as they are read: the first is the rightmost.
      { text: "עיר", right: 240, y: 132 },
      { text: "גדולה", right: 220, y: 132 },
      { text: "12", x: 60, y: 132 },
    ],
    rules: gridRules([50, 150, 250], [100, 120, 140]),
  });
  expect(rowsOf(onlyTable(findTables(page)).table)).toEqual(["ארץ | סכום", "עיר גדולה | 12"]);
});

describe("tables of invoices", () => {
  const items = [
    ["Item", "Text", "Qty", "Price", "Sum"],
    ["A1", "Cup", "1", "4.00", "4.00"],
    ["A2", "Pot", "2", "5.00", "10.00"],
    ["A3", "Jar", "3", "6.00", "18.00"],
  ];
  const columns = [50, 180, 320, 400, 500];

  test("within a frame keep their columns", () => {
    const page = drawnPage({
      texts: textRows(items, { columns }),
      rules: gridRules([40, 510], [85, 105, 160]),
    });
    expect(rowsOf(onlyTable(findTables(page)).table)).toEqual(items.map((row) => row.join(" | ")));
  });

  test("have currency signs with their amounts", () => {
    const signs = [130, 146, 162].map((y) => ({ text: "$", x: 440, y: y - 14 }));
    const page = drawnPage({ texts: [...textRows(items, { columns }), ...signs] });
    expect(rowsOf(onlyTable(findTables(page)).table)[1]).toBe("A1 | Cup | 1 | 4.00 | $ 4.00");
  });

  test("are apart from their totals", () => {
    const totals = textRows([["Subtotal and tax", "32.00"]], { columns: [310, 500], y: 164 });
    const page = drawnPage({ texts: [...textRows(items, { columns }), ...totals] });
    expect(rowsOf(onlyTable(findTables(page)).table)).toEqual(items.map((row) => row.join(" | ")));
  });
});

describe("lists beside other things", () => {
  const ITEMS = ["Sites go offline", "Limits block work", "Content changes", "Download once", "Share data sets"];
  const listAt = (x: number, sign = "") =>
    ITEMS.map((text, row) => ({ text: sign === "" ? text : `${sign} ${text}`, x, y: 110 + row * 16 }));
  const bulletsAt = (x: number) => ITEMS.map((_, row) => [x, 104 + row * 16, x + 4, 108 + row * 16] as const);
  const labels = ["Online only", "Hit limit", "Local cache"].map((text, row) => ({ text, x: 330, y: 118 + row * 20 }));
  const edges = [60, 240].map((y) => [20, y, 560, y] as const);

  test("are no table, between rules as well, their bullets drawn or set", () => {
    expect(findTables(drawnPage({ texts: [...listAt(60), ...labels], fields: bulletsAt(46), rules: edges }))).toEqual(
      [],
    );
    expect(findTables(drawnPage({ texts: [...listAt(60, "▶"), ...labels], rules: edges }))).toEqual([]);
    const heads = [
      { text: "Local signs", x: 40, y: 94, isBold: true },
      { text: "Global signs", x: 330, y: 94, isBold: true },
    ];
    const two = { texts: [...heads, ...listAt(60), ...listAt(350)], fields: [...bulletsAt(46), ...bulletsAt(336)] };
    expect(findTables(drawnPage(two))).toEqual([]);
    expect(findTables(drawnPage({ ...two, fields: [] }))).toHaveLength(1);
  });

  test("are told from a legend with figures, and from signs of a state", () => {
    const legend = textRows(
      ITEMS.map((text, row) => [text, `${row}.${row}1`, `${row}1.5`]),
      { columns: [60, 300, 400], y: 110 },
    );
    expect(findTables(drawnPage({ texts: legend, fields: bulletsAt(46) }))).toHaveLength(1);
    const states = [
      { text: "Task", x: 60, y: 94, isBold: true },
      { text: "State", x: 350, y: 94, isBold: true },
      ...listAt(60),
      ...ITEMS.map((_, row) => ({ text: row % 2 === 0 ? "Open" : "Done", x: 350, y: 110 + row * 16 })),
    ];
    expect(rowsOf(onlyTable(findTables(drawnPage({ texts: states, fields: bulletsAt(336) }))).table)[1]).toBe(
      "Sites go offline | Open",
    );
  });
});

test("a title on a bar is none of the table beneath, with the number of the page beside it too", () => {
  const figures = textRows(FIGURES, { columns: [50, 250, 320], y: 120 });
  const title = { text: "Results of the year", x: 50, y: 84, sizePt: 16 };
  const bars = [
    [40, 60, 340, 90],
    [40, 190, 340, 210],
  ] as const;
  for (const number of [[], [{ text: "12", right: 330, y: 84 }]]) {
    const { table } = onlyTable(findTables(drawnPage({ texts: [title, ...number, ...figures], fields: bars })));
    expect(rowsOf(table)[0]).toBe("Item | 2026 | 2025");
  }
});

test("a page that is set in fixed pitch throughout has tables of figures; beside other type it is code", () => {
  const figures = textRows(FIGURES, { columns: [50, 250, 320] }).map((text) => ({ ...text, isFixedPitch: true }));
  expect(rowsOf(onlyTable(findTables(drawnPage({ texts: figures }))).table)[2]).toBe("Cost of sales | 429 | 2,889");
  expect(findTables(drawnPage({ texts: [...figures, ...prose({ x: 50, y: 300, lines: 4 })] }))).toEqual([]);
  const words = [0, 1, 2, 3, 4].flatMap((row) =>
    ["move", "first", "second"].map((text, at) => ({ text, x: 50 + at * 90, y: 100 + row * 14, isFixedPitch: true })),
  );
  expect(findTables(drawnPage({ texts: words }))).toEqual([]);
});
