import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { basesIn } from "./bases.ts";
import { runSeed } from "./run.ts";
import { Verapdf, verapdfProgram } from "./verapdf.ts";

/*
 * Prints where veraPDF and our validator differ on mutated documents, and counts. Usage:
 * node test/pdfa/differential/score.ts [--seed N] [--count N] [--kinds REGEX] [--printed FOLDER] [--examples N]
 */

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    count: { type: "string", default: "2000" },
    kinds: { type: "string", default: "" },
    printed: { type: "string", multiple: true, default: [] },
    examples: { type: "string", default: "5" },
    folder: { type: "string", default: join(tmpdir(), "pdfa-differential") },
  },
});
const root = process.env["QUIRE_TEST_CORPORA"];
const program = verapdfProgram(root);
if (root === undefined || program === undefined) {
  throw new Error("QUIRE_TEST_CORPORA does not lead to corpora, or QUIRE_TEST_VERAPDF to veraPDF.");
}
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
await using verapdf = new Verapdf(program);
const tally = await runSeed({
  bases: basesIn(root, values.printed),
  seed,
  count: Number(values.count),
  kinds: new RegExp(values.kinds),
  verapdf,
  folder: values.folder,
});
console.log(tally.text({ examples: Number(values.examples) }));
console.log(`seed ${seed}`);
