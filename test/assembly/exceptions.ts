import { readFile } from "node:fs/promises";
import type { Exception } from "../cos/exceptions.ts";

/** A document of which something else came than of all others, looked at by a person. */
export interface AssemblyException extends Exception {
  /** Another program that was asked, and what it makes of the document. */
  readonly secondProgram: string;
}

/**
 * `exceptions.json`: those to each bar.
 * - `refused`: qpdf opens the document, but it is not taken apart or not merged.
 * - `pages`: it has another number of pages than those that were put in, as qpdf counts.
 * - `unclean`: the input is clean for `qpdf --check`, but what came of it is not.
 * - `rendering`: a page is drawn in another way.
 * - `contents`: something beside the pages is missing, as qpdf and poppler count.
 */
export type AssemblyExceptions = Readonly<
  Record<"refused" | "pages" | "unclean" | "rendering" | "contents", readonly AssemblyException[]>
>;

export async function readExceptions(): Promise<AssemblyExceptions> {
  return JSON.parse(await readFile(new URL("exceptions.json", import.meta.url), "utf8")) as AssemblyExceptions;
}
