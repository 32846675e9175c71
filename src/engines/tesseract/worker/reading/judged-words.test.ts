import type { GreyImage, PixelBox } from "@quire/scan";
import { identity } from "@quire/scan";
import { expect, test } from "vitest";
import type { EngineBlock, EngineLine, EngineWord } from "../../library/text-engine.ts";
import { judgedWords } from "./judged-words.ts";
import { wordsOf } from "./result.ts";

const DICTIONARY = new Set("the harbour was quiet when boats came home".split(" "));
const WIDTH = 1700;
const HEIGHT = 2200;

/** White paper on which each word is a grey frame as dark as the word is. */
function paper(words: readonly Drawn[]): GreyImage {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (const { box, ink } of words) {
    for (let y = box.yMin; y < box.yMax; y++) {
      pixels.fill(ink, y * WIDTH + box.xMin, y * WIDTH + box.xMin + Math.ceil((box.xMax - box.xMin) / 3));
    }
  }
  return { widthPx: WIDTH, heightPx: HEIGHT, pixels };
}

interface Drawn extends EngineWord {
  readonly box: PixelBox;
  readonly ink: number;
}

interface Draft {
  readonly confidence: number;
  readonly ink?: number;
  readonly x?: number;
  readonly y: number;
  readonly heightPx?: number;
}

/** Returns a line of words that stand as print of 200 dpi does. */
function lineOf(text: string, { confidence, ink = 20, x = 200, y, heightPx = 28 }: Draft): Drawn[] {
  let left = x;
  return text.split(" ").map((each) => {
    const widthPx = Math.max(6, Math.round(each.length * heightPx * 0.5));
    const box = { xMin: left, yMin: y, xMax: left + widthPx, yMax: y + heightPx };
    left += widthPx + 12;
    return { text: each, confidence, ink, box };
  });
}

/** Returns the words that are kept of lines that are a block each. */
function kept(...lines: readonly Drawn[][]): readonly EngineWord[] {
  const box = { xMin: 0, yMin: 0, xMax: WIDTH, yMax: HEIGHT };
  const blocks = lines.map((words): EngineBlock => {
    const line: EngineLine = { box, words };
    return { box, paragraphs: [{ lines: [line] }] };
  });
  return [
    ...wordsOf(
      judgedWords({ blocks, given: paper(lines.flat()), toGiven: identity, isWord: (word) => DICTIONARY.has(word) }),
    ),
  ];
}

const text = (words: readonly EngineWord[]): string => words.map((word) => word.text).join(" ");

const prose = [...Array(8).keys()].map((line) =>
  lineOf("the harbour was quiet when the boats came home", { confidence: 94, y: 300 + 50 * line }),
);
const PROSE = prose.map((line) => text(line)).join(" ");

test("print is kept, with the probability that it is right", () => {
  const words = kept(...prose);
  expect(text(words)).toBe(PROSE);
  expect(words.every(({ confidence }) => confidence > 85 && confidence <= 100)).toBe(true);
});

test("a dashed rule and the texture of paper are no words beside print", () => {
  const rule = lineOf("eee eee Ss eee", { confidence: 28, y: 900, heightPx: 9 });
  const texture = lineOf("a Ñ ee", { confidence: 31, ink: 225, x: 8, y: 1400, heightPx: 50 });
  expect(text(kept(...prose, rule, texture))).toBe(PROSE);
});

test("a word that was read with doubt in the middle of a line of print is kept, with less confidence than the others", () => {
  const line = lineOf("the harbour was quiet when the boats came home", { confidence: 94, y: 900 });
  const doubtful = line.map((word, at) => (at === 3 ? { ...word, text: "quict", confidence: 62 } : word));
  const words = kept(...prose, doubtful);
  const others = words.filter((word) => word.text !== "quict").map(({ confidence }) => confidence);
  const [found] = words.filter((word) => word.text === "quict");
  expect(found?.confidence).toBeLessThan(Math.min(...others) - 3);
});

test("a picture that was cut to one word has it", () => {
  const word: Drawn = {
    text: "Invoice",
    confidence: 95,
    ink: 20,
    box: { xMin: 4, yMin: 2, xMax: WIDTH - 4, yMax: HEIGHT - 2 },
  };
  expect(text(kept([word]))).toBe("Invoice");
});

test("doubtful words of a page without junk are kept", () => {
  const line = lineOf("tramsiates the harb0ur Seues boats", { confidence: 25, y: 900 });
  expect(text(kept(...prose, line))).toBe(`${PROSE} ${text(line)}`);
});

test("a word of the dictionary is more probably right than another that was read with as much confidence", () => {
  const words = ["boats", "baots"].map((each, at) => lineOf(each, { confidence: 70, y: 900 + 100 * at }));
  const [known, unknown] = kept(...prose, ...words).slice(-2);
  expect([known?.text, unknown?.text]).toEqual(["boats", "baots"]);
  expect(known?.confidence).toBeGreaterThan((unknown?.confidence ?? 0) + 20);
});

test("a number by itself is text where it stands in a row and a column of others", () => {
  const rows = [...Array(8).keys()].map((row) =>
    [200, 500, 800].map((x) => lineOf("1.00", { confidence: 90, x, y: 300 + 50 * row })),
  );
  const doubtful = lineOf("0.65", { confidence: 45, x: 1100, y: 300 });
  const junk = [...Array(4).keys()].map((at) =>
    lineOf("eee", { confidence: 20, ink: 200, x: 60 + 90 * at, y: 1800, heightPx: 9 }),
  );
  expect(text(kept(...rows.flat(), doubtful, ...junk))).toBe(`${text(rows.flat(2))} 0.65`);
});

test("strokes of a drawing are no punctuation where there is next to no text", () => {
  const strokes = [...Array(6).keys()].map((at) =>
    lineOf("| —", { confidence: 85, x: 200 * at + 100, y: 300 * at + 200 }),
  );
  expect(kept(...strokes)).toEqual([]);
});
