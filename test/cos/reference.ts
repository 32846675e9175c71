import { readFile } from "node:fs/promises";
import type { ExitCode } from "./qpdf.ts";

/** The results of qpdf for one file of the corpus `pdfs`, and for its own rewrite of it. */
export interface ReferenceFile {
  /** The exit status of `qpdf --check`. */
  readonly check: ExitCode;
  /** The exit status of `qpdf --decrypt <file> <copy>`: 0 and 3 mean that qpdf opens the file. */
  readonly rewrite: ExitCode;
  /** The exit status of `qpdf --check <copy>`. */
  readonly rewriteCheck?: ExitCode;
  /** The number of pages by `qpdf --show-npages`. */
  readonly pages?: number;
  /** The revision of the security handler. */
  readonly revision?: number;
}

/**
 * The contents of `reference.json`, which `make-reference.ts` writes. The keys of `files` are their names in the
 * corpora.
 */
export interface Reference {
  readonly program: string;
  readonly counts: {
    readonly files: number;
    /** The number of files that qpdf rewrote, with warnings or without. */
    readonly opened: number;
    /** The number of these about which `qpdf --check` has no complaint. */
    readonly clean: number;
    /** The number of files opened whose rewrite by qpdf is not clean. */
    readonly uncleanRewrites: number;
    readonly encrypted: number;
  };
  readonly files: Readonly<Record<string, ReferenceFile>>;
}

export async function readReference(): Promise<Reference> {
  return JSON.parse(await readFile(new URL("reference.json", import.meta.url), "utf8")) as Reference;
}
