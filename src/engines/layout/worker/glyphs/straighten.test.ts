import { expect, test } from "vitest";
import type { ReadWord } from "../../port.ts";
import { straightened } from "./straighten.ts";

const SLOPE = 0.02;
const SIZE_PT = 12;

/** Returns the ink of a word of `SIZE_PT` on a baseline: from where its letters begin to where they end. */
function ink(text: string, left: number, baselineY: number): ReadWord {
  const rise = /[bdfhkl\p{Lu}]/u.test(text) ? 0.69 : 0.46;
  const depth = /[gjpqy]/.test(text) ? 0.22 : 0;
  return { text, box: [left, baselineY - rise * SIZE_PT, left + 50, baselineY + depth * SIZE_PT] };
}

const WORDS = ["Hand", "on", "page", "over", "legal", "sum", "quay", "bed"];

/** Lines fourteen points apart, that fall by `SLOPE`. */
const askew = Array.from({ length: 6 }, (_, line) =>
  WORDS.map((text, place) => ink(text, 50 + 60 * place, 100 + 14 * line + SLOPE * (75 + 60 * place))),
);

test("lines that fall are level, and each has one baseline and the size of its type", () => {
  for (const [line, { baselineY, sizePt, words }] of straightened(askew).entries()) {
    expect(baselineY).toBeCloseTo(100 + 14 * line, 0);
    expect(sizePt).toBeCloseTo(SIZE_PT, 1);
    expect(new Set(words.map(({ box: [, top, , bottom] }) => `${top} ${bottom}`)).size).toBe(1);
  }
});

test.each(["on a sum", "gay page", "Hand", "quay page", "over."])(
  "%s alone shows as much, whatever its letters are",
  (text) => {
    const words = text.split(" ").map((word, place) => ink(word, 50 + 60 * place, 100));
    const [line] = straightened([words]);
    expect(line?.baselineY).toBeCloseTo(100, 0);
    expect(line?.sizePt).toBeCloseTo(SIZE_PT, 0);
  },
);

test("small letters are measured by those of the other lines", () => {
  const high = (text: string, place: number): ReadWord => {
    const { box } = ink(text, 60 * place, 100);
    return text === "on" || text === "sum"
      ? { text, box: [box[0], 100 - 0.55 * SIZE_PT, box[2], box[3]] }
      : ink(text, 60 * place, 100);
  };
  const face = Array.from({ length: 6 }, () => ["Hand", "on", "sum", "bed"].map(high));
  const alone = [high("sum", 0)];
  expect(straightened([...face, alone]).at(-1)?.sizePt).toBeCloseTo(SIZE_PT, 0);
});

test("signs of which nothing is known stand as high as they are", () => {
  const word: ReadWord = { text: "漢字", box: [10, 20, 30, 40] };
  expect(straightened([[word]])).toEqual([{ words: [word], baselineY: 36, sizePt: 21 }]);
});

test("a page of nothing stays so", () => {
  expect(straightened([])).toEqual([]);
});
