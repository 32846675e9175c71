import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A document whose text and structure are known. */
export interface CorpusDocument {
  readonly id: string;
  /** The program that wrote it, and what was done to it afterwards: `chromium`, `gs(chromium)`, `real`, … */
  readonly producer: string;
  /** The kind of its content or layout: `table`, `multicol`, … */
  readonly class: string;
  readonly pages: number;
  readonly tagged: boolean;
  /** Whether its pages are images. */
  readonly scanned?: boolean;
  /** Whether it looks like another document whose page contents are in another order. */
  readonly reordered?: boolean;
}

export interface ExtractCorpus {
  readonly directory: string;
  /** The path of the program that scores; README.md beside it describes it. */
  readonly scorer: string;
  readonly documents: readonly CorpusDocument[];
}

export type CorpusName = "extract" | "extract-real" | "extract-world";

/**
 * Returns a corpus under `root` (`QUIRE_TEST_CORPORA`), and its scorer, which lies beside it; undefined without them.
 */
export function extractCorpus(root: string | undefined, name: CorpusName): ExtractCorpus | undefined {
  const directory = join(root ?? "", name);
  const scorer = join(root ?? "", "../shared/score/extract/score.mjs");
  if (root === undefined || !existsSync(join(directory, "manifest.json")) || !existsSync(scorer)) {
    return undefined;
  }
  const { docs } = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8")) as { docs: CorpusDocument[] };
  return { directory, scorer, documents: docs };
}

export const pathOf = ({ directory }: ExtractCorpus, { id }: Pick<CorpusDocument, "id">): string =>
  join(directory, "pdf", `${id}.pdf`);

/** Returns whether a document is a twin of a real one from which the tags were removed. */
export const isCutOff = ({ id }: CorpusDocument): boolean => id.endsWith("-untagged");

/**
 * The fixed sample of `npm test`: each producer, tagged and not, columns, lists, code, tables of each kind, a script
 * that is read from the right, twins in another order, and scans.
 */
export const SAMPLE: readonly string[] = [
  "011-d-chro-fastify",
  "017-d-libr-fastify",
  "026-d-libr-opensource",
  "036-d-pdfl-rustbook",
  "038-d-pdfl-fastify",
  "048-d-weas-plainlangu",
  "056-d-grof-prometheus",
  "059-d-chro-osg-ar",
  "063-d-libr-osg-zh",
  "114-d-pdfl-generated",
  "116-d-chro-generated-gs",
  "123-d-libr-generated",
  "003-d-chro-prometheus-ro",
  "033-d-pdfl-fastify-scan",
  "117-d-chro-generated-scan",
];
