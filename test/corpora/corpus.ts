import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A document of the corpora. */
export interface CorpusFile {
  /** The name of the document in every list and score: the corpus and the path in it, `hostile/own/form-self.pdf`. */
  readonly id: string;
  readonly path: string;
  /** The effect that it is meant to have on its reader; `document` for the files of the corpus `pdfs`. */
  readonly kind: string;
  readonly password: string | undefined;
}

interface ManifestEntry {
  readonly file: string;
  readonly kind?: string;
  readonly password?: string;
}

/** Returns the files of the corpora `pdfs` and `hostile` under `root` (`QUIRE_TEST_CORPORA`), by name. */
export async function corpusFiles(root: string): Promise<CorpusFile[]> {
  const pdfs = JSON.parse(await readFile(join(root, "pdfs", "manifest.json"), "utf8")) as { files: ManifestEntry[] };
  const hostile = JSON.parse(await readFile(join(root, "hostile", "manifest.json"), "utf8")) as ManifestEntry[];
  const files = [
    ...pdfs.files.map((entry) => corpusFile(root, "pdfs", entry)),
    ...hostile.map((entry) => corpusFile(root, "hostile", entry)),
  ];
  return files.toSorted((a, b) => compareNames(a.id, b.id));
}

function corpusFile(root: string, corpus: string, entry: ManifestEntry): CorpusFile {
  return {
    id: `${corpus}/${entry.file}`,
    path: join(root, corpus, entry.file),
    kind: entry.kind ?? "document",
    password: entry.password,
  };
}

/** Compares names by code points, which is the same on every machine. */
export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The encrypted documents that open without a password: the only ones of the corpora that can be unlocked. */
const UNLOCKABLE = ["pdfs/empty_protected.pdf", "pdfs/issue7665.pdf", "pdfs/issue9972-1.pdf", "pdfs/issue9972-2.pdf"];

/**
 * Returns the fixed sample of `npm test`: every 16th file of each corpus, the files that can be unlocked, and the first
 * file of every kind not among them.
 */
export function sampleOf(files: readonly CorpusFile[]): CorpusFile[] {
  const sample = ["pdfs/", "hostile/"].flatMap((corpus) =>
    files
      .filter((file) => file.id.startsWith(corpus))
      .filter((file, index) => index % 16 === 3 || UNLOCKABLE.includes(file.id)),
  );
  const kinds = new Set(sample.map((file) => file.kind));
  const firstOfKind = files.filter((file) => {
    const missing = !kinds.has(file.kind);
    kinds.add(file.kind);
    return missing;
  });
  return [...sample, ...firstOfKind].toSorted((a, b) => compareNames(a.id, b.id));
}
