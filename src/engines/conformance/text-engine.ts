import { type GreyImage, type PixelBox, turn } from "@quire/scan";
import { beforeAll, describe, expect, test } from "vitest";
import type { EngineBlock, EngineOptions, EngineWord, TextEngine } from "../tesseract/library/text-engine.ts";
import { drawPage, type PageDrawing, placedWords, wordsOfDrawing } from "./pictures/drawn-page.ts";
import { orientationByProgram, wordsByProgram } from "./tesseract-program.ts";

const linesFrom = (texts: readonly string[], { leftPx = 60, topPx = 120, sizePx = 40 } = {}) =>
  texts.map((text, index) => ({ text, leftPx, baselinePx: topPx + index * Math.round(1.6 * sizePx), sizePx }));

export const HARBOUR: PageDrawing = {
  widthPx: 1000,
  heightPx: 380,
  lines: linesFrom([
    "The harbour lies north of the old town,",
    "where boats from 1938 were mended and",
    "sold for less than half their price.",
  ]),
};

const GERMAN: PageDrawing = {
  widthPx: 1000,
  heightPx: 300,
  lines: linesFrom(["Größere Häuser stehen über dem Fluss,", "darüber führt eine schöne Brücke."]),
};

/** A page of two columns. */
const COLUMNS: PageDrawing = {
  widthPx: 920,
  heightPx: 360,
  lines: [
    ...linesFrom(
      [
        "Ships came every week from",
        "the southern islands, with",
        "timber, salt and woollen",
        "cloth for the markets here.",
        "Their masters paid a penny",
        "for every ton of burden to",
        "the keeper of the lights.",
      ],
      { leftPx: 60, topPx: 60, sizePx: 26 },
    ),
    ...linesFrom(
      [
        "In winter the ice closed the",
        "bay, and nobody left before",
        "the first days of March, or",
        "the end of a longer frost.",
        "Boats were mended on the",
        "shore, and nets were made",
        "by lamps until late at night.",
      ],
      { leftPx: 500, topPx: 60, sizePx: 26 },
    ),
  ],
};

const ENGLISH: EngineOptions = { languages: ["eng"], dpi: 200, segmentation: "page" };

const linesOf = (blocks: readonly EngineBlock[]) =>
  blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
const wordsOf = (blocks: readonly EngineBlock[]) => linesOf(blocks).flatMap(({ words }) => words);
const textsOf = (blocks: readonly EngineBlock[]) => wordsOf(blocks).map(({ text }) => text);
const isAround = (outer: PixelBox, inner: PixelBox): boolean => {
  const [x, y] = [(inner.xMin + inner.xMax) / 2, (inner.yMin + inner.yMax) / 2];
  return outer.xMin <= x && x <= outer.xMax && outer.yMin <= y && y <= outer.yMax;
};
const blank = (widthPx: number, heightPx: number, grey = 255): GreyImage => ({
  widthPx,
  heightPx,
  pixels: new Uint8Array(widthPx * heightPx).fill(grey),
});

/** Returns what two builds agree on for a word. */
const placeAndText = ({ text, box }: EngineWord) => ({ text, box });
const withConfidence = ({ text, box, confidence }: EngineWord) => ({ text, box, confidence });

/**
 * Defines the tests that every `TextEngine` with English, German, French and Spanish passes. `isSameBuild`: it is built
 * from the same source as the `tesseract` program here, and returns its numbers to the last digit.
 */
