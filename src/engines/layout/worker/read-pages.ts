import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { ReadPage } from "../port.ts";
import { readPage } from "../wire.ts";

/** Pages that were read from their images, by their numbers. */
export type ReadPages = ReadonlyMap<number, ReadPage>;

/** Reads the pages in a file of JSON lines; without a file there are none. */
export async function readPagesOf(path: string | undefined): Promise<ReadPages> {
  const pages = new Map<number, ReadPage>();
  if (path !== undefined) {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      const page = readPage.parse(JSON.parse(line));
      pages.set(page.page, page);
    }
  }
  return pages;
}
