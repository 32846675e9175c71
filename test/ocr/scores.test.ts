import { beforeAll, describe, expect, test } from "vitest";
import { type ItemScore, ocrCorpus, SAMPLE } from "./corpus.ts";
import { type Engine, type ReadCorpus, readCorpus } from "./read-corpus.ts";
import { groupScore, losses, readScores, scoreOf, writeScores } from "./scores.ts";

/*
 * Page images whose text is known, clean and degraded, read by the service. QUIRE_TEST_CORPORA names the folder with
 * the corpora; the scorer lies beside it. QUIRE_TEST_FULL=1 takes all pages, and keeps the scores.
 */

const full = process.env.QUIRE_TEST_FULL === "1";
const corpus = await ocrCorpus(process.env.QUIRE_TEST_CORPORA);
const RUN_TIMEOUT_MS = full ? 3_600_000 : 300_000;

if (corpus === undefined) {
  console.warn(
    "The scores of text recognition are left out: QUIRE_TEST_CORPORA does not lead to pages and their scorer.",
  );
}

/** The bars of the sample, in percent, and of the worst of its pages. */
const SAMPLE_BARS = {
  advanced: { cer: 2.2, f1: 97, boxes: 97.5, worstCer: 8 },
  simple: { cer: 2.6, f1: 99, boxes: undefined, worstCer: 8 },
} as const;
/** The bars of all pages, in percent. */
const FULL_BARS = {
  advanced: { cer: 1.9, f1: 94, boxes: 95.5 },
  simple: { cer: 2.5, f1: 92, boxes: undefined },
} as const;

describe.skipIf(corpus === undefined).each(["advanced", "simple"] as const)("%s", (engine) => {
  let pages = 0;
  let read: ReadCorpus;

  beforeAll(async () => {
    if (corpus !== undefined) {
      const sample: readonly string[] = SAMPLE[engine];
      const items = corpus.items.filter(({ id }) => full || sample.includes(id));
      pages = items.length;
      read = await readCorpus(corpus, engine, items);
    }
  }, RUN_TIMEOUT_MS);

  test("the sample is read as well as it was", () => {
    const bars = SAMPLE_BARS[engine];
    expect(read.scores).toHaveLength(pages);
    const sample = read.scores.filter(({ id }) => (SAMPLE[engine] as readonly string[]).includes(id));
    expect(sample).toHaveLength(SAMPLE[engine].length);
    expectAtLeast(groupScore(sample), bars, sample);
    const worst = sample.filter(({ cer }) => (cer ?? 0) * 100 > bars.worstCer);
    expect(worst).toEqual([]);
  });

  test.runIf(full)("all pages are read as well as was set out", () => {
    expectAtLeast(groupScore(read.scores), FULL_BARS[engine], read.scores);
  });

  test.runIf(full)("no score falls", () => {
    const score = scoreOf(read);
    const scores = readScores();
    const kept = scores[engine as Engine];
    expect(kept === undefined ? [] : losses(kept, score)).toEqual([]);
    writeScores({ ...scores, [engine]: score });
  });
});

function expectAtLeast(
  found: ReturnType<typeof groupScore>,
  bars: { readonly cer: number; readonly f1: number; readonly boxes: number | undefined },
  pages: readonly ItemScore[],
): void {
  const table = pages.map(({ id, cer, f1, box }) => [id, cer, f1, box].join(" ")).join("\n");
  expect(found.cer ?? 100, table).toBeLessThanOrEqual(bars.cer);
  expect(found.f1, table).toBeGreaterThanOrEqual(bars.f1);
  expect(found.boxes ?? 0, table).toBeGreaterThanOrEqual(bars.boxes ?? 0);
}
