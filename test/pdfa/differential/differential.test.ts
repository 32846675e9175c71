import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { basesIn } from "./bases.ts";
import { MOST_EXCEPTIONS } from "./exceptions.ts";
import { runSeed } from "./run.ts";
import { percent } from "./tally.ts";
import { Verapdf, verapdfProgram } from "./verapdf.ts";

/*
 * Documents that differ from a passing one in one thing, judged by veraPDF as well. QUIRE_TEST_CORPORA names the folder
 * with the corpora, QUIRE_TEST_VERAPDF the program that asks veraPDF; without them the suite is left out. score.ts
 * prints the differences of any seed.
 */

const root = process.env["QUIRE_TEST_CORPORA"];
const program = verapdfProgram(root);
const isThere = root !== undefined && program !== undefined;
if (!isThere) {
  console.warn(
    "The comparison with veraPDF is left out: it is not at hand, or QUIRE_TEST_CORPORA does not lead to corpora.",
  );
}

const FIXED_SEED = 5;
const FILES = 440;
/** The bars in percent; a difference of exceptions.ts, and a file that is not decided, count as none. */
const BARS = { verdicts: 99, rules: 98.5, broken: 25 } as const;
/** The most files with exceptions, and of those that are not decided: a few more than their part of so few files. */
const MOST_EXCEPTED = 2 + Math.ceil((FILES * MOST_EXCEPTIONS) / 100);

const folder = mkdtempSync(join(tmpdir(), "quire-pdfa-differential-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!isThere)("mutated documents", () => {
  test.each([
    ["of a fixed seed", FIXED_SEED],
    ["of a fresh seed", Math.floor(Math.random() * 1e6)],
  ])("%s are judged as veraPDF does", { timeout: 1_200_000 }, async (_what, seed) => {
    await using verapdf = new Verapdf(program ?? "");
    const tally = await runSeed({ bases: basesIn(root ?? "", []), seed, count: FILES, verapdf, folder });
    const said = `${tally.text({ examples: 3 })}\nseed ${seed}`;
    console.log(said);
    const { files, broken, equalVerdicts, equalRules, excepted, undecided } = tally.total;
    expect(files).toBeGreaterThan(0.85 * FILES);
    expect(percent(broken, files)).toBeGreaterThanOrEqual(BARS.broken);
    expect(percent(equalVerdicts + excepted + undecided, files), said).toBeGreaterThanOrEqual(BARS.verdicts);
    expect(percent(equalRules + excepted + undecided, files), said).toBeGreaterThanOrEqual(BARS.rules);
    expect(excepted, said).toBeLessThanOrEqual(MOST_EXCEPTED);
    expect(undecided, said).toBeLessThanOrEqual(MOST_EXCEPTED);
  });
});
