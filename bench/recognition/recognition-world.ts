import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { scoredWords } from "../../test/ocr/scored-words.ts";
import {
  type ReadPage,
  type WorldPage,
  type WorldScore,
  type WorldScores,
  worldCorpus,
  worldScores,
} from "../../test/ocr/world-score.ts";
import { Client, multipartBody } from "../measuring/client.ts";
import { costOf } from "../measuring/process-cost.ts";
import { cpuMsOf } from "../measuring/process-tree.ts";
import { type Row, show, spreadOf } from "../measuring/report.ts";
import { startBenchService } from "../measuring/service.ts";

/** More threads of Tesseract only wait for each other on few cores. */
const ONE_THREAD = { OMP_THREAD_LIMIT: "1" };
/** The page segmentation modes of Tesseract that a person would try. */
const MODES = ["1", "3", "4", "6"];
const SECOND_MS = 1000;

/** A program that reads pages. `path` is the page's image, turned as its EXIF data say. */
interface Subject {
  readonly name: string;
  read(page: WorldPage, path: string): Promise<{ readonly page: ReadPage; readonly cpuSeconds: number }>;
}

/**
 * Measures how well scans and photographs with truths that people made are read, class by class: ours over HTTP beside
 * Tesseract, each class with the mode that is best for it, and OCRmyPDF. Each reads a page once, since the same page
 * gives the same text. Returns no rows without the corpus.
 */
export async function scanRows({ directory }: { readonly directory: string }): Promise<Row[]> {
  const corpus = worldCorpus(process.env.QUIRE_TEST_CORPORA);
  if (corpus === undefined) {
    return [];
  }
  await using service = await startBenchService();
  using client = new Client(service);
  const work = join(directory, "scans");
  await mkdir(work);
  const ours: Subject = {
    name: "ours",
    async read({ lang }, path) {
      const before = cpuMsOf([service.pid]);
      const target = "/api/v1/ocr/extract/advanced";
      const body = await multipartBody({ path: target, file: path, fields: { language: lang } });
      const answer = JSON.parse((await client.post(target, body, { keepBody: true })).body.toString()) as OwnAnswer;
      return { page: ownPage(answer), cpuSeconds: (cpuMsOf([service.pid]) - before) / SECOND_MS };
    },
  };
  const subjects = [ours, ...MODES.map(tesseract), ...(existsSync("/usr/bin/ocrmypdf") ? [ocrmypdf(work)] : [])];
  const pages = new Map(subjects.map(({ name }) => [name, new Map<string, ReadPage>()]));
  const seconds = new Map(subjects.map(({ name }) => [name, 0]));
  for (const page of corpus.pages) {
    const path = await turned(join(corpus.directory, page.file), work);
    for (const subject of subjects) {
      const { name } = subject;
      const { page: found, cpuSeconds } = await subject.read(page, path);
      pages.get(name)?.set(page.id, found);
      seconds.set(name, (seconds.get(name) ?? 0) + cpuSeconds / corpus.pages.length);
    }
  }
  const scores = new Map<string, WorldScores>();
  for (const [name, read] of pages) {
    scores.set(name, await worldScores(corpus.directory, read));
  }
  return rowsOf(scores, seconds);
}

function rowsOf(scores: ReadonlyMap<string, WorldScores>, seconds: ReadonlyMap<string, number>): Row[] {
  const own = scores.get("ours")?.classes ?? {};
  const others = [...scores.keys()].filter((name) => name !== "ours");
  const rows = Object.keys(own).map((name): Row => {
    const f1Of = (subject: string): number => scores.get(subject)?.classes[name]?.f1 ?? 0;
    const best = others.toSorted((one, other) => f1Of(other) - f1Of(one));
    return {
      what: `words of scans and photographs, ${name}, F1, beside the best of the others`,
      ours: `${show(f1Of("ours"), "score")} (${detail(own[name])})`,
      beside: best.map((other) => `${show(f1Of(other), "score")} ${other}`).join("; "),
      measured: spreadOf([f1Of("ours") - f1Of(best[0] ?? "")]),
      unit: "score",
      // Some classes are of photographs without their whole text: they have no F1.
      bar: own[name]?.f1 === null ? undefined : { kind: "at least", value: 0, judge: "median" },
    };
  });
  const cpu = others.map((name) => `${show(seconds.get(name) ?? 0, "s")} ${name}`).join("; ");
  const spent = seconds.get("ours") ?? 0;
  return [
    ...rows,
    {
      what: "CPU of a scan or photograph",
      ours: show(spent, "s"),
      beside: cpu,
      measured: spreadOf([spent]),
      unit: "s",
      bar: undefined,
    },
  ];
}

