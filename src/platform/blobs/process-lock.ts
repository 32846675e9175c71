import { link, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readIfThere, systemErrorCode } from "./small-files.ts";

const LOCK_FILE = "lock";

/** Reports that another running process uses the data directory. */
class DirectoryInUse extends Error {}

/** Proof that this process alone uses a data directory. */
export interface ProcessLock {
  release(): Promise<void>;
}

/**
 * Takes `directory` for this process. The lock file holds the process id and when that process began, so that what a
 * crash left behind is distinguished from a lock that is held, also after another process has got the id.
 * @throws DirectoryInUse when another process has it
 */
export async function lockDirectory(directory: string): Promise<ProcessLock> {
  const path = join(directory, LOCK_FILE);
  const own = await holderLine(process.pid);
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, own, { mode: 0o600 });
  try {
    while (!(await tookLink(temporary, path))) {
      const holder = await textOf(path);
      if (await isHeld(holder)) {
        throw new DirectoryInUse(
          `${directory} is in use by process ${holder.split(" ")[0]}; each process needs its own data directory.`,
        );
      }
      await rm(path, { force: true });
    }
  } finally {
    await rm(temporary, { force: true });
  }
  return {
    release: async () => {
      if ((await textOf(path)) === own) {
        await rm(path, { force: true });
      }
    },
  };
}

/**
 * Links the lock file into place; returns false when there is one. A link appears with its content or not at all, so
 * that an empty lock is never read.
 */
async function tookLink(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") {
      return false;
    }
    throw error;
  }
}

async function isHeld(holder: string): Promise<boolean> {
  const pid = Number(holder.split(" ")[0]);
  return Number.isInteger(pid) && pid > 0 && isRunning(pid) && holder === (await holderLine(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs and belongs to another user.
    return systemErrorCode(error) === "EPERM";
  }
}

/**
 * Returns the line that identifies a process: its id, start time and boot id; where there is no /proc, the id alone has
 * to do.
 */
async function holderLine(pid: number): Promise<string> {
  const stat = await textOf(`/proc/${pid}/stat`);
  // proc(5): field 22 is the start time in ticks since boot; the name in field 2 may hold spaces and parentheses.
  const startTicks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  const bootId = await textOf("/proc/sys/kernel/random/boot_id");
  return [pid, startTicks, bootId.trim()].join(" ").trim();
}

const textOf = async (path: string): Promise<string> => (await readIfThere(path))?.toString("utf8") ?? "";
