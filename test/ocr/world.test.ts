import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../api/running-service.ts";
import { recognize } from "../api/scans.ts";
import { scoredWords } from "./scored-words.ts";
import { type ReadPage, type WorldCorpus, type WorldScores, worldCorpus, worldScores } from "./world-score.ts";

/*
 * Pages that were scanned or photographed, of eight classes, whose texts people made: receipts, forms, letters of
 * offices, typescript, books, old print, photographs, and pages drawn from PDFs. The scorer lies in the corpus.
 * QUIRE_TEST_CORPORA names the folder with the corpora.
 */

const corpus = worldCorpus(process.env.QUIRE_TEST_CORPORA);
const RUN_TIMEOUT_MS = 3_600_000;
const AT_ONCE = 2;

if (corpus === undefined) {
  console.warn("Scans and photographs are left out: QUIRE_TEST_CORPORA does not lead to them.");
}

/** How far confidences may be off, in points. */
const MOST_CALIBRATION_ERROR = 3;
/** The greatest difference that rounding may make, in percent. */
const SLACK = 0.05;

describe.skipIf(corpus === undefined)("scans and photographs", () => {
  let scores: WorldScores;

  beforeAll(async () => {
    if (corpus !== undefined) {
      const service = await startService({ QUIRE_OCR_WORKERS: String(AT_ONCE) });
      try {
        scores = await worldScores(corpus.directory, await readPages(service, corpus));
      } finally {
        await service.stop();
      }
    }
  }, RUN_TIMEOUT_MS);

  test("a word's confidence is the probability that it is right", () => {
    expect(scores.calibrationErrorPoints).toBeLessThanOrEqual(MOST_CALIBRATION_ERROR);
  });

  test("no score falls", () => {
    expect(losses(kept(), scores)).toEqual([]);
    writeFileSync(PATH, `${JSON.stringify(scores, null, 2)}\n`);
  });
});

async function readPages(service: Service, { directory, pages }: WorldCorpus): Promise<Map<string, ReadPage>> {
  const read = new Map<string, ReadPage>();
  const waiting = pages.values();
  const takePages = async (): Promise<void> => {
    for (const { id, lang, file } of waiting) {
      const image = { content: readFileSync(join(directory, file)), filename: file };
      const { data } = await recognize(service, "/api/v1/ocr/extract/advanced", image, { language: lang });
      read.set(id, { text: data.text, words: scoredWords(data.words ?? []) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takePages));
  return read;
}

const PATH = fileURLToPath(new URL("scores/ocr-world.json", import.meta.url));

const kept = (): WorldScores["classes"] =>
  existsSync(PATH) ? (JSON.parse(readFileSync(PATH, "utf8")) as WorldScores).classes : {};

/** Returns where pages were read worse than in the run that is kept. */
function losses(before: WorldScores["classes"], { classes }: WorldScores): string[] {
  return Object.entries(before).flatMap(([name, score]) =>
    (["f1", "precision", "recall", "boxes"] as const).flatMap((what) => {
      const [was, now] = [score[what] ?? 0, classes[name]?.[what] ?? 0];
      return now < was - SLACK ? [`${name}, ${what}: ${now}, was ${was}`] : [];
    }),
  );
}
