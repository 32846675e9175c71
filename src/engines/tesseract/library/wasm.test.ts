import { expect, test } from "vitest";
import { createInProcessPool } from "../../conformance/in-process-pool.ts";
import { drawPage, wordsOfDrawing } from "../../conformance/pictures/drawn-page.ts";
import { describePagePictures } from "../../conformance/pictures/page-pictures.ts";
import { describeTextEngine, HARBOUR } from "../../conformance/text-engine.ts";
import { createPagePictures } from "../page-pictures.ts";
import { createTesseractMethods } from "../worker/methods.ts";
import { findTesseract } from "./find-tesseract.ts";
import { loadTextEngine } from "./load.ts";

const methods = createTesseractMethods(await loadTextEngine({ build: "wasm" }));
const found = findTesseract({ build: "wasm" });
describeTextEngine("Tesseract, WebAssembly", () => loadTextEngine(found.settings), {
  hasOrientation: false,
  isSameBuild: false,
});

describePagePictures("Tesseract, WebAssembly", () => createPagePictures(createInProcessPool(methods)));

test("without language data of the system it reads English, by the data that npm brings", async () => {
  const engine = await loadTextEngine({ build: "wasm" });
  expect(engine.languages).toEqual(["eng"]);
  const blocks = engine.recognize(await drawPage(HARBOUR), { languages: ["eng"], dpi: 200, segmentation: "page" });
  const lines = blocks.flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
  expect(lines.flatMap(({ words }) => words.map(({ text }) => text))).toEqual(wordsOfDrawing(HARBOUR));
});
