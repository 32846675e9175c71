import { describe, expect, test } from "vitest";
import { ALL_CORPORA, corpusFiles, type FileResult, sampleOf, validateFile } from "./corpus.ts";
import { losses, lostRules, readRuleUses, readScores, ruleUsesOf, scoreOf, verdictOf } from "./scores.ts";

/*
 * Documents whose verdict is known, through the validator. QUIRE_TEST_CORPORA names the folder with the corpora.
 * QUIRE_TEST_FULL=1 takes all of them; else a fixed sample of 200. The kept scores are written by score.ts --write.
 */

const full = process.env["QUIRE_TEST_FULL"] === "1";
const root = process.env["QUIRE_TEST_CORPORA"];
const SAMPLE_FILES = { pdfa: 150, "pdfa-bfo": 10, "pdfa-regression": 40, pdfua: 60 } as const;
/** The bars as shares in percent; `exact` concerns the documents whose broken rules are known. */
const BARS = {
  pdfa: { agreement: 99, macro: 98, falseFail: 0.5, falsePass: 1.5, exact: 0 },
  "pdfa-bfo": { agreement: (100 * 32) / 34, macro: 0, falseFail: 100, falsePass: 100, exact: 0 },
  "pdfa-regression": { agreement: 92, macro: 0, falseFail: 5, falsePass: 100, exact: 70 },
  pdfua: { agreement: 99, macro: 99, falseFail: 0.5, falsePass: 1, exact: 0 },
} as const;

const share = (count: number, of: number): number => (of === 0 ? 0 : (100 * count) / of);

const present = ALL_CORPORA.filter((name) => corpusFiles(root, name) !== undefined);
if (present.length < ALL_CORPORA.length) {
  console.warn("Known verdicts are left out: QUIRE_TEST_CORPORA does not lead to documents for PDF/A and PDF/UA.");
}

describe.each(ALL_CORPORA)("%s", (name) => {
  const files = corpusFiles(root, name) ?? [];
  const chosen = full ? files : sampleOf(files, SAMPLE_FILES[name]);
  let results: readonly FileResult[] | undefined;
  const all = (): readonly FileResult[] => (results ??= chosen.map((file) => validateFile(root ?? "", file)));

  test.skipIf(files.length === 0)("verdicts are as known", { timeout: 600_000 }, () => {
    const score = scoreOf(all());
    const bars = BARS[name];
    expect(all().filter(({ error }) => error !== undefined)).toEqual([]);
    const wrong = all().flatMap((one) => (verdictOf(one) === one.file.expected ? [] : [one.file.path]));
    // In a sample, one document is a larger share than the bar.
    const slack = full ? 0 : share(1, chosen.length);
    expect(share(score.agree, score.files) + slack, wrong.join("\n")).toBeGreaterThanOrEqual(bars.agreement);
    expect(share(score.falseFail, score.good)).toBeLessThanOrEqual(full ? bars.falseFail : Math.max(bars.falseFail, 1));
    expect(share(score.falsePass, score.bad)).toBeLessThanOrEqual(bars.falsePass);
    expect(score.macroAgreement + slack).toBeGreaterThanOrEqual(bars.macro);
    expect(share(score.exactRules, Math.max(score.withRules, 1))).toBeGreaterThanOrEqual(
      score.withRules === 0 ? 0 : bars.exact,
    );
  });

  test.runIf(full && files.length > 0)("no clause is worse than it was", () => {
    const kept = readScores()[name];
    expect(kept, "no scores are kept: run test/pdfa/score.ts --write").toBeDefined();
    expect(kept === undefined ? [] : losses(kept, scoreOf(all()))).toEqual([]);
  });
});

test.runIf(full && present.length === ALL_CORPORA.length)(
  "no rule finds less than it did",
  () => {
    const all = ALL_CORPORA.flatMap((name) =>
      (corpusFiles(root, name) ?? []).map((file) => validateFile(root ?? "", file)),
    );
    expect(lostRules(readRuleUses(), ruleUsesOf(all))).toEqual([]);
  },
  600_000,
);
