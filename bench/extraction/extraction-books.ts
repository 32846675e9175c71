import { costOf } from "../measuring/process-cost.ts";

/** A document of the corpora, from which pages are taken. */
export interface Source {
  readonly path: string;
  readonly pages: number;
}

/** Writes a document of `pages` real pages: those of all sources, one after another, and again from the first. */
export async function writeBook(path: string, sources: readonly Source[], pages: number): Promise<void> {
  const parts: string[] = [];
  let left = pages;
  while (left > 0) {
    for (const source of sources) {
      const taken = Math.min(left, source.pages);
      if (taken > 0) {
        parts.push(source.path, `1-${taken}`);
        left -= taken;
      }
    }
  }
  // The sources have tags, which would stay without the tree that they belong to: as in most books, nothing marks the
  // structure.
  await costOf("qpdf", ["--empty", "--pages", ...parts, "--", "--object-streams=generate", path]);
}
