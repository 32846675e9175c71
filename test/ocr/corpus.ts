import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ScoredWord } from "./scored-words.ts";

/** A page image of the corpus, whose text and word boxes are known. */
export interface CorpusItem {
  readonly id: string;
  /** The path of the image, relative to the corpus. */
  readonly image: string;
  /** The condition, or what was done to the page: `clean`, `skew`, `noise`, … */
  readonly cond: string;
  readonly type: string;
  /** The language, in two letters. */
  readonly lang: string;
  /** The reason why its truth is in doubt, where it is. */
  readonly drop?: string;
}

/** The scores of one page, as fractions. Null where there is no order of reading that everyone would agree to. */
export interface ItemScore {
  readonly id: string;
  readonly cond: string;
  readonly type: string;
  readonly lang: string;
  /** The character error rate. */
  readonly cer: number | null;
  /** The F1 score of the words, whatever their order. */
  readonly f1: number;
  /**
   * The share of the true words whose place was found, and of those found with their text. Undefined where no boxes
   * were reported.
   */
  readonly box?: number;
  readonly boxstrict?: number;
}

/** A page in the scorer's format. */
export interface ReadItem {
  readonly id: string;
  readonly text: string;
  readonly words?: readonly ScoredWord[];
}

interface Scorer {
  /** Scores pages; `results` is a file with a line of JSON for each page that was read. */
  score(corpus: string, results: string, selection: ""): ItemScore[];
}

export interface OcrCorpus {
  readonly directory: string;
  readonly items: readonly CorpusItem[];
  readonly scorer: Scorer;
}

/**
 * Returns the corpus `ocr` under `root` (`QUIRE_TEST_CORPORA`), and its scorer, which lies beside it; undefined without
 * them.
 */
export async function ocrCorpus(root: string | undefined): Promise<OcrCorpus | undefined> {
  const directory = join(root ?? "", "ocr");
  const scorer = join(root ?? "", "../shared/score/ocr/score.mjs");
  if (root === undefined || !existsSync(join(directory, "manifest.json")) || !existsSync(scorer)) {
    return undefined;
  }
  const { items } = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8")) as { items: CorpusItem[] };
  return {
    directory,
    items: items.filter(({ drop }) => drop === undefined),
    scorer: (await import(pathToFileURL(scorer).href)) as Scorer,
  };
}

/** The fixed sample of `npm test`: a page of each condition. */
export const SAMPLE = {
  advanced: [
    "p02-clean",
    "p00-skew",
    "p36-rot90",
    "p10-rot180",
    "p11-noise",
    "p03-blur",
    "p04-jpeg30",
    "p22-lowcon",
    "p32-shadow",
    "p06-dpi100",
    "p42-fax",
    "p25-combo",
  ],
  simple: ["p02-clean", "p00-skew", "p10-rot180", "p32-shadow"],
} as const;
