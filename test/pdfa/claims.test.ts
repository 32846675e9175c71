import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Bounds } from "@quire/cos";
import { expect, test } from "vitest";
import { validate } from "../../packages/pdfa/src/runner/validate.ts";
import { CORPORA, corpusFiles, sampleOf } from "./corpus.ts";

/*
 * The conformance that documents claim themselves. QUIRE_TEST_CORPORA names the folder with the corpora;
 * QUIRE_TEST_FULL=1 takes all.
 */

const full = process.env["QUIRE_TEST_FULL"] === "1";
const root = process.env["QUIRE_TEST_CORPORA"];
const files = CORPORA.flatMap((name) => corpusFiles(root, name) ?? []);
const SAMPLE_FILES = 150;

if (files.length === 0) {
  console.warn("Claims are left out: QUIRE_TEST_CORPORA does not lead to documents for PDF/A.");
}

/**
 * Documents that claim plain PDF/A-4 and concern what 4e and 4f alone forbid: those of the corpora whose verdict is
 * known to depend on which of the two is asked for.
 */
const OTHER_BY_CLAIM = /PDF_A-4[ef].*6-7-3-t01-fail-b\.pdf$/;

test.skipIf(files.length === 0)(
  "the verdict under the claim is that under the stated flavour",
  { timeout: 600_000 },
  () => {
    const chosen = full ? files : sampleOf(files, SAMPLE_FILES);
    let claims = 0;
    const differing = chosen.flatMap(({ corpus, path, flavour }) => {
      const bytes = readFileSync(join(root ?? "", corpus, path));
      const verdictOf = (asked: typeof flavour | undefined) =>
        validate(bytes, { flavour: asked, bounds: new Bounds({ timeoutMs: 20_000 }) });
      const claimed = verdictOf(undefined);
      if (claimed.claimed?.flavour === undefined) {
        return [];
      }
      claims++;
      return claimed.isCompliant === verdictOf(flavour).isCompliant ? [] : [path];
    });
    expect(claims).toBeGreaterThan(0.9 * chosen.length);
    expect(differing.filter((path) => !OTHER_BY_CLAIM.test(path))).toEqual([]);
  },
);
