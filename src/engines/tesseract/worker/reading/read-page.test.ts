import type { GreyImage, PixelBox } from "@quire/scan";
import { expect, test } from "vitest";
import { lineSlopesOf } from "../../../../../packages/scan/src/line-slopes.ts";
import { converted, drawnPage, prose } from "../../../../../packages/scan/src/testing/drawn-page.ts";
import type { EngineBlock, EngineOptions, Orientation, TextEngine } from "../../library/text-engine.ts";
import { type ReadingOptions, readPage } from "./read-page.ts";

const dpi = 200;
const page = drawnPage(prose, { dpi });
const options: ReadingOptions = {
  dpi,
  languages: ["eng"],
  effort: "advanced",
  rotates: true,
  deskews: true,
  denoises: "when-noisy",
};

interface Call {
  readonly image: GreyImage;
  readonly options: EngineOptions;
}

/** Creates an engine that answers each call by `answer`, and records the calls. */
function fakeEngine(
  answer: (call: Call, number: number) => readonly EngineBlock[],
  more: { readonly languages?: readonly string[]; readonly orientation?: Orientation } = {},
): { readonly engine: TextEngine; readonly calls: Call[] } {
  const calls: Call[] = [];
  const engine: TextEngine = {
    version: "of a test",
    languages: more.languages ?? ["eng"],
    recognize(image, engineOptions) {
      calls.push({ image, options: engineOptions });
      return answer({ image, options: engineOptions }, calls.length);
    },
    isWord: () => false,
    orientation: () => more.orientation,
  };
  return { engine, calls };
}

const inkBox = (image: GreyImage): PixelBox => {
  let [xMin, yMin, xMax, yMax] = [image.widthPx, image.heightPx, 0, 0];
  for (let y = 0; y < image.heightPx; y++) {
    for (let x = 0; x < image.widthPx; x++) {
      if (image.pixels[y * image.widthPx + x]! < 128) {
        [xMin, yMin] = [Math.min(xMin, x), Math.min(yMin, y)];
        [xMax, yMax] = [Math.max(xMax, x + 1), Math.max(yMax, y + 1)];
      }
    }
  }
  return { xMin, yMin, xMax, yMax };
};

function blockOf(words: readonly string[], confidence: number, box: PixelBox): EngineBlock {
  return {
    box,
    paragraphs: [{ lines: [{ box, words: words.map((text) => ({ text, confidence, box })) }] }],
  };
}

/** Returns all ink of the page as one line of words with high confidence. */
const sure = ({ image }: Call): readonly EngineBlock[] => [
  blockOf(["The", "harbour", "was", "quiet"], 95, inkBox(image)),
];

const expectNear = (box: PixelBox, wanted: PixelBox, pixels: number): void => {
  for (const side of ["xMin", "yMin", "xMax", "yMax"] as const) {
    expect(Math.abs(box[side] - wanted[side]), `${side} ${box[side]} for ${wanted[side]}`).toBeLessThanOrEqual(pixels);
  }
};

test("a clean page goes to the engine as it is, once", () => {
  const { engine, calls } = fakeEngine(sure);
  const result = readPage(page, engine, options);
  expect(calls).toHaveLength(1);
  expect(calls[0]!.image.pixels).toEqual(page.pixels);
  expect(calls[0]!.options).toMatchObject({ languages: ["eng"], dpi, segmentation: "page" });
  expect(result).toMatchObject({
    widthPx: 1700,
    heightPx: 2200,
    dpi,
    rotationDegrees: 0,
    skewDegrees: 0,
    script: null,
  });
  expect(result.blocks[0]!.box).toEqual(inkBox(page));
});

test("a page askew is levelled, and boxes lie on it as it was", () => {
  const skewed = converted(page, ["-rotate", "3"]);
  const { engine, calls } = fakeEngine(sure);
  const result = readPage(skewed, engine, options);
  expect(Math.abs(result.skewDegrees + 3)).toBeLessThan(0.1);
  // The ink of level lines is as wide as that of the page as drawn.
  const level = inkBox(calls[0]!.image);
  const drawn = inkBox(page);
  expect(Math.abs(level.yMax - level.yMin - (drawn.yMax - drawn.yMin))).toBeLessThan(6);
  const box = result.blocks[0]!.box;
  const ink = inkBox(skewed);
  expect(box.xMin).toBeLessThanOrEqual(ink.xMin + 2);
  expect(box.yMin).toBeLessThanOrEqual(ink.yMin + 2);
  expect(box.xMax).toBeGreaterThanOrEqual(ink.xMax - 2);
  expect(box.yMax).toBeGreaterThanOrEqual(ink.yMax - 2);
  expect(readPage(skewed, engine, { ...options, deskews: false }).skewDegrees).toBe(0);
});

