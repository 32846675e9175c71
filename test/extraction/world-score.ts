import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Means } from "./score.ts";

/** What the scorer of the corpus measures that is kept. */
const KEPT = ["overall", "teds", "h_f1", "list_f1", "code_f1", "order"] as const;

/**
 * Scores the Markdown of real documents, by their ids, with the scorer that lies in the corpus's directory. Returns the
 * means of each class, from 0 to 1 and rounded to four digits; documents without a text count as 0.
 */
export async function worldScores(
  directory: string,
  texts: ReadonlyMap<string, string>,
): Promise<Readonly<Record<string, Means>>> {
  const home = mkdtempSync(join(tmpdir(), "quire-world-scores-"));
  try {
    for (const [id, text] of texts) {
      writeFileSync(join(home, `${id}.md`), text);
    }
    const report = join(home, "report.json");
    const scorer = join(directory, "score.mjs");
    await promisify(execFile)(process.execPath, [scorer, "--pred", home, "--json", report, "--quiet", "1"]);
    const reported = JSON.parse(readFileSync(report, "utf8")) as { classes: Record<string, Record<string, number>> };
    const kept = Object.entries(reported.classes).map(([name, means]) => [
      name,
      Object.fromEntries(
        KEPT.flatMap((metric) => (means[metric] === undefined ? [] : [[metric, rounded(means[metric])]])),
      ),
    ]);
    return Object.fromEntries(kept) as Record<string, Means>;
  } finally {
    rmSync(home, { recursive: true });
  }
}

const rounded = (value: number): number => Number(value.toFixed(4));
