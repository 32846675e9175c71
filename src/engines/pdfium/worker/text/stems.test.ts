import { expect, test } from "vitest";
import { type OutlinePoint, styleByStems } from "./stems.ts";

/** A contour through points, in ems. */
const contour = (...points: readonly (readonly [number, number])[]): OutlinePoint[] =>
  points.map(([x, y], index) => ({ x, y, isStart: index === 0 }));

/** An upright or slanting bar of a thickness, from the baseline. */
const bar = (x: number, thickness: number, { height = 0.7, slant = 0 } = {}): OutlinePoint[] =>
  contour([x, 0], [x + thickness, 0], [x + thickness + slant * height, height], [x + slant * height, height]);

/** A font whose letters have stems of a thickness. */
const font = (thickness: number, slant = 0): ((letter: string) => readonly OutlinePoint[]) => {
  const letters: Record<string, readonly OutlinePoint[]> = {
    l: bar(0.1, thickness, { slant }),
    i: [...bar(0.1, thickness, { height: 0.5, slant }), ...contour([0.1, 0.6], [0.2, 0.6], [0.2, 0.7], [0.1, 0.7])],
    n: [...bar(0.05, thickness, { height: 0.5, slant }), ...bar(0.35, thickness, { height: 0.5, slant })],
  };
  return (letter) => letters[letter] ?? [];
};

test("a font is bold by its stems, and italic by their slant", () => {
  expect(styleByStems(font(0.08))).toEqual({ isBold: false, isItalic: false });
  expect(styleByStems(font(0.13))).toEqual({ isBold: true, isItalic: false });
  expect(styleByStems(font(0.08, 0.2))).toEqual({ isBold: false, isItalic: true });
  expect(styleByStems(font(0.13, 0.2))).toEqual({ isBold: true, isItalic: true });
});

test("one letter is enough to show that a font is neither, and too few for the opposite", () => {
  const asked: string[] = [];
  const plain = font(0.08);
  styleByStems((letter) => {
    asked.push(letter);
    return plain(letter);
  });
  expect(asked).toEqual(["l"]);
  const bold = font(0.13);
  expect(styleByStems((letter) => (letter === "n" ? bold(letter) : []))).toEqual({ isBold: false, isItalic: false });
  expect(styleByStems((letter) => (letter === "i" ? plain(letter) : bold(letter)))).toMatchObject({ isBold: false });
});

test("the box that stands for missing letters tells nothing", () => {
  const box = [...bar(0.05, 0.4), ...bar(0.17, 0.16, { height: 0.6 })];
  expect(styleByStems(() => box)).toEqual({ isBold: false, isItalic: false });
});
