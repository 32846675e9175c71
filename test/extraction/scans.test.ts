import { beforeAll, describe, expect, test } from "vitest";
import { startService } from "../api/running-service.ts";
import { AS_THE_TRUTH, type Converted, convertDocuments, SETTINGS } from "./convert.ts";
import { type CorpusDocument, extractCorpus, SAMPLE } from "./corpus.ts";
import { meansOf, scoresOf } from "./score.ts";

/*
 * Which documents are taken for scans when the request does not mention OCR, and what is read of them.
 * QUIRE_TEST_CORPORA names the folder with the corpora; QUIRE_TEST_FULL=1 takes all documents.
 */

const corpora = process.env.QUIRE_TEST_CORPORA;
const full = process.env.QUIRE_TEST_FULL === "1";
const corpus = extractCorpus(corpora, "extract");
const real = extractCorpus(corpora, "extract-real");
const RUN_TIMEOUT_MS = full ? 1_800_000 : 300_000;
const CHARACTER_ERRORS_MAX = 0.03;

if (corpus === undefined || real === undefined) {
  console.warn(
    "Scans are not reported from other documents: QUIRE_TEST_CORPORA does not lead to documents and their scorer.",
  );
}

describe.skipIf(corpus === undefined || real === undefined)("with automatic OCR", () => {
  let documents: readonly CorpusDocument[] = [];
  let converted: ReadonlyMap<string, Converted>;

  beforeAll(async () => {
    if (corpus === undefined || real === undefined) {
      return;
    }
    const service = await startService(SETTINGS);
    try {
      const request = { form: "markdown", fields: AS_THE_TRUTH.markdown } as const;
      const chosen = corpus.documents.filter(({ id }) => full || SAMPLE.includes(id));
      const chosenReal = full ? real.documents : [];
      documents = [...chosen, ...chosenReal];
      converted = new Map([
        ...(await convertDocuments(service, { corpus, documents: chosen }, request)),
        ...(await convertDocuments(service, { corpus: real, documents: chosenReal }, request)),
      ]);
    } finally {
      await service.stop();
    }
  }, RUN_TIMEOUT_MS);

  test("all pages of scans are read from their images, and no page of another document", () => {
    const expected = documents.map(({ id, pages, scanned }) => [id, scanned === true ? upTo(pages) : []]);
    expect(expected.filter(([, pages]) => pages?.length !== 0).length).toBeGreaterThanOrEqual(2);
    expect(documents.map(({ id }) => [id, converted.get(id)?.ocrPages])).toEqual(expected);
  });

  test("scans are read nearly without an error", async () => {
    if (corpus === undefined) {
      return;
    }
    const scans = documents.filter(({ scanned }) => scanned);
    const texts = new Map(scans.map(({ id }) => [id, converted.get(id)?.text ?? ""]));
    const scores = await scoresOf(corpus, texts, "md");
    const shown = [...scores].map(([id, { cer }]) => `${id} ${cer}`).join("\n");
    expect(meansOf(scores.values()).cer, shown).toBeLessThanOrEqual(CHARACTER_ERRORS_MAX);
  });
});

const upTo = (pages: number): number[] => Array.from({ length: pages }, (_, index) => index + 1);
