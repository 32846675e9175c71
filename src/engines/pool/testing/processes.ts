import { readdir, readFile } from "node:fs/promises";

interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  /** The state as one letter of proc_pid_stat(5); Z is a zombie. */
  readonly state: string;
}

/** Returns the ids of all processes that a process has started, directly or through others, zombies included. */
export async function descendants(pid: number): Promise<number[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const all = await entriesOf(names.map(Number));
  const found = [pid];
  for (const parent of found) {
    found.push(...all.filter((entry) => entry.parentPid === parent).map((entry) => entry.pid));
  }
  return found.slice(1);
}

/** Returns those of `pids` that still run. */
export async function alive(pids: readonly number[]): Promise<number[]> {
  return (await entriesOf(pids)).filter((entry) => entry.state !== "Z").map((entry) => entry.pid);
}

async function entriesOf(pids: readonly number[]): Promise<ProcessEntry[]> {
  const entries = await Promise.all(pids.map(entryOf));
  return entries.filter((entry) => entry !== undefined);
}

async function entryOf(pid: number): Promise<ProcessEntry | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const [state = "", parentPid = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { pid, parentPid: Number(parentPid), state };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
