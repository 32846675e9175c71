import { afterAll, describe, expect, test } from "vitest";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { ImageDesk } from "../conformance/pictures/page-images.ts";
import { readingJob, work } from "../conformance/recognizer.ts";
import { createImageInspector } from "./image-inspector.ts";
import { createPagePictures } from "./page-pictures.ts";
import type { RecognizedPage } from "./port.ts";
import { createRecognizer } from "./recognizer.ts";
import { MAX_SAMPLE_WORDS } from "./wire.ts";

/* Answers of a worker that an image has taken over. */

const desk = new ImageDesk();
afterAll(() => desk.remove());
const input = desk.write("image", "any");

const poolSaying = (answer: object) =>
  createInProcessPool({
    "tesseract.recognize": () => [answer],
    "tesseract.look": () => [answer],
    "tesseract.picture": () => [answer],
    "tesseract.strips": () => [answer],
  });
const languages = ["eng"];
const recognizerSaying = (answer: object) => createRecognizer(poolSaying(answer), { languages, pagesAtOnce: 1 });

const pictureJob = () => ({ ...readingJob(input), longEdgePx: 8, outputDirectory: "/nowhere" });
const box = { xMin: 0, yMin: 0, xMax: 5, yMax: 5 };
const word = { text: "A", confidence: 0.5, box };
const blocksOf = (words: readonly object[]) => [{ box, paragraphs: [{ lines: [{ box, words }] }] }];
const page: RecognizedPage = {
  widthPx: 10,
  heightPx: 20,
  dpi: 200,
  rotationDegrees: 0,
  skewDegrees: 0,
  script: null,
  languages: ["eng"],
  blocks: [{ box, paragraphs: [{ lines: [{ box, words: [word] }] }] }],
};

describe("an answer that no worker gives is the image's doing", () => {
  test.each([
    {},
    { ...page, widthPx: 0 },
    { ...page, heightPx: 1.5 },
    { ...page, dpi: "200" },
    { ...page, rotationDegrees: 45 },
    { ...page, skewDegrees: null },
    { ...page, script: "x".repeat(65) },
    { ...page, languages: [] },
    { ...page, languages: ["x".repeat(65)] },
    { ...page, blocks: blocksOf([]) },
    { ...page, blocks: [{ box, paragraphs: [] }] },
    { ...page, blocks: blocksOf([{ ...word, text: "" }]) },
    { ...page, blocks: blocksOf([{ ...word, text: "A".repeat(500_000) }]) },
    { ...page, blocks: blocksOf([{ ...word, confidence: 1.1 }]) },
    { ...page, blocks: blocksOf([{ ...word, box: { ...box, xMin: -1 } }]) },
    { ...page, blocks: blocksOf([{ ...word, box: { ...box, xMax: 11 } }]) },
    { ...page, blocks: blocksOf([{ ...word, box: { ...box, yMin: 6 } }]) },
    { ...page, blocks: blocksOf([{ ...word, box: { ...box, xMax: null } }]) },
  ])("page %#", async (answer) => {
    await expect(recognizerSaying(answer).recognize(readingJob(input))).rejects.toMatchObject({
      code: "document_too_complex",
      facts: { wrong: "pages" },
    });
  });

  test("nor does one have more words than a page can", async () => {
    const words = Array.from({ length: 40_001 }, () => word);
    const answer = { ...page, blocks: blocksOf(words) };
    await expect(recognizerSaying(answer).recognize(readingJob(input))).rejects.toMatchObject({
      code: "document_too_complex",
    });
    const most = { ...page, blocks: blocksOf(words.slice(1)) };
    await expect(recognizerSaying(most).recognize(readingJob(input))).resolves.toEqual(most);
  });

  test.each([{}, { widthPx: 1 }, { widthPx: 1, heightPx: -1 }, { widthPx: "1", heightPx: 1 }])(
    "size %j",
    async (answer) => {
      await expect(createImageInspector(poolSaying(answer)).look({ input, ...work() })).rejects.toMatchObject({
        code: "document_too_complex",
      });
    },
  );

  const reported = {
    path: "/elsewhere/x.jpg",
    widthPx: 5,
    heightPx: 8,
    rotationDegrees: 0,
    isBlank: false,
    sample: [word],
  };

  test.each([
    {},
    reported,
    { ...reported, widthPx: 9 },
    { ...reported, heightPx: 0 },
    { ...reported, rotationDegrees: 1 },
    { ...reported, isBlank: "no" },
    { ...reported, sample: [{ ...word, text: "" }] },
    { ...reported, sample: [{ ...word, box: { ...box, xMax: 6 } }] },
    { ...reported, sample: Array.from({ length: MAX_SAMPLE_WORDS + 1 }, () => word) },
  ])("picture %#", async (answer) => {
    const pictures = createPagePictures(poolSaying(answer));
    const code = { code: "document_too_complex", facts: { wrong: "pages" } };
    await expect(pictures.picture(pictureJob())).rejects.toMatchObject(code);
    await expect(pictures.strips({ ...pictureJob(), rotationDegrees: 0, count: 2 })).rejects.toMatchObject(code);
  });
});
