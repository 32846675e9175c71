import { readdirSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

export interface MemoryPeaks {
  /** The memory of the process that speaks HTTP. */
  readonly serverBytes: number;
  /** The memory of the largest process below it. */
  readonly workerBytes: number;
}

/** Watches the resident memory of a service and of every process below it, through /proc. */
export class MemoryWatch implements Disposable {
  readonly #pid: number;
  readonly #timer: NodeJS.Timeout;
  #serverBytes = 0;
  #workerBytes = 0;

  constructor(pid: number, everyMs = 50) {
    this.#pid = pid;
    this.#timer = setInterval(() => this.#look(), everyMs);
  }

  get peaks(): MemoryPeaks {
    return { serverBytes: this.#serverBytes, workerBytes: this.#workerBytes };
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#serverBytes = Math.max(this.#serverBytes, residentBytes(this.#pid));
    for (const pid of descendants(this.#pid)) {
      this.#workerBytes = Math.max(this.#workerBytes, residentBytes(pid));
    }
  }
}

/** Returns the resident memory of a process; 0 when it has ended. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, "status"))?.[1] ?? 0) * 1024;
}

/**
 * Returns the start time of a process, which distinguishes it from a later one with the same id; undefined when it has
 * ended.
 */
export function startTime(pid: number): string | undefined {
  // The second field, the program's name in brackets, may hold spaces; the start time is the 20th field behind it.
  return readProc(pid, "stat").split(") ").at(-1)?.split(" ")[19];
}

function descendants(pid: number): number[] {
  const children = threads(pid).flatMap((thread) =>
    readProc(pid, `task/${thread}/children`).split(" ").filter(Boolean),
  );
  return children.map(Number).flatMap((child) => [child, ...descendants(child)]);
}

function threads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Returns a file of /proc; an empty text when the process has ended, which it may do at any moment. */
function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}

/** Returns every file under a directory, by path. */
export async function filesUnder(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    // The service may remove a directory while this reads it.
    if (error.code === "ENOENT") {
      return [];
    }
    throw error;
  });
  const paths = entries.map(async (entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
  return (await Promise.all(paths)).flat();
}
