import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/*
 * Runs the tests: `test.ts [full] [PATH or AREA or option of Vitest]...`. Without arguments, these are the projects
 * unit and api, with the checks in parallel; with `full` all projects, without sampling, and then the bench names what got
 * slower than its kept results. What is named is taken from all projects.
 */

/** The groups of the bench that compare whole calls with other programs, and take minutes. */
const GUARDED_GROUPS = ["rendering", "book", "images"] as const;
const GUARD_ROUNDS = 3;

const root = resolve(import.meta.dirname, "..");
const isFull = process.argv[2] === "full";
const named = process.argv.slice(isFull ? 3 : 2).map(asFilter);

if (isFull) {
  process.env["QUIRE_TEST_FULL"] = "1";
}
const tests = run([process.execPath, "node_modules/vitest/vitest.mjs", "run", ...selection()], "inherit");
// The output of the checks comes after that of the tests.
const checks = named.length === 0 ? run(["scripts/check"], "pipe") : { status: Promise.resolve(0), output: () => "" };
const testStatus = await tests.status;
const checkStatus = await checks.status;
process.stdout.write(checks.output());
process.exitCode = testStatus || checkStatus;
if (isFull && named.length === 0) {
  // It names what got slower, and fails nothing: how long something takes is no matter of right and wrong.
  const guard = ["bench/run.ts", "--guard", `--rounds=${GUARD_ROUNDS}`, ...GUARDED_GROUPS];
  await run(["scripts/with-node24", "--bench", ...guard], "inherit").status;
}

function selection(): string[] {
  return named.length > 0 || isFull ? named : ["--project", "unit", "--project", "api"];
}

/**
 * Returns the filter for an area, a folder's name wherever it lies: `cos` takes packages/cos, src/engines/cos and
 * test/cos.
 */
function asFilter(word: string): string {
  return /^[\w-]+$/.test(word) && !word.startsWith("-") && !existsSync(resolve(root, word)) ? `/${word}/` : word;
}

function run([command = "", ...args]: string[], stdio: "inherit" | "pipe") {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", stdio, stdio] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const status = once(child, "close").then(([code]) => (typeof code === "number" ? code : 1));
  return { status, output: () => output };
}
