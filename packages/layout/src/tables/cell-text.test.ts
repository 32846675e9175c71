import { expect, test } from "vitest";
import type { Word } from "../words.ts";
import { spansOfCell } from "./cell-text.ts";

const FONT = { name: "Test", weight: 400, isItalic: false, isFixedPitch: false, isSerif: false };
const PLACE = { xMin: 0, yMin: 0, xMax: 1, yMax: 1, glyphs: [], baselineY: 0, sizePt: 10 };

const word = (text: string, style: { isBold?: boolean; isItalic?: boolean; isJoined?: boolean } = {}): Word => ({
  ...PLACE,
  text,
  font: { ...FONT, isItalic: style.isItalic ?? false },
  isBold: style.isBold ?? false,
  color: 0,
  markedContentId: -1,
  isArtifact: false,
  ...(style.isJoined && { isJoined: true }),
});

const textOf = (...lines: Word[][]): string =>
  spansOfCell(lines)
    .map(({ text }) => text)
    .join("");

test("styles part spans, and joined words have no space", () => {
  expect(
    spansOfCell([
      [
        word("Total", { isBold: true }),
        word("of", { isItalic: true }),
        word("it,"),
        word("H"),
        word("2", { isJoined: true }),
      ],
    ]),
  ).toEqual([{ text: "Total ", bold: true }, { text: "of ", italic: true }, { text: "it, H2" }]);
});

test("lines are joined by spaces, and without the hyphen that parts a word", () => {
  expect(textOf([word("self-")], [word("Made")])).toBe("self-Made");
  expect(textOf([word("descrip-")], [word("tion")], [word("more")])).toBe("description more");
});

test("a number that a narrow column has cut is joined again", () => {
  expect(textOf([word("12.03.202")], [word("6")])).toBe("12.03.2026");
  expect(textOf([word("1,234.5")], [word("67")])).toBe("1,234.567");
  expect(textOf([word("12")], [word("6")])).toBe("12 6");
  expect(textOf([word("12.50")], [word("6,000")])).toBe("12.50 6,000");
});

test("an empty cell has no text", () => {
  expect(spansOfCell([])).toEqual([]);
});
