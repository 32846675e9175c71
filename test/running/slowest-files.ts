import { relative } from "node:path";
import type { Reporter, TestModule, TestRunEndReason, Vitest } from "vitest/node";

const SHOWN = 10;

/** Prints the files that took longest at the end of a run; in a run of everything also the time of each area. */
export class SlowestFiles implements Reporter {
  #root = process.cwd();
  #isWholeRun = false;

  onInit({ config }: Vitest): void {
    this.#root = config.root;
    this.#isWholeRun = config.env["QUIRE_TEST_FULL"] === "1" || process.env["QUIRE_TEST_FULL"] === "1";
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: TestRunEndReason): void {
    if (modules.length < 2 || reason === "interrupted") {
      return;
    }
    const files = modules.map((module) => ({
      name: relative(this.#root, module.moduleId),
      ms: module.diagnostic().duration,
    }));
    if (this.#isWholeRun) {
      print("What each area took", totals(files));
    }
    print(`The ${Math.min(SHOWN, files.length)} slowest files`, files, SHOWN);
  }
}

interface Took {
  readonly name: string;
  /** The time of the tests and hooks, in milliseconds. */
  readonly ms: number;
}

/** Returns the time by area: a folder of test/, a package, or a folder of src/. */
function totals(files: readonly Took[]): Took[] {
  const sums = new Map<string, number>();
  for (const { name, ms } of files) {
    const area = name.split("/").slice(0, 2).join("/");
    sums.set(area, (sums.get(area) ?? 0) + ms);
  }
  return [...sums].map(([name, ms]) => ({ name, ms }));
}

function print(title: string, entries: readonly Took[], shown = entries.length): void {
  const longest = entries.toSorted((one, other) => other.ms - one.ms).slice(0, shown);
  console.log(`\n ${title}:`);
  for (const { name, ms } of longest) {
    console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`);
  }
}
