import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { corpusFiles as documents, sampleOf as sampleOfDocuments } from "../corpora/corpus.ts";
import { BYTE_MUTATIONS } from "../fuzz/byte-mutations.ts";
import { Dice } from "../fuzz/dice.ts";
import { CORPORA, corpusFiles, sampleOf } from "./corpus.ts";
import { survive } from "./survive.ts";

/*
 * Documents that are broken, odd or hostile: the validator reports on them or refuses them, in time, and calls none
 * compliant that makes no claim. QUIRE_TEST_CORPORA names the folder with the corpora; QUIRE_TEST_FULL=1 takes more.
 */

const full = process.env["QUIRE_TEST_FULL"] === "1";
const root = process.env["QUIRE_TEST_CORPORA"];
const MUTATED_FILES = full ? 100 : 20;
const MUTANTS_PER_FILE = full ? 10 : 3;
/** The largest documents that are mutated, in bytes: longer ones show the same, and take longer to change. */
const MUTATED_BYTES_MAX = 300_000;

if (root === undefined) {
  console.warn("Broken documents for the validator of PDF/A are left out: QUIRE_TEST_CORPORA is not set.");
}

test.skipIf(root === undefined)(
  "broken and hostile documents are reported on or refused",
  { timeout: 900_000 },
  async () => {
    const all = await documents(root ?? "");
    const chosen = (full ? all : sampleOfDocuments(all)).filter(({ path }) => path.endsWith(".pdf"));
    let reports = 0;
    const faults = chosen.flatMap(({ id, path, password }) => {
      const survival = survive(readFileSync(path), password);
      reports += survival.report === undefined ? 0 : 1;
      return survival.faults.map((fault) => `${id}: ${fault}`);
    });
    expect(faults).toEqual([]);
    expect(reports).toBeGreaterThan(chosen.length / 2);
  },
);

const known = CORPORA.flatMap((name) => corpusFiles(root, name) ?? []);

test.skipIf(known.length === 0)("documents with bytes changed are reported on or refused", { timeout: 900_000 }, () => {
  const texts = sampleOf(known, MUTATED_FILES)
    .map(({ corpus, path }) => ({ path, text: readFileSync(join(root ?? "", corpus, path), "latin1") }))
    .filter(({ text }) => text.length <= MUTATED_BYTES_MAX);
  const faults = texts.flatMap(({ path, text }, index) =>
    Array.from({ length: MUTANTS_PER_FILE }, (_, mutant) => {
      const seed = index * MUTANTS_PER_FILE + mutant;
      const dice = new Dice(seed);
      const changed = dice.pick(BYTE_MUTATIONS)(text, dice, () => dice.pick(texts).text);
      return survive(Buffer.from(changed, "latin1")).faults.map((fault) => `${path}, seed ${seed}: ${fault}`);
    }).flat(),
  );
  expect(texts.length).toBeGreaterThan(MUTATED_FILES / 2);
  expect(faults).toEqual([]);
});
