import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Bounds, CosDocument } from "@quire/cos";
import {
  ACCESSIBILITY_FLAVOURS,
  FLAVOURS,
  isAccessibility,
  type RuleFlavour,
} from "../../packages/pdfa/src/flavours.ts";
import type { Report } from "../../packages/pdfa/src/report.ts";
import { GROUPS } from "../../packages/pdfa/src/rules/groups.ts";
import type { RuleGroup } from "../../packages/pdfa/src/rules/rule-group.ts";
import { checkAccessibility } from "../../packages/pdfa/src/runner/check-accessibility.ts";
import { validate } from "../../packages/pdfa/src/runner/validate.ts";

/** The corpora with documents for PDF/A. */
export const CORPORA = ["pdfa", "pdfa-bfo", "pdfa-regression"] as const;
/** Those, and the documents for PDF/UA, which are in the folder of the first. */
export const ALL_CORPORA = [...CORPORA, "pdfua"] as const;
export type CorpusName = (typeof ALL_CORPORA)[number];

/** A document of a corpus, whose verdict is known. */
export interface CorpusFile<Checked extends RuleFlavour = RuleFlavour> {
  readonly corpus: CorpusName;
  /** The path, relative to the corpus. */
  readonly path: string;
  readonly flavour: Checked;
  readonly clause: string | null;
  readonly expected: "pass" | "fail";
  /** The numbers of all rules that it breaks, where the corpus states them. */
  readonly rules: readonly string[];
}

/** The result of a document. */
export interface FileResult {
  readonly file: CorpusFile;
  /** The report; undefined where the validator threw. */
  readonly report?: Pick<Report, "isCompliant" | "findings">;
  readonly error?: unknown;
}

interface ManifestRow {
  readonly path: string;
  readonly flavour: string;
  readonly validate_as?: string;
  readonly clause?: string | null;
  readonly expected: "pass" | "fail";
  readonly rules?: readonly string[];
  readonly score?: boolean;
}

const FILE_TIMEOUT_MS = 20_000;
/**
 * The rules that a corpus does not state yet: by ISO 19005-1, 6.7.3, and veraPDF since 1.31, a date of the information
 * dictionary is in XMP as well.
 */
const ADDED_RULES: Readonly<Record<string, readonly string[]>> = {
  "PDF_A-1b/1010/felltypes-test.pdf": ["6.7.3-1", "6.7.3-8"],
  "PDF_A-1b/1200/m1-1-F.pdf": ["6.7.3-8"],
};

/** Returns the scored documents of a corpus under `root` (`QUIRE_TEST_CORPORA`); undefined without it. */
export function corpusFiles(
  root: string | undefined,
  corpus: (typeof CORPORA)[number],
): readonly CorpusFile<(typeof FLAVOURS)[number]>[] | undefined;
export function corpusFiles(root: string | undefined, corpus: CorpusName): readonly CorpusFile[] | undefined;
export function corpusFiles(root: string | undefined, corpus: CorpusName): readonly CorpusFile[] | undefined {
  const manifest = join(root ?? "", folderOf(corpus), "manifest.json");
  const flavours: readonly RuleFlavour[] = corpus === "pdfua" ? ACCESSIBILITY_FLAVOURS : FLAVOURS;
  if (root === undefined || !existsSync(manifest)) {
    return undefined;
  }
  const rows = JSON.parse(readFileSync(manifest, "utf8")) as readonly ManifestRow[];
  return rows.flatMap(({ path, expected, score, clause = null, rules = [], ...row }) => {
    const named = row.validate_as ?? row.flavour;
    const flavour = flavours.find((one) => one === named);
    const all = [...rules, ...(ADDED_RULES[path] ?? [])];
    return score === false || flavour === undefined ? [] : [{ corpus, path, flavour, clause, expected, rules: all }];
  });
}

const folderOf = (corpus: CorpusName): string => (corpus === "pdfua" ? "pdfa" : corpus);

export function validateFile(root: string, file: CorpusFile, groups?: readonly RuleGroup[]): FileResult {
  const bounds = new Bounds({ timeoutMs: FILE_TIMEOUT_MS });
  const bytes = readFileSync(join(root, folderOf(file.corpus), file.path));
  const { flavour } = file;
  try {
    if (isAccessibility(flavour)) {
      const document = CosDocument.open(bytes, { bounds, keepsFacts: true });
      return { file, report: checkAccessibility(document, flavour, { bounds, groups: groups ?? GROUPS }) };
    }
    return { file, report: validate(bytes, { flavour, bounds, ...(groups && { groups }) }) };
  } catch (error) {
    return { file, error };
  }
}

/** Returns `count` items, evenly spread: the same ones each time. */
export const sampleOf = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.length <= count
    ? items
    : items.filter(
        (_, index) => Math.floor(((index + 1) * count) / items.length) > Math.floor((index * count) / items.length),
      );
