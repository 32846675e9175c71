import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isHostile } from "../cos/corpus.ts";
import { isLoss } from "../cos/working-process.ts";
import { isClean, type Judgement, KINDS_OF_DOCUMENTS, missingContents } from "./judgement.ts";
import { WORK_NAMES, type WorkName } from "./works.ts";

/**
 * The result of a whole run, as it is kept in scores/assembly.json. Counts are of documents unless another unit is
 * given.
 */
export interface Score {
  readonly files: number;
  readonly works: Readonly<Record<WorkName, WorkScore>>;
  /** The contents of all inputs that qpdf opens, and of what was written of them. */
  readonly contents: Readonly<Record<"input" | "all" | "behind" | "again", Record<Kind, number>>>;
  /** The number of documents that lack something. */
  readonly incomplete: number;
  readonly slowest: { readonly file: string; readonly work: string; readonly elapsedMs: number };
  readonly largest: { readonly file: string; readonly work: string; readonly peakMb: number };
}

type Kind = (typeof KINDS_OF_DOCUMENTS)[number];

interface WorkScore {
  /** The number of works that ended with each code, or in each other way. */
  readonly ends: Readonly<Record<string, number>>;
  /** The number that were written and are clean for qpdf. */
  readonly clean: number;
  readonly pagesDrawn: number;
  /** The number that have a page which looks different. */
  readonly different: number;
}

const PATH = fileURLToPath(new URL("scores/assembly.json", import.meta.url));

export function readScore(): Score | undefined {
  return existsSync(PATH) ? (JSON.parse(readFileSync(PATH, "utf8")) as Score) : undefined;
}

export function writeScore(score: Score): void {
  writeFileSync(PATH, `${JSON.stringify(score, null, 2)}\n`);
}

export function scoreOf(judgements: readonly Judgement[]): Score {
  const contents = (name: "input" | "all" | "behind" | "again"): Record<Kind, number> => {
    const sum = (kind: Kind): number =>
      judgements.reduce((total, judgement) => total + (judgement.contents[name]?.[kind] ?? 0), 0);
    return Object.fromEntries(KINDS_OF_DOCUMENTS.map((kind) => [kind, sum(kind)])) as Record<Kind, number>;
  };
  return {
    files: judgements.length,
    works: Object.fromEntries(WORK_NAMES.map((name) => [name, workScore(judgements, name)])) as Score["works"],
    contents: {
      input: contents("input"),
      all: contents("all"),
      behind: contents("behind"),
      again: contents("again"),
    },
    incomplete: judgements.filter((judgement) => missingContents(judgement).length > 0).length,
    ...extremes(judgements),
  };
}

function workScore(judgements: readonly Judgement[], name: WorkName): WorkScore {
  const looks = judgements.flatMap(({ looks: all }) => all[name] ?? []);
  const ends: Record<string, number> = {};
  for (const end of judgements.flatMap((judgement) => endOf(judgement, name) ?? []).toSorted()) {
    ends[end] = (ends[end] ?? 0) + 1;
  }
  return {
    ends,
    clean: looks.filter(isClean).length,
    pagesDrawn: looks.reduce((sum, { pages }) => sum + pages, 0),
    different: looks.filter(({ different }) => different.length > 0).length,
  };
}

function endOf({ file, answers }: Judgement, name: WorkName): string | undefined {
  const answer = answers[name];
  if (answer === undefined) {
    return undefined;
  }
  const end = isLoss(answer) ? answer.lost : answer.kind === "error" ? answer.code : answer.kind;
  return `${isHostile({ id: file }) ? "hostile" : "pdfs"}: ${end}`;
}

function extremes(judgements: readonly Judgement[]): Pick<Score, "slowest" | "largest"> {
  const costs = judgements.flatMap(({ file, answers }) =>
    Object.entries(answers).flatMap(([work, answer]) => (isLoss(answer) ? [] : [{ ...answer, file, work }])),
  );
  const slowest = costs.reduce((most, cost) => (cost.elapsedMs > most.elapsedMs ? cost : most));
  const largest = costs.reduce((most, cost) => (cost.peakBytes > most.peakBytes ? cost : most));
  return {
    slowest: { file: slowest.file, work: slowest.work, elapsedMs: slowest.elapsedMs },
    largest: { file: largest.file, work: largest.work, peakMb: Math.round(largest.peakBytes / 1024 ** 2) },
  };
}

/** Returns where a run was worse than the one that is kept; times and memory have separate limits. */
export function losses(kept: Score, now: Score): string[] {
  const worse = WORK_NAMES.filter((name) => {
    const [before, after] = [kept.works[name], now.works[name]];
    return (
      writtenOf(after) < writtenOf(before) ||
      after.clean < before.clean ||
      after.pagesDrawn < before.pagesDrawn ||
      after.different > before.different
    );
  });
  return [
    ...worse.map((name) => `${name}: ${JSON.stringify(now.works[name])}, was ${JSON.stringify(kept.works[name])}`),
    ...(now.incomplete > kept.incomplete ? [`incomplete: ${now.incomplete}, was ${kept.incomplete}`] : []),
  ];
}

const writtenOf = ({ ends }: WorkScore): number => (ends["pdfs: written"] ?? 0) + (ends["hostile: written"] ?? 0);
