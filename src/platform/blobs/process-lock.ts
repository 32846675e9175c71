import { closeSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartFailure } from "../start-failure.ts";
import { tryFlock } from "./file-lock.ts";

const LOCK_FILE = "lock";
const WAIT_MS = 5000;
const TRY_EVERY_MS = 25;

/** Reports that another running process uses the data directory. */
class DirectoryInUse extends StartFailure {}

/** Proof that this process alone uses a data directory. */
export interface ProcessLock {
  release(): void;
}

/**
 * Takes `directory` for this process, and waits up to `waitMs` for the process that has it: one that was killed a
 * moment ago may still be ending. The lock is the kernel's, on the open lock file, and ends with this process however
 * that ends. What the file says is for people alone: process ids mean nothing in another container. Node opens files
 * so that programs it starts do not inherit them: neither engine processes nor the browser keep the lock.
 * @throws DirectoryInUse when another process has it
 */
export async function lockDirectory(
  directory: string,
  { waitMs = WAIT_MS }: { readonly waitMs?: number } = {},
): Promise<ProcessLock> {
  // The file is never removed: a process that waits has it open, and would lock a file that others no longer find.
  // The descriptor is a number, which nothing closes when it is no longer referred to.
  const descriptor = openSync(join(directory, LOCK_FILE), "a+", 0o600);
  try {
    await waitForLock(descriptor, directory, waitMs);
    writeHolder(descriptor);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  let isReleased = false;
  return {
    release() {
      if (!isReleased) {
        isReleased = true;
        closeSync(descriptor);
      }
    },
  };
}

/**
 * Returns who uses a data directory, in the words of that process; undefined when no process does. Nothing is made, and
 * a process that begins at this very moment waits for the lock and gets it.
 */
export function holderOfDirectory(directory: string): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(join(directory, LOCK_FILE), "r");
  } catch {
    // Without the file, or without the right to read it, nothing is known of anybody.
    return undefined;
  }
  try {
    return tryFlock(descriptor) ? undefined : holderOf(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

async function waitForLock(descriptor: number, directory: string, waitMs: number): Promise<void> {
  const untilMs = performance.now() + waitMs;
  while (!tryFlock(descriptor)) {
    if (performance.now() >= untilMs) {
      throw new DirectoryInUse(
        `${directory} is in use by ${holderOf(descriptor)}; each process needs its own data directory.`,
      );
    }
    // oxlint-disable-next-line eslint/no-await-in-loop -- one try after the other
    await delay(TRY_EVERY_MS);
  }
}

const HOLDER = /^process \d+ on \S+ since \S+$/;

/** Returns who has the lock, as that process wrote it. */
function holderOf(descriptor: number): string {
  const buffer = Buffer.alloc(1024);
  const length = readSync(descriptor, buffer, 0, buffer.length, 0);
  const line = buffer.toString("utf8", 0, length).trim();
  return HOLDER.test(line) ? line : "another process";
}

/** Writes who has the lock. The file is opened for appending: it is written at its end, which is its start then. */
function writeHolder(descriptor: number): void {
  ftruncateSync(descriptor);
  writeSync(descriptor, `process ${process.pid} on ${hostname()} since ${new Date().toISOString()}\n`);
}