export function describeTextEngine(
  name: string,
  load: () => Promise<TextEngine>,
  { hasOrientation, isSameBuild }: { readonly hasOrientation: boolean; readonly isSameBuild: boolean },
): void {
  describe(`reading by ${name}`, () => {
    let engine: TextEngine;
    let harbour: GreyImage;
    let german: GreyImage;
    let columns: GreyImage;
    beforeAll(async () => {
      [engine, harbour, german, columns] = await Promise.all([
        load(),
        drawPage(HARBOUR),
        drawPage(GERMAN),
        drawPage(COLUMNS),
      ]);
    });

    test("words of a language's dictionary are told from others, whatever their capitals", () => {
      const areWords = (language: string, words: readonly string[]) =>
        words.map((word) => engine.isWord(word, [language]));
      expect(areWords("eng", ["harbour", "HARBOUR", "it's", "harbaur", "1938"])).toEqual([
        true,
        true,
        true,
        false,
        false,
      ]);
      expect(areWords("deu", ["Häuser", "über", "harbour"])).toEqual([true, true, false]);
      expect(engine.isWord("Häuser", ["eng", "deu"])).toBe(true);
    });

    test("knows its version and its languages, orientation not among them", () => {
      expect(engine.version).toMatch(/^Tesseract 5\.\d+\.\d+/);
      expect(engine.languages).toEqual(["deu", "eng", "fra", "spa"]);
    });

    test("finds every word where its ink is", async () => {
      const words = wordsOf(engine.recognize(harbour, ENGLISH));
      const placed = await placedWords(HARBOUR);
      expect(words.map(({ text }) => text)).toEqual(placed.map(({ text }) => text));
      for (const [index, { box }] of words.entries()) {
        const ink = placed[index]?.box;
        const sides = (["xMin", "yMin", "xMax", "yMax"] as const).map((side) => box[side] - (ink?.[side] ?? Infinity));
        expect(Math.max(...sides.map(Math.abs)), placed[index]?.text).toBeLessThanOrEqual(2);
      }
    });

    test("finds the words, places and lines that Tesseract's program finds", async () => {
      const reported = isSameBuild ? withConfidence : placeAndText;
      const found = linesOf(engine.recognize(columns, ENGLISH)).map(({ words }) => words.map(reported));
      const byProgram = await wordsByProgram(columns, { languages: "eng", dpi: 200, mode: 3 });
      const lines = Map.groupBy(byProgram, ({ place }) => place);
      expect(found).toEqual([...lines.values()].map((words) => words.map(reported)));
    });

    test("distinguishes columns, each a block of lines in its box", () => {
      const blocks = engine.recognize(columns, ENGLISH);
      expect(textsOf(blocks)).toEqual(wordsOfDrawing(COLUMNS));
      expect(blocks).toHaveLength(2);
      for (const { box, paragraphs } of blocks) {
        for (const line of paragraphs.flatMap(({ lines }) => lines)) {
          expect(line.words.every((word) => isAround(line.box, word.box) && isAround(box, word.box))).toBe(true);
        }
      }
      const confidences = wordsOf(blocks).map(({ confidence }) => confidence);
      expect(Math.min(...confidences)).toBeGreaterThan(70);
      expect(Math.max(...confidences)).toBeLessThanOrEqual(100);
    });

    test.each<[string[], boolean]>([
      [["deu"], true],
      [["deu", "eng"], true],
      [["eng"], false],
    ])("reads in the given languages: %j", (languages, areTheirs) => {
      const texts = textsOf(engine.recognize(german, { ...ENGLISH, languages }));
      expect(texts.join(" ") === wordsOfDrawing(GERMAN).join(" ")).toBe(areTheirs);
    });

    test("gives the same words for the same page, whatever was read before", () => {
      const first = engine.recognize(harbour, ENGLISH);
      const others: [GreyImage, Partial<EngineOptions>][] = [
        [columns, {}],
        [german, { segmentation: "sparse", dpi: 70 }],
        [turn(german, 90).image, { variables: { thresholding_method: "2", thresholding_kfactor: "0.5" } }],
        [blank(40, 40), { segmentation: "line" }],
        // These are more sets of languages than are kept.
        ...[["deu"], ["fra"], ["spa"], ["eng", "deu"]].map((languages): [GreyImage, Partial<EngineOptions>] => [
          german,
          { languages },
        ]),
      ];
      for (const [image, options] of others) {
        engine.recognize(image, { ...ENGLISH, ...options });
        engine.orientation(image, 200);
        expect(engine.recognize(harbour, ENGLISH)).toEqual(first);
      }
    });

    test("holds variables for one call alone", () => {
      const digits = engine.recognize(harbour, { ...ENGLISH, variables: { tessedit_char_whitelist: "0123456789" } });
      expect(textsOf(digits).join("")).toBe("1938");
      expect(textsOf(engine.recognize(harbour, ENGLISH))).toEqual(wordsOfDrawing(HARBOUR));
      // Numbers, flags and texts are restored to their earlier values.
      const tried = { thresholding_method: "1", tessedit_do_invert: "0", thresholding_kfactor: "0.9" };
      const before = engine.recognize(german, ENGLISH);
      expect(engine.recognize(german, { ...ENGLISH, variables: tried })).not.toEqual(before);
      expect(engine.recognize(german, ENGLISH)).toEqual(before);
    });

    test.each([
      ["column", 4, COLUMNS],
      ["block", 6, COLUMNS],
      ["line", 7, { ...HARBOUR, heightPx: 160, lines: HARBOUR.lines.slice(0, 1) }],
      ["sparse", 11, COLUMNS],
    ] as const)(
      "divides an image as Tesseract's program does with the setting: %s",
      async (segmentation, mode, drawing) => {
        const image = await drawPage(drawing);
        const read = wordsOf(engine.recognize(image, { ...ENGLISH, segmentation }));
        const byProgram = await wordsByProgram(image, { languages: "eng", dpi: 200, mode });
        expect(read.length).toBeGreaterThan(6);
        expect(read.map(({ box }) => box)).toEqual(byProgram.map(({ box }) => box));
      },
    );

    test("finds nothing where nothing is written", () => {
      for (const [widthPx, heightPx] of [
        [1, 1],
        [2, 3000],
        [3, 3],
        [500, 700],
        [32_767, 3],
      ] as const) {
        for (const grey of [255, 128, 0]) {
          expect(engine.recognize(blank(widthPx, heightPx, grey), ENGLISH)).toEqual([]);
          expect(engine.orientation(blank(widthPx, heightPx, grey), 200)).toBeUndefined();
        }
      }
    });

    test("refuses sides that Tesseract cannot count", () => {
      for (const image of [blank(32_768, 3), blank(3, 32_768)]) {
        expect(() => engine.recognize(image, ENGLISH)).toThrow(expect.objectContaining({ code: "image_too_large" }));
        expect(() => engine.orientation(image, 200)).toThrow(expect.objectContaining({ code: "image_too_large" }));
      }
    });

    describe("orientation", () => {
      test.each([0, 90, 180, 270] as const)("of a page that was turned by %i degrees", async (degrees) => {
        const image = degrees === 0 ? columns : turn(columns, degrees).image;
        const byProgram = await orientationByProgram(image, 200);
        expect(byProgram?.rotationDegrees).toBe((360 - degrees) % 360);
        const { rotationDegrees, script } = engine.orientation(image, 200) ?? {};
        expect({ rotationDegrees, script }).toEqual(hasOrientation ? byProgram : {});
      });

      test("is not detected from a few characters", async () => {
        const few = await drawPage({ widthPx: 300, heightPx: 100, lines: linesFrom(["Few"], { topPx: 60 }) });
        expect(engine.orientation(few, 200)).toBeUndefined();
      });
    });
  });
}
