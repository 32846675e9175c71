import { beforeAll, describe, expect, test } from "vitest";
import { filesWithPasswords, isHostile, sampleOf } from "../cos/corpus.ts";
import { expectExceptions } from "../cos/expect-exceptions.ts";
import { succeeded } from "../cos/qpdf.ts";
import { readReference } from "../cos/reference.ts";
import { isLoss } from "../cos/working-process.ts";
import { readExceptions, type WatermarkException } from "./exceptions.ts";
import { judgeAll } from "./judge.ts";
import { changedCounts, contentStreams, type Found, isMarked, isWritten, type Judgement } from "./judgement.ts";
import { MARK, marginPt } from "./mark.ts";
import { markOnBlankPage, PAGE } from "./mark-on-blank-page.ts";
import { isEncrypted, isProtectedAsBefore, losses, readScore, scoreOf, writeScore } from "./scores.ts";

/*
 * Broken, odd and hostile documents, marked on their first page by packages/watermark, and judged by qpdf, poppler and
 * PDFium. QUIRE_TEST_CORPORA names the folder with the corpora; QUIRE_TEST_FULL=1 takes all files, and keeps the score.
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
  console.warn("The corpora for packages/watermark are left out: QUIRE_TEST_CORPORA is not set.");
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

test("on a blank page the mark is where its words are, at the margins", async () => {
  const { mark, words } = await markOnBlankPage();
  expect(words.map(({ text }) => text).join(" ")).toBe(MARK.text);
  const [left, right] = [words[0]?.left ?? 0, words.at(-1)?.right ?? 0];
  expect(right).toBeCloseTo(PAGE.widthPt - marginPt(PAGE.widthPt), 0);
  const [corner, bottom] = [right, PAGE.heightPt - marginPt(PAGE.heightPt)];
  // The text before the first letter of the mark and after the last one.
  expect(Math.abs(corner + mark.left - left)).toBeLessThan(MARK.sizePt / 4);
  expect(Math.abs(mark.right)).toBeLessThan(MARK.sizePt / 4);
  expect(bottom + mark.top).toBeGreaterThan(words[0]?.top ?? PAGE.heightPt);
  expect(mark.bottom).toBeLessThanOrEqual(0);
});

describe.skipIf(corpora === undefined)("the corpora", () => {
  let judgements: readonly Judgement[];
  /** The documents that qpdf opens, and among these, those that it finds clean. */
  let opened: readonly Judgement[];
  let cleanInputs: readonly Judgement[];

  beforeAll(async () => {
    const all = await filesWithPasswords(corpora ?? "");
    const excepted = Object.values(exceptions).flatMap((list) => list.map(({ file }) => file));
    const encrypted = Object.keys(reference.files).filter((file) => reference.files[file]?.revision !== undefined);
    const { mark } = await markOnBlankPage();
    judgements = await judgeAll(full ? all : sampleOf(all, new Set([...excepted, ...encrypted])), { mark, reference });
    opened = judgements.filter(({ file }) => succeeded(reference.files[file]?.rewrite ?? null));
    cleanInputs = opened.filter(({ file }) => reference.files[file]?.check === 0);
  }, RUN_TIMEOUT_MS);

  test("what is not marked is refused with a CosError", () => {
    const faults = judgements.flatMap(({ file, answer }) => {
      const fault = isLoss(answer) ? answer.lost : answer.kind === "fault" ? answer.stack : undefined;
      return fault === undefined ? [] : [`${file}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  test("nothing takes more time or memory than it may", () => {
    const costly = judgements.filter(
      ({ answer }) => !isLoss(answer) && (answer.elapsedMs > TIME_MAX_MS || answer.peakBytes > MEMORY_MAX),
    );
    expect(costly).toEqual([]);
  });

  test("every document that qpdf opens is marked", () => {
    const refused = opened.filter((judgement) => !isWritten(judgement));
    expectOnly(refused, exceptions.refused, ({ answer }) => JSON.stringify(answer));
  });

  test("what is written of a clean document is clean for qpdf --check", () => {
    expect(cleanInputs.length).toBeGreaterThan(0);
    const unclean = cleanInputs.filter(({ found }) => found !== undefined && found.check.exitCode !== 0);
    expectOnly(unclean, exceptions.unclean, ({ found }) => found?.check.complaint ?? "");
  });

  test("the first page shows the mark, and is otherwise the same, to the pixel", () => {
    const different = judgements.filter(({ found }) => found !== undefined && !isMarked(found));
    expectOnly(different, exceptions.first, ({ found }) => JSON.stringify(found?.firstPage));
  });

  test("every other page looks the same, to the pixel", () => {
    const different = judgements.filter(({ found }) => found !== undefined && found.otherPages.different.length > 0);
    expectOnly(different, exceptions.others, ({ found }) => JSON.stringify(found?.otherPages.different));
  });

  test("pages, outlines, fields, destinations, structure, attachments, annotations and layers are as many as before", () => {
    const changed = judgements.filter(({ found }) => found !== undefined && changedCounts(found).length > 0);
    expectOnly(changed, exceptions.counts, ({ found }) => (found ? changedCounts(found).join("; ") : ""));
  });

  test("page contents are what they were, byte for byte", () => {
    expect(scoreOf(judgements).contentStreams.kept).toBeGreaterThan(0);
    const changed = judgements.filter(({ found }) => found !== undefined && !keepsContents(found));
    expectOnly(changed, exceptions.streams, ({ found }) => JSON.stringify(found && contentStreams(found)));
  });

  test("encrypted documents keep their protection", () => {
    const encrypted = judgements.filter(({ found }) => found !== undefined && isEncrypted(found));
    expect(encrypted.length).toBeGreaterThan(0);
    const changed = encrypted.filter(({ found }) => found !== undefined && !isProtectedAsBefore(found));
    expect(changed.map(({ file, found }) => ({ file, ...found?.protection }))).toEqual([]);
  });

  test("hostile documents are among them, and most are marked", () => {
    const hostile = judgements.filter(({ file }) => isHostile({ id: file }));
    expect(hostile.filter(isWritten).length).toBeGreaterThan(hostile.length / 2);
  });

  test.runIf(full)("no score falls", () => {
    const score = scoreOf(judgements);
    const kept = readScore();
    expect(kept === undefined ? [] : losses(kept, score)).toEqual([]);
    writeScore(score);
  });

  function expectOnly(
    found: readonly Judgement[],
    excepted: readonly WatermarkException[],
    describeIt: (judgement: Judgement) => string,
  ): void {
    expectExceptions({ judged: judgements, found, exceptions: excepted }, describeIt);
  }
});

function keepsContents(found: Found): boolean {
  const { before, kept } = contentStreams(found);
  return kept === before;
}
