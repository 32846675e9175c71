import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mapBox, type PixelBox } from "@quire/scan";
import { findTesseract } from "../../src/engines/tesseract/library/find-tesseract.ts";
import { loadTextEngine } from "../../src/engines/tesseract/library/load.ts";
import { decodeImage, warmUpDecoders } from "../../src/engines/tesseract/worker/image-file.ts";
import { readBlocks } from "../../src/engines/tesseract/worker/reading/read-page.ts";
import { wordsOf } from "../../src/engines/tesseract/worker/reading/result.ts";
import { type WordEvidence, wordEvidence } from "../../src/engines/tesseract/worker/reading/word-evidence.ts";
import { type Fitted, fitted, type Sample } from "./logistic-regression.ts";

/*
 * Fits the models by which words of a page are judged (word-models.ts) to pages of which people know the text: those of
 * the corpora `ocr-world` and `ocr`, in the directory QUIRE_TEST_CORPORA. Prints how good models are that are fitted to
 * four fifths of the pages on the other fifth, and writes those that are fitted to all. Run it by itself after a change
 * of the evidence or of what is read: scripts/with-node24 --bench bench/recognition/fit-word-models.ts
 */

interface Page {
  readonly image: string;
  readonly language: string;
  readonly truth: string;
  /** The boxes of words or lines. */
  readonly boxes: readonly (readonly number[])[] | undefined;
  readonly ignoresCase: boolean;
}

/** A word: what speaks for it, and what is true. Undefined where the truth does not tell. */
interface KnownWord {
  readonly evidence: WordEvidence;
  readonly isText: boolean | undefined;
  readonly isRight: boolean | undefined;
}

const CORPORA = process.env.QUIRE_TEST_CORPORA ?? "";
const FOLDS = 5;
const MAX_PIXELS = 100_000_000;
const OUTPUT = join(import.meta.dirname, "../../src/engines/tesseract/worker/reading/word-models.ts");

const json = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

interface WorldItem {
  readonly id: string;
  readonly file: string;
  readonly lang: string;
  readonly boxes: string | null;
  readonly caseInsensitive: boolean;
  readonly textComplete: boolean;
}

function worldPages(): Page[] {
  const directory = join(CORPORA, "ocr-world");
  const items = json(join(directory, "manifest.json")) as readonly WorldItem[];
  return items
    .filter(({ textComplete }) => textComplete)
    .map(({ id, file, lang, boxes, caseInsensitive }) => ({
      image: join(directory, file),
      language: lang,
      truth: readFileSync(join(directory, "truth", `${id}.txt`), "utf8"),
      boxes: boxes ? boxesIn(join(directory, "truth", `${id}.json`)) : undefined,
      ignoresCase: caseInsensitive,
    }));
}

const boxesIn = (path: string): readonly (readonly number[])[] =>
  (json(path) as { readonly items: readonly { readonly box: readonly number[] }[] }).items.map(({ box }) => box);

interface OcrItem {
  readonly image: string;
  readonly truth: string;
  readonly lang: "en" | "de" | "fr" | "es";
  readonly held: boolean;
  readonly drop?: string;
}

function ocrPages(): Page[] {
  const directory = join(CORPORA, "ocr");
  const languages = { en: "eng", de: "deu", fr: "fra", es: "spa" };
  const { items } = json(join(directory, "manifest.json")) as { readonly items: readonly OcrItem[] };
  return items
    .filter(({ held, drop }) => !held && drop === undefined)
    .map(({ image, truth, lang }) => {
      const { text, words } = json(join(directory, truth)) as {
        readonly text: string;
        readonly words: readonly { readonly box: readonly number[] }[];
      };
      const boxes = words.map(({ box }) => box);
      return { image: join(directory, image), language: languages[lang], truth: text, boxes, ignoresCase: false };
    });
}

const tokens = (text: string, { ignoresCase }: Page): string[] =>
  (ignoresCase ? text.toLowerCase() : text)
    .normalize("NFKC")
    .replaceAll("ſ", "s")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the words of a page as they are read, each with what is true of it. */
