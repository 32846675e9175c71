import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countWords } from "./word-count.ts";

test.each([
  ["", 0],
  ["One, two -- three.", 3],
  ["— … !", 0],
  ["3.14 is 2nd", 3],
  ["don't use a_b, e.g. 1,000", 5],
  ["and/or (foo-bar)", 4],
  ["你好", 1],
  ["__ _a_ 1_000 x:y it's 1;2 a.1 1'000", 8],
])("'%s' has %i words", (text, count) => {
  expect(countWords(text)).toBe(count);
});

const isWord = ({ segment }: Intl.SegmentData): boolean => /[A-Za-z0-9]/.test(segment);

test("ASCII has the words that a segmenter finds", () => {
  const segmenter = new Intl.Segmenter("und", { granularity: "word" });
  const text = fc.string({ unit: fc.constantFrom(...Array.from("aZ09'.:,;_-/\"( ")), maxLength: 12 });
  fc.assert(
    fc.property(text, (own) => {
      expect(countWords(own)).toBe([...segmenter.segment(own)].filter(isWord).length);
    }),
    { numRuns: 2000 },
  );
});
