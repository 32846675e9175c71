import { readFile } from "node:fs/promises";
import type { ExitCode } from "./qpdf.ts";

/** What qpdf says of one file of the corpus `pdfs`, and of its own rewrite of it. */
export interface ReferenceFile {
  /** Of `qpdf --check`. */
  readonly check: ExitCode;
  /** Of `qpdf --decrypt <file> <copy>`: 0 and 3 mean that it opens the file. */
  readonly rewrite: ExitCode;
  /** Of `qpdf --check <copy>`. */
  readonly rewriteCheck?: ExitCode;
  /** By `qpdf --show-npages`. */
  readonly pages?: number;
  /** The revision of the security handler. */
  readonly revision?: number;
}

/** `reference.json`, which `make-reference.ts` writes. The keys of `files` are their names in the corpora. */
export interface Reference {
  readonly program: string;
  readonly counts: {
    readonly files: number;
    /** Rewritten by qpdf, with warnings or without. */
    readonly opened: number;
    /** Of these: without a complaint of `qpdf --check`. */
    readonly clean: number;
    /** Of those opened: qpdf's own rewrite is not clean. */
    readonly uncleanRewrites: number;
    readonly encrypted: number;
  };
  readonly files: Readonly<Record<string, ReferenceFile>>;
}

export async function readReference(): Promise<Reference> {
  return JSON.parse(await readFile(new URL("reference.json", import.meta.url), "utf8")) as Reference;
}
