import { identity, type PixelBox } from "@quire/scan";
import { expect, test } from "vitest";
import type { EngineBlock, EngineWord } from "../../library/text-engine.ts";
import { withBetterWords } from "./better-words.ts";
import { wordsOf } from "./result.ts";

const boxAt = (xMin: number, yMin = 100): PixelBox => ({ xMin, yMin, xMax: xMin + 60, yMax: yMin + 20 });

const word = (text: string, confidence: number, box: PixelBox): EngineWord => ({ text, confidence, box });

const reading = (...words: readonly EngineWord[]): readonly EngineBlock[] => [
  { box: boxAt(0), paragraphs: [{ lines: [{ box: boxAt(0), words }] }] },
];

const DICTIONARY = new Set(["harbour", "was", "quiet", "boats", "nets"]);

/** Returns a reading, with what is better in another one of the same page. */
const merged = (blocks: readonly EngineBlock[], other: readonly EngineBlock[]): readonly EngineBlock[] =>
  withBetterWords(
    {
      blocks,
      given: { widthPx: 800, heightPx: 600, pixels: new Uint8Array(480_000).fill(255) },
      toGiven: identity,
      isWord: (text) => DICTIONARY.has(text),
    },
    other,
  );

const texts = (blocks: readonly EngineBlock[]): string[] => [...wordsOf(blocks)].map(({ text }) => text);

test("a more probable word of another reading takes the place of one that stands where it does", () => {
  const first = reading(word("harb0ur", 40, boxAt(100)), word("was", 95, boxAt(180)), word("qniet", 55, boxAt(260)));
  const other = reading(
    word("quiet", 90, boxAt(262, 101)),
    word("wos", 50, boxAt(180)),
    word("harbour", 88, boxAt(99)),
  );
  expect(texts(merged(first, other))).toEqual(["harbour", "was", "quiet"]);
});

test("of two words that the engine is as sure of, the one in the dictionary is taken", () => {
  const first = reading(word("harbaur", 84, boxAt(100)), word("was", 90, boxAt(180)), word("nets", 90, boxAt(260)));
  const other = reading(word("harbour", 82, boxAt(100)), word("was", 90, boxAt(180)), word("nets", 90, boxAt(260)));
  expect(texts(merged(first, other))).toEqual(["harbour", "was", "nets"]);
  expect(texts(merged(other, first))).toEqual(["harbour", "was", "nets"]);
});

test("words elsewhere, hardly more probable ones, and those of other sizes take no place", () => {
  const first = reading(word("quiet", 60, boxAt(100)), word("boats", 60, boxAt(200)), word("nets", 60, boxAt(300)));
  const other = reading(
    word("quiot", 62, boxAt(100)),
    word("boots", 70, boxAt(200, 130)),
    word("n", 55, { ...boxAt(300), xMax: 312 }),
    word("quiet boats nets", 60, { ...boxAt(100), xMax: 360 }),
  );
  expect(merged(first, other)).toEqual(first);
});

test("a word takes one place only", () => {
  const first = reading(word("~", 8, boxAt(100)), word("boots", 60, boxAt(104)));
  const other = reading(word("boats", 90, boxAt(104)));
  expect(texts(merged(first, other))).toEqual(["~", "boats"]);
});

test("a reading of no words changes none, and has none to change", () => {
  const first = reading(word("quiet", 60, boxAt(100)));
  expect(merged(first, [])).toEqual(first);
  expect(merged([], first)).toEqual([]);
});
