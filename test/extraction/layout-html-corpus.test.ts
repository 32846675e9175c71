import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { withoutChromium } from "../api/html-to-pdf.ts";
import { sharedService } from "../api/service.ts";
import { SETTINGS } from "./convert.ts";
import { type CorpusDocument, extractCorpus, pathOf } from "./corpus.ts";
import { printedLayout } from "./printed-layout.ts";

/* Pages of the corpora as HTML of `mode=layout`. QUIRE_TEST_CORPORA names the folder with the corpora. */

const PAGES = 40;
const MEDIAN_PERCENT = 2;

const corpora = (["extract", "extract-real"] as const).flatMap((name) => {
  const corpus = extractCorpus(process.env.QUIRE_TEST_CORPORA, name);
  return corpus === undefined ? [] : [corpus];
});

/** Returns documents spread evenly over a list, and a page of each: the first, the second, the third, in turn. */
const sampleOf = (documents: readonly CorpusDocument[], count: number) =>
  Array.from({ length: count }, (_, index) => {
    const document = documents[Math.floor((index * documents.length) / count)];
    return { document, page: Math.min((index % 3) + 1, document?.pages ?? 1) };
  });

describe.skipIf(corpora.length === 0 || withoutChromium !== false)("pages of real documents as HTML", () => {
  const service = sharedService(SETTINGS);

  test("look as they did, in the median, and have their text", { timeout: 1_800_000 }, async () => {
    const shares: number[] = [];
    const otherTexts: string[] = [];
    for (const corpus of corpora) {
      const written = corpus.documents.filter(({ scanned }) => scanned !== true);
      for (const { document, page } of sampleOf(written, PAGES / corpora.length)) {
        if (document !== undefined) {
          const layout = await printedLayout(service(), readFileSync(pathOf(corpus, document)), page);
          shares.push(layout.differingPercent);
          otherTexts.push(...(layout.text === layout.expectedText ? [] : [`${document.id}, page ${page}`]));
        }
      }
    }
    const sorted = shares.toSorted((one, other) => one - other);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(MEDIAN_PERCENT);
    expect(otherTexts).toEqual([]);
  });
});
