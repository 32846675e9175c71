import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const MS_PER_SECOND = 1000;
let ticksPerSecond = 0;

/**
 * Returns the user and system time of processes with all that they have started and waited for, in milliseconds;
 * proc_pid_stat(5).
 */
export function cpuMsOf(roots: readonly number[]): number {
  ticksPerSecond ||= Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  const all = processes();
  const ticks = treeOf(roots, all).reduce((sum, pid) => sum + (all.get(pid)?.ticks ?? 0), 0);
  return (ticks * MS_PER_SECOND) / ticksPerSecond;
}

/**
 * Returns the memory of processes with all that they have started, shared parts divided among those that share them.
 */
export function proportionalBytesOf(roots: readonly number[]): number {
  return treeOf(roots, processes()).reduce((sum, pid) => {
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? "0";
    return sum + Number(kilobytes) * 1024;
  }, 0);
}

export function childrenOf(pid: number): readonly number[] {
  return [...processes()].filter(([, { parentPid }]) => parentPid === pid).map(([child]) => child);
}

interface ProcessEntry {
  readonly parentPid: number;
  readonly ticks: number;
}

function processes(): ReadonlyMap<number, ProcessEntry> {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return new Map(pids.map((pid) => [pid, entryOf(textOf(`/proc/${pid}/stat`))]));
}

function entryOf(stat: string): ProcessEntry {
  // The fields after the name begin with the third; utime is the 14th, and the three after it count as well.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
  return { parentPid: fields[1] ?? 0, ticks };
}

function treeOf(roots: readonly number[], all: ReadonlyMap<number, ProcessEntry>): readonly number[] {
  const found = [...roots];
  for (const parent of found) {
    found.push(...[...all].filter(([, entry]) => entry.parentPid === parent).map(([pid]) => pid));
  }
  return found;
}

/** Returns the text of a file; an empty text for a process that has ended meanwhile. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
