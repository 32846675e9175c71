import { execFileSync } from "node:child_process";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { type Driver, startDriver } from "../measuring/driver-processes.ts";
import { costOf } from "../measuring/process-cost.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import type { AssemblyCost, AssemblyTask } from "./assembly-driver.ts";

const IMAGES = 20;
const [WIDTH, HEIGHT] = [1240, 1754];
const SIZE_BAR = 1.02;

type ImageDriver = Driver<AssemblyTask, Pick<AssemblyCost, "elapsedMs" | "cpuSeconds">>;

interface Run {
  readonly directory: string;
  readonly rounds: number;
}

/** What is measured: a format, and how a page becomes such a file. */
const FORMATS: Readonly<Record<string, (page: Sharp) => Promise<Buffer>>> = {
  jpg: (page) => page.jpeg({ quality: 85 }).toBuffer(),
  png: (page) => page.png().toBuffer(),
  tif: async (page) =>
    execFileSync("convert", ["png:-", "-monochrome", "-compress", "group4", "tiff:-"], {
      input: await page.png().toBuffer(),
      maxBuffer: 2 ** 28,
    }),
};

/**
 * Measures documents of images of A4 at 150 dpi beside img2pdf, which puts the same data into its documents. The engine is one
 * process that stays, as in the service; img2pdf is a whole process, with its start.
 */
export async function imagePageRows({ directory, rounds }: Run): Promise<Row[]> {
  using driver: ImageDriver = startDriver(new URL("image-pages-driver.ts", import.meta.url));
  const rows: Row[] = [];
  for (const [extension, make] of Object.entries(FORMATS)) {
    const inputs = await makeImages(join(directory, `images-${extension}`), extension, make);
    const [ours, theirs] = [join(directory, "ours.pdf"), join(directory, "img2pdf.pdf")];
    const samples = await inTurn(rounds, {
      ours: async () => (await driver.run({ inputs, output: ours })).cpuSeconds,
      img2pdf: async () => (await costOf("img2pdf", ["-o", theirs, ...inputs])).cpuSeconds,
    });
    const what = `a document of ${IMAGES} images (${extension})`;
    rows.push({
      what: `${what}, CPU, beside img2pdf`,
      ours: show(median(samples.ours), "s"),
      beside: show(median(samples.img2pdf), "s"),
      measured: spreadOf(samples.ours.map((seconds, round) => seconds / (samples.img2pdf[round] ?? Number.NaN))),
      unit: "ratio",
      bar: undefined,
    });
    const [size, other] = [(await stat(ours)).size, (await stat(theirs)).size];
    rows.push({
      what: `${what}, size, beside img2pdf`,
      ours: show(size / 1e6, "MB"),
      beside: show(other / 1e6, "MB"),
      measured: spreadOf([size / other]),
      unit: "ratio",
      bar: { kind: "at most", value: SIZE_BAR, judge: "worst" },
    });
  }
  return rows;
}

async function makeImages(
  directory: string,
  extension: string,
  make: (page: Sharp) => Promise<Buffer>,
): Promise<readonly string[]> {
  await mkdir(directory);
  const paths: string[] = [];
  for (let index = 0; index < IMAGES; index++) {
    const path = join(directory, `${index}.${extension}`);
    await writeFile(path, await make(drawnPage(index)));
    paths.push(path);
  }
  return paths;
}

/** Draws a page with lines of text and a picture of shades, each page another one. */
function drawnPage(index: number): Sharp {
  const lines = Array.from(
    { length: 60 },
    (_, line) => `<text x="100" y="${120 + 26 * line}">Line ${line} of page ${index}, with some words to read.</text>`,
  );
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="g">` +
    `<stop offset="0" stop-color="hsl(${index * 17} 80% 40%)"/><stop offset="1" stop-color="white"/></linearGradient></defs>` +
    `<rect width="100%" height="100%" fill="white"/><g font-size="22" font-family="Noto Sans">${lines.join("")}</g>` +
    `<rect x="700" y="100" width="440" height="500" fill="url(#g)"/></svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}
