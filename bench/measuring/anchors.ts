import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/**
 * Runs a program from its start to its end.
 * @returns the wall time in milliseconds
 * @throws when the program fails
 */
export async function timeProgram(program: string, parameters: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  const child = spawn(program, parameters, { stdio: ["ignore", "ignore", "pipe"] });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "close") as Promise<[number | null]>]);
  if (code !== 0) {
    throw new Error(`${program} ${parameters.join(" ")} ended with ${code}: ${said}`);
  }
  return performance.now() - startedMs;
}

/** Runs a program like `timeProgram` that writes files to `directory`, which is emptied first. */
export async function timeWriter(
  directory: string,
  [program, ...parameters]: readonly [string, ...string[]],
): Promise<{ elapsedMs: number; bytes: number }> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const elapsedMs = await timeProgram(program, parameters);
  const sizes = await Promise.all((await readdir(directory)).map((name) => stat(join(directory, name))));
  return { elapsedMs, bytes: sizes.reduce((sum, { size }) => sum + size, 0) };
}

/** Returns the first line that a program prints about itself. */
export async function versionOf(program: string, option: string): Promise<string> {
  const child = spawn(program, [option], { stdio: ["ignore", "pipe", "pipe"] });
  const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return `${printed}${said}`.split("\n")[0] ?? "";
}
