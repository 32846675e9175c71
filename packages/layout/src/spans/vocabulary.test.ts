import { expect, test } from "vitest";
import type { Line } from "../words.ts";
import { vocabularyOf } from "./vocabulary.ts";

const lineOf = (text: string): Line =>
  ({ words: text.split(" ").map((word) => ({ text: word })), rotation: 0 }) as unknown as Line;

const page = (cuts: readonly string[], full: number): Line[] => [
  ...cuts.map((cut) => lineOf(`some words of a line that ends ${cut}`)),
  ...Array.from({ length: full }, (_, index) => lineOf(`line ${index} of text that is not parted at all`)),
];

test("where many lines end with a hyphen it is taken out", () => {
  expect(vocabularyOf([page(["manage-", "rela-", "pro-"], 60)]).isOneWord("self-", "portrait")).toBe(true);
});

test("where next to none of many lines does, it was typed", () => {
  expect(vocabularyOf([page(["self-", "co-"], 200)]).isOneWord("self-", "management")).toBe(false);
});

test("a word that stands elsewhere without its hyphen is one word", () => {
  const lines = [...page([], 200), lineOf("the management of it")];
  expect(vocabularyOf([lines]).isOneWord("manage-", "ment")).toBe(true);
});
