import { readFile } from "node:fs/promises";

/** A document that fails a requirement for all documents; a person has looked at it. */
export interface Exception {
  readonly file: string;
  /** The cause in the document: an object, or a part of the file. */
  readonly object: string;
  readonly reason: string;
}

/** The contents of `exceptions.json`: the exceptions to each bar. */
export interface Exceptions {
  /** Documents whose pages are counted in another way than by qpdf. */
  readonly pages: readonly Exception[];
  /** Documents whose rewrite is not clean for `qpdf --check`. */
  readonly unclean: readonly Exception[];
  /** Clean inputs that are drawn in another way after our rewrite. */
  readonly rendering: readonly Exception[];
  /** Clean inputs that are not clean with an incremental update, or are drawn in another way. */
  readonly update: readonly Exception[];
  /** Inputs that are not clean and are drawn in another way after our rewrite than after qpdf's. */
  readonly repair: readonly (Exception & {
    /** Whether our rewrite shows more than qpdf's, less, or something else. */
    readonly shows: "more" | "less" | "other";
  })[];
}

export async function readExceptions(): Promise<Exceptions> {
  return JSON.parse(await readFile(new URL("exceptions.json", import.meta.url), "utf8")) as Exceptions;
}
