import { beforeAll, describe, expect, test } from "vitest";
import { filesWithPasswords, isHostile, sampleOf } from "../cos/corpus.ts";
import { expectExceptions } from "../cos/expect-exceptions.ts";
import { succeeded } from "../cos/qpdf.ts";
import { readReference } from "../cos/reference.ts";
import { isLoss, type Loss } from "../cos/working-process.ts";
import type { AssemblyAnswer } from "./assembly-process.ts";
import { type AssemblyException, readExceptions } from "./exceptions.ts";
import { judgeAll } from "./judge.ts";
import { isClean, isWritten, type Judgement, type Look, missingContents, wrongPageCounts } from "./judgement.ts";
import { losses, readScore, scoreOf, writeScore } from "./scores.ts";
import { WORK_NAMES } from "./works.ts";

/*
 * Broken, odd and hostile documents, merged with another one and taken apart again by packages/assembly, and judged by
 * qpdf, poppler and PDFium. QUIRE_TEST_CORPORA names the folder with the corpora; QUIRE_TEST_FULL=1 takes all files,
 * and keeps the score.
 */

const corpora = process.env.QUIRE_TEST_CORPORA;
const full = process.env.QUIRE_TEST_FULL === "1";

const EXCEPTIONS_SHARE_MAX = 0.005;
const TIME_MAX_MS = 25_000;
const MEMORY_MAX = 1024 ** 3;
const RUN_TIMEOUT_MS = full ? 3_600_000 : 300_000;

const reference = await readReference();
const exceptions = await readExceptions();

if (corpora === undefined) {
  console.warn("The corpora for packages/assembly are left out: QUIRE_TEST_CORPORA is not set.");
}

test.each(Object.entries(exceptions))("exceptions are few, with reasons: %s", (_, list) => {
  expect(list.length).toBeLessThanOrEqual(reference.counts.files * EXCEPTIONS_SHARE_MAX);
  for (const { file, object, reason, secondProgram } of list) {
    expect(Object.keys(reference.files)).toContain(file);
    expect(object).toMatch(/\d|\w{3}/);
    expect(reason).toMatch(/\w{3}/);
    expect(secondProgram).toMatch(/\w{3}/);
  }
});

describe.skipIf(corpora === undefined)("the corpora", () => {
  let judgements: readonly Judgement[];
  /** The documents that qpdf opens, and among these, those that it finds clean. */
  let opened: readonly Judgement[];
  let cleanInputs: readonly Judgement[];

  beforeAll(async () => {
    const all = await filesWithPasswords(corpora ?? "");
    const excepted = Object.values(exceptions).flatMap((list) => list.map(({ file }) => file));
    judgements = await judgeAll(full ? all : sampleOf(all, new Set(excepted)));
    opened = judgements.filter(({ file }) => succeeded(reference.files[file]?.rewrite ?? null));
    cleanInputs = opened.filter(({ file }) => reference.files[file]?.check === 0);
  }, RUN_TIMEOUT_MS);

  test("what is not taken apart or merged is refused with a CosError", () => {
    const faults = answers().flatMap(({ file, name, answer }) => {
      const fault = isLoss(answer) ? answer.lost : answer.kind === "fault" ? answer.stack : undefined;
      return fault === undefined ? [] : [`${file}, ${name}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  test("nothing takes more time or memory than it may", () => {
    const costly = answers().filter(
      ({ answer }) => !isLoss(answer) && (answer.elapsedMs > TIME_MAX_MS || answer.peakBytes > MEMORY_MAX),
    );
    expect(costly).toEqual([]);
  });

  test("every document that qpdf opens is taken apart and merged", () => {
    const refused = opened.filter(({ answers: all }) => !WORK_NAMES.every((name) => isWritten(all[name])));
    expectOnly(refused, exceptions.refused, (judgement) => JSON.stringify(judgement.answers));
  });

  test("what is written has the pages that were put in", () => {
    const wrong = opened.filter((judgement) => wrongPageCounts(judgement).length > 0);
    expectOnly(wrong, exceptions.pages, (judgement) => wrongPageCounts(judgement).join("; "));
  });

  test("what is written of a clean document is clean for qpdf --check", () => {
    expect(cleanInputs.length).toBeGreaterThan(0);
    const unclean = cleanInputs.filter((judgement) => !looksOf(judgement).every(isClean));
    expectOnly(unclean, exceptions.unclean, ({ looks }) => JSON.stringify(looks));
  });

  test("every page looks the same, to the pixel", () => {
    const different = opened.filter((judgement) => looksOf(judgement).some((look) => look.different.length > 0));
    expectOnly(different, exceptions.rendering, ({ looks }) => JSON.stringify(looks));
  });

  test("outlines, fields, destinations, structure and attachments are not lost", () => {
    const incomplete = opened.filter((judgement) => missingContents(judgement).length > 0);
    expectOnly(incomplete, exceptions.contents, (judgement) => missingContents(judgement).join("; "));
  });

  test("hostile documents are among them, and most are read", () => {
    const hostile = judgements.filter(({ file }) => isHostile({ id: file }));
    const read = hostile.filter(({ answers: { all } }) => isWritten(all));
    expect(read.length).toBeGreaterThan(hostile.length / 2);
  });

  test.runIf(full)("no score falls", () => {
    const score = scoreOf(judgements);
    const kept = readScore();
    expect(kept === undefined ? [] : losses(kept, score)).toEqual([]);
    writeScore(score);
  });

  function answers(): { file: string; name: string; answer: AssemblyAnswer | Loss }[] {
    return judgements.flatMap(({ file, answers: all }) =>
      Object.entries(all).map(([name, answer]) => ({ file, name, answer })),
    );
  }

  function expectOnly(
    found: readonly Judgement[],
    excepted: readonly AssemblyException[],
    describeIt: (judgement: Judgement) => string,
  ): void {
    expectExceptions({ judged: judgements, found, exceptions: excepted }, describeIt);
  }
});

const looksOf = ({ looks }: Judgement): Look[] => Object.values(looks);
