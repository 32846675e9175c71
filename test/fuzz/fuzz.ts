/*
 * Looks for faults by hand. Usage: QUIRE_TEST_CORPORA=<folder> node test/fuzz/fuzz.ts [--from=0] [--runs=1000]
 *   [--processes=2] [--max-kilobytes=200] [--save=<folder for what was read where something was wrong>] [--missed]
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fuzz } from "./fuzz-runs.ts";
import { mutatedDocument } from "./mutate.ts";
import { fuzzSeeds } from "./seeds.ts";
import { summaryOf } from "./summary.ts";

const { values } = parseArgs({
  options: {
    from: { type: "string", default: "0" },
    runs: { type: "string", default: "1000" },
    processes: { type: "string", default: "2" },
    "max-kilobytes": { type: "string", default: "200" },
    save: { type: "string" },
    missed: { type: "boolean", default: false },
  },
});
const seeds = await fuzzSeeds(process.env.QUIRE_TEST_CORPORA, Number(values["max-kilobytes"]) * 1024);
const report = await fuzz({
  seeds,
  from: Number(values.from),
  runs: Number(values.runs),
  processes: Number(values.processes),
});
for (const { run, seed, text } of report.faults) {
  console.log(`run ${run} (${seed}): ${text}`);
  if (values.save !== undefined) {
    mkdirSync(values.save, { recursive: true });
    const { bytes, seed: start } = mutatedDocument(seeds, run);
    writeFileSync(join(values.save, `${run}.pdf`), bytes);
    writeFileSync(join(values.save, `${run}.json`), JSON.stringify({ run, text, password: start.password }));
  }
}
if (values.missed) {
  for (const [script, blocks] of report.coverage.missed) {
    const source = readFileSync(new URL(`../../packages/cos/src/${script}`, import.meta.url), "utf8");
    for (const { start, end } of blocks) {
      const line = source.slice(0, start).split("\n").length;
      console.log(`${script}:${line}: ${JSON.stringify(source.slice(start, Math.min(end, start + 70)))}`);
    }
  }
}
console.log(summaryOf(report, { seeds, from: Number(values.from), runs: Number(values.runs) }));
