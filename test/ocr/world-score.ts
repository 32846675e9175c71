import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ScoredWord } from "./scored-words.ts";

/** Pages that were scanned and photographed, of several classes, with texts that people made. */
export interface WorldCorpus {
  readonly directory: string;
  readonly pages: readonly WorldPage[];
}

export interface WorldPage {
  readonly id: string;
  readonly class: string;
  /** The language, by Tesseract's code. */
  readonly lang: string;
  /** The path of the image, relative to the corpus. */
  readonly file: string;
}

/** Returns the corpus `ocr-world` under `root` (`QUIRE_TEST_CORPORA`); undefined without it. */
export function worldCorpus(root: string | undefined): WorldCorpus | undefined {
  const directory = join(root ?? "", "ocr-world");
  const manifest = join(directory, "manifest.json");
  return root === undefined || !existsSync(manifest)
    ? undefined
    : { directory, pages: JSON.parse(readFileSync(manifest, "utf8")) as WorldPage[] };
}

/** A page as a program read it. */
export interface ReadPage {
  readonly text: string;
  readonly words: readonly ScoredWord[];
}

/** Means of the pages of a class, in percent; null where no page has a truth for it. */
export interface WorldScore {
  readonly f1: number | null;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly boxes: number | null;
}

export interface WorldScores {
  /** The scores of each class, and under `all` those of all pages. */
  readonly classes: Readonly<Record<string, WorldScore>>;
  /** How far confidences are from the share of words that are right, in points: the mean of ten ranges of confidence. */
  readonly calibrationErrorPoints: number;
}

/** What the scorer of the corpus reports. */
interface Report {
  readonly rows: readonly {
    readonly cls: string;
    readonly bow: number;
    readonly P: number;
    readonly R: number;
    readonly box?: number;
    /** Whether the truth leaves out parts of the page, so that only what it has can be missed. */
    readonly partial?: boolean;
  }[];
  /** By the name of the run, [confidence, 1 where the word is right, …] of each word. */
  readonly conf: Readonly<Record<string, readonly (readonly [number, number])[]>>;
}

/** Scores pages, by their ids, with the scorer that lies in the corpus's directory. */
export async function worldScores(directory: string, read: ReadonlyMap<string, ReadPage>): Promise<WorldScores> {
  const home = mkdtempSync(join(tmpdir(), "quire-ocr-world-"));
  try {
    for (const [id, page] of read) {
      writeFileSync(join(home, `${id}.json`), JSON.stringify({ ms: 0, ...page }));
    }
    const path = join(home, "report.out");
    await promisify(execFile)(process.execPath, [join(directory, "score.mjs"), "--json", path, `run=${home}`]);
    const { rows, conf } = JSON.parse(readFileSync(path, "utf8")) as Report;
    const names = [...new Set(rows.map(({ cls }) => cls))].toSorted();
    const classes = names.map((name) => [name, means(rows.filter(({ cls }) => cls === name))] as const);
    return {
      classes: { all: means(rows), ...Object.fromEntries(classes) },
      calibrationErrorPoints: calibrationErrorPoints(conf["run"] ?? []),
    };
  } finally {
    rmSync(home, { recursive: true });
  }
}

function means(rows: Report["rows"]): WorldScore {
  const whole = rows.filter(({ partial }) => partial !== true);
  return {
    f1: percent(whole.map(({ bow }) => bow)),
    precision: percent(whole.map(({ P }) => P)),
    recall: percent(rows.map(({ R }) => R)),
    boxes: percent(rows.flatMap(({ box }) => box ?? [])),
  };
}

const RANGES = 10;

/** Returns the expected calibration error (Guo et al., On Calibration of Modern Neural Networks, 2017, 2), in points. */
function calibrationErrorPoints(words: readonly (readonly [number, number])[]): number {
  const ranges = Map.groupBy(words, ([confidence]) => Math.min(RANGES - 1, Math.floor(confidence * RANGES)));
  const errors = [...ranges.values()].map((range) =>
    Math.abs(range.reduce((sum, [confidence, right]) => sum + confidence - right, 0)),
  );
  const error = errors.reduce((sum, one) => sum + one, 0) / Math.max(1, words.length);
  return rounded(100 * error);
}

const percent = (values: readonly number[]): number | null =>
  values.length === 0 ? null : rounded((100 * values.reduce((sum, value) => sum + value, 0)) / values.length);

const rounded = (value: number): number => Number(value.toFixed(2));
