/*
 * Writes ink.json: the first pages of the corpora that have something to see, as drawn by two programs that are
 * independent of our engine (pdf.js and poppler). Run it before an engine changes, not after: the engine is measured by
 * it.
 * Usage: QUIRE_TEST_CORPORA=<folder> node test/corpora/make-ink-list.ts
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { type CorpusFile, corpusFiles } from "./corpus.ts";
import { type Drawing, type FirstPage, INK_RULE, InkCounter, type InkList } from "./ink.ts";
import { PpmReader } from "./ppm.ts";

const TIME_LIMIT_MS = 20_000;
/** The largest data segment of a program. pdf.js needs 0.6 GB to start, and its canvas a few bytes per pixel. */
const MEMORY_LIMIT_BYTES = 3 * 1024 ** 3;
const AT_ONCE = 2;

const root = process.env.QUIRE_TEST_CORPORA;
if (root === undefined) {
  throw new Error("QUIRE_TEST_CORPORA is not set: it names the folder with the unpacked corpora.");
}
const firstPages = await drawAll(await corpusFiles(root));
const inks = inkList(firstPages, await programVersions());
await writeFile(new URL("ink.json", import.meta.url), format(inks));
console.log(JSON.stringify(inks.counts));

async function drawAll(files: readonly CorpusFile[]): Promise<Map<string, FirstPage>> {
  const drawn = new Map<string, FirstPage>();
  const queue = [...files];
  const drawQueued = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const page = { pdfjs: await drawWithPdfjs(file), poppler: await drawWithPoppler(file) };
      drawn.set(file.id, page);
      console.log(`${drawn.size}/${files.length} ${file.id}: pdf.js ${page.pdfjs}, poppler ${page.poppler}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, drawQueued));
  return new Map(files.map((file) => [file.id, drawn.get(file.id) as FirstPage]));
}

async function drawWithPdfjs(file: CorpusFile): Promise<Drawing> {
  const program = fileURLToPath(new URL("draw-with-pdfjs.ts", import.meta.url));
  return draw([process.execPath, program, file.path], file.password ?? "", async (output) => {
    let printed = "";
    for await (const chunk of output) {
      printed += String(chunk);
    }
    const word = printed.trim().split("\n").at(-1);
    return word === "ink" || word === "blank" ? word : "error";
  });
}

async function drawWithPoppler(file: CorpusFile): Promise<Drawing> {
  const password = file.password === undefined ? [] : ["-upw", file.password];
  const command = ["pdftoppm", "-r", "72", "-f", "1", "-l", "1", "-cropbox", ...password, file.path];
  return draw(command, "", async (output) => {
    const ink = new InkCounter(3);
    const image = new PpmReader((pixels) => ink.add(pixels));
    for await (const chunk of output) {
      image.push(chunk as Buffer);
    }
    return image.complete ? ink.drawing : "error";
  });
}

/**
 * Runs a program under both limits; `read` finds the drawing in its output, which counts only when the program ends
 * well.
 */
async function draw(
  command: readonly string[],
  input: string,
  read: (output: Readable) => Promise<Drawing>,
): Promise<Drawing> {
  const child = spawn("prlimit", [`--data=${MEMORY_LIMIT_BYTES}`, ...command], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(child, "close") as Promise<[code: number | null]>;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, TIME_LIMIT_MS);
  // A program that ends before it reads its input breaks the pipe; its exit code says what happened.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const drawing = await read(child.stdout);
  const [code] = await ended;
  clearTimeout(timer);
  if (late) {
    return "timeout";
  }
  return code === 0 ? drawing : "error";
}

async function programVersions(): Promise<InkList["programs"]> {
  const manifest = await readFile(new URL(import.meta.resolve("pdfjs-dist/package.json")), "utf8");
  const poppler = spawn("pdftoppm", ["-v"], { stdio: ["ignore", "ignore", "pipe"] });
  let printed = "";
  for await (const chunk of poppler.stderr) {
    printed += String(chunk);
  }
  return {
    pdfjs: (JSON.parse(manifest) as { version: string }).version,
    poppler: /version (\S+)/.exec(printed)?.[1] ?? "unknown",
  };
}

function inkList(pages: ReadonlyMap<string, FirstPage>, programs: InkList["programs"]): InkList {
  const count = (matches: (page: FirstPage) => boolean) => pages.values().filter(matches).toArray().length;
  return {
    programs,
    rule: `ink: at least ${INK_RULE.pixels} pixels of the first page at 72 dpi have a channel under ${INK_RULE.darkerThan}`,
    counts: {
      files: pages.size,
      both: count((page) => inkCount(page) === 2),
      onlyPdfjs: count((page) => page.pdfjs === "ink" && page.poppler !== "ink"),
      onlyPoppler: count((page) => page.poppler === "ink" && page.pdfjs !== "ink"),
      neither: count((page) => inkCount(page) === 0),
      pdfjsFailed: count((page) => hasFailed(page.pdfjs)),
      popplerFailed: count((page) => hasFailed(page.poppler)),
    },
    expected: pagesWithInkCount(pages, 2),
    disputed: pagesWithInkCount(pages, 1),
    others: pagesWithInkCount(pages, 0),
  };
}

/** Returns how many of the two programs see ink. */
function inkCount(page: FirstPage): number {
  return [page.pdfjs, page.poppler].filter((drawing) => drawing === "ink").length;
}

function hasFailed(drawing: Drawing): boolean {
  return drawing === "error" || drawing === "timeout";
}

function pagesWithInkCount(pages: ReadonlyMap<string, FirstPage>, programs: number): Record<string, FirstPage> {
  return Object.fromEntries(pages.entries().filter(([, page]) => inkCount(page) === programs));
}

/** Returns the list as JSON with one line per file. */
function format(list: InkList): string {
  const members = Object.entries(list).map(([name, value]) => `  ${JSON.stringify(name)}: ${formatMember(value)}`);
  return `{\n${members.join(",\n")}\n}\n`;
}

function formatMember(value: unknown): string {
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  const lines = Object.entries(value).map(([name, entry]) => `    ${JSON.stringify(name)}: ${formatEntry(entry)}`);
  return `{\n${lines.join(",\n")}\n  }`;
}

function formatEntry(entry: unknown): string {
  if (typeof entry !== "object" || entry === null) {
    return JSON.stringify(entry);
  }
  const members = Object.entries(entry).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{ ${members.join(", ")} }`;
}
