import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { assert } from "../../src/kernel/assert.ts";

export const root = resolve(import.meta.dirname, "../..");

/** The key that the examples of README.md use. */
export const README_KEY = readmeKey();

function readmeKey(): string {
  const key = /^QUIRE_BOOTSTRAP_API_KEY=(\S+) npm start$/m.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1];
  assert(key !== undefined, "README.md starts the service with a key");
  return key;
}

/** Runs a command in the root of the project, and returns what it writes to standard output and standard error. */
export async function outputOf(
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const [program = "", ...rest] = command;
  const child = spawn(program, rest, {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return out + err;
}