test("bright print on dark is read as dark print", () => {
  const { engine, calls } = fakeEngine(sure);
  readPage({ ...page, pixels: page.pixels.map((level) => 255 - level) }, engine, options);
  expect(calls[0]!.image.pixels).toEqual(page.pixels);
});

test("shadow and noise are gone before the engine sees the page", () => {
  const shadow = page.pixels.map((level, at) => level * (0.3 + (0.7 * (at % 1700)) / 1700));
  const poor = { ...page, pixels: shadow.map((level, at) => (at % 199 === 0 ? 0 : level)) };
  const { engine, calls } = fakeEngine(sure);
  readPage(poor, engine, options);
  const seen = calls[0]!.image;
  expect(seen.widthPx).toBe(2550);
  const paper = seen.pixels.filter((level) => level > 240).length / seen.pixels.length;
  expect(paper).toBeGreaterThan(0.9);
  calls.length = 0;
  readPage(poor, engine, { ...options, denoises: "never", effort: "simple" });
  expect(calls).toHaveLength(1);
});

test("a page of 100 dpi is enlarged threefold, and boxes are not", () => {
  const small = drawnPage(prose, { dpi: 100 });
  const { engine, calls } = fakeEngine(sure);
  const result = readPage(small, engine, { ...options, dpi: 100 });
  expect(calls[0]!.image).toMatchObject({ widthPx: 2550, heightPx: 3300 });
  expect(calls[0]!.options.dpi).toBe(300);
  expectNear(result.blocks[0]!.box, inkBox(small), 2);
});

test("a page of 600 dpi is read at 300, and boxes are in its own pixels", () => {
  const large = drawnPage(prose.slice(0, 2), { dpi: 600 });
  const { engine, calls } = fakeEngine(sure);
  const result = readPage(large, engine, { ...options, dpi: 600 });
  expect(calls[0]!.image).toMatchObject({ widthPx: 2550, heightPx: 3300 });
  expect(result).toMatchObject({ widthPx: 5100, heightPx: 6600, dpi: 600 });
  expectNear(result.blocks[0]!.box, inkBox(large), 3);
});

test("an unknown resolution is guessed by the page's size", () => {
  const { engine, calls } = fakeEngine(sure);
  expect(readPage(page, engine, { ...options, dpi: undefined }).dpi).toBe(194);
  expect(calls[0]!.options.dpi).toBe(194);
});

test("a camera's 72 dpi are not believed, and a large picture is not enlarged", () => {
  const photo = drawnPage(prose, { dpi: 350 });
  const { engine, calls } = fakeEngine(sure);
  const result = readPage(photo, engine, { ...options, dpi: 72 });
  expect(calls[0]!.image).toMatchObject({ widthPx: photo.widthPx, heightPx: photo.heightPx });
  expect(calls[0]!.options.dpi).toBeGreaterThan(150);
  expectNear(result.blocks[0]!.box, inkBox(photo), 1);
});

test("a page upside down is turned where its words are not believed", () => {
  const { engine, calls } = fakeEngine(({ image }, number) =>
    number === 1 ? [blockOf(["aqL", "moqrey"], 38, inkBox(image))] : sure({ image, options: calls[0]!.options }),
  );
  const upsideDown = converted(page, ["-rotate", "180"]);
  const result = readPage(upsideDown, engine, options);
  expect(result.rotationDegrees).toBe(180);
  expect(calls[1]!.image.pixels).toEqual(page.pixels);
  expectNear(result.blocks[0]!.box, inkBox(upsideDown), 1);
  calls.length = 0;
  expect(readPage(upsideDown, engine, { ...options, rotates: false, effort: "simple" }).rotationDegrees).toBe(0);
  expect(calls).toHaveLength(1);
});

