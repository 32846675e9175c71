import { beforeAll, describe, expect, test } from "vitest";
import { startService } from "../api/running-service.ts";
import { type Service } from "../api/service.ts";
import { AS_THE_TRUTH, convertDocuments, SETTINGS } from "./convert.ts";
import { type CorpusDocument, type ExtractCorpus, extractCorpus, isCutOff, SAMPLE } from "./corpus.ts";
import { type DocumentScore, type Means, meansOf, scoresOf } from "./score.ts";
import { keepScores, missedBars, type Scores } from "./scores.ts";

/*
 * Documents whose text and structure are known, converted to Markdown and to HTML by a running service.
 * QUIRE_TEST_CORPORA names the folder with the corpora; the scorer lies beside it. QUIRE_TEST_FULL=1 takes all
 * documents, and keeps the scores.
 */

const corpora = process.env.QUIRE_TEST_CORPORA;
const full = process.env.QUIRE_TEST_FULL === "1";
const made = extractCorpus(corpora, "extract");
const real = extractCorpus(corpora, "extract-real");
const RUN_TIMEOUT_MS = full ? 1_800_000 : 300_000;

if (made === undefined || real === undefined) {
  console.warn(
    "The scores of extraction are left out: QUIRE_TEST_CORPORA does not lead to the documents and their scorer.",
  );
}

/** The least scores of the sample. */
const SAMPLE_BARS: Means = {
  overall: 0.94,
  quality: 0.97,
  nid_plain: 0.99,
  teds: 0.95,
  mhs: 0.935,
  h_f1: 0.98,
  list_full: 0.98,
  code_f1: 0.98,
  order: 0.995,
  link_rec: 0.99,
  furniture_leak: 0.02,
};
/** The least scores of all documents. */
const BARS: Means = {
  overall: 0.9,
  quality: 0.86,
  teds: 0.86,
  mhs: 0.84,
  list_full: 0.82,
  code_f1: 0.82,
  order: 0.99,
  link_rec: 0.93,
  furniture_leak: 0.15,
};
const BAR_OF_REORDERED: Means = { order: 0.97 };
const BARS_OF_REAL = { asIs: { overall: 0.85 }, cutOff: { overall: 0.66 } } as const;
/** The most that HTML may score below Markdown. */
const BEHIND_MARKDOWN_MAX = 0.02;

type ById = ReadonlyMap<string, DocumentScore>;

describe.skipIf(made === undefined || real === undefined)("text and structure", () => {
  let documents: readonly CorpusDocument[];
  let markdown: ById;
  let html: ById;
  let realMarkdown: ById;

  beforeAll(async () => {
    if (made === undefined || real === undefined) {
      return;
    }
    documents = made.documents.filter(({ id, scanned }) => scanned !== true && (full || SAMPLE.includes(id)));
    const service = await startService(SETTINGS);
    try {
      markdown = await scored(service, { corpus: made, documents }, "markdown");
      html = await scored(service, { corpus: made, documents }, "html");
      const realDocuments = full ? real.documents : [];
      realMarkdown = await scored(service, { corpus: real, documents: realDocuments }, "markdown");
    } finally {
      await service.stop();
    }
  }, RUN_TIMEOUT_MS);

  test("the sample is converted as well as it was", () => {
    const sample = documents.filter(({ id }) => SAMPLE.includes(id));
    expect(sample.length).toBeGreaterThanOrEqual(13);
    expectBars(sample, markdown, SAMPLE_BARS);
  });

  test("twins whose page contents are in another order are read in the order of reading", () => {
    const reordered = documents.filter((document) => document.reordered);
    expect(reordered.length).toBeGreaterThanOrEqual(1);
    expectBars(reordered, markdown, BAR_OF_REORDERED);
  });

  test("HTML has what Markdown has", () => {
    expect(html.size).toBe(documents.length);
    const [ours, beside] = [meansOf(html.values()), meansOf(markdown.values())];
    expect(ours.overall, worstOf(html)).toBeGreaterThanOrEqual((beside.overall ?? 1) - BEHIND_MARKDOWN_MAX);
    expect(ours.quality, worstOf(html)).toBeGreaterThanOrEqual((beside.quality ?? 1) - BEHIND_MARKDOWN_MAX);
  });

  describe.runIf(full)("all documents", () => {
    test("they are converted as well as was set out", () => {
      expectBars(documents, markdown, BARS);
    });

    test("real documents are converted as well as was set out, with their tags and without", () => {
      const all = real?.documents ?? [];
      const asIs = all.filter((document) => !isCutOff(document));
      expectBars(asIs, realMarkdown, BARS_OF_REAL.asIs);
      expectBars(all.filter(isCutOff), realMarkdown, BARS_OF_REAL.cutOff);
    });

    test("no score falls", () => {
      expect(keepScores(allScores())).toEqual([]);
    });
  });

  const allScores = (): Scores => ({
    Markdown: meansOf(markdown.values()),
    HTML: meansOf(html.values()),
    "Markdown of twins in another order": group(documents, markdown, ({ reordered }) => reordered === true),
    "Markdown of real documents": group(real?.documents ?? [], realMarkdown, (document) => !isCutOff(document)),
    "Markdown of real documents without tags": group(real?.documents ?? [], realMarkdown, isCutOff),
  });
});

async function scored(
  service: Service,
  work: { readonly corpus: ExtractCorpus; readonly documents: readonly CorpusDocument[] },
  form: "markdown" | "html",
): Promise<ById> {
  const fields = { ...AS_THE_TRUTH[form], enable_ocr: "false" };
  const converted = await convertDocuments(service, work, { form, fields });
  const texts = new Map([...converted].map(([id, { text }]) => [id, text]));
  return texts.size === 0 ? new Map() : scoresOf(work.corpus, texts, form === "html" ? "html" : "md");
}

const group = (
  documents: readonly CorpusDocument[],
  scores: ById,
  belongs: (document: CorpusDocument) => boolean,
): Means => meansOf(documents.filter(belongs).map(({ id }) => scores.get(id) ?? {}));

function expectBars(documents: readonly CorpusDocument[], scores: ById, bars: Means): void {
  expect(documents.map(({ id }) => id).filter((id) => !scores.has(id))).toEqual([]);
  const missed = missedBars(
    group(documents, scores, () => true),
    bars,
  );
  expect(missed, worstOf(scores)).toEqual([]);
}

/** Returns the documents of the least quality, which a failure shows. */
const worstOf = (scores: ById): string =>
  [...scores]
    .toSorted(([, one], [, other]) => (one.quality ?? 1) - (other.quality ?? 1))
    .slice(0, 10)
    .map(([id, score]) => `${id} ${JSON.stringify(score)}`)
    .join("\n");
