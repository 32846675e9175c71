import { expect, test } from "vitest";
import type { EngineBlock, TextEngine } from "../../library/text-engine.ts";
import { languagesFor } from "./languages.ts";

const image = { widthPx: 200, heightPx: 200, pixels: new Uint8Array(200 * 200).fill(255) };

function blockOf(text: string, confidence: number): EngineBlock {
  const box = { xMin: 0, yMin: 0, xMax: 10, yMax: 10 };
  const words = text.split(" ").map((word) => ({ text: word, confidence, box }));
  return { box, paragraphs: [{ lines: [{ box, words }] }] };
}

/** Returns what is chosen for a page of which each language, or several joined, reads a text with a confidence. */
function chosen(
  readings: Readonly<Record<string, readonly [text: string, confidence: number]>>,
  {
    script = "Latin",
    languages = Object.keys(readings),
  }: { readonly script?: string; readonly languages?: readonly string[] } = {},
): { readonly languages: readonly string[]; readonly read: readonly string[] } {
  const read: string[] = [];
  const engine: TextEngine = {
    version: "of a test",
    languages,
    recognize(_, options) {
      const key = options.languages.join("+");
      read.push(key);
      const [text, confidence] = readings[key] ?? ["", 0];
      return [blockOf(text, confidence)];
    },
    isWord: () => false,
    orientation: () => undefined,
  };
  return { languages: languagesFor({ image, dpi: 200, script }, engine), read };
}

const GERMAN = "Die Boote waren auf der See und das Wetter war nicht gut";
const ENGLISH = "The boats were at sea and it was by the end of the day that they have been seen";

test("common words say which language it is, in one reading", () => {
  expect(chosen({ eng: [ENGLISH, 80], deu: ["", 0] })).toEqual({ languages: ["eng"], read: ["eng"] });
  expect(chosen({ deu: ["", 0], eng: [GERMAN, 80] })).toEqual({ languages: ["deu"], read: ["eng"] });
});

test("a page of two languages is read in both, the commoner first", () => {
  expect(chosen({ eng: [`${GERMAN} ${GERMAN} ${ENGLISH}`, 80], deu: ["", 0], fra: ["", 0] }).languages).toEqual([
    "deu",
    "eng",
  ]);
});

test("words that another language quotes do not make it the page's", () => {
  expect(chosen({ eng: [`${GERMAN} ${GERMAN} ${GERMAN} The Times of London`, 80], deu: ["", 0] }).languages).toEqual([
    "deu",
  ]);
});

test("without such words the reading that is clearly worth more counts", () => {
  const bill = "Addition Café Crème Pâtisserie Boulangerie";
  expect(chosen({ eng: [bill, 60], fra: [bill, 85], spa: [bill, 61] })).toEqual({
    languages: ["fra"],
    read: ["eng", "fra", "spa"],
  });
  expect(chosen({ eng: [bill, 80], fra: [bill, 84] }).languages).toEqual(["eng"]);
  expect(chosen({ eng: [bill, 95], fra: [bill, 99] })).toEqual({ languages: ["eng"], read: ["eng"] });
});

test("readings that are illegible say nothing", () => {
  expect(chosen({ eng: ["qx vv", 30], deu: ["qx vv ww", 45] }).languages).toEqual(["eng"]);
});

test("another script counts where its languages read at least as well", () => {
  const languages = ["eng", "rus", "ukr"];
  const text = "some words";
  expect(chosen({ eng: [text, 50], "rus+ukr": [text, 90] }, { script: "Cyrillic", languages }).languages).toEqual([
    "rus",
    "ukr",
  ]);
  expect(chosen({ eng: [ENGLISH, 90], "rus+ukr": [text, 60] }, { script: "Cyrillic", languages }).languages).toEqual([
    "eng",
  ]);
});

test("Fraktur is read with its own data, by whichever name, and other pages are not", () => {
  const readings = { eng: [GERMAN, 60], frk: [GERMAN, 90], Fraktur: [GERMAN, 90] } as const;
  expect(chosen(readings, { script: "Fraktur" }).languages).toEqual(["Fraktur"]);
  expect(chosen(readings, { script: "Fraktur", languages: ["eng", "frk"] }).languages).toEqual(["frk"]);
  expect(chosen(readings).languages).toEqual(["eng"]);
});

test("the data of a script serves where there is none of its languages", () => {
  const readings = { eng: ["x", 40], "script/Cyrillic": ["some words", 90] } as const;
  expect(chosen(readings, { script: "Cyrillic" }).languages).toEqual(["script/Cyrillic"]);
});

test("what is looked at first lies in both halves of the print, wherever on the page that is", () => {
  const page = { widthPx: 100, heightPx: 2000, pixels: new Uint8Array(100 * 2000).fill(255) };
  // Print in rows 200 to 1000, with a mark of its own in each half.
  for (let y = 200; y < 1000; y += 2) {
    for (let x = 0; x < 100; x += 4) {
      page.pixels[y * 100 + x] = y < 600 ? 10 : 20;
    }
  }
  const seen: number[] = [];
  const engine: TextEngine = {
    version: "of a test",
    languages: ["eng", "deu"],
    recognize(given) {
      seen.push(...new Set(given.pixels));
      return [blockOf(ENGLISH, 90)];
    },
    isWord: () => false,
    orientation: () => undefined,
  };
  expect(languagesFor({ image: page, dpi: 200, script: "Latin" }, engine)).toEqual(["eng"]);
  expect(seen).toEqual(expect.arrayContaining([10, 20]));
});