test.each([
  [90, "270"],
  [270, "90"],
] as const)("a page on its side is turned by the %d degrees of its orientation", (rotationDegrees, given) => {
  const orientation = { rotationDegrees, confidence: 10, script: "Latin", scriptConfidence: 2 };
  const { engine, calls } = fakeEngine(sure, { orientation });
  const sideways = converted(page, ["-rotate", given]);
  const result = readPage(sideways, engine, options);
  expect(result.rotationDegrees).toBe(rotationDegrees);
  expect(calls).toHaveLength(1);
  expect(calls[0]!.image.pixels).toEqual(page.pixels);
  expectNear(result.blocks[0]!.box, inkBox(sideways), 1);
});

test("a page is not read on its side for the dark edges of the scanner's glass", () => {
  const few = drawnPage(prose.slice(0, 8), { dpi });
  const pixels = few.pixels.map((level, at) => (at % few.widthPx < 27 || at % few.widthPx > 1667 ? 10 : level));
  const { engine, calls } = fakeEngine(sure);
  expect(readPage({ ...few, pixels }, engine, { ...options, effort: "simple" }).rotationDegrees).toBe(0);
  expect(calls).toHaveLength(1);
});

test("lines that a camera saw askew are level for the engine, and boxes lie on the page as it was", () => {
  const full = drawnPage([...prose, ...prose, ...prose], { dpi });
  const corners = "0,0 0,0 1700,0 1700,200 1700,2200 1700,2000 0,2200 0,2200";
  const askew = converted(full, ["-virtual-pixel", "white", "-distort", "Perspective", corners]);
  const { engine, calls } = fakeEngine(sure);
  const result = readPage(askew, engine, { ...options, effort: "simple" });
  const spreads = [askew, calls[0]!.image].map((image) => lineSlopesOf(image)?.spreadDegrees ?? 0);
  expect(spreads[0]).toBeGreaterThan(4);
  expect(spreads[1]).toBeLessThan(1.5);
  const ink = inkBox(askew);
  expectNear(result.blocks[0]!.box, ink, 60);
  calls.length = 0;
  readPage(askew, engine, { ...options, effort: "simple", deskews: false });
  expect(calls[0]!.image).toMatchObject({ widthPx: askew.widthPx, heightPx: askew.heightPx });
});

/** Returns words that are misread unless each is read separately. */
const doubtful = ({ options: { segmentation }, image }: Call): readonly EngineBlock[] =>
  segmentation === "sparse"
    ? [blockOf(["harbour", "quiet", "boats"], 90, inkBox(image))]
    : [blockOf(["harb0ur", "qniet", "boals"], 60, inkBox(image))];

test("an advanced reading that leaves doubt is tried another way, and the better one is kept", () => {
  const { engine, calls } = fakeEngine(doubtful);
  expect(wordsOf(readPage(page, engine, options))).toEqual(["harbour", "quiet", "boats"]);
  expect(calls).toHaveLength(2);
  calls.length = 0;
  expect(wordsOf(readPage(page, engine, { ...options, effort: "simple" }))).toEqual(["harb0ur", "qniet", "boals"]);
  expect(calls).toHaveLength(1);
});

test("a page in whose blocks nothing is found is searched for scattered words", () => {
  const { engine, calls } = fakeEngine(({ image, options: { segmentation } }) =>
    segmentation === "sparse" ? [blockOf(["harbour"], 90, inkBox(image))] : [],
  );
  expect(wordsOf(readPage(page, engine, options))).toEqual(["harbour"]);
  expect(calls).toHaveLength(2);
});

/** Paper whose pixels differ by some levels, as a scanner sees it, with a bar as dark as asked for. */
function grainyPaper(barLevel?: number) {
  const [widthPx, heightPx] = [900, 1200];
  const pixels = new Uint8Array(widthPx * heightPx);
  let state = 1;
  for (let at = 0; at < pixels.length; at++) {
    let sum = 0;
    for (let part = 0; part < 4; part++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      sum += state / 2 ** 32 - 0.5;
    }
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    const isBar = barLevel !== undefined && x > 300 && x < 420 && y > 500 && y < 512;
    pixels[at] = Math.round((isBar ? barLevel : 225) + 12 * sum);
  }
  return { widthPx, heightPx, pixels };
}

test("the grain of paper is not read, faint print on it is", () => {
  const { engine, calls } = fakeEngine(sure);
  expect(readPage(grainyPaper(), engine, options).blocks).toEqual([]);
  expect(calls).toHaveLength(0);
  readPage(grainyPaper(190), engine, options);
  expect(calls.length).toBeGreaterThan(0);
});

