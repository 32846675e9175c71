import { readFile } from "node:fs/promises";
import { descendants } from "../../pool/testing/processes.ts";

/**
 * Returns the browsers themselves, not what they started nor what started them, among all that a process has started.
 */
export async function browserPids(pid: number): Promise<number[]> {
  const pids = await descendants(pid);
  const lines = await Promise.all(pids.map((candidate) => textOf(`/proc/${candidate}/cmdline`)));
  return pids.filter((_, index) => /^[^\0\s]*(?:chrom|headless)(?!.*--type=)/s.test(lines[index] ?? ""));
}

export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
}

export async function isZombie(pid: number): Promise<boolean> {
  return /^State:\s+Z/m.test(await textOf(`/proc/${pid}/status`));
}

const textOf = async (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");