const detail = (score: WorldScore | undefined): string =>
  `precision ${score?.precision ?? "-"}, recall ${score?.recall ?? "-"}, boxes ${score?.boxes ?? "-"}`;

/** Writes the image as a viewer shows it: other programs do not read its orientation. */
async function turned(path: string, work: string): Promise<string> {
  const { orientation } = await sharp(path).metadata();
  if (orientation === undefined || orientation === 1) {
    return path;
  }
  const upright = join(work, "turned.png");
  await sharp(path).rotate().png({ compressionLevel: 1 }).toFile(upright);
  return upright;
}

interface OwnAnswer {
  readonly data: { readonly text: string; readonly words: Parameters<typeof scoredWords>[0] };
}

const ownPage = ({ data: { text, words } }: OwnAnswer): ReadPage => ({ text, words: scoredWords(words) });

const tesseract = (mode: string): Subject => ({
  name: `Tesseract --psm ${mode}`,
  async read({ lang }, path) {
    const { printed, cpuSeconds } = await costOf(
      "tesseract",
      [path, "-", "-l", lang, "--psm", mode, "tsv"],
      ONE_THREAD,
    );
    const lines = printed.split("\n").map((line) => line.split("\t"));
    const words = lines.filter(([level, , , , , , , , , , , text]) => level === "5" && text?.trim());
    return { page: { text: textOf(words), words: words.map(wordOf) }, cpuSeconds };
  },
});

/** The columns of Tesseract's table: level, page, block, paragraph, line, word, left, top, width, height, conf, text. */
type Columns = readonly string[];

function textOf(words: readonly Columns[]): string {
  const lines = Map.groupBy(words, (columns) => columns.slice(1, 5).join(" "));
  return [...lines.values()].map((line) => line.map((columns) => columns[11]).join(" ")).join("\n");
}

function wordOf(columns: Columns): ReadPage["words"][number] {
  const [left = 0, top = 0, width = 0, height = 0] = columns.slice(6, 10).map(Number);
  return {
    text: columns[11] ?? "",
    conf: Number(columns[10]) / 100,
    box: [left, top, left + width, top + height],
  };
}

/** OCRmyPDF with all that it does for bad pages; it reports no words. */
const ocrmypdf = (work: string): Subject => ({
  name: "OCRmyPDF --rotate-pages --deskew --clean",
  async read({ lang }, path) {
    const [flat, sidecar] = [join(work, "flat.png"), join(work, "sidecar.txt")];
    // It refuses images with an alpha channel, and those without a resolution unless one is given.
    await sharp(path).flatten({ background: "#ffffff" }).png({ compressionLevel: 1 }).toFile(flat);
    await writeFile(sidecar, "");
    const steps = ["--rotate-pages", "--deskew", "--clean", "--image-dpi", "200", "--sidecar", sidecar];
    const quiet = ["--quiet", "--jobs", "1", "--output-type", "pdf"];
    const { cpuSeconds } = await costOf(
      "ocrmypdf",
      ["-l", lang, ...quiet, ...steps, flat, join(work, "out.pdf")],
      ONE_THREAD,
    );
    return { page: { text: await readFile(sidecar, "utf8"), words: [] }, cpuSeconds };
  },
});
