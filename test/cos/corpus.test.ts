import { beforeAll, describe, expect, test } from "vitest";
import { filesWithPasswords, isHostile, sampleOf } from "./corpus.ts";
import type { CosAnswer } from "./cos-process.ts";
import { type Exception, readExceptions } from "./exceptions.ts";
import { expectExceptions } from "./expect-exceptions.ts";
import { isWritten, type Judgement, judgeAll, TIME_MAX_MS } from "./judge.ts";
import { succeeded } from "./qpdf.ts";
import { readReference } from "./reference.ts";
import { endOf, losses, pagesOf, readScore, scoreOf, writeScore } from "./scores.ts";
import { isLoss, type Loss } from "./working-process.ts";

/*
 * Broken, odd and hostile documents, read and rewritten by packages/cos and judged by qpdf and PDFium.
 * QUIRE_TEST_CORPORA names the folder with the corpora; QUIRE_TEST_FULL=1 takes all files, and keeps the score.
 */

const corpora = process.env.QUIRE_TEST_CORPORA;
const full = process.env.QUIRE_TEST_FULL === "1";

const RENDERING_EXCEPTIONS_SHARE_MAX = 0.005;
/**
 * The most memory that a process may take: the runtime and its garbage, and some copies of the largest stream that may
 * be decoded.
 */
const MEMORY_MAX = 512 * 1024 ** 2;
const RUN_TIMEOUT_MS = full ? 3_600_000 : 300_000;

const reference = await readReference();
const exceptions = await readExceptions();

if (corpora === undefined) {
  console.warn("The corpora for packages/cos are left out: QUIRE_TEST_CORPORA is not set.");
}

test("exceptions are few, each about a document that qpdf opens, with an object and a reason", () => {
  const { counts, files } = reference;
  expect(exceptions.unclean.length).toBeLessThanOrEqual(counts.uncleanRewrites);
  expect(exceptions.rendering.length).toBeLessThanOrEqual(counts.files * RENDERING_EXCEPTIONS_SHARE_MAX);
  for (const { file, object, reason } of Object.values(exceptions).flat()) {
    expect(succeeded(files[file]?.rewrite ?? null), file).toBe(true);
    expect(object).toMatch(/\d|\w{3}/);
    expect(reason).toMatch(/\w{3}/);
  }
});

test.skipIf(corpora === undefined)("qpdf's list names every document of the corpus", async () => {
  const files = (await filesWithPasswords(corpora ?? "")).filter((file) => !isHostile(file));
  expect(Object.keys(reference.files).toSorted()).toEqual(files.map(({ id }) => id).toSorted());
});