test.each([0, 128, 255])("a page without print, of level %d, is not read", (level) => {
  const { engine, calls } = fakeEngine(sure);
  const blank = { widthPx: 300, heightPx: 400, pixels: new Uint8Array(120_000).fill(level) };
  expect(readPage(blank, engine, { ...options, languages: "auto" })).toMatchObject({ blocks: [], languages: ["eng"] });
  expect(calls).toHaveLength(0);
});

test.each([
  [1, 1],
  [1, 5000],
  [4000, 2],
])("a picture of %d x %d pixels is read without failing", (widthPx, heightPx) => {
  const { engine } = fakeEngine(() => []);
  const pixels = new Uint8Array(widthPx * heightPx).map((_, at) => (at * 37) % 256);
  for (const denoises of ["always", "never"] as const) {
    expect(readPage({ widthPx, heightPx, pixels }, engine, { ...options, dpi: undefined, denoises }).blocks).toEqual(
      [],
    );
  }
});

const dark = (image: GreyImage): number => image.pixels.reduce((sum, value) => sum + Number(value < 128), 0);

test("leaders are taken away before reading and put back as four dots, with what they lead to", () => {
  const entries = ["Harbour", "Boats", "Nets", "Ice", "Smoke"];
  const list = drawnPage(
    entries.map((entry, at) => `${entry}${".".repeat(90 - entry.length)} ${at + 10}`),
    { dpi },
  );
  const { engine, calls } = fakeEngine(({ image }) => {
    const { xMin, yMin } = inkBox(image);
    const box = { xMin, yMin, xMax: xMin + 120, yMax: yMin + 24 };
    const far = { ...box, xMin: inkBox(image).xMax - 30, xMax: inkBox(image).xMax };
    return [blockOf(["Harbour"], 90, box), blockOf(["10"], 90, far)];
  });
  const result = readPage(list, engine, options);
  expect(wordsOf(result)).toEqual(["Harbour....", "10"]);
  expect(result.blocks).toHaveLength(1);
  expect(calls[0]!.options.segmentation).toBe("block");
  expect(dark(calls[0]!.image)).toBeLessThan(0.7 * dark(list));
});

test("rules and specks that were taken for letters are no words, and punctuation stays", () => {
  const box = { xMin: 100, yMin: 100, xMax: 160, yMax: 124 };
  const rule = { xMin: 90, yMin: 50, xMax: 94, yMax: 700 };
  const { engine } = fakeEngine(() => [
    {
      box,
      paragraphs: [
        {
          lines: [
            {
              box,
              words: [
                ...["boats", "-", "and"].map((text) => ({ text, confidence: 92, box })),
                { text: "~", confidence: 8, box },
              ],
            },
            { box: rule, words: [{ text: "|", confidence: 70, box: rule }] },
          ],
        },
      ],
    },
  ]);
  expect(wordsOf(readPage(page, engine, options))).toEqual(["boats", "-", "and"]);
});

test("short words of a band of the page show its language, and the page is read in that alone", () => {
  const german = "Die Boote waren auf der See und das Wetter war nicht gut".split(" ");
  const { engine, calls } = fakeEngine(({ image }) => [blockOf(german, 90, inkBox(image))], {
    languages: ["deu", "eng", "fra", "rus"],
    orientation: { rotationDegrees: 0, confidence: 10, script: "Latin", scriptConfidence: 2 },
  });
  const result = readPage(page, engine, { ...options, languages: "auto" });
  expect(result).toMatchObject({ languages: ["deu"], script: "Latin" });
  expect(calls.map((call) => call.options.languages)).toEqual([["eng"], ["deu"]]);
  expect(calls[0]!.image.heightPx).toBeLessThan(page.heightPx / 4);
});

test("another script is read in the languages that are there for it", () => {
  const { engine, calls } = fakeEngine(sure, {
    languages: ["deu", "eng", "rus", "ukr"],
    orientation: { rotationDegrees: 0, confidence: 10, script: "Cyrillic", scriptConfidence: 2 },
  });
  expect(readPage(page, engine, { ...options, languages: "auto" }).languages).toEqual(["rus", "ukr"]);
  expect(calls.map((call) => call.options.languages)).toEqual([["eng"], ["rus", "ukr"], ["rus", "ukr"]]);
});

function wordsOf(result: ReturnType<typeof readPage>): string[] {
  return result.blocks.flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) => lines.flatMap(({ words }) => words.map(({ text }) => text))),
  );
}
