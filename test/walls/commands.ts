import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";

export const root = resolve(import.meta.dirname, "../..");

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
