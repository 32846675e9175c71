import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ExtractCorpus } from "./corpus.ts";

/**
 * The names that the scorer gives to what it measures. All are fractions; more is better, except for `furniture_leak`
 * and `cer`.
 */
export const METRICS = [
  "overall",
  "quality",
  "nid_plain",
  "teds",
  "mhs",
  "h_f1",
  "list_full",
  "list_f1",
  "code_f1",
  "order",
  "link_rec",
  "furniture_leak",
  "cer",
] as const;
export type Metric = (typeof METRICS)[number];

/** The scores of a document; null or absent where the document has nothing of the kind. */
export type DocumentScore = Readonly<Partial<Record<Metric, number | null>>>;

/**
 * The scores as the scorer reports them: with the share of lines of code that are indented as they were, null where
 * there are none.
 */
type ReportedScore = DocumentScore & { readonly code_indent?: number | null };

/** Means over the documents that have something of the kind. */
export type Means = Readonly<Partial<Record<Metric, number>>>;

/** Scores the results of documents, by their ids. */
export async function scoresOf(
  { directory, scorer }: Pick<ExtractCorpus, "directory" | "scorer">,
  texts: ReadonlyMap<string, string>,
  extension: "md" | "html",
): Promise<ReadonlyMap<string, DocumentScore>> {
  const home = mkdtempSync(join(tmpdir(), "quire-extraction-scores-"));
  try {
    const made = join(home, "made");
    mkdirSync(made);
    for (const [id, text] of texts) {
      // The scorer knows elements and comments, and takes a document type for words of the document.
      writeFileSync(join(made, `${id}.${extension}`), text.replace(/^<!doctype html>/i, ""));
    }
    const report = join(home, "report.json");
    const inputs = [
      "--truth",
      join(directory, "truth"),
      "--manifest",
      join(directory, "manifest.json"),
      "--pred",
      made,
    ];
    const selection = ["--ids", [...texts.keys()].join(","), "--scanned", "1", "--ext", extension];
    await promisify(execFile)(process.execPath, [scorer, ...inputs, ...selection, "--json", report, "--quiet", "1"]);
    const { docs } = JSON.parse(readFileSync(report, "utf8")) as { docs: Record<string, ReportedScore> };
    return new Map(Object.entries(docs).map(([id, score]) => [id, withoutEmptyCode(score)]));
  } finally {
    rmSync(home, { recursive: true });
  }
}

/**
 * Removes the score of code for a document whose code blocks are empty, for which the scorer gives 0 whatever was
 * found.
 */
const withoutEmptyCode = ({ code_indent: indent, ...score }: ReportedScore): DocumentScore =>
  indent === null ? { ...score, code_f1: null } : score;

export function meansOf(scores: Iterable<DocumentScore>): Means {
  const all = [...scores];
  const entries = METRICS.map((metric) => [metric, mean(all.map((score) => score[metric] ?? null))] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function mean(values: readonly (number | null)[]): number | undefined {
  const known = values.filter((value) => value !== null);
  return known.length === 0
    ? undefined
    : Number((known.reduce((sum, value) => sum + value, 0) / known.length).toFixed(4));
}
