import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PDF_TO_TEXT, upload } from "../api/client.ts";
import { run } from "../api/programs.ts";
import { expectOk, json } from "../api/reply.ts";
import { sharedService } from "../api/service.ts";
import { SETTINGS } from "./convert.ts";
import { type CorpusDocument, extractCorpus, pathOf } from "./corpus.ts";

/*
 * Text belongs to the page that shows it: what each page has is compared with what pdftotext reads on it.
 * QUIRE_TEST_CORPORA names the folder with the corpora.
 */

const full = process.env.QUIRE_TEST_FULL === "1";
const corpora = (["extract", "extract-real"] as const).flatMap((name) => {
  const corpus = extractCorpus(process.env.QUIRE_TEST_CORPORA, name);
  return corpus === undefined ? [] : [corpus];
});
/** Every how many of the documents with several pages and text is taken. */
const EVERY = full ? 1 : 12;
const documents = corpora.flatMap((corpus) =>
  corpus.documents
    .filter(({ pages, scanned }) => pages > 1 && scanned !== true)
    .filter((_, index) => index % EVERY === 0)
    .map((document): [string, string, CorpusDocument] => [document.id, pathOf(corpus, document), document]),
);

if (documents.length === 0) {
  console.warn("Pages kept apart are left out: QUIRE_TEST_CORPORA does not lead to documents.");
}

interface Page {
  readonly page_number: number;
  readonly text: string;
}

/** The fewest letters of a word that is not found on any page by chance. */
const SHORTEST = 4;
/** The share of words that pdftotext may read otherwise on their page, such as ligatures and Arabic, and finds on another. */
const STRAY_SHARE = 0.02;

describe.skipIf(documents.length === 0)("text belongs to the page that shows it", () => {
  const service = sharedService(SETTINGS);

  test.each(documents)("%s", async (_, path) => {
    const fields = { extraction_mode: "json", ocr: "never" };
    const reply = expectOk(await upload(service(), { path: PDF_TO_TEXT, file: readFileSync(path), fields }));
    const { page_results: pages } = json(reply) as { page_results: readonly Page[] };
    const seen = await Promise.all(
      pages.map(async ({ page_number: page }) =>
        letters(String((await run("pdftotext", ["-f", `${page}`, "-l", `${page}`, path, "-"])).stdout)),
      ),
    );
    for (const [index, { page_number: page, text }] of pages.entries()) {
      const own = seen[index] ?? "";
      const words = text
        .split(/\s+/u)
        .map(letters)
        .filter((word) => word.length >= SHORTEST);
      const moved = words.filter((word) => !own.includes(word) && seen.some((other) => other.includes(word)));
      expect(moved.length, `page ${page} has ${moved.slice(0, 8).join(", ")} of others`).toBeLessThanOrEqual(
        Math.max(2, STRAY_SHARE * words.length),
      );
      expect(letters(text) !== "", `page ${page} has text`).toBe(own !== "");
    }
  });
});

const letters = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
