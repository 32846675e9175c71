import { readFile } from "node:fs/promises";
import type { Exception } from "../cos/exceptions.ts";

/** A document that is not marked as all others are; a person has looked at it. */
export interface WatermarkException extends Exception {
  /** Another program that was tried, and what it makes of the document. */
  readonly secondProgram: string;
}

/**
 * The contents of `exceptions.json`: the exceptions to each bar.
 * - `refused`: qpdf opens the document, but it is not marked.
 * - `unclean`: the input is clean for `qpdf --check`, but the result is not.
 * - `first`: the first page does not show the mark, or is different outside of it.
 * - `others`: another page is drawn in another way.
 * - `counts`: there is less of something than before.
 * - `streams`: page contents are not what they were, byte for byte.
 */
export type WatermarkExceptions = Readonly<
  Record<"refused" | "unclean" | "first" | "others" | "counts" | "streams", readonly WatermarkException[]>
>;

export async function readExceptions(): Promise<WatermarkExceptions> {
  return JSON.parse(await readFile(new URL("exceptions.json", import.meta.url), "utf8")) as WatermarkExceptions;
}
