import { readFile } from "node:fs/promises";

/** A document whose images are not those of Poppler; a person has looked at it. */
export interface Exception {
  readonly file: string;
  /** The object numbers of the images. */
  readonly object: string;
  readonly reason: string;
}

export async function readExceptions(): Promise<Exception[]> {
  return JSON.parse(await readFile(new URL("exceptions.json", import.meta.url), "utf8")) as Exception[];
}