describe.skipIf(corpora === undefined)("the corpora", () => {
  let judgements: readonly Judgement[];
  /** The documents that qpdf opens, and among these, those that it finds clean. */
  let opened: readonly Judgement[];
  let cleanInputs: readonly Judgement[];

  beforeAll(async () => {
    const all = await filesWithPasswords(corpora ?? "");
    const excepted = [...exceptions.pages, ...exceptions.unclean, ...exceptions.rendering, ...exceptions.update].map(
      ({ file }) => file,
    );
    const encrypted = Object.keys(reference.files).filter((file) => reference.files[file]?.revision !== undefined);
    const files = full ? all : sampleOf(all, new Set([...excepted, ...encrypted]));
    judgements = await judgeAll(files, reference);
    opened = judgements.filter(({ file }) => succeeded(reference.files[file]?.rewrite ?? null));
    cleanInputs = opened.filter(({ file }) => reference.files[file]?.check === 0);
  }, RUN_TIMEOUT_MS);

  test("what is not read or written is refused with a CosError", () => {
    const faults = answers().filter(({ answer }) => isLoss(answer) || answer.kind === "fault");
    expect(faults.map(({ file, kind, answer }) => `${file}, ${kind}: ${faultOf(answer)}`)).toEqual([]);
  });

  test("nothing takes more time or memory than its bounds allow", () => {
    const costly = answers().filter(
      ({ answer }) => !isLoss(answer) && (answer.elapsedMs > TIME_MAX_MS || answer.peakBytes > MEMORY_MAX),
    );
    expect(costly).toEqual([]);
  });

  test("every document that qpdf opens is read and written", () => {
    const refused = opened.filter((one) => endOf(one, "read") !== "read" || !isWritten(one.answers.rewrite));
    expect(refused.map((one) => `${one.file}: ${endOf(one, "read")}, ${endOf(one, "rewrite")}`)).toEqual([]);
  });

  test("it has as many pages as qpdf counts", () => {
    const other = opened.filter((judgement) => pagesOf(judgement) !== reference.files[judgement.file]?.pages);
    expectExactly(other, exceptions.pages, (judgement) => `has ${pagesOf(judgement)}`);
  });

  test("all that Root and Info lead to is the same when it is read again", () => {
    const changes = answers().flatMap(({ file, kind, answer }) =>
      isLoss(answer) || answer.kind !== "written" ? [] : answer.changes.map((change) => `${file}, ${kind}: ${change}`),
    );
    expect(changes).toEqual([]);
  });

  test("what is written is clean for qpdf --check", () => {
    const unclean = opened.filter(({ rewrite }) => rewrite !== undefined && rewrite.check.exitCode !== 0);
    expectExactly(unclean, exceptions.unclean, ({ rewrite }) => JSON.stringify(rewrite?.check));
  });

  test("every page of a clean document looks the same after it was rewritten, to the pixel", () => {
    expect(cleanInputs.length).toBeGreaterThan(0);
    const different = cleanInputs.filter(({ rewrite }) => rewrite?.different.length !== 0);
    expectExactly(different, exceptions.rendering, ({ rewrite }) => JSON.stringify(rewrite?.different));
  });

  test("a clean document stays clean and looks the same with an incremental update", () => {
    const changed = cleanInputs.filter(
      ({ update }) => update === undefined || update.check.exitCode !== 0 || update.different.length > 0,
    );
    expectExactly(changed, exceptions.update, ({ update }) => JSON.stringify(update));
  });

  test("every page of any other document looks as after qpdf's repair", () => {
    const compared = opened.filter(({ rewrite }) => rewrite?.beside === "qpdf");
    const different = compared.filter(({ rewrite }) => rewrite?.different.length !== 0);
    expectExactly(different, exceptions.repair, ({ rewrite }) => JSON.stringify(rewrite));
  });

  test("an encrypted document is written with the protection that it has", () => {
    const encrypted = opened.filter(({ file }) => reference.files[file]?.revision !== undefined);
    expect(encrypted.length).toBeGreaterThan(0);
    for (const { file, protection } of encrypted) {
      expect(protection, file).toMatchObject({ check: { exitCode: 0 }, different: [] });
      expect(protection?.after, file).toEqual(protection?.before);
    }
  });

  test.runIf(full)("no score falls", () => {
    const score = scoreOf(judgements, reference);
    const kept = readScore();
    expect(kept === undefined ? [] : losses(kept, score)).toEqual([]);
    writeScore(score);
  });

  function answers(): { file: string; kind: string; answer: CosAnswer | Loss }[] {
    return judgements.flatMap(({ file, answers: all }) =>
      Object.entries(all).map(([kind, answer]) => ({ file, kind, answer })),
    );
  }

  function expectExactly(
    found: readonly Judgement[],
    excepted: readonly Exception[],
    describeIt: (judgement: Judgement) => string,
  ): void {
    expectExceptions({ judged: judgements, found, exceptions: excepted }, describeIt);
  }
});

function faultOf(answer: CosAnswer | Loss): string {
  return isLoss(answer) ? answer.lost : answer.kind === "fault" ? answer.stack : answer.kind;
}
