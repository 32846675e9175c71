import { expect, test } from "vitest";
import type { EngineBlock } from "../../library/text-engine.ts";
import { withPlainS } from "./long-s.ts";
import { wordsOf } from "./result.ts";

const BOX = { xMin: 0, yMin: 0, xMax: 60, yMax: 20 };

const reading = (text: string): readonly EngineBlock[] => [
  {
    box: BOX,
    paragraphs: [
      { lines: [{ box: BOX, words: text.split(" ").map((word) => ({ text: word, confidence: 90, box: BOX })) }] },
    ],
  },
];

const DICTIONARY = new Set(
  "ainsi dans ses rapports avec les nations il lui reste une assez glorieuse faisant adopter goûts usages établissements comme seule fes fur sur français défendre saisons est à la ses souscrire".split(
    " ",
  ),
);

/** Returns a text as it is read with plain s. */
const plain = (text: string): string =>
  [...wordsOf(withPlainS(reading(text), (word) => DICTIONARY.has(word.toLowerCase())))]
    .map((word) => word.text)
    .join(" ");

test("on a page with the long s, words become those of the dictionary", () => {
  expect(plain("ainfi , dans fes rapports refte glorieufe ; ufages établiffements, feule foufcrire Ainfi")).toBe(
    "ainsi , dans ses rapports reste glorieuse ; usages établissements, seule souscrire Ainsi",
  );
});

test("what is a word with f stays, but for the commonest words with s", () => {
  expect(plain("ainfi refte glorieufe ufages feule faifant défendre fur français")).toBe(
    "ainsi reste glorieuse usages seule faisant défendre sur français",
  );
});

test("a page with a round s before letters, or with few misreadings, stays as it is", () => {
  const round = "saisons est usages assez ses reste seule établissements ainfi refte glorieufe ufages feule";
  expect(plain(round)).toBe(round);
  expect(plain("ainfi refte fes nations")).toBe("ainfi refte fes nations");
});
