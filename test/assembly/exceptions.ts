import { readFile } from "node:fs/promises";
import type { Exception } from "../cos/exceptions.ts";

/** A document whose results differ from those of all others; a person has looked at it. */
export interface AssemblyException extends Exception {
  /** Another program that was tried, and what it makes of the document. */
  readonly secondProgram: string;
}

/**
 * The contents of `exceptions.json`: the exceptions to each bar.
 * - `refused`: qpdf opens the document, but it is not taken apart or not merged.
 * - `pages`: the result has another number of pages than were put in, as qpdf counts.
 * - `unclean`: the input is clean for `qpdf --check`, but the result is not.
 * - `rendering`: a page is drawn in another way.
 * - `contents`: something besides the pages is missing, as qpdf and poppler count.
 */
export type AssemblyExceptions = Readonly<
  Record<"refused" | "pages" | "unclean" | "rendering" | "contents", readonly AssemblyException[]>
>;

export async function readExceptions(): Promise<AssemblyExceptions> {
  return JSON.parse(await readFile(new URL("exceptions.json", import.meta.url), "utf8")) as AssemblyExceptions;
}
