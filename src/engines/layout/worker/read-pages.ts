import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { ReadPage } from "../port.ts";

/** Pages that were read from their images, by their numbers. */
export type ReadPages = ReadonlyMap<number, ReadPage>;

/** Reads the recognised pages from a file of JSON lines that the service wrote; returns none without a file. */
export async function readPagesOf(path: string | undefined): Promise<ReadPages> {
  const pages = new Map<number, ReadPage>();
  if (path !== undefined) {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      const page: ReadPage = JSON.parse(line);
      pages.set(page.page, page);
    }
  }
  return pages;
}
