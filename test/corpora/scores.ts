import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compareNames } from "./corpus.ts";
import type { InkList } from "./ink.ts";
import type { Engine, FileOutcomes } from "./run-operations.ts";

/** The result of a whole run, as it is kept in scores/operations.json. */
export interface Score {
  readonly files: number;
  /** The number of answers by operation, and by status with the code of an error. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The first pages that two other programs draw with ink, and their results. */
  readonly inkExpected: number;
  readonly inkBlank: Readonly<Record<string, string>>;
  readonly inkRefused: Readonly<Record<string, string>>;
  readonly slowest: { readonly file: string; readonly operation: string; readonly elapsedMs: number };
  readonly peakServerMb: number;
  readonly peakWorkerMb: number;
}

export type Scores = Partial<Record<Engine, Score>>;

const PATH = fileURLToPath(new URL("scores/operations.json", import.meta.url));

export function readScores(): Scores {
  return existsSync(PATH) ? (JSON.parse(readFileSync(PATH, "utf8")) as Scores) : {};
}

export function writeScores(scores: Scores): void {
  writeFileSync(PATH, `${JSON.stringify(scores, null, 2)}\n`);
}

export function scoreOf(done: readonly FileOutcomes[], ink: InkList): Score {
  const all = done.flatMap(({ file, outcomes }) => outcomes.map((outcome) => ({ file, ...outcome })));
  const slowest = all.reduce((slow, outcome) => (outcome.elapsedMs > slow.elapsedMs ? outcome : slow));
  const expected = all.filter(({ file, operation }) => operation === "pdf-to-image" && file in ink.expected);
  return {
    files: done.length,
    answers: countAnswers(all),
    inkExpected: expected.length,
    inkBlank: byFile(expected.filter(({ drawing }) => drawing === "blank").map(({ file }) => [file, "blank"])),
    inkRefused: byFile(
      expected.filter(({ status }) => status !== 200).map(({ file, status, code }) => [file, `${status} ${code}`]),
    ),
    slowest: { file: slowest.file, operation: slowest.operation, elapsedMs: slowest.elapsedMs },
    peakServerMb: megabytes(Math.max(...done.map(({ peaks }) => peaks.serverBytes))),
    peakWorkerMb: megabytes(Math.max(...done.map(({ peaks }) => peaks.workerBytes))),
  };
}

/** Returns where a run was worse than the one that is kept; times and memory have separate limits. */
export function losses(kept: Score, now: Score): string[] {
  const okCounts = Object.keys(kept.answers).map((operation) => ({
    what: `${operation}: 200`,
    kept: kept.answers[operation]?.["200"] ?? 0,
    now: now.answers[operation]?.["200"] ?? 0,
    better: "more",
  }));
  const inkCounts = (["inkBlank", "inkRefused"] as const).map((name) => ({
    what: name,
    kept: Object.keys(kept[name]).length,
    now: Object.keys(now[name]).length,
    better: "fewer",
  }));
  return [...okCounts, ...inkCounts]
    .filter((count) => (count.better === "more" ? count.now < count.kept : count.now > count.kept))
    .map((count) => `${count.what}: ${count.now}, was ${count.kept}`);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 ** 2);
}

function countAnswers(all: readonly { operation: string; status: number; code?: string }[]): Score["answers"] {
  const answers: Record<string, Record<string, number>> = {};
  for (const { operation, status, code } of all) {
    const name = code === undefined ? String(status) : `${status} ${code}`;
    const counts = (answers[operation] ??= {});
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return sorted(answers, sorted);
}

function byFile(entries: readonly [file: string, what: string][]): Record<string, string> {
  return sorted(Object.fromEntries(entries));
}

function sorted<Value>(members: Record<string, Value>, sortValue = (value: Value) => value): Record<string, Value> {
  const entries = Object.entries(members).toSorted(([a], [b]) => compareNames(a, b));
  return Object.fromEntries(entries.map(([name, value]) => [name, sortValue(value)]));
}
