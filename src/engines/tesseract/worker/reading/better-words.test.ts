import type { PixelBox } from "@quire/scan";
import { expect, test } from "vitest";
import type { EngineBlock, EngineWord } from "../../library/text-engine.ts";
import { withBetterWords } from "./better-words.ts";
import { wordsOf } from "./result.ts";

const boxAt = (xMin: number, yMin = 100): PixelBox => ({ xMin, yMin, xMax: xMin + 60, yMax: yMin + 20 });

const word = (text: string, confidence: number, box: PixelBox): EngineWord => ({ text, confidence, box });

const reading = (...words: readonly EngineWord[]): readonly EngineBlock[] => [
  { box: boxAt(0), paragraphs: [{ lines: [{ box: boxAt(0), words }] }] },
];

const texts = (blocks: readonly EngineBlock[]): string[] => [...wordsOf(blocks)].map(({ text }) => text);

test("a surer word of another reading takes the place of one that stands where it does", () => {
  const first = reading(word("harb0ur", 40, boxAt(100)), word("was", 95, boxAt(180)), word("qniet", 55, boxAt(260)));
  const other = reading(
    word("quiet", 90, boxAt(262, 101)),
    word("wos", 50, boxAt(180)),
    word("harbour", 88, boxAt(99)),
  );
  expect(texts(withBetterWords(first, other))).toEqual(["harbour", "was", "quiet"]);
});

test("words elsewhere, hardly surer ones, and those of other sizes take no place", () => {
  const first = reading(word("quiet", 60, boxAt(100)), word("boats", 60, boxAt(200)), word("nets", 60, boxAt(300)));
  const other = reading(
    word("quiot", 66, boxAt(100)),
    word("boots", 95, boxAt(200, 130)),
    word("n", 95, { ...boxAt(300), xMax: 312 }),
    word("quiet boats nets", 95, { ...boxAt(100), xMax: 360 }),
  );
  expect(withBetterWords(first, other)).toEqual(first);
});

test("a word takes one place only", () => {
  const first = reading(word("~", 8, boxAt(100)), word("boats", 60, boxAt(104)));
  const other = reading(word("boots", 90, boxAt(104)));
  expect(texts(withBetterWords(first, other))).toEqual(["~", "boots"]);
});

test("a reading of no words changes none, and has none to change", () => {
  const first = reading(word("quiet", 60, boxAt(100)));
  expect(withBetterWords(first, [])).toEqual(first);
  expect(withBetterWords([], first)).toEqual([]);
});
