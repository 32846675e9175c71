import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedService } from "../api/service.ts";
import { convertDocuments, SETTINGS } from "./convert.ts";
import { extractCorpus } from "./corpus.ts";
import type { Means } from "./score.ts";
import { keepScores } from "./scores.ts";

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
      classes = await classesOf(corpus.directory, new Map([...converted].map(([id, { text }]) => [id, text])));
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

/** What the scorer of the corpus measures that is kept. */
const KEPT = ["overall", "teds", "h_f1", "list_f1", "code_f1", "order"] as const;

/** Scores Markdown by the ids of its documents; returns the means of each class. */
async function classesOf(directory: string, texts: ReadonlyMap<string, string>): Promise<Record<string, Means>> {
  const home = mkdtempSync(join(tmpdir(), "quire-world-scores-"));
  try {
    for (const [id, text] of texts) {
      writeFileSync(join(home, `${id}.md`), text);
    }
    const report = join(home, "report.json");
    const scorer = join(directory, "score.mjs");
    await promisify(execFile)(process.execPath, [scorer, "--pred", home, "--json", report, "--quiet", "1"]);
    const reported = JSON.parse(readFileSync(report, "utf8")) as { classes: Record<string, Record<string, number>> };
    const kept = Object.entries(reported.classes).map(([name, means]) => [
      name,
      Object.fromEntries(
        KEPT.flatMap((metric) => (means[metric] === undefined ? [] : [[metric, rounded(means[metric])]])),
      ),
    ]);
    return Object.fromEntries(kept) as Record<string, Means>;
  } finally {
    rmSync(home, { recursive: true });
  }
}

const rounded = (value: number): number => Number(value.toFixed(4));
