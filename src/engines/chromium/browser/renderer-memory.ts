import { readdir, readFile } from "node:fs/promises";

/*
 * The memory of renderers, as the kernel counts it. Only a process's private memory counts, not that of the program and
 * its libraries, which all of them share.
 */

const LOOK_EVERY_MS = 500;

/** Measures the renderers of one browser while documents are printed, and ends those that take too much. */
export class MemoryWatch {
  /** The memory of the largest renderer at the last measurement, in bytes. */
  heaviestBytes = 0;
  readonly #browserPid: number;
  readonly #maxBytes: number;
  #zygotes: readonly number[] = [];
  #isLooking = false;
  #timer: NodeJS.Timeout | undefined;
  #jobs = 0;

  constructor(browserPid: number, maxBytes: number) {
    this.#browserPid = browserPid;
    this.#maxBytes = maxBytes;
  }

  /** Starts measuring, until the returned function is called. */
  start(): () => void {
    this.#jobs += 1;
    this.#timer ??= setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
    return () => {
      this.#jobs -= 1;
      if (this.#jobs === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    };
  }

  async #look(): Promise<void> {
    if (this.#isLooking) {
      return;
    }
    this.#isLooking = true;
    try {
      if (this.#zygotes.length === 0) {
        this.#zygotes = await zygotesOf(this.#browserPid);
      }
      // A browser without its own sandbox starts its renderers by itself.
      const pids =
        this.#zygotes.length === 0
          ? await processesOf(this.#browserPid, "renderer")
          : (await Promise.all(this.#zygotes.map(childrenOf))).flat();
      const renderers = await Promise.all(pids.map(async (pid) => ({ pid, bytes: await ownBytes(pid) })));
      this.heaviestBytes = Math.max(0, ...renderers.map(({ bytes }) => bytes));
      renderers.filter(({ bytes }) => bytes > this.#maxBytes).forEach(({ pid }) => end(pid));
    } finally {
      this.#isLooking = false;
    }
  }
}

/** Returns the processes that renderers are forked from, among all that a process has started. */
async function zygotesOf(pid: number): Promise<number[]> {
  return processesOf(pid, "zygote");
}

/**
 * Returns the ids of the processes of one kind (`--type=…` of Chromium) among all that a process has started.
 * @internal Exported for its tests alone.
 */
export async function processesOf(pid: number, type: string): Promise<number[]> {
  const all = await parents();
  const found = [pid];
  for (const parent of found) {
    found.push(...all.filter((entry) => entry.parentPid === parent).map((entry) => entry.pid));
  }
  const lines = await Promise.all(found.map((candidate) => textOf(`/proc/${candidate}/cmdline`)));
  return found.filter((_, index) => lines[index]?.includes(`--type=${type}`) === true);
}

async function parents(): Promise<{ readonly pid: number; readonly parentPid: number }[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  return Promise.all(
    pids.map(async (pid) => {
      const stat = await textOf(`/proc/${pid}/stat`);
      // proc_pid_stat(5): the name, in parentheses, may contain anything.
      return { pid, parentPid: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) };
    }),
  );
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await textOf(`/proc/${pid}/task/${pid}/children`);
  return text.split(" ").filter(Boolean).map(Number);
}

async function ownBytes(pid: number): Promise<number> {
  const kilobytes = /^RssAnon:\s+(\d+) kB/m.exec(await textOf(`/proc/${pid}/status`))?.[1] ?? "0";
  return Number(kilobytes) * 1024;
}

/** Returns the text of a file; empty for a process that has ended meanwhile, and on systems without such files. */
const textOf = async (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
