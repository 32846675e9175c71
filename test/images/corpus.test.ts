import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type CorpusFile, corpusFiles } from "../corpora/corpus.ts";
import { compareImages, type Difference } from "./compare.ts";
import { readExceptions } from "./exceptions.ts";
import { extractAll } from "./extract.ts";
import { popplerImages } from "./poppler.ts";

/*
 * The images of real documents compared with those that Poppler's `pdfimages` extracts, picture by picture.
 * QUIRE_TEST_CORPORA names the folder with the corpora; QUIRE_TEST_FULL=1 takes all documents that have images.
 */

const corpora = process.env.QUIRE_TEST_CORPORA;
const full = process.env.QUIRE_TEST_FULL === "1";

/** The least number of documents of the corpus in which Poppler finds images. */
const DOCUMENTS_MIN = full ? 100 : 5;
/** The greatest number of exceptions in the whole corpus. */
const EXCEPTIONS_MAX = 40;
const RUN_TIMEOUT_MS = full ? 3_600_000 : 300_000;

const exceptions = await readExceptions();

if (corpora === undefined) {
  console.warn("The corpora for packages/images are left out: QUIRE_TEST_CORPORA is not set.");
}

test("exceptions are few, each with an object and a reason", () => {
  expect(exceptions.length).toBeLessThanOrEqual(EXCEPTIONS_MAX);
  expect(new Set(exceptions.map(({ file }) => file)).size).toBe(exceptions.length);
  for (const { object, reason } of exceptions) {
    expect(object).toMatch(/\d|\w{3}/);
    expect(reason).toMatch(/\w{3}/);
  }
});

interface Compared extends Difference {
  readonly file: string;
  readonly lost: readonly string[];
}

describe.skipIf(corpora === undefined)("the documents of the corpus", () => {
  let compared: readonly Compared[];

  beforeAll(async () => {
    const all = (await corpusFiles(corpora ?? "")).filter(({ id }) => id.startsWith("pdfs/"));
    const files = full ? all : all.filter((_, index) => index % 16 === 5);
    compared = await comparedFiles(files);
  }, RUN_TIMEOUT_MS);

  test("are many", () => {
    expect(compared.length).toBeGreaterThanOrEqual(DOCUMENTS_MIN);
  });

  test("have the images that Poppler finds in them, pixel by pixel, and no others", () => {
    const excepted = new Set(exceptions.map(({ file }) => file));
    const different = compared.filter(({ missing, extra, lost }) => missing.length + extra.length + lost.length > 0);
    expect(different.filter(({ file }) => !excepted.has(file))).toEqual([]);
    // A file that is no longer an exception is to be removed from the list.
    const run = new Set(compared.map(({ file }) => file));
    const expected = exceptions.map(({ file }) => file).filter((file) => run.has(file));
    expect(different.map(({ file }) => file).toSorted()).toEqual(expected.toSorted());
  });
});

/** Compares the files in which Poppler finds images. */
async function comparedFiles(files: readonly CorpusFile[]): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const { id, path, password } of files) {
    const directory = await mkdtemp(join(tmpdir(), "quire-images-"));
    try {
      const theirs = password === undefined ? await popplerImages(path, directory) : [];
      if (theirs.length > 0) {
        const outputDirectory = join(directory, "ours");
        await mkdir(outputDirectory);
        const { images, lost } = await extractAll(path, outputDirectory, password);
        const difference = await compareImages(images, theirs);
        compared.push({ file: id, ...difference, lost: lost.map(({ reason }) => reason) });
      }
    } finally {
      await rm(directory, { recursive: true });
    }
  }
  return compared;
}
