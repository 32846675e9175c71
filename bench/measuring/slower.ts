import { readFile } from "node:fs/promises";
import type { Row } from "./report.ts";

/** What may be worse than before without being named: machines and rounds differ by as much. */
const TOLERANCE = 1.25;

/** A ratio that is worse than in the results that are kept. */
export interface Slower {
  readonly what: string;
  readonly before: number;
  readonly now: number;
}

/** Returns the rows whose ratio is worse by more than a quarter than in `results`, the text of results.md. */
export function slowerRows(rows: readonly Row[], results: string): Slower[] {
  const kept = new Map(results.split("\n").flatMap((line) => keptRatio(line) ?? []));
  return rows.flatMap(({ what, unit, bar, measured: { median: now } }) => {
    const before = kept.get(what);
    if (unit !== "ratio" || before === undefined) {
      return [];
    }
    const isWorse = bar?.kind === "at least" ? now * TOLERANCE < before : now > before * TOLERANCE;
    return isWorse ? [{ what, before, now }] : [];
  });
}

/** Returns the name and the median of a line of the table whose figures are ratios. */
function keptRatio(line: string): (readonly [what: string, ratio: number])[] | undefined {
  const [what, , , measured = ""] = line.replace(/^\| /, "").split(" | ");
  const ratio = /^([\d.]+)x \(/.exec(measured)?.[1];
  return what === undefined || ratio === undefined ? undefined : [[what, Number(ratio)]];
}

/** Returns what is to be said of rows that got worse; empty when none did. */
export async function slowerText(rows: readonly Row[], resultsFile: URL): Promise<string> {
  return slowerRows(rows, await readFile(resultsFile, "utf8"))
    .map(
      ({ what, before, now }) => `Slower than in results.md: ${what}: ${now.toFixed(2)}x, before ${before.toFixed(2)}x`,
    )
    .join("\n");
}
