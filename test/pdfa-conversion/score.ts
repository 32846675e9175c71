import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PDFA_TARGETS } from "../../src/engines/conversion/port.ts";
import { Verapdf, verapdfProgram } from "../pdfa/differential/verapdf.ts";
import { PEERS } from "./peers.ts";
import { type ConvertedDocument, convertFiles } from "./convert-files.ts";

/*
 * Converts all documents of folders, and prints how many are delivered and pass veraPDF, which rules the others break, and which
 * documents the two validators see differently. Usage: node test/pdfa-conversion/score.ts FOLDER… [--level 2b]
 * [--substitute-fonts] [--by ghostscript|libreoffice] [--results FOLDER] [--path PART] [--every N]
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    level: { type: "string", default: "2b" },
    "substitute-fonts": { type: "boolean", default: false },
    by: { type: "string" },
    results: { type: "string", default: join(tmpdir(), "pdfa-conversions") },
    path: { type: "string", default: "" },
    every: { type: "string", default: "1" },
  },
});
const program = verapdfProgram(process.env["QUIRE_TEST_CORPORA"]);
const target = PDFA_TARGETS.find((one) => one === values.level);
if (program === undefined || target === undefined) {
  throw new Error("QUIRE_TEST_VERAPDF does not name veraPDF, or --level no level.");
}
mkdirSync(values.results, { recursive: true });
const files = positionals
  .flatMap(documentsIn)
  .filter((path) => path.includes(values.path))
  .filter((_, index) => index % Number(values.every) === 0);
const peer = values.by === undefined ? undefined : PEERS[values.by];
const options = {
  files,
  directory: values.results,
  target,
  substitutesFonts: values["substitute-fonts"],
  convert: peer && ((input: string, output: string) => peer(input, output)),
};
const converted: ConvertedDocument[] = [];
for await (const one of convertFiles(options)) {
  converted.push(one);
  if (converted.length % 50 === 0) {
    console.error(`${converted.length} of ${files.length}`);
  }
}
await using verapdf = new Verapdf(program);
const verdicts = await verapdf.judge(converted.map(({ output }) => ({ path: output, flavour: target })));
const judged = converted.map((one, index) => ({ ...one, verapdf: verdicts[index] }));

const passes = judged.filter(({ verapdf: verdict }) => verdict?.isCompliant === true);
const delivered = judged.filter(({ isDelivered }) => isDelivered);
const passed = delivered.filter((one) => passes.includes(one));
const alike = judged.filter(({ input, output }) => wordsOf(input) === wordsOf(output));
const passAlike = passed.filter((one) => alike.includes(one));
console.log(`${files.length} documents, ${judged.length} of them can be opened and are converted`);
console.log(`${share(passes)} pass veraPDF, ${share(delivered)} would be delivered, ${share(passed)} are both`);
console.log(`${share(alike)} have the same words, ${passAlike.length} of those that are both`);
console.log("\nRefused, by rule:");
for (const [rule, those] of byRule(judged.filter(({ broken }) => broken.length > 0))) {
  console.log(`${those.length}\t${rule}\t${those.slice(0, 5).map(nameOf).join(" ")}`);
}
console.log("\nRefused for their look:");
for (const one of judged.filter(({ broken, isDelivered }) => broken.length === 0 && !isDelivered)) {
  console.log(`${(100 * one.largestShare).toFixed(2)} %\t${nameOf(one)}`);
}
console.log("\nDelivered, and not passed by veraPDF:");
for (const one of delivered.filter((those) => !passes.includes(those))) {
  console.log(`${one.verapdf?.rules.join(" ") ?? "refused"}\t${nameOf(one)}`);
}
console.log("\nPassed by veraPDF, and not by our validator:");
for (const one of passes.filter(({ broken }) => broken.length > 0)) {
  console.log(`${one.broken.join(" ")}\t${nameOf(one)}`);
}

/** Returns the documents by the first rule that they break: most do not break several by chance. */
function byRule(those: readonly ConvertedDocument[]): readonly (readonly [string, readonly ConvertedDocument[]])[] {
  const sets = Map.groupBy(those, ({ broken }) => broken.join(" "));
  return [...sets].toSorted(([, first], [, second]) => second.length - first.length);
}

function share(those: readonly unknown[]): string {
  return `${those.length} (${((100 * those.length) / judged.length).toFixed(1)} %)`;
}

/** Returns the words of the first pages of a document in their order: how lines are broken may differ by less than a pixel. */
function wordsOf(path: string): string {
  const { stdout } = spawnSync("pdftotext", ["-l", "20", path, "-"], {
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 30_000,
  });
  return stdout.toString().split(/\s+/).join(" ");
}

function nameOf({ output }: ConvertedDocument): string {
  return output.slice(values.results.length + 1);
}

function documentsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".pdf"))
    .toSorted()
    .map((name) => join(folder, name));
}
