import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isHostile } from "../cos/corpus.ts";
import { isLoss } from "../cos/working-process.ts";
import { changedCounts, contentStreams, type Found, isMarked, type Judgement } from "./judgement.ts";

/**
 * The result of a whole run, as it is kept in scores/watermark.json. Counts are of documents unless another unit is
 * given.
 */
export interface Score {
  readonly files: number;
  /** The number of runs that ended with each code, or in each other way. */
  readonly ends: Readonly<Record<string, number>>;
  /** The number that were written and are clean for qpdf. */
  readonly clean: number;
  /** The number whose first page is drawn, and differs where the mark is and nowhere else. */
  readonly marked: number;
  readonly otherPagesDrawn: number;
  /** The number with another page that looks different. */
  readonly different: number;
  /** The number with more or less of something than before. */
  readonly changed: number;
  /** The number that are encrypted, with the protection that they had. */
  readonly protected: number;
  readonly contentStreams: { readonly before: number; readonly kept: number };
  readonly slowest: { readonly file: string; readonly elapsedMs: number };
  readonly largest: { readonly file: string; readonly peakMb: number };
}

const PATH = fileURLToPath(new URL("scores/watermark.json", import.meta.url));

export function readScore(): Score | undefined {
  return existsSync(PATH) ? (JSON.parse(readFileSync(PATH, "utf8")) as Score) : undefined;
}

export function writeScore(score: Score): void {
  writeFileSync(PATH, `${JSON.stringify(score, null, 2)}\n`);
}

export function scoreOf(judgements: readonly Judgement[]): Score {
  const found = judgements.flatMap((judgement) => judgement.found ?? []);
  const streams = found.map(contentStreams);
  const ends: Record<string, number> = {};
  for (const end of judgements.map(endOf).toSorted()) {
    ends[end] = (ends[end] ?? 0) + 1;
  }
  return {
    files: judgements.length,
    ends,
    clean: found.filter(({ check }) => check.exitCode === 0).length,
    marked: found.filter((one) => one.firstPage.kind === "drawn" && isMarked(one)).length,
    otherPagesDrawn: sumOf(found.map(({ otherPages }) => otherPages.pages)),
    different: found.filter(({ otherPages }) => otherPages.different.length > 0).length,
    changed: found.filter((one) => changedCounts(one).length > 0).length,
    protected: found.filter((one) => isEncrypted(one) && isProtectedAsBefore(one)).length,
    contentStreams: {
      before: sumOf(streams.map(({ before }) => before)),
      kept: sumOf(streams.map(({ kept }) => kept)),
    },
    ...extremes(judgements),
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Returns whether qpdf reports a revision of the security handler. */
export const isEncrypted = ({ protection }: Found): boolean =>
  protection.before.some((line) => line.startsWith("R = "));

export const isProtectedAsBefore = ({ protection: { before, after } }: Found): boolean =>
  before.join("\n") === after.join("\n");

function endOf({ file, answer }: Judgement): string {
  const end = isLoss(answer) ? answer.lost : answer.kind === "error" ? answer.code : answer.kind;
  return `${isHostile({ id: file }) ? "hostile" : "pdfs"}: ${end}`;
}

function extremes(judgements: readonly Judgement[]): Pick<Score, "slowest" | "largest"> {
  const costs = judgements.flatMap(({ file, answer }) => (isLoss(answer) ? [] : [{ ...answer, file }]));
  const slowest = costs.reduce((most, cost) => (cost.elapsedMs > most.elapsedMs ? cost : most));
  const largest = costs.reduce((most, cost) => (cost.peakBytes > most.peakBytes ? cost : most));
  return {
    slowest: { file: slowest.file, elapsedMs: slowest.elapsedMs },
    largest: { file: largest.file, peakMb: Math.round(largest.peakBytes / 1024 ** 2) },
  };
}

/** Returns where a run was worse than the one that is kept; times and memory have separate limits. */
export function losses(kept: Score, now: Score): string[] {
  const counts: readonly [what: string, kept: number, now: number, better: "more" | "fewer"][] = [
    ["written", writtenOf(kept), writtenOf(now), "more"],
    ["clean", kept.clean, now.clean, "more"],
    ["marked", kept.marked, now.marked, "more"],
    ["other pages drawn", kept.otherPagesDrawn, now.otherPagesDrawn, "more"],
    ["different", kept.different, now.different, "fewer"],
    ["changed", kept.changed, now.changed, "fewer"],
    ["protected", kept.protected, now.protected, "more"],
    ["content streams", kept.contentStreams.kept, now.contentStreams.kept, "more"],
  ];
  return counts.flatMap(([what, before, after, better]) =>
    (better === "more" ? after < before : after > before) ? [`${what}: ${after}, was ${before}`] : [],
  );
}

const writtenOf = ({ ends }: Score): number => (ends["pdfs: written"] ?? 0) + (ends["hostile: written"] ?? 0);
