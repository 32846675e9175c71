import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Engines } from "../../src/engines/engines.ts";
import { TimeBudget, type Work } from "../../src/kernel/timing/work.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { createEngines } from "../../src/running-engines.ts";
import { corpusFiles } from "../../test/corpora/corpus.ts";
import { outputOf } from "../documents/qpdf-objects.ts";
import { timeProgram } from "../measuring/anchors.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import { BENCH_SETTINGS } from "../measuring/service.ts";

const FILES = 100;
const WALL_BAR = 1;

interface Run {
  readonly directory: string;
  readonly rounds: number;
}

interface Illustrated {
  readonly path: string;
  readonly pages: readonly number[];
}

/**
 * Measures the extraction of all images of the first hundred documents of the corpora that have any, and none that we
 * refuse, by the engine processes and by `pdfimages -all`, one document after another. Returns no rows without the
 * corpora (`QUIRE_TEST_CORPORA`).
 */
export async function imageRows({ directory, rounds }: Run): Promise<Row[]> {
  const root = process.env["QUIRE_TEST_CORPORA"];
  if (root === undefined) {
    return [];
  }
  const config = readConfig({ ...BENCH_SETTINGS, QUIRE_DATA_DIR: directory });
  await using pool = await createEngines(config);
  const { engines } = pool;
  const outputDirectory = join(directory, "images");
  const inEmpty = async (work: () => Promise<unknown>): Promise<number> => {
    await rm(outputDirectory, { recursive: true, force: true });
    await mkdir(outputDirectory);
    const startedMs = performance.now();
    await work();
    return performance.now() - startedMs;
  };
  const extract = (file: Illustrated) =>
    inEmpty(() => extractWithOurs(engines, file, { outputDirectory, maxPixels: config.QUIRE_MAX_IMAGE_PIXELS }));
  const givesAll = async (file: Illustrated): Promise<boolean> => {
    let isAll = false;
    await inEmpty(async () => {
      isAll = await extractWithOurs(engines, file, { outputDirectory, maxPixels: config.QUIRE_MAX_IMAGE_PIXELS });
    });
    return isAll;
  };
  const files: Illustrated[] = [];
  for (const { path, kind } of await corpusFiles(root)) {
    if (files.length < FILES && kind === "document" && (await hasImages(path))) {
      const file = await illustrated(engines, path).catch(() => undefined);
      // A document of which we refuse an image would be less work for us.
      if (file !== undefined && (await givesAll(file))) {
        files.push(file);
      }
    }
  }
  const sumOf = async (measure: (file: Illustrated) => Promise<number>): Promise<number> => {
    let sumMs = 0;
    for (const file of files) {
      sumMs += await measure(file);
    }
    return sumMs;
  };
  const samples = await inTurn(rounds, {
    ours: () => sumOf(extract),
    pdfimages: () =>
      sumOf(({ path }) => inEmpty(() => timeProgram("pdfimages", ["-all", path, join(outputDirectory, "image")]))),
  });
  return [
    {
      what: `the images of ${files.length} documents, wall, beside pdfimages -all`,
      ours: show(median(samples.ours) / 1000, "s"),
      beside: show(median(samples.pdfimages) / 1000, "s"),
      measured: spreadOf(samples.ours.map((ms, round) => ms / (samples.pdfimages[round] ?? Number.NaN))),
      unit: "ratio",
      bar: { kind: "at most", value: WALL_BAR, judge: "median" },
    },
  ];
}

/** Returns whether Poppler finds an image, and reads the document without failing. */
async function hasImages(path: string): Promise<boolean> {
  return outputOf("pdfimages", ["-list", path]).then(
    (printed) => printed.toString().trim().split("\n").length > 2,
    () => false,
  );
}

/**
 * Returns the facts about a document with images.
 * @throws when the document cannot be read
 */
async function illustrated({ facts }: Engines, path: string): Promise<Illustrated> {
  const { pages } = await facts.inspect({ input: path, ...unlimited() });
  return { path, pages: Array.from({ length: pages }, (_, index) => index + 1) };
}

/**
 * Extracts the images of a document with the engine processes.
 * @returns whether every image was extracted
 */
async function extractWithOurs(
  { images }: Engines,
  { path, pages }: Illustrated,
  options: { outputDirectory: string; maxPixels: number },
): Promise<boolean> {
  const job = { input: path, pages, format: "original", minWidthPx: 1, minHeightPx: 1, dedupe: true } as const;
  const given = await Array.fromAsync(images.extract({ ...job, ...options, ...unlimited() }));
  return given.every((image) => "path" in image);
}

const unlimited = (): Work => ({
  signal: new AbortController().signal,
  engineTime: new TimeBudget(Number(BENCH_SETTINGS["QUIRE_ENGINE_TIMEOUT_MS"])),
});