async function knownWords(page: Page, engine: Awaited<ReturnType<typeof loadTextEngine>>): Promise<KnownWord[]> {
  const { image, dpi } = await decodeImage(page.image, MAX_PIXELS);
  const { blocks, toGiven, languages } = readBlocks(image, engine, {
    dpi,
    languages: [page.language],
    effort: "advanced",
    rotates: true,
    deskews: true,
    denoises: "when-noisy",
  });
  const left = new Map<string, number>();
  for (const token of tokens(page.truth, page)) {
    left.set(token, (left.get(token) ?? 0) + 1);
  }
  const evidence = wordEvidence({
    blocks,
    given: image,
    toGiven,
    isWord: (word) => engine.isWord(word, languages),
  });
  return [...wordsOf(blocks)].flatMap((word, at) => {
    const found = tokens(word.text, page);
    const isRight = found.every((token) => (left.get(token) ?? 0) > 0);
    for (const token of isRight ? found : []) {
      left.set(token, (left.get(token) ?? 0) - 1);
    }
    const isWord = found.length > 0;
    const isThere = page.boxes?.some((box) => isWithin(mapBox(toGiven, word.box), box));
    const known = evidence[at];
    return known === undefined
      ? []
      : [{ evidence: known, isText: isWord && isRight ? true : isThere, isRight: isWord ? isRight : undefined }];
  });
}

/** Returns whether the middle of a box lies in one of the truth, or a third of its height beside it. */
function isWithin({ xMin, yMin, xMax, yMax }: PixelBox, box: readonly number[]): boolean {
  const [left = 0, top = 0, right = 0, bottom = 0] = box;
  const [x, y, margin] = [(xMin + xMax) / 2, (yMin + yMax) / 2, (bottom - top) / 3];
  return x >= left - margin && x <= right + margin && y >= top - margin && y <= bottom + margin;
}

/** Pages of many words count more than those of few, but not by as much. */
const samplesOf = (pages: readonly KnownWord[][], label: "isText" | "isRight"): Sample[] =>
  pages.flatMap((words) => {
    const weight = label === "isText" ? 1 / Math.sqrt(words.length) : 1;
    return words.flatMap(({ evidence, [label]: holds }) =>
      holds === undefined ? [] : [{ evidence: { ...evidence }, holds, weight }],
    );
  });

function report(pages: readonly KnownWord[][], label: "isText" | "isRight"): void {
  const judged: { readonly probability: number; readonly holds: boolean }[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const rest = pages.filter((_, at) => at % FOLDS !== fold);
    const model = fitted(samplesOf(rest, label));
    for (const { evidence, holds } of samplesOf(
      pages.filter((_, at) => at % FOLDS === fold),
      label,
    )) {
      judged.push({ probability: model.probability(evidence), holds });
    }
  }
  const wrong = judged.filter(({ probability, holds }) => probability >= 0.5 !== holds).length;
  const bins = Map.groupBy(judged, ({ probability }) => Math.min(14, Math.floor(probability * 15)));
  const off = [...bins.values()].map((bin) =>
    Math.abs(bin.reduce((sum, { probability, holds }) => sum + probability - Number(holds), 0)),
  );
  const error = off.reduce((sum, each) => sum + each, 0) / judged.length;
  console.log(`${label}: ${judged.length} words, ${wrong} judged wrongly, calibration error ${error.toFixed(4)}`);
}

/** Returns a model as the source of a constant. */
function written(name: string, comment: string, { bias, weights }: Fitted): string {
  const entries = Object.entries(weights).map(([each, weight]) => `    ${each}: ${weight.toFixed(3)},`);
  return `/** ${comment} */\nexport const ${name}: WordModel = {\n  bias: ${bias.toFixed(3)},\n  weights: {\n${entries.join("\n")}\n  },\n};\n`;
}

const { settings } = findTesseract({});
const engine = await loadTextEngine(settings);
await warmUpDecoders();
const pages: KnownWord[][] = [];
for (const page of [...worldPages(), ...ocrPages()]) {
  pages.push(await knownWords(page, engine));
}
report(pages, "isText");
report(pages, "isRight");
const source = readFileSync(OUTPUT, "utf8");
const models = [
  written("IS_TEXT", "Whether a word is text, and no speck, rule or texture.", fitted(samplesOf(pages, "isText"))),
  written("IS_RIGHT", "Whether a word is text and read rightly.", fitted(samplesOf(pages, "isRight"))),
];
writeFileSync(OUTPUT, source.slice(0, source.indexOf("/** Whether a word is text")) + models.join("\n"));
