/*
 * Writes reference.json: the results of qpdf, which is independent of our reader and writer, for the documents of the
 * corpus `pdfs`. Run it before our code changes, not after: our code is measured by it. Usage:
 * QUIRE_TEST_CORPORA=<folder> node test/cos/make-reference.ts
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { CorpusFile } from "../corpora/corpus.ts";
import { filesWithPasswords, isHostile } from "./corpus.ts";
import { qpdf, succeeded } from "./qpdf.ts";
import type { Reference, ReferenceFile } from "./reference.ts";

const LINE_WIDTH = 120;

const root = process.env.QUIRE_TEST_CORPORA;
if (root === undefined) {
  throw new Error("QUIRE_TEST_CORPORA is not set: it names the folder with the unpacked corpora.");
}
const directory = await mkdtemp(join(tmpdir(), "quire-reference-"));
const reference = referenceOf(await askAll((await filesWithPasswords(root)).filter((file) => !isHostile(file))), {
  program: (await qpdf(["--version"])).stdout.split("\n")[0] ?? "",
});
await writeFile(new URL("reference.json", import.meta.url), format(reference));
await rm(directory, { recursive: true });
console.log(reference.program, reference.counts);

async function askAll(files: readonly CorpusFile[]): Promise<Record<string, ReferenceFile>> {
  const answers = new Map<string, ReferenceFile>();
  const queue = [...files];
  const askQueued = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      answers.set(file.id, await ask(file));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, askQueued));
  return Object.fromEntries(files.map(({ id }) => [id, answers.get(id) as ReferenceFile]));
}

async function ask({ path, password }: CorpusFile): Promise<ReferenceFile> {
  const copy = join(directory, basename(path));
  const { exitCode: check } = await qpdf(["--check", path], password);
  const { exitCode: rewrite } = await qpdf(["--decrypt", path, copy], password);
  if (!succeeded(rewrite)) {
    return { check, rewrite };
  }
  const { exitCode: rewriteCheck } = await qpdf(["--check", copy]);
  await rm(copy);
  const pages = Number((await qpdf(["--show-npages", path], password)).stdout);
  const revision = /^R = (\d+)/m.exec((await qpdf(["--show-encryption", path], password)).stdout)?.[1];
  return { check, rewrite, rewriteCheck, pages, ...(revision !== undefined && { revision: Number(revision) }) };
}

function referenceOf(files: Record<string, ReferenceFile>, { program }: { program: string }): Reference {
  const all = Object.values(files);
  const opened = all.filter(({ rewrite }) => succeeded(rewrite));
  return {
    program,
    counts: {
      files: all.length,
      opened: opened.length,
      clean: opened.filter((file) => file.check === 0).length,
      uncleanRewrites: opened.filter((file) => file.rewriteCheck !== 0).length,
      encrypted: opened.filter((file) => file.revision !== undefined).length,
    },
    files,
  };
}

/** Returns the reference as JSON in the formatter's style: one line per file where that fits. */
function format({ program, counts, files }: Reference): string {
  const lines = Object.entries(files).map(([name, file]) => {
    const line = `    ${JSON.stringify(name)}: ${formatEntry(file)}`;
    // The comma after it counts.
    return line.length < LINE_WIDTH
      ? line
      : `    ${JSON.stringify(name)}: ${JSON.stringify(file, null, 2).replaceAll("\n", "\n    ")}`;
  });
  const head = `  "program": ${JSON.stringify(program)},\n  "counts": ${formatEntry(counts)},\n  "files": {\n`;
  return `{\n${head}${lines.join(",\n")}\n  }\n}\n`;
}

function formatEntry(entry: object): string {
  const members = Object.entries(entry).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{ ${members.join(", ")} }`;
}
