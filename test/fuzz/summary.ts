import type { FuzzReport } from "./fuzz-runs.ts";
import type { Seed } from "./seeds.ts";

/** Returns what was done, and how much of the package was executed. */
export function summaryOf(
  report: FuzzReport,
  { seeds, from, runs }: { seeds: readonly Seed[]; from: number; runs: number },
): string {
  const { hit, all } = report.coverage.total;
  const ends = [...report.ends].toSorted(([, a], [, b]) => b - a).map(([how, count]) => `${how} ${count}`);
  const { run, cpuSeconds } = report.slowest;
  return (
    `fuzzing: runs ${from} to ${from + runs - 1} on ${seeds.length} documents; ${ends.join("; ")}; ` +
    `branches ${hit} of ${all} (${((100 * hit) / all).toFixed(1)} %); ` +
    `slowest run ${run} with ${cpuSeconds.toFixed(2)} s; most memory ${Math.round(report.peakBytes / 2 ** 20)} MB`
  );
}
