import { readFile } from "node:fs/promises";

/** A document that does not do what is asked of all, looked at by a person. */
export interface Exception {
  readonly file: string;
  /** What in it is the cause: an object, or a part of the file. */
  readonly object: string;
  readonly reason: string;
}

/** `exceptions.json`: those to each bar. */
export interface Exceptions {
  /** Pages are counted in another way than by qpdf. */
  readonly pages: readonly Exception[];
  /** Our rewrite is not clean for `qpdf --check`. */
  readonly unclean: readonly Exception[];
  /** A clean input is drawn in another way after our rewrite. */
  readonly rendering: readonly Exception[];
  /** A clean input is not clean with an incremental update, or is drawn in another way. */
  readonly update: readonly Exception[];
  /** An input that is not clean is drawn in another way after our rewrite than after qpdf's. */
  readonly repair: readonly (Exception & {
    /** Our rewrite, beside qpdf's. */
    readonly shows: "more" | "less" | "other";
  })[];
}

export async function readExceptions(): Promise<Exceptions> {
  return JSON.parse(await readFile(new URL("exceptions.json", import.meta.url), "utf8")) as Exceptions;
}
