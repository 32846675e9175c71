import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isHostile } from "./corpus.ts";
import type { CosAnswer } from "./cos-process.ts";
import { isWritten, type Judgement, type Look } from "./judge.ts";
import { succeeded } from "./qpdf.ts";
import type { Reference } from "./reference.ts";
import { isLoss, type Loss } from "./working-process.ts";

/**
 * The result of a whole run, as it is kept in scores/cos.json. Counts are of documents unless another unit is given.
 */
export interface Score {
  readonly files: number;
  /** The number of readings that ended with each code, or in each other way. */
  readonly read: Readonly<Record<string, number>>;
  /**
   * The documents that qpdf opens: how many were read, have as many pages as qpdf counts, were written, and are clean
   * then.
   */
  readonly opened: {
    readonly files: number;
    readonly read: number;
    readonly pagesAsQpdf: number;
    readonly written: number;
    readonly clean: number;
    readonly protectionKept: number;
  };
  /** The looks of clean inputs after they were rewritten. */
  readonly cleanInputs: LookScore;
  /** The looks of other inputs after they were rewritten, compared with qpdf's rewrite. */
  readonly otherInputs: LookScore & { readonly likeInput: number };
  /** The looks of clean inputs with an incremental update. */
  readonly updates: LookScore & { readonly clean: number };
  /** The number of pages that we find in each document that qpdf does not open. */
  readonly openedByUsAlone: Readonly<Record<string, number>>;
  readonly slowest: { readonly file: string; readonly elapsedMs: number };
  readonly largest: { readonly file: string; readonly peakMb: number };
}

interface LookScore {
  readonly files: number;
  readonly pages: number;
  readonly different: number;
}

const PATH = fileURLToPath(new URL("scores/cos.json", import.meta.url));

export function readScore(): Score | undefined {
  return existsSync(PATH) ? (JSON.parse(readFileSync(PATH, "utf8")) as Score) : undefined;
}

export function writeScore(score: Score): void {
  writeFileSync(PATH, `${JSON.stringify(score, null, 2)}\n`);
}

export function scoreOf(judgements: readonly Judgement[], reference: Reference): Score {
  const isOpened = ({ file }: Judgement): boolean => succeeded(reference.files[file]?.rewrite ?? null);
  const opened = judgements.filter(isOpened);
  const cleanInputs = opened.filter(({ rewrite }) => rewrite?.beside === "input");
  const otherInputs = opened.filter(({ rewrite }) => rewrite?.beside === "qpdf");
  const updated = cleanInputs.filter(({ update }) => update !== undefined);
  const count = (matches: (judgement: Judgement) => boolean): number => opened.filter(matches).length;
  return {
    files: judgements.length,
    read: countsOf(
      judgements.map((one) => `${isHostile({ id: one.file }) ? "hostile" : "pdfs"}: ${endOf(one, "read")}`),
    ),
    opened: {
      files: opened.length,
      read: count((judgement) => endOf(judgement, "read") === "read"),
      pagesAsQpdf: count((judgement) => pagesOf(judgement) === reference.files[judgement.file]?.pages),
      written: count(({ answers }) => isWritten(answers.rewrite)),
      clean: count(({ rewrite }) => rewrite?.check.exitCode === 0),
      protectionKept: count(({ protection }) => protection?.check.exitCode === 0),
    },
    cleanInputs: lookScore(cleanInputs.flatMap(({ rewrite }) => rewrite ?? [])),
    otherInputs: {
      ...lookScore(otherInputs.flatMap(({ rewrite }) => rewrite ?? [])),
      likeInput: otherInputs.filter(({ rewrite }) => rewrite?.looksLikeInput).length,
    },
    updates: {
      ...lookScore(updated.flatMap(({ update }) => update ?? [])),
      clean: updated.filter(({ update }) => update?.check.exitCode === 0).length,
    },
    openedByUsAlone: Object.fromEntries(
      judgements
        .filter((one) => !isHostile({ id: one.file }) && !isOpened(one) && endOf(one, "read") === "read")
        .map((one) => [one.file, pagesOf(one) ?? 0]),
    ),
    ...extremes(judgements),
  };
}

function lookScore(looks: readonly Look[]): LookScore {
  return {
    files: looks.length,
    pages: looks.reduce((sum, { pages }) => sum + pages, 0),
    different: looks.filter(({ different }) => different.length > 0).length,
  };
}

function extremes(judgements: readonly Judgement[]): Pick<Score, "slowest" | "largest"> {
  const costs = judgements.flatMap(({ file, answers }) =>
    Object.values(answers).flatMap((answer) => (isLoss(answer) ? [] : [{ file, ...answer }])),
  );
  const slowest = costs.reduce((most, cost) => (cost.elapsedMs > most.elapsedMs ? cost : most));
  const largest = costs.reduce((most, cost) => (cost.peakBytes > most.peakBytes ? cost : most));
  return {
    slowest: { file: slowest.file, elapsedMs: slowest.elapsedMs },
    largest: { file: largest.file, peakMb: Math.round(largest.peakBytes / 1024 ** 2) },
  };
}

/** Returns where a run was worse than the one that is kept; times and memory have separate limits. */
export function losses(kept: Score, now: Score): string[] {
  const fewer = (["read", "pagesAsQpdf", "written", "clean", "protectionKept"] as const)
    .filter((name) => now.opened[name] < kept.opened[name])
    .map((name) => `${name}: ${now.opened[name]}, was ${kept.opened[name]}`);
  const different = (["cleanInputs", "otherInputs", "updates"] as const)
    .filter((name) => now[name].different > kept[name].different || now[name].pages < kept[name].pages)
    .map((name) => `${name}: ${JSON.stringify(now[name])}, was ${JSON.stringify(kept[name])}`);
  const lost = Object.keys(kept.openedByUsAlone).filter((file) => !(file in now.openedByUsAlone));
  return [...fewer, ...different, ...lost.map((file) => `${file} is no longer opened`)];
}

/** Returns "read" or "written", the code of an error, or what else ended the work. */
export function endOf({ answers }: Judgement, kind: "read" | "rewrite"): string {
  const answer: CosAnswer | Loss = answers[kind];
  if (isLoss(answer)) {
    return answer.lost;
  }
  return answer.kind === "error" ? answer.code : answer.kind;
}

export function pagesOf({ answers: { read } }: Judgement): number | undefined {
  return !isLoss(read) && read.kind === "read" ? read.facts.pages : undefined;
}

function countsOf(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words.toSorted()) {
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}
