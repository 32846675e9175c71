import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { type Entry, readArchive } from "../api/archive.ts";
import { type ExitCode, qpdf } from "../cos/qpdf.ts";
import { readReference } from "../cos/reference.ts";
import type { Fault } from "./checks.ts";
import type { CorpusFile } from "./corpus.ts";
import type { Answer } from "./requests.ts";

const reference = await readReference();

/**
 * Checks that a merged document has the pages of both inputs, and is no worse than the one that was sent with the good
 * one.
 */
export async function checkMerged(answer: Answer, sent: CorpusFile, goodPages: number): Promise<Fault[]> {
  const pages = await pagesOf(answer.body);
  const sentPages = pagesOfClean(sent);
  const isRight = sentPages === undefined ? pages > goodPages : pages === sentPages + goodPages;
  const wrong = [
    ...(isRight ? [] : [`has ${pages} pages; ${goodPages} and ${sentPages ?? "some"} were sent`]),
    ...(await worseThan(sent, answer.body)),
  ];
  return wrong.map((text) => ({ about: "merged", text }));
}

/** Checks that an archive has a document for each of the first pages, up to `most`, each no worse than the one sent. */
export async function checkParts(answer: Answer, sent: CorpusFile, most: number): Promise<Fault[]> {
  const sentPages = pagesOfClean(sent);
  return checkEntries(answer, "parts", async (entries) => {
    const isRight = sentPages === undefined ? entries.length > 0 : entries.length === Math.min(sentPages, most);
    const wrong = isRight ? [] : [`${entries.length} parts of ${sentPages ?? "some"} pages`];
    for (const [index, { name, content }] of entries.entries()) {
      const pages = await pagesOf(content, sent.password);
      if (pages !== 1 || !name.endsWith(`_page_${index + 1}.pdf`)) {
        wrong.push(`${name} has ${pages} pages`);
      }
      wrong.push(...(await worseThan(sent, content)));
    }
    return wrong;
  });
}

/** Checks that a document whose pages are two on a sheet has half as many, and is no worse than the one sent. */
export async function checkArranged(answer: Answer, sent: CorpusFile): Promise<Fault[]> {
  const pages = await pagesOf(answer.body, undefined);
  const sentPages = pagesOfClean(sent);
  const isRight = sentPages === undefined ? pages > 0 : pages === Math.ceil(sentPages / 2);
  const wrong = [
    ...(isRight ? [] : [`has ${pages} sheets; ${sentPages ?? "some"} pages were sent`]),
    ...(await worseThan(sent, answer.body)),
  ];
  return wrong.map((text) => ({ about: "arranged", text }));
}

/** Checks that a document that was written anew, such as one with a watermark, has its pages, and is no worse than the one sent. */
export async function checkRewritten(answer: Answer, sent: CorpusFile, about: "marked" | "metadata"): Promise<Fault[]> {
  const pages = await pagesOf(answer.body, sent.password);
  const sentPages = pagesOfClean(sent);
  const isRight = sentPages === undefined ? pages > 0 : pages === sentPages;
  const wrong = [
    ...(isRight ? [] : [`has ${pages} pages; ${sentPages ?? "some"} were sent`]),
    ...(await worseThan(sent, answer.body)),
  ];
  return wrong.map((text) => ({ about, text }));
}

/** Checks that a document is described with its pages. */
export function checkDescription(answer: Answer, sent: CorpusFile): Fault[] {
  const { page_count: pages } = JSON.parse(answer.body.toString("utf8")) as { readonly page_count: unknown };
  const sentPages = pagesOfClean(sent);
  const isRight = sentPages === undefined || pages === sentPages;
  return isRight ? [] : [{ about: "description", text: `says ${String(pages)} pages; ${sentPages} were sent` }];
}

/** Checks that an archive has as many images as the answer says, each of which begins with the bytes of its format. */
export async function checkImages(answer: Answer): Promise<Fault[]> {
  return checkEntries(answer, "images", async (entries) => {
    const count = entries.filter(({ name }) => !/_mask\.\w+$/.test(name)).length;
    const reported = answer.headers.get("x-image-count");
    const wrong = reported === String(count) ? [] : [`X-Image-Count is ${reported}; there are ${count}`];
    for (const { name, content } of entries) {
      if (!(await isImage(name, content))) {
        wrong.push(`${name} is none: ${content.toString("hex", 0, 16)}`);
      }
    }
    return wrong;
  });
}

async function checkEntries(
  answer: Answer,
  about: Fault["about"],
  faultsOf: (entries: readonly Entry[]) => Promise<string[]>,
): Promise<Fault[]> {
  let entries: readonly Entry[];
  try {
    entries = readArchive(answer.body);
  } catch (error) {
    return [{ about, text: `the archive cannot be read: ${String(error)}` }];
  }
  return (await faultsOf(entries)).map((text) => ({ about, text }));
}

async function isImage(name: string, content: Buffer): Promise<boolean> {
  if (name.endsWith(".png")) {
    const options = { limitInputPixels: false, unlimited: true } as const;
    return sharp(content, options)
      .metadata()
      .then(
        ({ format }) => format === "png",
        () => false,
      );
  }
  return (SIGNATURES[name.split(".").at(-1) ?? ""] ?? []).some((signature) =>
    content.toString("hex", 0, 32).startsWith(signature),
  );
}

/** The first bytes of each format, in hex. JPEG 2000 is in its file format, or a bare code stream. */
const SIGNATURES: Readonly<Record<string, readonly string[]>> = {
  jpg: ["ffd8"],
  jp2: ["0000000c6a502020", "ff4fff51"],
};

/**
 * Returns what `qpdf --check` says about a document that was made, when that is worse than what it says about the one
 * sent.
 */
async function worseThan(sent: CorpusFile, made: Buffer): Promise<string[]> {
  if (sent.kind === "flate-bomb") {
    // qpdf would unpack gigabytes, for minutes.
    return [];
  }
  const { exitCode, stderr } = await withFile(made, (path) => qpdf(["--check", path], sent.password));
  if (exitCode === 0) {
    return [];
  }
  const before = await qpdf(["--check", sent.path], sent.password);
  const isWorse = badness(exitCode) > badness(before.exitCode);
  return isWorse ? [`qpdf --check ends with ${exitCode}, was ${before.exitCode}: ${stderr.slice(-300)}`] : [];
}

const badness = (exitCode: ExitCode): number => (exitCode === 0 ? 0 : exitCode === 3 ? 1 : 2);

/** Returns the number of pages; 0 when qpdf does not open the document. */
async function pagesOf(content: Buffer, password?: string): Promise<number> {
  const { stdout } = await withFile(content, (path) => qpdf(["--show-npages", path], password));
  return Number(stdout);
}

/**
 * Returns the number of pages as qpdf counts them; undefined for a document that qpdf complains about, and for one that
 * is made to mislead.
 */
function pagesOfClean({ id }: CorpusFile): number | undefined {
  const known = reference.files[id];
  return known?.check === 0 ? known.pages : undefined;
}

async function withFile<Result>(content: Buffer, use: (path: string) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), "quire-made-"));
  const path = join(directory, "made.pdf");
  try {
    await writeFile(path, content);
    return await use(path);
  } finally {
    await rm(directory, { recursive: true });
  }
}
