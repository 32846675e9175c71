import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FLAVOURS, type Flavour } from "../../../packages/pdfa/src/flavours.ts";
import { Tally } from "./tally.ts";
import { ourVerdict } from "./compare.ts";
import { Verapdf, verapdfProgram } from "./verapdf.ts";

/*
 * Asks both judges about all documents of folders. Usage: node test/pdfa/differential/score-files.ts FOLDER…
 * [--flavours 1b,2b,3u,4] [--path PART]
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { flavours: { type: "string", default: "1b,2b,3u,4" }, path: { type: "string", default: "" } },
});
const program = verapdfProgram(process.env["QUIRE_TEST_CORPORA"]);
if (program === undefined) {
  throw new Error("veraPDF is not at hand: QUIRE_TEST_VERAPDF names the program that asks it.");
}
const flavours: readonly Flavour[] = FLAVOURS.filter((one) => values.flavours.split(",").includes(one));
const files = positionals
  .flatMap((root) => (statSync(root).isDirectory() ? documentsIn(root) : [root]))
  .filter((path) => path.includes(values.path));
const asked = files.flatMap((path) => flavours.map((flavour) => ({ path, flavour })));
const tally = new Tally();
await using verapdf = new Verapdf(program);
const theirs = await verapdf.judge(asked);
for (const [index, one] of asked.entries()) {
  tally.add({ flavour: one.flavour, what: one.path, theirs: theirs[index], ours: ourVerdict(one) });
}
console.log(tally.text({ examples: 1000 }));

function documentsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".pdf"))
    .toSorted()
    .map((name) => join(folder, name));
}
