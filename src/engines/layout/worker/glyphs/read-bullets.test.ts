import { expect, test } from "vitest";
import { withBullets } from "./read-bullets.ts";

const text = { text: "Ports", box: [30, 10, 80, 24] } as const;

test.each([
  { name: "a dot that was read as a letter", mark: { text: "e", box: [10, 14, 16, 20] }, expected: "•" },
  { name: "a letter as high as letters are", mark: { text: "e", box: [10, 13, 19, 22] }, expected: "e" },
  { name: "a dot close to its word", mark: { text: "e", box: [21, 14, 27, 20] }, expected: "e" },
  { name: "a word", mark: { text: "se", box: [10, 14, 16, 20] }, expected: "se" },
] as const)("$name", ({ mark, expected }) => {
  expect(withBullets([[mark, text]])[0]?.map((word) => word.text)).toEqual([expected, "Ports"]);
});

test("a dot that was read as a separate line is the bullet of the text next to it", () => {
  const dot = { text: "e", box: [10, 14, 16, 20] } as const;
  const below = { text: "Below", box: [30, 40, 80, 54] } as const;
  const read = withBullets([[dot], [below], [text]]);
  expect(read.map((line) => line.map((word) => word.text))).toEqual([["•"], ["Below"], ["Ports"]]);
  expect(withBullets([[dot], [below]])[0]).toEqual([dot]);
});

test("a line of one word stays as it is", () => {
  expect(withBullets([[text], []])).toEqual([[text], []]);
});
