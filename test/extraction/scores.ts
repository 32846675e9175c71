import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Means, Metric } from "./score.ts";

/** The mean scores of groups of documents, as they are kept in scores/extraction.json. */
export type Scores = Readonly<Record<string, Means>>;

const PATH = fileURLToPath(new URL("scores/extraction.json", import.meta.url));

const readScores = (): Scores => (existsSync(PATH) ? (JSON.parse(readFileSync(PATH, "utf8")) as Scores) : {});

function writeScores(scores: Scores): void {
  mkdirSync(dirname(PATH), { recursive: true });
  const groups = Object.entries(scores).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(PATH, `${JSON.stringify(Object.fromEntries(groups), null, 2)}\n`);
}

/** Keeps the scores of groups beside those of others, unless one fell; returns where a score fell. */
export function keepScores(now: Scores): string[] {
  const kept = readScores();
  const before = Object.fromEntries(Object.entries(kept).filter(([group]) => group in now));
  const fallen = losses(before, now);
  if (fallen.length === 0) {
    writeScores({ ...kept, ...now });
  }
  return fallen;
}

/** The greatest difference that counts as rounding: the same documents give the same scores. */
const SLACK = 0.0002;

const LESS_IS_BETTER: readonly Metric[] = ["furniture_leak", "cer"];

const isLessBetter = (metric: Metric): boolean => LESS_IS_BETTER.includes(metric);

/** Returns where a run was worse than the one that is kept. */
export const losses = (kept: Scores, now: Scores): string[] =>
  Object.entries(kept).flatMap(([group, before]) => {
    const after = now[group] ?? {};
    const metrics = Object.keys(before) as Metric[];
    return metrics
      .filter((metric) => {
        const gain = (after[metric] ?? Number.NaN) - (before[metric] ?? 0);
        // The value is not a number where it is no longer measured, which is a loss as well.
        return !(isLessBetter(metric) ? gain <= SLACK : gain >= -SLACK);
      })
      .map((metric) => `${group}, ${metric}: ${after[metric]}, was ${before[metric]}`);
  });

/**
 * Returns the means that miss their bar, which is the greatest value for what should be low, and the least otherwise.
 */
export const missedBars = (means: Means, bars: Means): string[] =>
  (Object.entries(bars) as [Metric, number][])
    .filter(([metric, bar]) => {
      const found = means[metric] ?? Number.NaN;
      return !(isLessBetter(metric) ? found <= bar : found >= bar);
    })
    .map(([metric, bar]) => `${metric}: ${means[metric]}, the bar is ${bar}`);
