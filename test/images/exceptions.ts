import { readFile } from "node:fs/promises";

/** A document whose images are not those of Poppler, looked at by a person. */
export interface Exception {
  readonly file: string;
  /** The images: their object numbers. */
  readonly object: string;
  readonly reason: string;
}

export async function readExceptions(): Promise<Exception[]> {
  return JSON.parse(await readFile(new URL("exceptions.json", import.meta.url), "utf8")) as Exception[];
}
