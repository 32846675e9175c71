import type { CheckBox, PixelBox } from "@quire/scan";
import { expect, test } from "vitest";
import { converted, drawnPage, prose } from "../../../../../packages/scan/src/testing/drawn-page.ts";
import type { EngineBlock, EngineWord, TextEngine } from "../../library/text-engine.ts";
import { mayHaveCheckBoxes, withCheckBoxes } from "./check-boxes.ts";
import { readPage } from "./read-page.ts";
import { wordsOf } from "./result.ts";

const at = (xMin: number, yMin: number, widthPx: number, heightPx = 20): PixelBox => ({
  xMin,
  yMin,
  xMax: xMin + widthPx,
  yMax: yMin + heightPx,
});

const word = (text: string, box: PixelBox): EngineWord => ({ text, confidence: 90, box });

const block = (...words: readonly EngineWord[]): EngineBlock => ({
  box: words[0]!.box,
  paragraphs: [{ lines: [{ box: words[0]!.box, words }] }],
});

const square = (xMin: number, yMin: number, isChecked = false): CheckBox => ({ box: at(xMin, yMin, 20), isChecked });

const texts = (blocks: readonly EngineBlock[]): string => [...wordsOf(blocks)].map(({ text }) => text).join(" ");

test("a check box is read in front of the word on its right, or behind the one on its left", () => {
  const answers = block(word("Yes", at(140, 100, 40)), word("No", at(300, 100, 30)), word("sure", at(500, 102, 50)));
  const marked = withCheckBoxes([answers], [square(110, 100, true), square(270, 101), square(570, 100)]);
  expect(texts(marked)).toBe("[x] Yes [ ] No sure [ ]");
  expect([...wordsOf(marked)][0]?.box).toEqual(at(110, 100, 20));
  expect(marked[0]?.box).toEqual({ xMin: 110, yMin: 100, xMax: 590, yMax: 122 });
});

test("squares with no words of their size beside them are none, unless they are in line with some that have", () => {
  const title = block(word("Harbour", at(200, 300, 300, 60)));
  const label = block(word("Ice", at(130, 500, 30)));
  expect(texts(withCheckBoxes([title, label], [square(170, 320), square(900, 900)]))).toBe("Harbour Ice");
  expect(texts(withCheckBoxes([title, label], [square(100, 500), square(700, 500, true)]))).toBe("Harbour [ ] Ice [x]");
  expect(texts(withCheckBoxes([], [square(100, 500)]))).toBe("");
});

test("a check box is read in front of a word whose box reaches over it", () => {
  const line = block(word("am", at(108, 100, 60)), word("applying", at(180, 100, 80)));
  expect(texts(withCheckBoxes([line], [square(110, 100)]))).toBe("[ ] am applying");
  const low = block(word("am", at(140, 112, 30, 6)), word("applying", at(180, 100, 80)));
  expect(texts(withCheckBoxes([low], [square(110, 100)]))).toBe("[ ] am applying");
});

test("a square with text in it is a cell, and the text stays", () => {
  const row = block(word("0.93", at(112, 104, 16, 8)), word("Ice", at(140, 100, 40)));
  expect(texts(withCheckBoxes([row], [square(110, 100, true)]))).toBe("0.93 Ice");
  const misread = block(word("O", at(112, 102, 16, 16)), word("Ice", at(140, 100, 40)));
  expect(texts(withCheckBoxes([misread], [square(110, 100)]))).toBe("[ ] Ice");
});

test("squares are letters in some languages", () => {
  expect(mayHaveCheckBoxes(["eng", "deu", "rus"])).toBe(true);
  for (const code of ["chi_sim", "chi_tra_vert", "jpn", "kor", "heb", "script/HanS", "Hangul"]) {
    expect(mayHaveCheckBoxes(["eng", code])).toBe(false);
  }
});

/** Draws a page whose lines are each behind a check box, every other of which has a cross. */
function formAt(dpi: number) {
  const boxes = prose.map((_, line) => {
    const [x, y] = [58, 700 - 18 * line];
    return `${x} ${y} 9 9 re S ${line % 2 === 0 ? `${x} ${y} m ${x + 9} ${y + 9} l S ${x} ${y + 9} m ${x + 9} ${y} l S` : ""}`;
  });
  return drawnPage(prose, { dpi, content: boxes.join("\n") });
}

test.each([0, 90])(
  "check boxes are words with their boxes on the page as it is given, turned by %d degrees",
  (degrees) => {
    const dpi = 200;
    const page = converted(formAt(dpi), ["-rotate", String(degrees)]);
    const engine: TextEngine = {
      version: "of a test",
      languages: ["eng"],
      isWord: () => false,
      orientation: () => ({ rotationDegrees: 270, confidence: 10, script: "Latin", scriptConfidence: 2 }),
      // What the engine takes a check box for stands in the way of the word no more than one that it does not see.
      recognize: () =>
        prose.map((_, line) => {
          const y = Math.round(((83 + 18 * line) * dpi) / 72);
          const read = word("harbour", at(200, y, 100, 25));
          return line % 3 === 0 ? block(word("LJ", at(162, y, 22, 24)), read) : block(read);
        }),
    };
    const options = { dpi, languages: ["eng"], rotates: true, deskews: true, denoises: "when-noisy" } as const;
    const { blocks } = readPage(page, engine, { ...options, effort: "simple" });
    const words = blocks.flatMap(({ paragraphs }) =>
      paragraphs.flatMap(({ lines }) => lines.flatMap((line) => line.words)),
    );
    expect(words.map(({ text }) => text)).toEqual(
      prose.flatMap((_, line) => [line % 2 === 0 ? "[x]" : "[ ]", "harbour"]),
    );
    const { xMin, yMin } = words[0]!.box;
    const [x, y] = degrees === 0 ? [xMin, yMin] : [yMin, page.widthPx - words[0]!.box.xMax];
    expect(Math.abs(x - (57.5 * dpi) / 72)).toBeLessThan(3);
    expect(Math.abs(y - (82.5 * dpi) / 72)).toBeLessThan(3);
  },
);
