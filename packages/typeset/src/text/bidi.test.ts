import { expect, test } from "vitest";
import { embeddingLevels, openingBrackets, visualOrder } from "./bidi.ts";

/** Returns an example in visual order. As in the examples of UAX #9, capital letters are right-to-left ones. */
function displayed(example: string): string {
  const letters = Array.from(example).map((letter) =>
    /[A-Z]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) - 0x41 + 0x5d0) : letter,
  );
  const levels = embeddingLevels(letters.join(""));
  const items = Array.from(example).map((letter, index) => ({ letter, level: levels[index] ?? 0 }));
  return visualOrder(items)
    .map(({ letter }) => letter)
    .filter((letter) => !/\p{Bidi_Control}/u.test(letter))
    .join("");
}

// The examples of reordering in UAX #9, 3.4.
test.each([
  ["car means CAR.", "car means RAC."],
  ["\u202bcar MEANS CAR.\u202c", ".RAC SNAEM car"],
  [
    "he said “\u2067car MEANS CAR\u2069.” “\u2067IT DOES\u2069,” she agreed.",
    "he said “RAC SNAEM car.” “SEOD TI,” she agreed.",
  ],
  ["DID YOU SAY ’\u2066he said “\u2067car MEANS CAR\u2069”\u2069‘?", "?‘he said “RAC SNAEM car”’ YAS UOY DID"],
])("%s", (example, expected) => {
  expect(displayed(example)).toBe(expected);
});

test("numbers run to the right in right-to-left text, and so does Latin", () => {
  expect(displayed("ABC 123, def GHI")).toBe("IHG def ,123 CBA");
});

test("the first strong letter decides the direction of a line", () => {
  expect([...embeddingLevels("1. אב a")]).toEqual([2, 1, 1, 1, 1, 1, 2]);
  expect([...embeddingLevels("a אב.")]).toEqual([0, 0, 1, 1, 0]);
});

test("a line without anything right-to-left has level 0", () => {
  expect(embeddingLevels("漢字 abc 😀")).toEqual(new Uint8Array(9));
});

test("characters beyond the basic plane have the right types: Adlam is right-to-left, emoji are neutral", () => {
  expect([...embeddingLevels("𞤀𞤁")]).toEqual([1, 1, 1, 1]);
  expect([...embeddingLevels("א😀ב")]).toEqual([1, 1, 1, 1]);
  expect([...embeddingLevels("a𝟏א𝟏")]).toEqual([0, 0, 0, 1, 2, 2]);
});

test("items of the same level stay in order, nested ones are turned twice", () => {
  const items = [0, 1, 2, 2, 1, 0].map((level, index) => ({ level, index }));
  expect(visualOrder(items).map(({ index }) => index)).toEqual([0, 4, 2, 3, 1, 5]);
});

test("brackets find their opening ones", () => {
  expect([...openingBrackets(Array.from("a(b[c)d]"))]).toEqual([[5, 1]]);
  expect([...openingBrackets(Array.from("([])〈〉"))]).toEqual([
    [2, 1],
    [3, 0],
    [5, 4],
  ]);
});

test("brackets nested too deep have no partner, and the outer ones keep theirs", () => {
  const partners = openingBrackets(Array.from(`${"(".repeat(100)}${"]".repeat(100)})`));
  expect([...partners]).toEqual([[200, 62]]);
});
