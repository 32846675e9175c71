import { beforeAll, describe, expect, test } from "vitest";
import { sharedService } from "../api/service.ts";
import { convertDocuments, SETTINGS } from "./convert.ts";
import { extractCorpus } from "./corpus.ts";
import type { Means } from "./score.ts";
import { keepScores } from "./scores.ts";
import { worldScores } from "./world-score.ts";

/*
 * Real documents in six classes, with truths that people made, converted to Markdown with the defaults of the operation.
 * The scorer lies in the corpus. QUIRE_TEST_CORPORA names the folder with the corpora.
 */

const corpus = extractCorpus(process.env.QUIRE_TEST_CORPORA, "extract-world");

if (corpus === undefined) {
  console.warn("Real documents are left out: QUIRE_TEST_CORPORA does not lead to them.");
}

const LEAST_MACRO = 0.92;
const LEAST_CLASS = 0.88;

describe.skipIf(corpus === undefined)("real documents", () => {
  const service = sharedService(SETTINGS);
  let classes: Readonly<Record<string, Means>> = {};

  beforeAll(async () => {
    if (corpus !== undefined) {
      const work = { corpus, documents: corpus.documents };
      const converted = await convertDocuments(service(), work, { form: "markdown", fields: {} });
      classes = await worldScores(corpus.directory, new Map([...converted].map(([id, { text }]) => [id, text])));
    }
  }, 1_800_000);

  test("each class is converted as well as was set out, and their mean", () => {
    const overalls = Object.values(classes).map(({ overall = 0 }) => overall);
    const macro = overalls.reduce((sum, overall) => sum + overall, 0) / overalls.length;
    expect(Math.min(...overalls), JSON.stringify(classes)).toBeGreaterThanOrEqual(LEAST_CLASS);
    expect(macro, JSON.stringify(classes)).toBeGreaterThanOrEqual(LEAST_MACRO);
  });

  test("no score falls", () => {
    const groups = Object.entries(classes).map(([name, means]) => [`Real documents: ${name}`, means] as const);
    expect(keepScores(Object.fromEntries(groups))).toEqual([]);
  });
});
